import MigCheckModel

/// The head of a `-shm` file, the index of a write-ahead log, as the last program left it that had
/// the database open. The layout is documented in SQLite's "WAL-mode File Format".
struct LogIndex {
  /// How many pages the log has.
  let pages: Int
  /// How many of them are in the database already.
  let copiedPages: Int

  /// - Returns: `nil` if there is no such file, or it was written for another order of bytes.
  init?(path: String) {
    guard let file = try? InputFile(path: path) else { return nil }
    defer { file.close() }
    var bytes = [UInt8]()
    guard (try? file.read(into: &bytes, atMost: 136)) == 136 else { return nil }
    func number(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    // The head stands there twice, and both are alike once it is written; little-endian as on all
    // of Apple's devices.
    guard Array(bytes[..<48]) == Array(bytes[48..<96]),
      number(0) == 3_007_000, bytes[12] == 1
    else { return nil }
    pages = number(16)
    copiedPages = number(96)
  }
}
