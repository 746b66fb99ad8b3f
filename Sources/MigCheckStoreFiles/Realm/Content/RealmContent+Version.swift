extension RealmContent {
  /// The table that holds the schema version, and its column. Source: realm-core
  /// `src/realm/object-store/object_store.cpp`.
  static let metadataTable = "metadata"
  static let versionColumn = "version"
  /// The number that means no version.
  static let noVersion: Int64 = -1
}
