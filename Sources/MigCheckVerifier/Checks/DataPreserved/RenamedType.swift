import MigCheckModel

/// A type that is added while another goes, and may be the latter under a new name.
enum RenamedType {
  /// - Returns: the first type that is added with all properties of the one that goes, and whose
  ///   objects no migration creates.
  static func candidate(for index: Int, in context: HopContext) -> Name? {
    let old = context.before.schema
    return context.after.schema.types.first { type in
      old.type(named: type.name) == nil && old.types[index].isContained(in: type)
        && !context.record.mayCreate(type.name)
    }?.name
  }
}

extension ObjectType {
  /// Whether another type has all properties of this one, and if it is only one, no others.
  fileprivate func isContained(in other: ObjectType) -> Bool {
    let count = storedProperties.count
    return isEmbedded == other.isEmbedded && count > 0
      && (count > 1 || other.storedProperties.count == 1)
      && storedProperties.allSatisfy { property in
        other.property(named: property.name).map { isSame(property, as: $0, of: other) } ?? false
      }
  }

  /// Whether both have the same content; each may link to objects of its own type.
  private func isSame(_ property: Property, as other: Property, of type: ObjectType) -> Bool {
    guard property.isOptional == other.isOptional else { return false }
    if property.hasSameContent(as: other) { return true }
    return property.isLink && other.isLink && property.collection == other.collection
      && property.objectType == name && other.objectType == type.name
  }
}
