import MigCheckModel
import MigCheckText

/// `primary-key-unique`: no two objects of a type share a primary key.
enum PrimaryKeyUnique: HopCheck {
  static let name = "primary-key-unique"
  static let demand = "no two objects of a type share a primary key"

  struct Violation: CheckViolation {
    enum Kind: String, CaseIterable { case duplicateKey }

    static let check = Check.primaryKeyUnique
    var owner: Name
    var key: Name
    var object: Int64?
    /// The object that had the same key first.
    var other: Int64
    var count: Int
    var value: String

    var kind: Kind { .duplicateKey }
    var type: Name? { owner }
    var property: Name? { key }

    func sentence(at site: FailureSite) -> String { "Two objects share the primary key \(place)." }

    func rows(at site: FailureSite) -> [FailureRow] {
      [row("found", value, note: "as \(ValueText.escaped(owner))#\(other)")]
    }
  }

  static func isComponentwise(on plan: HopPlan) -> Bool { true }

  static func violations(in context: HopContext) -> [Violation] {
    let after = context.after
    var violations = [Violation]()
    for (index, type) in after.schema.types.enumerated() {
      guard let key = type.primaryKey, let column = type.storedIndex(of: key), !type.isEmbedded
      else { continue }
      let duplicates = duplicates(in: after.snapshot.graph.tables[index].columns[column])
      guard let first = duplicates.first, !isOlder(first, type: type, key: key, context: context)
      else { continue }
      let value = after.value(of: index, at: first.second, column: column)
      violations.append(
        Violation(
          owner: type.name, key: key, object: after.key(of: index, at: first.second),
          other: after.key(of: index, at: first.first), count: duplicates.count,
          value: after.snapshot.text(of: value)))
    }
    return violations
  }

  /// The rows whose value occurred before, each with the first row that has it.
  static func duplicates(in column: [Value]) -> [(first: Int, second: Int)] {
    var rows = [KeyValue: Int](minimumCapacity: column.count)
    var duplicates = [(first: Int, second: Int)]()
    for (row, value) in column.enumerated() {
      let key = KeyValue(value)
      if let first = rows[key] {
        duplicates.append((first, row))
      } else {
        rows[key] = row
      }
    }
    return duplicates
  }

  /// Whether the same key, as the key, was doubled before the hop.
  private static func isOlder(
    _ pair: (first: Int, second: Int), type: ObjectType, key: Name, context: HopContext
  ) -> Bool {
    let before = context.before
    guard let old = before.schema.index(of: type.name), !before.schema.types[old].isEmbedded,
      before.schema.types[old].primaryKey == key,
      let column = before.schema.types[old].storedIndex(of: key)
    else { return false }
    return !duplicates(in: before.snapshot.graph.tables[old].columns[column]).isEmpty
  }
}

extension Check {
  /// Asserts that no two objects of a type share a primary key.
  public static let primaryKeyUnique = Check(PrimaryKeyUnique.self)
}
