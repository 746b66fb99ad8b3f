import MigCheckText

/// Why a store refused an upgrade.
public struct UpgradeError: Error, Sendable, Equatable {
  /// A stable name, the same in reports and case files.
  public enum Code: String, Sendable, CaseIterable {
    /// The new schema is not valid.
    case schemaInvalid
    /// The schema changed, and the version did not.
    case schemaMismatch
    /// The store is at a higher version.
    case versionTooLow
    /// Two objects share a primary key after the migration.
    case duplicatePrimaryKey
    /// An object of a type that becomes embedded has no parent.
    case embeddedWithoutParent
    /// An object of a type that becomes embedded has several links to it.
    case embeddedWithSeveralParents
    /// A mixed property links to a type that becomes embedded.
    case embeddedLinkedFromMixed
    /// Objects of a removed type were to be deleted while something still links to the type.
    case typeStillReferenced
    /// A rename that the engine does not allow.
    case invalidRename
    /// A step names a type that the version does not have.
    case noSuchType
    /// A step names a property that the version does not have.
    case noSuchProperty
    /// A value does not fit the property that it is written to.
    case typeMismatch
    /// Null was written to a required property.
    case nullForRequired
    /// SQLite cannot evaluate an expression, or it goes beyond its limits.
    case expressionError
    /// The engine infers no mapping between the two versions.
    case mappingNotInferable
    /// The file is damaged, or a refused upgrade changed it.
    case storeCorrupt
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

  /// Why, for programs.
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

  /// An error with a message of at most 2,000 characters; what is longer is cut.
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
  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}
