import MigCheckSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The few things that a store does with files beside SQLite.
enum DatabaseFile {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Removes a file, if it is there.
  static func remove(_ path: String) { _ = unlink(path) }

  /// Writes a new file.
  ///
  /// - Throws: `StoreError`, also if there is a file already.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = try create(path)
    defer { _ = close(descriptor) }
    try append(bytes, to: descriptor, path: path)
  }

  /// Copies the database file of a connection, whose log must be empty, to a new file.
  static func copy(_ connection: SQLiteConnection, to path: String) throws {
    let descriptor = try create(path)
    defer { _ = close(descriptor) }
    do {
      let size = try connection.fileSize()
      var position: Int64 = 0
      while position < size {
        let end = min(size, position + 1 << 20)
        try append(try connection.readFile(position..<end), to: descriptor, path: path)
        position = end
      }
    } catch {
      remove(path)
      throw error
    }
  }

  /// Whether there is no file, or one without content.
  static func isEmpty(_ path: String) -> Bool { state(of: path).map { $0.size == 0 } ?? true }

  /// What changes when a file is written.
  struct State: Equatable {
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  /// - Returns: `nil` if there is no such file.
  static func state(of path: String) -> State? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    return State(
      size: Int64(status.st_size), seconds: Int(changed.tv_sec), nanoseconds: Int(changed.tv_nsec))
  }

  /// Copies a file that SQLite takes no locks on, such as a log, to a new file.
  static func copy(_ source: String, to path: String) throws {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else {
      throw StoreError("The file '\(source)' cannot be read: \(reason()). Check its permissions.")
    }
    defer { _ = close(input) }
    let output = try create(path)
    defer { _ = close(output) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw StoreError("The file '\(source)' cannot be read: \(reason()). Check its disk.")
      }
      if count == 0 { return }
      try append(Array(buffer[..<count]), to: output, path: path)
    }
  }

  private static func create(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw errno == EEXIST
        ? FileStoreError.exists(path)
        : StoreError("The file '\(path)' cannot be made: \(reason()). Check its folder.")
    }
    return descriptor
  }

  private static func append(_ bytes: [UInt8], to descriptor: Int32, path: String) throws {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        guard let base = buffer.baseAddress else { return 0 }
        #if canImport(Darwin)
          return Darwin.write(descriptor, base + written, bytes.count - written)
        #elseif canImport(Glibc)
          return Glibc.write(descriptor, base + written, bytes.count - written)
        #elseif canImport(Musl)
          return Musl.write(descriptor, base + written, bytes.count - written)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw StoreError(
          "The file '\(path)' cannot be written: \(reason()). Free some space on its disk.")
      }
      written += count
    }
  }

  private static func reason() -> String { String(cString: strerror(errno)) }

  /// Calls `body` with a folder of its own, which is removed afterwards with the files in it that
  /// `body` names.
  static func withTemporaryFolder<Result>(
    files: [String], _ body: (String) throws -> Result
  ) rethrows -> Result? {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var pattern = Array((parent + "/migcheck-XXXXXX").utf8CString)
    guard mkdtemp(&pattern) != nil else { return nil }
    let folder = String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      for file in files { remove("\(folder)/\(file)") }
      _ = rmdir(folder)
    }
    return try body(folder)
  }
}
