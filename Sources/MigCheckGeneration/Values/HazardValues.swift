import MigCheckModel
import MigCheckText

/// Values of one property at the start version that matter to a hazard.
package struct HazardValues: Sendable {
  package var type: Name
  package var property: Name
  package var values: [Value]
  /// Values that several objects should hold at the same time, since a step may confuse them.
  package var groups: [[Value]]

  package init(type: Name, property: Name, values: [Value], groups: [[Value]] = []) {
    self.type = type
    self.property = property
    self.values = values
    self.groups = groups
  }
}

extension Hazard {
  /// The values that matter to the hazard, for properties that the start version has.
  ///
  /// - Parameter schema: of the start version.
  package func values(in schema: Schema) -> [HazardValues] {
    guard let type = schema.type(named: self.type) else { return [] }
    switch kind {
    case .change(let change): return values(of: change, in: type)
    case .renamed(let old, let new):
      return [old.name, new.name].compactMap { values(named: $0, in: type, Self.distinct) }
    case .readded(let property?):
      return [values(named: property, in: type, Self.distinct)].compactMap(\.self)
    case .chain(let names):
      return names.compactMap { values(named: $0, in: type, Self.distinct) }
    case .expression(let expression):
      let reader = ExpressionReader([expression.expression])
      guard expression.isOfNewObject else {
        return reader.values(in: type).map(addingFound)
      }
      // An object may be there already that has what the new one gets.
      return [
        expression.property.flatMap { name in values(named: name, in: type, reader.literals) }
      ].compactMap(\.self)
    case .readded(nil), .untouched: return []
    }
  }

  /// Values of a property together with those that a search found for it.
  private func addingFound(_ known: HazardValues) -> HazardValues {
    var result = known
    result.values += found.flatMap { object in
      object.filter { $0.0 == known.property }.map(\.1)
    }
    return result
  }

  private func values(
    named name: Name, in type: ObjectType, _ values: (Property) -> [Value]
  ) -> HazardValues? {
    guard let property = type.property(named: name), !property.isComputed else { return nil }
    return HazardValues(type: type.name, property: name, values: values(property))
  }

  private func values(of change: SchemaChange, in type: ObjectType) -> [HazardValues] {
    switch change {
    case .primaryKeyAdded(_, let key), .primaryKeyChanged(_, _, let key):
      // A key that the start version does not have is derived from what it has.
      let sources = type.property(named: key).map { [$0] } ?? possibleSources(in: type)
      return sources.compactMap { property in
        let groups = Collisions.groups(property.type)
        guard property.collection == nil, !groups.isEmpty else { return nil }
        return HazardValues(
          type: type.name, property: property.name, values: groups.flatMap(\.self),
          groups: groups)
      }
    case .propertyRetyped(_, let old, let new):
      return [
        values(named: old.name, in: type) {
          Conversions.values(from: $0.type, to: new.type) + Self.distinct($0)
        }
      ].compactMap(\.self)
    case .madeRequired(_, let property), .madeOptional(_, let property):
      return [
        values(named: property.name, in: type) { [.null, $0.type.zeroValue] + Self.distinct($0) }
      ].compactMap(\.self)
    case .defaultChanged(_, let name, let old, let new):
      return [
        values(named: name, in: type) {
          [old, new, .null, $0.type.zeroValue].compactMap(\.self)
        }
      ].compactMap(\.self)
    case .propertyRemoved(_, let property):
      return [values(named: property.name, in: type, Self.distinct)].compactMap(\.self)
    case .typeAdded, .typeRemoved, .becameEmbedded, .becameTopLevel, .primaryKeyRemoved,
      .propertyAdded, .indexAdded, .indexRemoved:
      return []
    }
  }

  /// The properties that a new primary key may be made from.
  func possibleSources(in type: ObjectType) -> [Property] {
    guard let sources else { return type.storedProperties }
    return type.storedProperties.filter { property in
      sources.contains(property.name)
    }
  }

  /// A few values that tell properties and objects apart.
  private static func distinct(_ property: Property) -> [Value] {
    (1...3).compactMap { Value.simple(property.type, $0) }
  }
}
