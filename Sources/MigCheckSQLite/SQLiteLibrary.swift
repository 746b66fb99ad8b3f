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

  /// Suits connections that come and go by the thousand, each to a small file.
  ///
  /// Only for a process of our own, and before the first connection, as above.
  package static func expectSmallFiles() {
    _ = migcheck_use_allocator()
    _ = migcheck_set_initial_pages(8)
  }

  /// Lets a process whose addresses are limited take no more of them than it needs.
  ///
  /// Only for a process of our own, and before its first thread.
  ///
  /// - Returns: whether there is room for that many bytes.
  package static func hasRoom(for bytes: Int) -> Bool { migcheck_has_room(bytes) != 0 }

  /// What SQLite may take beyond what it has, on this thread; `nil`: as much as it likes.
  ///
  /// Without effect unless `expectSmallFiles` was called, whose allocator counts.
  // The thread's count is in this file's object code, and would be another one where it is inlined.
  @inline(never)
  package static func limitHeap(to bytes: Int64?) { migcheck_limit_heap(bytes ?? 0) }

  /// What SQLite may take on this thread, unless that is limited already, until `limitHeap` ends it.
  ///
  /// - Returns: whether it was not limited.
  @inline(never)
  static func limitHeapIfFree(to bytes: Int64) -> Bool { migcheck_limit_heap_if_free(bytes) != 0 }

  /// Of the library that runs, such as `3.45.1`.
  package static var version: String { String(cString: sqlite3_libversion()) }
}
