import MigCheckModel

/// One way in which an upgrade between two versions may go wrong, and what provokes it.
///
/// Every hazard is an obligation: a run that never met it has not verified the upgrade.
public struct Hazard: Sendable {
  /// Why something may go wrong.
  package enum Kind: Sendable {
    /// The schemas of two versions differ.
    case change(SchemaChange)
    /// A property went away and others of the same type came, so that its values may have moved.
    case renamed(from: Property, to: Property)
    /// A name that went away came back in a later version.
    case readded(Property?)
    /// Names that follow one another over several versions: each gone when the next appears.
    case chain([String])
    /// An expression of a migration reads values; these matter to it.
    case expression(MigrationExpression, values: [HazardValues])
    /// Nothing changes: every object must come out as it went in.
    case untouched
  }

  /// Values of one property at the start version that matter to a hazard.
  package struct HazardValues: Sendable {
    package var property: String
    package var values: [Value]
    /// Values that two objects should hold at the same time, since a step may confuse them.
    package var groups: [[Value]]

    package init(property: String, values: [Value], groups: [[Value]] = []) {
      self.property = property
      self.values = values
      self.groups = groups
    }
  }

  package let kind: Kind
  /// The version that the change starts from.
  public let from: UInt64
  /// The version that the change leads to.
  public let to: UInt64
  /// The object type that it concerns.
  public let type: String
  /// The property that it concerns, if one.
  public let property: String?
  /// What may go wrong, in plain words: `Person.age: int → string`.
  public let description: String
  /// Stable: the same for the same versions and schemas.
  public let id: String

  package init(
    _ kind: Kind, from: UInt64, to: UInt64, type: String, property: String?, description: String
  ) {
    self.kind = kind
    self.from = from
    self.to = to
    self.type = type
    self.property = property
    self.description = description
    self.id = "\(from)→\(to) \(description)"
  }
}

extension Hazard {
  /// All hazards of the upgrades that start at a version.
  ///
  /// - Parameters:
  ///   - start: the version of the graphs.
  ///   - later: all later versions, in increasing order.
  ///   - expressions: what the migrations evaluate, each with the version it leads into.
  /// - Returns: without repeats, in a stable order.
  package static func hazards(
    from start: SubjectVersion, to later: [SubjectVersion],
    expressions: [(UInt64, MigrationExpression)] = []
  ) -> [Hazard] {
    []
  }

  /// Tiny graphs made to hit the hazard.
  ///
  /// - Parameter schema: of the start version.
  /// - Returns: valid graphs, the same on every call.
  package func witnesses(in schema: Schema) -> [ObjectGraph] { [] }

  /// Tiny graphs in which two hazards of one type meet.
  package static func pairWitnesses(of hazards: [Hazard], in schema: Schema) -> [ObjectGraph] { [] }
}
