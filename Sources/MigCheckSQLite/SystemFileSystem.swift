import CSQLite

/// SQLite's own files, as this process found them.
enum SystemFileSystem {
  /// The default VFS, asked for once: later it may be another one for a moment.
  nonisolated(unsafe) static let base: UnsafeMutablePointer<sqlite3_vfs>? =
    sqlite3_initialize() == SQLITE_OK ? sqlite3_vfs_find(nil) : nil

  /// Its name; `nil`: there is none.
  static let name: String? = base?.pointee.zName.map { String(cString: $0) }
}

/// Lets somebody else's code, which names no VFS, open its files where it should.
package enum DefaultFileSystem {
  /// Time stands still there, at 2024-01-02T03:04:05Z. It lives as long as the process.
  nonisolated(unsafe) private static let standing = try? SQLiteClock.standing()
  /// As above, at another time.
  nonisolated(unsafe) private static let elsewhen = try? SQLiteClock.standing(isElsewhen: true)

  // Those that were the default for a moment: who opened a file in that moment may still use them.
  nonisolated(unsafe) private static var kept: [CrashingFileSystem] = []

  /// Opens connections to a database: by default in files whose time stands still.
  ///
  /// One caller at a time in the whole process; others wait. Whoever opens another database meanwhile, as
  /// an app's own tests may do, has files that do not break.
  ///
  /// - Parameters:
  ///   - path: of the database.
  ///   - fileSystem: its files, which break; `nil`: they do not.
  ///   - isElsewhen: whether the time of files that do not break is another one.
  package static func opening<Result>(
    _ path: String, in fileSystem: CrashingFileSystem?, isElsewhen: Bool = false,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let base = SystemFileSystem.base
    let clock = isElsewhen ? elsewhen : standing
    let mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_APP1)
    sqlite3_mutex_enter(mutex)
    defer { sqlite3_mutex_leave(mutex) }
    if let fileSystem {
      fileSystem.confine(to: path)
      kept.append(fileSystem)
    }
    let system = fileSystem.map { sqlite3_vfs_find($0.name) } ?? sqlite3_vfs_find(clock?.systemName)
    if let system { sqlite3_vfs_register(system, 1) }
    defer { sqlite3_vfs_register(base, 1) }
    return try body()
  }
}
