import MigCheckModel

/// `schema-matches`: the schema that the store tells is the declared one.
enum SchemaMatches {
  static func fault(declared: Schema, found: Schema) -> Fault? {
    guard declared != found else { return nil }
    // Defaults are the author's; a store need not know them.
    let changes = SchemaChange.changes(from: declared, to: found).filter {
      if case .defaultChanged = $0 { false } else { true }
    }
    guard let first = changes.first else { return nil }
    return Fault(
      .schemaDiffers, type: first.type, property: first.property, count: changes.count,
      detail: changes.map(\.description).joined(separator: "; "))
  }
}
