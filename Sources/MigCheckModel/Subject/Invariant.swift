import MigCheckText

/// What an author says of every object of a type that has come from one version to another.
public struct Invariant: Sendable {
  /// What reports call it.
  public var name: Name
  /// The type of the objects that it is about.
  public var type: Name
  /// The version at which the store started.
  public var since: UInt64
  /// What must be true of each object; `nil` for Swift code.
  public var expression: SQLExpression?
  /// The word by which the expression reads the place of an object; `nil`: it does not.
  package var ordinal: Name?
  /// Where it was written; `nil`: nothing says.
  package var source: SourcePlace?
  /// Whether it only says that what is assumed of data holds after an upgrade as well: nobody misses
  /// it where there are no objects.
  package var isAssumption = false

  /// An invariant of a type; `expression` is `nil` if it is Swift code.
  public init(name: Name, type: Name, since: UInt64, expression: SQLExpression?) {
    self.name = name
    self.type = type
    self.since = since
    self.expression = expression
  }
}
