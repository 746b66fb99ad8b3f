import MigCheckModel
import MigCheckText

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads whole files of a limited size; refuses all that is no regular file.
package enum FileReader {
  /// The largest JSON document that is read, in bytes: 64 MiB.
  package static let documentLimit = 64 << 20

  /// The content of a file.
  ///
  /// - Parameter limit: in bytes; a larger file is refused before anything of it is read.
  /// - Throws: `InputError` that says why the file cannot be read.
  package static func read(
    path: String, limit: Int = documentLimit
  ) throws(InputError) -> [UInt8] {
    let file = try OpenFile(path: path)
    defer { file.close() }
    guard file.size <= limit else { throw file.tooLarge(limit: limit) }
    var bytes = [UInt8]()
    bytes.reserveCapacity(file.size + 1)
    // A file that grows while it is read must not pass the limit either.
    while try file.read(into: &bytes, atMost: 1 << 18) > 0 {
      guard bytes.count <= limit else { throw file.tooLarge(limit: limit) }
    }
    return bytes
  }

  /// - Throws: `InputError` for what is no file, such as a pipe, and if there is nothing.
  package static func requireRegularFile(path: String) throws(InputError) {
    try OpenFile.requireRegular(path: path)
  }

  /// Reads and parses a JSON document.
  ///
  /// - Throws: `InputError`; for a syntax error with its line and column.
  package static func json(path: String) throws(InputError) -> JSON {
    try document(path: path).json
  }

  /// The same, with its place for messages.
  static func document(path: String) throws(InputError) -> JSONNode {
    let bytes = try read(path: path)
    // White space is all that may stand around a value.
    guard bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      throw InputError(file: path, problem: "the file is empty", remedy: "write JSON into it")
    }
    guard !bytes.starts(with: "SQLite format 3\0".utf8) else {
      throw InputError(
        file: path, problem: "this is a SQLite database, not JSON", remedy: "name a JSON file")
    }
    return JSONNode(try parse(bytes[...], file: path), source: DocumentSource(file: path))
  }

  static func parse(
    _ bytes: ArraySlice<UInt8>, file: String, firstLine: Int? = nil
  ) throws(InputError) -> JSON {
    let result: Result<JSON, JSONSyntaxError> = bytes.withUnsafeBufferPointer { buffer in
      do throws(JSONSyntaxError) {
        return .success(try JSON.parse(buffer))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let json): return json
    case .failure(let error): throw InputError(error, file: file, firstLine: firstLine)
    }
  }
}

/// A regular file that is open for reading.
struct OpenFile {
  let path: String
  /// In bytes, when it was opened.
  let size: Int
  private let descriptor: Int32

  init(path: String) throws(InputError) {
    guard !path.utf8.contains(0) else {
      throw InputError(
        .notFound, file: quoted(path), problem: "a path cannot hold a zero byte",
        remedy: "check the path")
    }
    // Asked before opening, since opening a device or a pipe may already do something.
    try Self.requireRegular(path: path)
    var status = stat()
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      _ = Self.close(descriptor)
      throw Self.failure(path, code)
    }
    do throws(InputError) {
      try Self.requireRegular(path, status)
    } catch {
      _ = Self.close(descriptor)
      throw error
    }
    self.path = path
    self.size = Int(status.st_size)
    self.descriptor = descriptor
  }

  func close() {
    _ = Self.close(descriptor)
  }

  /// Appends the next bytes.
  ///
  /// - Returns: how many there were; 0 at the end of the file.
  func read(into bytes: inout [UInt8], atMost count: Int) throws(InputError) -> Int {
    let (result, code) = withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) {
      chunk -> (Int, Int32) in
      var result: Int
      repeat { result = Self.read(descriptor, chunk) } while result < 0 && errno == EINTR
      let code = errno
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<max(result, 0)]))
      return (result, code)
    }
    guard result >= 0 else { throw Self.failure(path, code) }
    return result
  }

  func tooLarge(limit: Int) -> InputError {
    InputError(
      file: path, problem: "the file is larger than \(limit >> 20) MiB",
      remedy: "split it, or keep cases in a .jsonl file, one a line")
  }

  // The C functions of the same names, which the methods hide.
  private static func close(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #elseif canImport(Glibc)
      Glibc.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #endif
  }

  private static func read(_ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, target.baseAddress, target.count)
    #elseif canImport(Glibc)
      Glibc.read(descriptor, target.baseAddress, target.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, target.baseAddress, target.count)
    #endif
  }

  static func requireRegular(path: String) throws(InputError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure(path, errno) }
    try requireRegular(path, status)
  }

  private static func requireRegular(_ path: String, _ status: stat) throws(InputError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR:
      throw InputError(
        file: path, problem: "this is a folder", remedy: "name a file in it")
    default:
      throw InputError(
        file: path, problem: "this is a pipe, a socket or a device",
        remedy: "name a regular file")
    }
  }

  static func failure(_ path: String, _ code: Int32) -> InputError {
    switch code {
    case ENOENT, ENOTDIR:
      return InputError(
        .notFound, file: path, problem: "there is no such file", remedy: "check the path")
    case EACCES, EPERM:
      return InputError(
        .io, file: path, problem: "the file may not be read", remedy: "check its permissions")
    default:
      return InputError(
        .io, file: path, problem: "the file cannot be read: \(String(cString: strerror(code)))")
    }
  }
}
