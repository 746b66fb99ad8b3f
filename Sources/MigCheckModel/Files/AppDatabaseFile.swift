/// A database file that an app wrote. It is read from a copy: the file itself, and the files next to
/// it, are never opened for writing.
package struct AppDatabaseFile {
  package let path: String
  /// What messages call it, such as "store".
  private let noun: String
  /// The largest size in bytes, with its log.
  private let limit: Int

  /// What may stand next to the file: its write-ahead log, and the journal of a transaction that was
  /// not finished, without which the copy would be damaged.
  private static let suffixes = ["", "-wal", "-journal"]

  /// Looks at the file, and at whether the log is there that belongs to it.
  ///
  /// - Parameters:
  ///   - noun: what messages call it, such as "store".
  ///   - limit: the largest size in bytes, with its log.
  ///   - remedy: what to do about a larger one.
  /// - Throws: `InputError` if there is no file that may be read, if it does not start as a database
  ///   does, if it is too large, or if its log is missing.
  package init(
    _ path: String, called noun: String, limit: Int = 1 << 30,
    remedy: String = "name one with fewer objects"
  ) throws(InputError) {
    self.path = path
    self.noun = noun
    self.limit = limit
    try requireDatabase()
    try requireLog()
    let size = try size
    guard size <= limit else {
      throw InputError(
        file: path, problem: "the \(noun) is larger than \(limit >> 20) MiB", remedy: remedy)
    }
  }

  private func requireDatabase() throws(InputError) {
    guard !InputFile.isFolder(path) else { throw wrongFile("this is a folder") }
    let file = try InputFile(path: path)
    defer { file.close() }
    var start = [UInt8]()
    while start.count < 16, try file.read(into: &start, atMost: 16 - start.count) > 0 {}
    guard start.elementsEqual("SQLite format 3\0".utf8) else {
      throw wrongFile("this is not a SQLite database, or an encrypted one")
    }
  }

  private func wrongFile(_ problem: String) -> InputError {
    InputError(file: path, problem: problem, remedy: "name a \(noun)'s file")
  }

  private func requireLog() throws(InputError) {
    guard InputFile.isPresent(path + "-wal") || !InputFile.isPresent(path + "-shm") else {
      throw InputError(
        file: path + "-wal",
        problem: "the write-ahead log of the \(noun) is missing, although its index -shm is there",
        remedy: "copy the \(noun) together with its -wal")
    }
  }

  /// The file with its write-ahead log, in bytes.
  private var size: Int {
    get throws(InputError) {
      var sum = 0
      for suffix in Self.suffixes where InputFile.isPresent(path + suffix) {
        let file = try InputFile(path: path + suffix)
        sum += file.size
        file.close()
      }
      return sum
    }
  }

  /// Copies the file, with the files that belong to it.
  ///
  /// - Throws: `InputError`.
  package func copy(to copy: String) throws(InputError) {
    for suffix in Self.suffixes where InputFile.isPresent(path + suffix) {
      let file = try InputFile(path: path + suffix)
      defer { file.close() }
      try file.copy(to: copy + suffix, limit: limit)
    }
  }

  /// Removes a copy with the files that SQLite put next to it.
  package static func removeCopy(_ copy: String) {
    for suffix in suffixes + ["-shm"] { InputFile.remove(copy + suffix) }
  }
}
