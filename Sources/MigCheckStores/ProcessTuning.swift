import MigCheckSQLite

/// What a process that does nothing but verify may set for itself.
package enum ProcessTuning {
  /// To be called before any store is made.
  package static func apply() { SQLiteLibrary.disableMemoryStatistics() }
}
