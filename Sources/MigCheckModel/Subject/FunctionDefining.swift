/// A subject that is loaded with functions which its files do not define. Cases keep them, so that a
/// replay loads the subject in the same way.
package protocol FunctionDefining: Subject {
  /// Each as its author wrote it: `slug(x) = lower(trim(x))`.
  var functionDefinitions: [String] { get }
}
