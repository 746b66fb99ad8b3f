import MigCheckText

extension SchemaChange {
  /// The differences from one schema to another.
  ///
  /// A stored property that becomes linking objects counts as removed, the reverse as added;
  /// linking objects themselves are computed and no difference.
  ///
  /// - Returns: by type name, then the type's own changes before those of its properties, which
  ///   follow by name; names in the order of their UTF-8 bytes.
  /// - Complexity: O(*n* log *n*) in the number of types and properties.
  package static func changes(from old: Schema, to new: Schema) -> [SchemaChange] {
    var changes = [SchemaChange]()
    for pair in NamePairs(old.types, new.types, name: \.name) {
      switch (pair.left, pair.right) {
      case (let left?, let right?): changes += self.changes(from: left, to: right)
      case (let left?, nil): changes.append(.typeRemoved(type: left.name))
      case (nil, let right?): changes.append(.typeAdded(type: right.name))
      case (nil, nil): break
      }
    }
    return changes
  }

  private static func changes(from old: ObjectType, to new: ObjectType) -> [SchemaChange] {
    let type = new.name
    var changes = [SchemaChange]()
    if !old.isEmbedded, new.isEmbedded { changes.append(.becameEmbedded(type: type)) }
    if old.isEmbedded, !new.isEmbedded { changes.append(.becameTopLevel(type: type)) }
    switch (old.primaryKey, new.primaryKey) {
    case (nil, let key?): changes.append(.primaryKeyAdded(type: type, property: key))
    case (let key?, nil): changes.append(.primaryKeyRemoved(type: type, property: key))
    case (let key?, let other?) where key != other:
      changes.append(.primaryKeyChanged(type: type, from: key, to: other))
    default: break
    }
    for pair in NamePairs(old.storedProperties, new.storedProperties, name: \.name) {
      switch (pair.left, pair.right) {
      case (let left?, let right?): changes += self.changes(of: type, from: left, to: right)
      case (let left?, nil): changes.append(.propertyRemoved(type: type, left))
      case (nil, let right?): changes.append(.propertyAdded(type: type, right))
      case (nil, nil): break
      }
    }
    return changes
  }

  private static func changes(
    of type: Name, from old: Property, to new: Property
  ) -> [SchemaChange] {
    var changes = [SchemaChange]()
    if !new.hasSameContent(as: old) {
      changes.append(.propertyRetyped(type: type, from: old, to: new))
    } else if new.isOptional != old.isOptional {
      changes.append(
        new.isOptional ? .madeOptional(type: type, new) : .madeRequired(type: type, new))
    }
    if new.isIndexed, !old.isIndexed {
      changes.append(.indexAdded(type: type, property: new.name))
    }
    if old.isIndexed, !new.isIndexed {
      changes.append(.indexRemoved(type: type, property: new.name))
    }
    if old.defaultValue != new.defaultValue {
      changes.append(
        .defaultChanged(
          type: type, property: new.name, from: old.defaultValue, to: new.defaultValue))
    }
    return changes
  }
}

/// The elements of two lists joined on their names, in the order of the names' bytes.
struct NamePairs<Element>: Sequence, IteratorProtocol {
  private var left: ArraySlice<Element>
  private var right: ArraySlice<Element>
  private let name: (Element) -> Name

  init(_ left: [Element], _ right: [Element], name: @escaping (Element) -> Name) {
    self.name = name
    self.left = left.sorted { name($0) < name($1) }[...]
    self.right = right.sorted { name($0) < name($1) }[...]
  }

  mutating func next() -> (left: Element?, right: Element?)? {
    guard let first = left.first else { return right.popFirst().map { (nil, $0) } }
    guard let second = right.first else { return (left.popFirst(), nil) }
    if name(first) < name(second) { return (left.popFirst(), nil) }
    if name(second) < name(first) { return (nil, right.popFirst()) }
    return (left.popFirst(), right.popFirst())
  }
}
