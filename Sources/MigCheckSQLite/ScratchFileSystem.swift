import CSQLite

/// SQLite's files for Unix without what scratch files do not need.
///
/// Nothing is locked, no folder on the way to a file is looked at for links, and nobody asks
/// whether there is a journal, since a scratch file never has one. Opening takes a quarter of the
/// system calls.
package enum ScratchFileSystem {
  /// Whether SQLite was built with what this is made of.
  package static var isAvailable: Bool { name != nil }

  /// The name to open files by; `nil`: SQLite's own is to be taken.
  static let name: String? = {
    guard let base else { return nil }
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    system.initialize(to: base.pointee)
    system.pointee.pNext = nil
    system.pointee.zName = UnsafeRawPointer(ownName.utf8Start).assumingMemoryBound(to: CChar.self)
    system.pointee.xFullPathname = { system, path, capacity, result in
      guard let path, let result, path.pointee == 0x2F else {
        return ScratchFileSystem.base?.pointee.xFullPathname(system, path, capacity, result)
          ?? SQLITE_CANTOPEN
      }
      for index in 0..<Int(capacity) {
        result[index] = path[index]
        if path[index] == 0 { return SQLITE_OK }
      }
      return SQLITE_CANTOPEN
    }
    system.pointee.xAccess = { system, path, flags, result in
      guard flags == SQLITE_ACCESS_EXISTS else {
        return ScratchFileSystem.base?.pointee.xAccess(system, path, flags, result)
          ?? SQLITE_IOERR
      }
      result?.pointee = 0
      return SQLITE_OK
    }
    // Lasts as long as the process; SQLite keeps the address.
    return sqlite3_vfs_register(system, 0) == SQLITE_OK ? ownName.description : nil
  }()

  private static let ownName: StaticString = "migcheck-scratch"

  private nonisolated(unsafe) static let base: UnsafeMutablePointer<sqlite3_vfs>? = {
    sqlite3_initialize() == SQLITE_OK ? sqlite3_vfs_find("unix-none") : nil
  }()
}
