#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files of a database.
package enum DatabaseFiles {
  /// Removes a database with its journal and its log, if they are there.
  package static func remove(at path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { _ = unlink(path + suffix) }
  }
}

extension [UInt8] {
  /// Writes a file, in the place of another one if there is one.
  ///
  /// - Returns: whether all could be written.
  func write(to path: String) -> Bool {
    guard let file = fopen(path, "wb") else { return false }
    let written = fwrite(self, 1, count, file)
    return fclose(file) == 0 && written == count
  }
}
