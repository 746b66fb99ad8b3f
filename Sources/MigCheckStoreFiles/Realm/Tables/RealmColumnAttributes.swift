/// The bits that say what a column holds beyond its type.
///
/// Source: realm-core `src/realm/column_type.hpp`, `ColumnAttr`.
struct RealmColumnAttributes: OptionSet {
  let rawValue: Int

  static let indexed = Self(rawValue: 1)
  static let unique = Self(rawValue: 2)
  static let nullable = Self(rawValue: 16)
  static let list = Self(rawValue: 32)
  static let dictionary = Self(rawValue: 64)
  static let set = Self(rawValue: 128)
  static let fullText = Self(rawValue: 256)
}
