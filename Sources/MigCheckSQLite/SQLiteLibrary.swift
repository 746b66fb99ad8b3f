import CSQLite

/// What holds for SQLite in this process as a whole.
package enum SQLiteLibrary {
  /// Spares SQLite counting its memory, for which all threads would wait for one lock.
  ///
  /// Only for a process of our own, and before the first connection: it holds for all users of
  /// the library in the process.
  package static func disableMemoryStatistics() {
    _ = migcheck_disable_memory_statistics()
  }

  /// Of the library that runs, such as `3.45.1`.
  package static var version: String { String(cString: sqlite3_libversion()) }
}
