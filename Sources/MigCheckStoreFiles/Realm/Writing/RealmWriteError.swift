/// A content that no Realm file can hold, or that no app can have written.
package struct RealmWriteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// One phrase each, without a full stop; never empty.
  package let problems: [String]

  package var description: String {
    let rest = problems.count - 1
    return "no Realm file can hold this: " + problems[0]
      + (rest > 0 ? ", and \(rest) more" : "")
  }
}
