import MigCheckModel

/// One way in which an upgrade between two versions may go wrong, and what provokes it.
///
/// Every hazard is an obligation: a run that never met it has not verified the upgrade.
public struct Hazard: Sendable {
  /// Why something may go wrong.
  package enum Kind: Sendable {
    /// The schemas of two versions differ.
    case change(SchemaChange)
    /// A property went away and another of the same type came, to which its values may belong.
    case renamed(from: Property, to: Property)
    /// A name that went away came back in a later version; `nil`: that of the type.
    case readded(property: Name?)
    /// Properties of one type that follow one another over several versions.
    case chain([Name])
    /// An expression of a migration reads values.
    case expression(MigrationExpression)
    /// Nothing changes: every object must come out as it went in.
    case untouched([Name])
  }

  package let kind: Kind
  /// The properties of the start version that a new primary key is made from; `nil`: perhaps all.
  package var sources: [Name]?
  /// Objects that were found to meet the conditions of an expression.
  var found: [WitnessObject] = []
  /// The version that the change starts from.
  public let from: UInt64
  /// The version that the change leads to.
  public let to: UInt64
  /// The object type that it concerns.
  public let type: Name
  /// The property that it concerns, if one.
  public let property: Name?
  /// What may go wrong, in plain words: `Person.age: int → string`.
  public let description: String

  /// Stable: the same for the same versions and schemas.
  public var id: String { "\(from)-\(to): \(description)" }
}

extension Hazard {
  init(_ change: SchemaChange, from: UInt64, to: UInt64) {
    self.init(
      kind: .change(change), from: from, to: to, type: change.type, property: change.property,
      description: change.description)
  }

  init(renamed old: Property, to new: Property, of type: Name, from: UInt64, to: UInt64) {
    self.init(
      kind: .renamed(from: old, to: new), from: from, to: to, type: type, property: old.name,
      description: "\(type).\(old.name) removed and \(new.name) added: \(new.notation)")
  }

  init(readded property: Name?, of type: Name, from: UInt64, to: UInt64) {
    let name = property.map { "\(type).\($0)" } ?? "type \(type)"
    self.init(
      kind: .readded(property: property), from: from, to: to, type: type, property: property,
      description: "\(name) removed and added again")
  }

  init(chain names: [Name], of type: Name, from: UInt64, to: UInt64) {
    self.init(
      kind: .chain(names), from: from, to: to, type: type, property: names.first,
      description: "\(type): \(names.map(\.text).joined(separator: " → ")), one after another")
  }

  init(untouched names: [Name], of type: Name, from: UInt64, to: UInt64) {
    self.init(
      kind: .untouched(names), from: from, to: to, type: type, property: nil,
      description: "\(type) unchanged: \(names.map(\.text).joined(separator: ", "))")
  }

  init(_ expression: MigrationExpression, from: UInt64, to: UInt64) {
    let place = expression.property.map { "\(expression.type).\($0)" } ?? expression.type
    self.init(
      kind: .expression(expression), from: from, to: to, type: expression.type,
      property: expression.property,
      description: (expression.isOfNewObject ? "new " : "")
        + "\(place) from \(expression.expression)"
        + (expression.condition.map { " where \($0)" } ?? ""))
  }
}
