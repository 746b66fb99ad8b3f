import MigCheckModel
import MigCheckText

/// `schema-matches`: the schema that the store tells is the declared one.
enum SchemaMatches {
  static func fault(declared: Schema, found: Schema) -> Fault? {
    guard !isTold(declared, by: found) else { return nil }
    // Defaults are the author's; a store need not know them.
    let changes = SchemaChange.changes(from: declared, to: found).filter {
      if case .defaultChanged = $0 { false } else { true }
    }
    guard let first = changes.first else { return nil }
    return Fault(
      .schemaDiffers, type: first.type, property: first.property, count: changes.count,
      detail: changes.map(\.description).joined(separator: "; "))
  }

  /// Whether there is surely no difference: what every store that is in order is found to be,
  /// without a list of changes.
  private static func isTold(_ declared: Schema, by found: Schema) -> Bool {
    guard declared.types.count == found.types.count else { return false }
    for type in declared.types.indices {
      guard let other = found.index(of: declared.types[type].name),
        isTold(declared.types[type], by: found.types[other])
      else { return false }
    }
    return true
  }

  private static func isTold(_ declared: ObjectType, by found: ObjectType) -> Bool {
    let (left, right) = (declared.storedProperties, found.storedProperties)
    guard declared.isEmbedded == found.isEmbedded, left.count == right.count,
      isSame(declared.primaryKey, found.primaryKey)
    else { return false }
    for place in left.indices {
      guard let other = found.storedIndex(of: left[place].name),
        left[place].type == right[other].type,
        left[place].collection == right[other].collection,
        left[place].isOptional == right[other].isOptional,
        left[place].isIndexed == right[other].isIndexed,
        isSame(left[place].objectType, right[other].objectType)
      else { return false }
    }
    return true
  }

  private static func isSame(_ left: String?, _ right: String?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): left.isIdentical(to: right)
    default: false
    }
  }
}
