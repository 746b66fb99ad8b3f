import CSQLite

/// A file of a `MemoryFileSystem`.
final class MemoryFile {
  fileprivate(set) var bytes: [UInt8]
  /// The index of a write-ahead log, which connections share as memory, in parts of equal size.
  private var indexParts: [UnsafeMutableRawBufferPointer] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  deinit { forgetIndex() }

  fileprivate func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
    let count = min(buffer.count, max(0, bytes.count - offset))
    bytes.withUnsafeBytes { bytes in
      if count > 0 {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)]))
      }
    }
    guard count < buffer.count else { return SQLITE_OK }
    // Beyond the end there are zeros.
    _ = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      .initializeMemory(as: UInt8.self, repeating: 0)
    // SQLITE_IOERR_SHORT_READ, a macro that Swift does not see.
    return SQLITE_IOERR | 2 << 8
  }

  fileprivate func write(_ written: UnsafeRawBufferPointer, at offset: Int) {
    let end = offset + written.count
    if bytes.count < end { bytes += repeatElement(0, count: end - bytes.count) }
    bytes.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[offset..<end]).copyMemory(from: written)
    }
  }

  fileprivate func truncate(to size: Int) {
    if bytes.count > size { bytes.removeLast(bytes.count - size) }
  }

  /// - Returns: `nil` if there is no such part, and none is to be made.
  fileprivate func indexPart(
    _ place: Int, size: Int, isMade: Bool
  ) -> UnsafeMutableRawPointer? {
    while isMade, indexParts.count <= place {
      let part = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
      _ = part.initializeMemory(as: UInt8.self, repeating: 0)
      indexParts.append(part)
    }
    return indexParts.indices.contains(place) ? indexParts[place].baseAddress : nil
  }

  fileprivate func forgetIndex() {
    for part in indexParts { part.deallocate() }
    indexParts = []
  }
}

/// An open file of a `MemoryFileSystem`, in SQLite's memory.
struct OpenMemoryFile {
  /// What SQLite sees; must be the first member.
  private var file: sqlite3_file
  private var content: Unmanaged<MemoryFile>

  /// The size of a disk's sector as SQLite's files for Unix give it, in bytes.
  private static let sector: Int32 = 4096

  static func begin(_ file: UnsafeMutablePointer<sqlite3_file>, _ content: MemoryFile) {
    UnsafeMutableRawPointer(file).initializeMemory(
      as: OpenMemoryFile.self,
      to: OpenMemoryFile(
        file: sqlite3_file(pMethods: methods), content: Unmanaged.passRetained(content)))
  }

  private static func content(of file: UnsafeMutablePointer<sqlite3_file>?) -> MemoryFile? {
    file.map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: OpenMemoryFile.self).pointee.content
        .takeUnretainedValue()
    }
  }

  /// Lasts as long as the process; SQLite keeps the address.
  private nonisolated(unsafe) static let methods: UnsafePointer<sqlite3_io_methods> = {
    let result = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    var methods = sqlite3_io_methods()
    // With shared memory, and without memory maps.
    methods.iVersion = 2
    addContent(to: &methods)
    addLocks(to: &methods)
    addSharedMemory(to: &methods)
    result.initialize(to: methods)
    return UnsafePointer(result)
  }()

  private static func addContent(to methods: inout sqlite3_io_methods) {
    methods.xClose = { file in
      guard let file else { return SQLITE_IOERR }
      UnsafeMutableRawPointer(file).assumingMemoryBound(to: OpenMemoryFile.self).pointee.content
        .release()
      file.pointee.pMethods = nil
      return SQLITE_OK
    }
    methods.xRead = { file, bytes, count, offset in
      guard let content = OpenMemoryFile.content(of: file) else { return SQLITE_IOERR }
      return content.read(
        into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)), at: Int(offset))
    }
    methods.xWrite = { file, bytes, count, offset in
      guard let content = OpenMemoryFile.content(of: file) else { return SQLITE_IOERR }
      content.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: Int(offset))
      return SQLITE_OK
    }
    methods.xTruncate = { file, size in
      guard let content = OpenMemoryFile.content(of: file) else { return SQLITE_IOERR }
      content.truncate(to: Int(size))
      return SQLITE_OK
    }
    methods.xSync = { _, _ in SQLITE_OK }
    methods.xFileSize = { file, size in
      guard let content = OpenMemoryFile.content(of: file) else { return SQLITE_IOERR }
      size?.pointee = sqlite3_int64(content.bytes.count)
      return SQLITE_OK
    }
    methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.xSectorSize = { _ in OpenMemoryFile.sector }
    methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
  }

  /// One connection at a time has the file open: all locks are granted.
  private static func addLocks(to methods: inout sqlite3_io_methods) {
    methods.xLock = { _, _ in SQLITE_OK }
    methods.xUnlock = { _, _ in SQLITE_OK }
    methods.xCheckReservedLock = { _, result in
      result?.pointee = 0
      return SQLITE_OK
    }
  }

  private static func addSharedMemory(to methods: inout sqlite3_io_methods) {
    methods.xShmMap = { file, place, size, extends, address in
      guard let content = OpenMemoryFile.content(of: file) else { return SQLITE_IOERR }
      address?.pointee = content.indexPart(Int(place), size: Int(size), isMade: extends != 0)
      return SQLITE_OK
    }
    methods.xShmLock = { _, _, _, _ in SQLITE_OK }
    methods.xShmBarrier = { _ in }
    // The next connection recreates it.
    methods.xShmUnmap = { file, _ in
      guard let content = OpenMemoryFile.content(of: file) else { return SQLITE_IOERR }
      content.forgetIndex()
      return SQLITE_OK
    }
  }
}
