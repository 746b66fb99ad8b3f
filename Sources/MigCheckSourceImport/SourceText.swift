/// A file of source code.
package struct SourceText: Sendable {
  /// As notes show it.
  package var path: String
  package var text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
