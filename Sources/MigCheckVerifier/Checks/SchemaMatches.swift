import MigCheckModel
import MigCheckText

/// `schema-matches`: the schema that the store tells is the declared one.
enum SchemaMatches: StateCheck {
  static let name = "schema-matches"
  static let demand = "the store's schema is the declared one"

  struct Violation: CheckViolation {
    enum Kind: String, CaseIterable { case schemaDiffers }

    static let check = Check.schemaMatches
    var type: Name?
    var property: Name?
    /// What would make the declared schema the one that was found, each in a phrase.
    var changes: [String]

    var kind: Kind { .schemaDiffers }
    var count: Int { changes.count }

    func sentence(at site: FailureSite) -> String {
      "The store's schema is not the declared one: "
        + "\(ValueText.escaped(changes.joined(separator: "; ")))."
    }
  }

  static func violations(in context: StateContext) -> [Violation] {
    violation(declared: context.declared, found: context.found).map { [$0] } ?? []
  }

  static func violation(declared: Schema, found: Schema) -> Violation? {
    guard !isTold(declared, by: found) else { return nil }
    // Defaults are the author's; a store need not know them.
    let changes = SchemaChange.changes(from: declared, to: found).filter {
      if case .defaultChanged = $0 { false } else { true }
    }
    guard let first = changes.first else { return nil }
    return Violation(
      type: first.type, property: first.property, changes: changes.map(\.description))
  }

  /// Whether there is surely no difference: what every store that is in order is found to be,
  /// without a list of changes.
  private static func isTold(_ declared: Schema, by found: Schema) -> Bool {
    guard declared.types.count == found.types.count else { return false }
    for type in declared.types.indices {
      let name = declared.types[type].name
      guard let other = found.types[type].name == name ? type : found.index(of: name),
        declared.types[type].isEmbedded == found.types[other].isEmbedded,
        declared.types[type].primaryKey == found.types[other].primaryKey,
        isTold(declared.types[type].storedProperties, by: found.types[other].storedProperties)
      else { return false }
    }
    return true
  }

  private static func isTold(_ declared: [Property], by found: [Property]) -> Bool {
    guard declared.count == found.count else { return false }
    var next = 0
    for place in declared.indices {
      guard let other = found.index(of: declared[place].name, near: next),
        declared[place].type == found[other].type,
        declared[place].collection == found[other].collection,
        declared[place].isOptional == found[other].isOptional,
        declared[place].isIndexed == found[other].isIndexed,
        declared[place].objectType == found[other].objectType
      else { return false }
      next = other + 1
    }
    return true
  }
}

extension Check {
  /// Asserts that an upgraded store has the declared schema.
  public static let schemaMatches = Check(SchemaMatches.self)
}
