import MigCheckSQLite

/// What a process that does nothing but verify may set for itself.
package enum ProcessTuning {
  /// What the smallest runs take, in bytes.
  private static let leastMemory = 80 << 20

  /// To be called before any store is made, and before the first thread.
  ///
  /// - Returns: whether the process may have the memory that even the smallest run takes.
  package static func apply() -> Bool {
    SQLiteLibrary.disableMemoryStatistics()
    SQLiteLibrary.expectSmallFiles()
    return SQLiteLibrary.hasRoom(for: leastMemory)
  }
}

/// The library that keeps the files of stores.
package enum StoreLibrary {
  /// Such as `3.45.1`.
  package static var version: String { SQLiteLibrary.version }
}
