import MigCheckModel

/// The type of an attribute, as the model's file spells it.
package enum CoreDataAttributeType: Sendable, Equatable, CustomStringConvertible {
  case integer16, integer32, integer64, boolean, double, float, decimal
  case string, date, binary, uuid, uri, transformable
  /// Several attributes in one, of which the model does not say which. Where it does, each of them
  /// is an attribute by itself.
  case composite
  /// No type at all, which only a transient attribute has.
  case undefined

  private static let spellings: [(String, Self)] = [
    ("Integer 16", .integer16), ("Integer 32", .integer32), ("Integer 64", .integer64),
    ("Boolean", .boolean), ("Double", .double), ("Float", .float), ("Decimal", .decimal),
    ("String", .string), ("Date", .date), ("Binary", .binary), ("UUID", .uuid), ("URI", .uri),
    ("Transformable", .transformable), ("Composite", .composite),
    ("Undefined", .undefined),
  ]

  /// The names that a model's file may hold.
  package static var names: [String] { spellings.map(\.0) }

  /// - Returns: `nil` for a name that no model's file holds.
  package init?(_ name: String) {
    guard let type = Self.spellings.first(where: { $0.0 == name })?.1 else { return nil }
    self = type
  }

  package var description: String { Self.spellings.first { $0.1 == self }?.0 ?? "" }

  /// How many bits the integers have; `nil`: the values are none.
  package var integerWidth: Int? {
    switch self {
    case .integer16: 16
    case .integer32: 32
    case .integer64: 64
    default: nil
    }
  }

  package var isNumeric: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal: true
    default: false
    }
  }
}
