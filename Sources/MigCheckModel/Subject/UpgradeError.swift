import MigCheckText

/// Why a store refused an upgrade.
public struct UpgradeError: Error, Sendable, Equatable {
  /// A stable name, the same in reports and case files.
  public enum Code: String, Sendable, CaseIterable {
    case schemaInvalid, schemaMismatch, versionTooLow, duplicatePrimaryKey
    case embeddedWithoutParent, embeddedWithSeveralParents, embeddedLinkedFromMixed
    case typeStillReferenced, invalidRename, noSuchType, noSuchProperty, typeMismatch
    case nullForRequired, expressionError, mappingNotInferable, storeCorrupt
    /// A constraint of a database that is neither that of a primary key nor `NOT NULL`.
    case constraintFailed
    /// A statement that cannot run on the rows that there are.
    case statementFailed
    /// The app's own upgrade ended, and left the store at another version than the one it is to reach.
    case notUpgraded
    /// Code that the author wrote in Swift threw an error of its own.
    case authorError
    /// A call of the engine's own that Swift cannot catch: it ends the app in the middle of the author's
    /// code, as an exception of Objective-C does.
    case exception
    /// Code that the author wrote ended its thread: `fatalError`, a forced unwrapping of `nil`, an
    /// index out of range, a stack without end.
    case trap
    /// Code that the author wrote did not end in the time that it has.
    case timeLimit
  }

  public let code: Code
  /// One or more sentences for people.
  public let message: String
  /// The object type that it is about, if one is.
  public let type: Name?
  /// The property that it is about, if one is.
  public let property: Name?

  /// Where the author wrote what fails; `nil`: nothing says.
  package var place: SourcePlace?
  /// The constraint of a database that rows break; `nil`: none, or nothing says.
  package var constraint: BrokenConstraint?
  /// Whether it was stopped since it takes too much, so that to run it again takes long.
  package var reachesLimit = false

  /// The longest message, in characters. SQLite and authors may quote whole expressions and values.
  private static let longestMessage = 2000

  public init(
    _ code: Code, _ message: String, type: Name? = nil, property: Name? = nil
  ) {
    self.code = code
    self.message = message.shortened(to: Self.longestMessage)
    self.type = type
    self.property = property
    reachesLimit = code == .timeLimit
  }
}

extension UpgradeError: CustomStringConvertible {
  public var description: String { "\(code.rawValue): \(message)" }
}
