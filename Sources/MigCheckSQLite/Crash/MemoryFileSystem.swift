import CSQLite

/// The files of one database in memory, which SQLite handles as it handles files for Unix.
///
/// To make, open and remove small files takes longer than what is done to them. A file system below a
/// `CrashingFileSystem` that is needed for one interruption only has them here. Files of other names
/// are those of the VFS below.
///
/// Nothing is locked: one connection at a time may have the database open.
final class MemoryFileSystem {
  /// Of the database; its journal and its log have the same with an ending.
  static let path = "/migcheck-memory/database"

  /// Not registered: SQLite sees it only through the file system above, which does not ask it for the time.
  let layer: UnsafeMutablePointer<sqlite3_vfs>
  private let base: UnsafeMutablePointer<sqlite3_vfs>
  /// By their endings.
  private var contents: [String: MemoryFile]

  /// - Parameter base: outlives this one.
  init(holding files: DatabaseFiles, above base: UnsafeMutablePointer<sqlite3_vfs>) {
    self.base = base
    contents = Self.contents(files)
    layer = .allocate(capacity: 1)
    layer.initialize(to: base.pointee)
    // A copy of the structure, as a file system above makes it, finds this one too.
    layer.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    layer.pointee.pNext = nil
    layer.pointee.szOsFile = max(base.pointee.szOsFile, Int32(MemoryLayout<OpenMemoryFile>.size))
    handleFiles()
  }

  deinit { layer.deallocate() }

  private static func contents(_ files: DatabaseFiles) -> [String: MemoryFile] {
    Dictionary(uniqueKeysWithValues: files.contents.map { ($0.ending, MemoryFile($0.bytes)) })
  }

  private static func owner(of layer: UnsafeMutablePointer<sqlite3_vfs>?) -> MemoryFileSystem? {
    (layer?.pointee.pAppData).map {
      Unmanaged<MemoryFileSystem>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The files as they are; no connection may have them open.
  var files: DatabaseFiles {
    get { DatabaseFiles(contents.mapValues(\.bytes)) }
    set { contents = Self.contents(newValue) }
  }

  // MARK: Functions of the VFS

  private func handleFiles() {
    layer.pointee.xOpen = { layer, path, file, flags, result in
      guard let owner = MemoryFileSystem.owner(of: layer), let file else { return SQLITE_CANTOPEN }
      return owner.open(path, file, flags, result)
    }
    layer.pointee.xDelete = { layer, path, isSynced in
      guard let owner = MemoryFileSystem.owner(of: layer), let path else { return SQLITE_IOERR }
      guard let ending = MemoryFileSystem.ending(of: path) else {
        return owner.base.pointee.xDelete(owner.base, path, isSynced)
      }
      // SQLITE_IOERR_DELETE_NOENT, a macro that Swift does not see.
      return owner.contents.removeValue(forKey: ending) == nil ? SQLITE_IOERR | 23 << 8 : SQLITE_OK
    }
    layer.pointee.xAccess = { layer, path, flags, result in
      guard let owner = MemoryFileSystem.owner(of: layer), let path else { return SQLITE_IOERR }
      guard let ending = MemoryFileSystem.ending(of: path) else {
        return owner.base.pointee.xAccess(owner.base, path, flags, result)
      }
      // An empty file counts as none where it is asked whether there is one, as on Unix.
      let isThere = owner.contents[ending].map {
        flags != SQLITE_ACCESS_EXISTS || !$0.bytes.isEmpty
      }
      result?.pointee = isThere == true ? 1 : 0
      return SQLITE_OK
    }
    layer.pointee.xFullPathname = { layer, path, capacity, result in
      guard let owner = MemoryFileSystem.owner(of: layer), let path else { return SQLITE_CANTOPEN }
      guard MemoryFileSystem.ending(of: path) != nil, let result else {
        return owner.base.pointee.xFullPathname(owner.base, path, capacity, result)
      }
      for place in 0..<Int(capacity) {
        result[place] = path[place]
        if path[place] == 0 { return SQLITE_OK }
      }
      return SQLITE_CANTOPEN
    }
  }

  /// What the path of the database is followed by; `nil`: it is that of another file.
  private static func ending(of path: UnsafePointer<CChar>) -> String? {
    var rest = path
    for byte in Self.path.utf8 {
      guard UInt8(bitPattern: rest.pointee) == byte else { return nil }
      rest += 1
    }
    return rest.pointee == 0 || rest.pointee == CChar(UInt8(ascii: "-"))
      ? String(cString: rest) : nil
  }

  private func open(
    _ path: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>, _ flags: Int32,
    _ result: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let path, let ending = Self.ending(of: path) else {
      return base.pointee.xOpen(base, path, file, flags, result)
    }
    file.pointee.pMethods = nil
    let known = contents[ending]
    let mayBeMade = flags & SQLITE_OPEN_CREATE != 0
    let mustBeMade = mayBeMade && flags & SQLITE_OPEN_EXCLUSIVE != 0
    guard known == nil ? mayBeMade : !mustBeMade else { return SQLITE_CANTOPEN }
    let content = known ?? MemoryFile([])
    contents[ending] = content
    OpenMemoryFile.begin(file, content)
    result?.pointee = flags
    return SQLITE_OK
  }
}
