import MigCheckText

/// One difference from a schema to another.
///
/// Types and properties are known by their names: a rename shows as a removal and an addition.
package enum SchemaChange: Sendable, Equatable {
  case typeAdded(type: Name)
  case typeRemoved(type: Name)
  case becameEmbedded(type: Name)
  case becameTopLevel(type: Name)
  case primaryKeyAdded(type: Name, property: Name)
  case primaryKeyRemoved(type: Name, property: Name)
  case primaryKeyChanged(type: Name, from: Name, to: Name)
  case propertyAdded(type: Name, Property)
  case propertyRemoved(type: Name, Property)
  /// Another base type, link target or kind of collection; optionality may differ as well.
  case propertyRetyped(type: Name, from: Property, to: Property)
  case madeOptional(type: Name, Property)
  case madeRequired(type: Name, Property)
  case indexAdded(type: Name, property: Name)
  case indexRemoved(type: Name, property: Name)
  /// `nil`: no declared default.
  case defaultChanged(type: Name, property: Name, from: Value?, to: Value?)
}

extension SchemaChange {
  /// The name of the object type that changed.
  package var type: Name {
    switch self {
    case .typeAdded(let type), .typeRemoved(let type), .becameEmbedded(let type),
      .becameTopLevel(let type), .primaryKeyAdded(let type, _), .primaryKeyRemoved(let type, _),
      .primaryKeyChanged(let type, _, _), .propertyAdded(let type, _),
      .propertyRemoved(let type, _), .propertyRetyped(let type, _, _), .madeOptional(let type, _),
      .madeRequired(let type, _), .indexAdded(let type, _), .indexRemoved(let type, _),
      .defaultChanged(let type, _, _, _):
      type
    }
  }

  /// The name of the property that changed; `nil` for a change of the type as a whole.
  ///
  /// Of a changed primary key it is the new one.
  package var property: Name? {
    switch self {
    case .typeAdded, .typeRemoved, .becameEmbedded, .becameTopLevel: nil
    case .primaryKeyAdded(_, let property), .primaryKeyRemoved(_, let property),
      .primaryKeyChanged(_, _, let property), .indexAdded(_, let property),
      .indexRemoved(_, let property), .defaultChanged(_, let property, _, _):
      property
    case .propertyAdded(_, let property), .propertyRemoved(_, let property),
      .propertyRetyped(_, _, let property), .madeOptional(_, let property),
      .madeRequired(_, let property):
      property.name
    }
  }
}

extension SchemaChange: CustomStringConvertible {
  /// In plain words, such as `Person.age: int → string` and `Address becomes embedded`.
  package var description: String {
    switch self {
    case .typeAdded(let type): "type \(type) added"
    case .typeRemoved(let type): "type \(type) removed"
    case .becameEmbedded(let type): "\(type) becomes embedded"
    case .becameTopLevel(let type): "\(type) becomes top-level"
    case .primaryKeyAdded(let type, let property): "primary key \(type).\(property) added"
    case .primaryKeyRemoved(let type, let property): "primary key \(type).\(property) removed"
    case .primaryKeyChanged(let type, let old, let new):
      "primary key of \(type): \(old) → \(new)"
    case .propertyAdded(let type, let property):
      "\(type).\(property.name) added: \(property.notation)"
    case .propertyRemoved(let type, let property):
      "\(type).\(property.name) removed: \(property.notation)"
    case .propertyRetyped(let type, let old, let new):
      "\(type).\(new.name): \(old.notation) → \(new.notation)"
    case .madeOptional(let type, let property):
      "\(type).\(property.name) becomes optional: \(property.notation)"
    case .madeRequired(let type, let property):
      "\(type).\(property.name) becomes required: \(property.notation)"
    case .indexAdded(let type, let property): "index on \(type).\(property) added"
    case .indexRemoved(let type, let property): "index on \(type).\(property) removed"
    case .defaultChanged(let type, let property, let old, let new):
      "default of \(type).\(property): \(Self.text(old)) → \(Self.text(new))"
    }
  }

  private static func text(_ value: Value?) -> String {
    guard let value else { return "none" }
    if let scalar = value.scalarJSON { return scalar.compactText }
    return value.isNull ? "null" : "a collection"
  }
}
