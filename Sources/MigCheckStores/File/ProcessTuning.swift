import MigCheckSQLite

/// What a process that does nothing but verify may set for itself.
package enum ProcessTuning {
  /// To be called before any store is made.
  package static func apply() {
    SQLiteLibrary.disableMemoryStatistics()
    SQLiteLibrary.expectSmallFiles()
  }
}

/// The library that keeps the files of stores.
package enum StoreLibrary {
  /// Such as `3.45.1`.
  package static var version: String { SQLiteLibrary.version }
}
