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

extension HazardValues {
  /// - Returns: `nil` if the type has no stored property of that name.
  init?(of name: Name, in type: ObjectType, _ values: (Property) -> [Value]) {
    guard let property = type.property(named: name), !property.isComputed else { return nil }
    self.init(type: type.name, property: name, values: values(property))
  }

  /// A few values that tell properties and objects apart.
  static func distinct(_ property: Property) -> [Value] {
    (1...3).compactMap { Value.simple(property.type, $0) }
  }
}
