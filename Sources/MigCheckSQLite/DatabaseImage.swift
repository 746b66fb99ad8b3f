import CSQLite

/// The content of a database as a file holds it, page by page.
///
/// Two images are equal if all their pages are, except for what only a pragma can read: whether there is a
/// write-ahead log, and how many times the content and the schema were changed.
package struct DatabaseImage: Sendable, Equatable {
  /// A file with a journal, whatever the database has.
  package let bytes: [UInt8]

  /// Where a file says which version of the format it has: 2 with a write-ahead log, else 1.
  private static let formatVersions = 18..<20
  /// What counts in a file's header. Left out are the numbers of changes of the content and of the schema, and by
  /// which version of SQLite the file was written, and when.
  private static let header = [0..<24, 28..<40, 44..<92]
  private static let headerSize = 100
  /// What every file begins with.
  private static let magic = Array("SQLite format 3\0".utf8)

  /// What `PRAGMA user_version` says.
  package var userVersion: Int64 {
    guard bytes.count >= Self.headerSize else { return 0 }
    return Int64(Int32(truncatingIfNeeded: bytes[60..<64].reduce(0) { $0 << 8 | Int64($1) }))
  }

  /// What a database holds once an interrupted transaction is undone.
  ///
  /// - Parameter files: of a database that no connection has open.
  /// - Returns: `nil` if it has a write-ahead log, or cannot be opened.
  package init?(recovering files: DatabaseFiles) {
    guard files.log == nil, let system = try? CrashingFileSystem(holding: files) else { return nil }
    do {
      let connection = try SQLiteConnection(
        path: CrashingFileSystem.pathInMemory, mode: .readWrite, fileSystem: system)
      defer { connection.close() }
      // This looks for a journal, and reads no schema.
      try connection.execute("BEGIN IMMEDIATE; ROLLBACK")
    } catch {
      return nil
    }
    guard let recovered = system.filesInMemory?.database else { return nil }
    self.init(ofFile: recovered)
  }

  /// The content of a database without a journal and a log: SQLite would undo nothing in it.
  ///
  /// - Returns: `nil` if it has one, or its header does not fit its size.
  package init?(_ files: DatabaseFiles) {
    guard files.contents.count == 1, let file = files.contents.first, file.ending.isEmpty else {
      return nil
    }
    self.init(ofFile: file.bytes)
  }

  /// - Returns: `nil` if it has a write-ahead log, or its header does not fit its size.
  private init?(ofFile bytes: [UInt8]) {
    guard bytes.count >= Self.headerSize, bytes.starts(with: Self.magic),
      bytes[Self.formatVersions].allSatisfy({ $0 == 1 }),
      Self.pageBytes(in: bytes) == bytes.count
    else { return nil }
    self.bytes = bytes
  }

  /// The size that the header of a file tells, in bytes.
  private static func pageBytes(in bytes: [UInt8]) -> Int {
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 << 8 | Int($1) } }
    let pageSize = number(16..<18)
    return number(28..<32) * (pageSize == 1 ? 1 << 16 : pageSize)
  }

  fileprivate init(copying bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = [UInt8](unsafeUninitializedCapacity: bytes.count) { copy, count in
      count = copy.initialize(fromContentsOf: bytes)
      guard count >= Self.headerSize else { return }
      for place in Self.formatVersions { copy[place] = 1 }
    }
  }

  /// The bytes with zeros in the place of what does not count: equal for equal images.
  package var comparableBytes: [UInt8] {
    var bytes = Array(repeating: UInt8(0), count: self.bytes.count)
    for part in parts { bytes.replaceSubrange(part, with: self.bytes[part]) }
    return bytes
  }

  /// Makes a file of it that no connection has open.
  ///
  /// - Throws: `SQLiteError`.
  package func write(to path: String) throws {
    guard bytes.write(to: path) else { throw SQLiteError(code: SQLITE_IOERR) }
  }

  private var parts: [Range<Int>] {
    bytes.count < Self.headerSize ? [bytes.indices] : Self.header + [Self.headerSize..<bytes.count]
  }

  package static func == (first: DatabaseImage, second: DatabaseImage) -> Bool {
    guard first.bytes.count == second.bytes.count else { return false }
    let parts = first.parts
    return first.bytes.withUnsafeBytes { first in
      second.bytes.withUnsafeBytes { second in
        parts.allSatisfy {
          UnsafeRawBufferPointer(rebasing: first[$0])
            .isSame(as: UnsafeRawBufferPointer(rebasing: second[$0]))
        }
      }
    }
  }
}

extension SQLiteConnection {
  /// What the database holds, with what has not been committed yet.
  ///
  /// - Returns: `nil` if the database is empty, or this SQLite was built without what it takes.
  /// - Complexity: O(*n*) in the size of the file.
  package func image() -> DatabaseImage? {
    var size: sqlite3_int64 = 0
    guard let bytes = migcheck_image(handle, &size) else { return nil }
    defer { sqlite3_free(bytes) }
    return DatabaseImage(copying: UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  /// Gives a database in memory, which holds nothing, the content of another one.
  ///
  /// - Throws: `SQLiteError`.
  package func load(_ image: DatabaseImage) throws {
    let count = image.bytes.count
    guard let copy = sqlite3_malloc64(sqlite3_uint64(count)) else {
      throw SQLiteError(code: SQLITE_NOMEM)
    }
    let bytes = UnsafeMutableBufferPointer(
      start: copy.assumingMemoryBound(to: UInt8.self), count: count)
    _ = bytes.update(fromContentsOf: image.bytes)
    let code = migcheck_load_image(handle, bytes.baseAddress, sqlite3_int64(count))
    guard code == SQLITE_OK else { throw error(code) }
  }
}
