import CSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension SQLiteConnection {
  /// Removes a database with its journal and its log, if they are there. No connection may have it open.
  package static func removeFiles(at path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { _ = unlink(path + suffix) }
  }

  /// The size of the database file in bytes, without what stands in its write-ahead log.
  package func fileSize() throws -> Int64 {
    var size: sqlite3_int64 = 0
    let code = migcheck_file_size(handle, &size)
    guard code == SQLITE_OK else { throw SQLiteError(code: code) }
    return size
  }

  /// Bytes of the database file as it stands on the disk.
  ///
  /// They are read through SQLite's own descriptor, which keeps the locks of this process.
  ///
  /// - Parameter range: within the file.
  package func readFile(_ range: Range<Int64>) throws -> [UInt8] {
    var code = SQLITE_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      code = migcheck_read_file(
        handle, buffer.baseAddress, Int32(range.count), range.lowerBound)
      count = code == SQLITE_OK ? range.count : 0
    }
    guard code == SQLITE_OK else { throw SQLiteError(code: code) }
    return bytes
  }

  /// Moves the write-ahead log into the database file.
  ///
  /// - Returns: whether all of it could be moved; not while another connection reads an older
  ///   state.
  package func checkpoint() throws -> Bool {
    var (frames, moved): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(
      handle, nil, SQLITE_CHECKPOINT_PASSIVE, &frames, &moved)
    guard code == SQLITE_OK else { throw error(code) }
    return frames == moved
  }

  /// Whether the file, or the way in which it was opened, forbids writing.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
}

/// Words of the SQL language.
package enum SQLiteKeyword {
  /// Whether SQLite takes a name without quotes for a keyword.
  package static func contains(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let base = characters.baseAddress else { return false }
        return sqlite3_keyword_check(base, Int32(characters.count)) != 0
      }
    }
  }
}

extension [UInt8] {
  /// The content of a file; `nil`: it cannot be read.
  init?(contentsOf path: String) {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    guard fseek(file, 0, SEEK_END) == 0 else { return nil }
    let size = ftell(file)
    guard size >= 0, fseek(file, 0, SEEK_SET) == 0 else { return nil }
    self.init(unsafeUninitializedCapacity: size) { buffer, count in
      count = fread(buffer.baseAddress, 1, size, file)
    }
    guard count == size else { return nil }
  }

  /// Writes a file, in the place of another one if there is one.
  ///
  /// - Returns: whether all could be written.
  func write(to path: String) -> Bool {
    guard let file = fopen(path, "wb") else { return false }
    let written = fwrite(self, 1, count, file)
    return fclose(file) == 0 && written == count
  }
}
