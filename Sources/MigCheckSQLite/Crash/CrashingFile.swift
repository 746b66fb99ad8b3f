import CSQLite

/// One open file of a `CrashingFileSystem`: in SQLite's memory, with that of the VFS below behind it.
struct CrashingFile {
  /// What SQLite sees; must be the first member.
  private var file: sqlite3_file
  private var opened: Unmanaged<Opened>

  /// Bytes in front of the file below, whatever that one needs to be aligned to.
  static let size = (MemoryLayout<CrashingFile>.size + 15) / 16 * 16

  /// What is known of a file as long as it is open.
  private final class Opened {
    let path: String
    unowned let system: CrashingFileSystem

    init(path: String, system: CrashingFileSystem) {
      self.path = path
      self.system = system
    }
  }

  static func below(_ file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<
    sqlite3_file
  > {
    UnsafeMutableRawPointer(file).advanced(by: size).assumingMemoryBound(to: sqlite3_file.self)
  }

  /// Makes a file that the VFS below has opened ours.
  static func begin(
    _ file: UnsafeMutablePointer<sqlite3_file>, path: String, system: CrashingFileSystem
  ) {
    let methods = below(file).pointee.pMethods
    // Without shared memory there is no write-ahead log, which SQLite sees by the version.
    let hasSharedMemory = methods.map { $0.pointee.iVersion >= 2 && $0.pointee.xShmMap != nil }
    UnsafeMutableRawPointer(file).initializeMemory(
      as: CrashingFile.self,
      to: CrashingFile(
        file: sqlite3_file(pMethods: hasSharedMemory == true ? withMemory : withoutMemory),
        opened: Unmanaged.passRetained(Opened(path: path, system: system))))
  }

  /// Of a file of the VFS below.
  static func content(of file: UnsafeMutablePointer<sqlite3_file>) -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let methods = file.pointee.pMethods?.pointee, methods.xFileSize(file, &size) == SQLITE_OK
    else { return [] }
    return [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      let code = methods.xRead(file, buffer.baseAddress, Int32(size), 0)
      count = code == SQLITE_OK ? Int(size) : 0
    }
  }

  private static func opened(_ file: UnsafeMutablePointer<sqlite3_file>) -> Opened {
    UnsafeMutableRawPointer(file).assumingMemoryBound(to: CrashingFile.self).pointee.opened
      .takeUnretainedValue()
  }

  // MARK: Methods

  private nonisolated(unsafe) static let withoutMemory = methods(version: 1)
  private nonisolated(unsafe) static let withMemory = methods(version: 2)

  /// Last as long as the process; SQLite keeps the address. Version 3 would read by memory maps.
  private static func methods(version: Int32) -> UnsafePointer<sqlite3_io_methods> {
    let result = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    var methods = sqlite3_io_methods()
    methods.iVersion = version
    addChanges(to: &methods)
    addReading(to: &methods)
    if version > 1 { addSharedMemory(to: &methods) }
    result.initialize(to: methods)
    return UnsafePointer(result)
  }

  /// What is counted, and may break. Result codes with a kind above them are macros that Swift does
  /// not see: `SQLITE_IOERR_WRITE`, `_FSYNC`, `_TRUNCATE`.
  private static func addChanges(to methods: inout sqlite3_io_methods) {
    methods.xClose = { file in
      guard let file else { return SQLITE_IOERR }
      let below = CrashingFile.below(file)
      let code = below.pointee.pMethods.pointee.xClose(below)
      UnsafeMutableRawPointer(file).assumingMemoryBound(to: CrashingFile.self).pointee.opened
        .release()
      file.pointee.pMethods = nil
      return code
    }
    methods.xWrite = { file, bytes, count, offset in
      guard let file, let bytes else { return SQLITE_IOERR }
      let (below, opened) = (CrashingFile.below(file), CrashingFile.opened(file))
      let system = opened.system
      func change() -> UnsyncedWrites.Change {
        .write(
          Array(UnsafeRawBufferPointer(start: bytes, count: Int(count))), offset: Int(offset))
      }
      var size: sqlite3_int64 = 0
      _ = below.pointee.pMethods.pointee.xFileSize(below, &size)
      let admission = system.admit(
        grows: offset + sqlite3_int64(count) > size, failure: SQLITE_IOERR | 3 << 8
      ) { system.note(change(), of: opened.path) }
      guard admission == SQLITE_OK else { return admission }
      let code = below.pointee.pMethods.pointee.xWrite(below, bytes, count, offset)
      if code == SQLITE_OK { system.note(change(), of: opened.path) }
      return code
    }
    methods.xTruncate = { file, size in
      guard let file else { return SQLITE_IOERR }
      let (below, opened) = (CrashingFile.below(file), CrashingFile.opened(file))
      let system = opened.system
      let admission = system.admit(failure: SQLITE_IOERR | 6 << 8) {
        system.note(.truncation(size: Int(size)), of: opened.path)
      }
      guard admission == SQLITE_OK else { return admission }
      let code = below.pointee.pMethods.pointee.xTruncate(below, size)
      if code == SQLITE_OK { system.note(.truncation(size: Int(size)), of: opened.path) }
      return code
    }
    methods.xSync = { file, flags in
      guard let file else { return SQLITE_IOERR }
      let opened = CrashingFile.opened(file)
      let admission = opened.system.admit(failure: SQLITE_IOERR | 4 << 8)
      guard admission == SQLITE_OK else { return admission }
      // The disk is not really waited for: nobody pulls the plug but this file system.
      opened.system.noteSync(of: opened.path)
      return SQLITE_OK
    }
  }

