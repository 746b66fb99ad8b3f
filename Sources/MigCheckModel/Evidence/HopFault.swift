import MigCheckText

/// Something that a subject itself knows to be wrong with an upgrade, whatever objects there are: a
/// trigger that is gone, an index that nobody makes again.
public struct HopFault: Sendable {
  /// A stable name of what is wrong, such as `triggerLost`.
  public var code: String
  /// The type that it concerns, if it is one.
  public var type: Name?
  /// The property that it concerns, if it is one.
  public var property: Name?
  /// The name of what is lost, if it is neither a type nor a property.
  public var subject: Name?
  /// Whether nobody can mean it; else it is a warning.
  public var isError: Bool
  /// Whether a setting that nothing states decides if it happens, as `message` says with how to state
  /// it: the run does not pass until somebody does.
  public var isUndecided = false
  /// One or two sentences, without values.
  public var message: String
  /// Where the author wrote what does it; `nil`: nothing says.
  package var place: SourcePlace?
  /// A row before the upgrade does it and what is left of it, of generated rows; empty: none shows it.
  package var rows: [Row] = []
  /// All properties that it concerns in the same way, if there are several.
  package var properties: [PropertyPath] = []

  /// Names of what is lost together, if it is neither types nor properties.
  package var parts: [Name] = []
  /// The name of what the parts belonged to.
  package var owner: String?

  /// Whether a comment in the migration says that it is intended.
  package var isAllowed = false

  /// The last version before whose way there has the same fault; it is told once for all versions that a
  /// run goes through. `nil`: there is none, or it is told each time.
  package var repeats: UInt64?

  package init(
    _ code: String, type: Name?, property: Name? = nil, subject: Name? = nil, isError: Bool = true,
    message: String, place: SourcePlace? = nil
  ) {
    self.code = code
    self.type = type
    self.property = property
    self.subject = subject
    self.isError = isError
    self.message = message
    self.place = place
  }

  /// A fault of a hop; with `isError` false it is a warning.
  public init(
    _ code: String, type: Name? = nil, property: Name? = nil, subject: Name? = nil,
    isError: Bool = true, message: String
  ) {
    self.init(
      code, type: type, property: property, subject: subject, isError: isError, message: message,
      place: nil)
  }
}

extension HopFault {
  /// A row of a table that shows what is wrong.
  package struct Row: Sendable {
    /// Whether it is what is left of the row before it.
    package var isAfter: Bool
    package var table: Name
    /// Its key and what matters of it; `nil`: the row is gone.
    package var cells: [Cell]?

    package init(isAfter: Bool, table: Name, cells: [Cell]?) {
      self.isAfter = isAfter
      self.table = table
      self.cells = cells
    }
  }

  package struct Cell: Sendable {
    package var column: Name
    package var value: Value

    package init(column: Name, value: Value) {
      self.column = column
      self.value = value
    }
  }
}
