import MigCheckText

/// A comment in a migration by which its author says that a finding is intended, and why.
package struct Allowance: Sendable, Hashable, Codable {
  /// The name of a check, or the code of a fault.
  package var name: String
  package var reason: String
  /// The version whose migration holds the comment.
  package var version: UInt64
  /// Where the comment is.
  package var place: SourcePlace
  /// The statement that it is about; `nil`: all of the file.
  package var statement: SourcePlace?

  package init(
    name: String, reason: String, version: UInt64, place: SourcePlace, statement: SourcePlace?
  ) {
    self.name = name
    self.reason = reason
    self.version = version
    self.place = place
    self.statement = statement
  }

  /// Whether it is about what an author wrote at a place.
  package func covers(_ source: SourcePlace) -> Bool {
    guard source.file.isIdentical(to: place.file) else { return false }
    guard let statement else { return true }
    // Several statements may begin on one line.
    return source.line == statement.line && source.text == statement.text
  }

  /// Whether it allows a fault that the subject reports of itself.
  ///
  /// - Parameter ofValues: whether the fault says what a statement does to values; then it is the reason
  ///   why they are not kept apart.
  package func allows(fault code: String, ofValues: Bool) -> Bool {
    name.isIdentical(to: code) || name == Self.ofFaults || ofValues && name == Self.ofValues
  }

  /// The check that reports faults.
  private static let ofFaults = "side-effects"
  /// The check that says what is lost of values.
  private static let ofValues = "information-kept"
}