  private static func addReading(to methods: inout sqlite3_io_methods) {
    methods.xRead = { file, bytes, count, offset in
      guard let file else { return SQLITE_IOERR }
      let below = CrashingFile.below(file)
      return below.pointee.pMethods.pointee.xRead(below, bytes, count, offset)
    }
    methods.xFileSize = { file, size in
      guard let file else { return SQLITE_IOERR }
      let below = CrashingFile.below(file)
      return below.pointee.pMethods.pointee.xFileSize(below, size)
    }
    methods.xLock = { file, level in
      guard let file else { return SQLITE_IOERR }
      let below = CrashingFile.below(file)
      return below.pointee.pMethods.pointee.xLock(below, level)
    }
    methods.xUnlock = { file, level in
      guard let file else { return SQLITE_IOERR }
      let below = CrashingFile.below(file)
      return below.pointee.pMethods.pointee.xUnlock(below, level)
    }
    methods.xCheckReservedLock = { file, result in
      guard let file else { return SQLITE_IOERR }
      let below = CrashingFile.below(file)
      return below.pointee.pMethods.pointee.xCheckReservedLock(below, result)
    }
    methods.xFileControl = { file, operation, argument in
      guard let file else { return SQLITE_IOERR }
      // To lengthen a file in advance would be a write that nobody counts.
      if operation == SQLITE_FCNTL_SIZE_HINT || operation == SQLITE_FCNTL_CHUNK_SIZE {
        return SQLITE_OK
      }
      let below = CrashingFile.below(file)
      return below.pointee.pMethods.pointee.xFileControl(below, operation, argument)
    }
    methods.xSectorSize = { file in
      guard let file else { return 0 }
      let below = CrashingFile.below(file)
      return below.pointee.pMethods.pointee.xSectorSize(below)
    }
    methods.xDeviceCharacteristics = { file in
      guard let file else { return 0 }
      let below = CrashingFile.below(file)
      // No promise but the one that `UnsyncedWrites` keeps.
      return below.pointee.pMethods.pointee.xDeviceCharacteristics(below)
        & SQLITE_IOCAP_POWERSAFE_OVERWRITE
    }
  }

  /// The index of a write-ahead log is made anew after a crash; it is passed on as it is.
  private static func addSharedMemory(to methods: inout sqlite3_io_methods) {
    methods.xShmMap = { file, region, size, extends, address in
      guard let file else { return SQLITE_IOERR }
      let below = CrashingFile.below(file)
      return below.pointee.pMethods.pointee.xShmMap(below, region, size, extends, address)
    }
    methods.xShmLock = { file, offset, count, flags in
      guard let file else { return SQLITE_IOERR }
      let below = CrashingFile.below(file)
      return below.pointee.pMethods.pointee.xShmLock(below, offset, count, flags)
    }
    methods.xShmBarrier = { file in
      guard let file else { return }
      let below = CrashingFile.below(file)
      below.pointee.pMethods.pointee.xShmBarrier(below)
    }
    methods.xShmUnmap = { file, deletes in
      guard let file else { return SQLITE_IOERR }
      let below = CrashingFile.below(file)
      return below.pointee.pMethods.pointee.xShmUnmap(below, deletes)
    }
  }
}
