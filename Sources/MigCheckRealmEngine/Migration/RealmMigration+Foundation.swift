import MigCheckHistory

extension RealmMigration {
  /// A number of Foundation as the Swift number that it was made of; any other value as it is.
  package static func nativeValue(_ value: Any) -> Any? {
    type(of: value) is AnyClass ? Bridging.native(value) : value
  }
}
