import MigCheckText

/// Reads whole files of a limited size; refuses all that is no regular file.
package enum FileReader {
  /// The largest document that is read, in bytes: 64 MiB.
  package static let documentLimit = 64 << 20

  /// The content of a file.
  ///
  /// - Parameters:
  ///   - shown: the path as messages show it; `nil`: as it is.
  ///   - limit: in bytes; a larger file is refused before anything of it is read.
  ///   - folder: the folder that the file must lie in; `nil`: anywhere, as for one that the user names.
  ///   - remedy: what to do about a larger file.
  /// - Throws: `InputError` that says why the file cannot be read.
  package static func read(
    path: String, shown: String? = nil, limit: Int = documentLimit, inside folder: String? = nil,
    remedy: String = "split it, or keep cases in a .jsonl file, one a line"
  ) throws(InputError) -> [UInt8] {
    let file = try InputFile(path: path, shown: shown, inside: folder)
    defer { file.close() }
    let tooLarge = InputError(
      file: shown ?? path, problem: "the file is larger than \(limit >> 20) MiB", remedy: remedy)
    guard file.size <= limit else { throw tooLarge }
    var bytes = [UInt8]()
    bytes.reserveCapacity(file.size + 1)
    // A file that grows while it is read must not pass the limit either.
    while try file.read(into: &bytes, atMost: 1 << 18) > 0 {
      guard bytes.count <= limit else { throw tooLarge }
    }
    return bytes
  }

  /// The text of a file in UTF-8, without a byte order mark.
  ///
  /// - Throws: `InputError` that says why the file cannot be read, which encoding it has, or which line
  ///   is not valid.
  package static func text(
    path: String, shown: String? = nil, limit: Int = documentLimit, inside folder: String? = nil,
    remedy: String = "name a smaller file"
  ) throws(InputError) -> String {
    let bytes = try read(path: path, shown: shown, limit: limit, inside: folder, remedy: remedy)
    return try text(of: bytes, file: shown ?? path)
  }

  /// - Parameter file: as messages show it.
  package static func text(of bytes: [UInt8], file: String) throws(InputError) -> String {
    try requireNoOtherEncoding(bytes, file: file)
    let own = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    if let zero = own.firstIndex(of: 0) {
      throw InputError(
        file: file, line: own[..<zero].count { $0 == 0x0A } + 1,
        problem: "the file holds a zero byte", remedy: "save it as plain UTF-8 text")
    }
    guard let text = String(exactUTF8: own) else {
      let lines = own.split(separator: 0x0A, omittingEmptySubsequences: false)
      throw InputError(
        file: file, line: lines.firstIndex { String(exactUTF8: $0) == nil }.map { $0 + 1 },
        problem: "the file is no valid UTF-8", remedy: "save it as UTF-8")
    }
    return text
  }

  /// - Throws: `InputError` for a text in UTF-16 or UTF-32.
  package static func requireNoOtherEncoding(
    _ bytes: [UInt8], file: String
  ) throws(InputError) {
    guard let name = otherEncoding(bytes) else { return }
    throw InputError(
      file: file, line: 1, problem: "the file is \(name)", remedy: "save it as UTF-8")
  }

  /// The encoding that a byte order mark, or zero bytes between the first characters, show.
  private static func otherEncoding(_ bytes: [UInt8]) -> String? {
    let head = Array(bytes.prefix(4))
    if head == [0xFF, 0xFE, 0, 0] || head == [0, 0, 0xFE, 0xFF] { return "UTF-32" }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    guard head.count == 4 else { return nil }
    switch head.map({ $0 == 0 }) {
    case [false, true, false, true], [true, false, true, false]: return "UTF-16"
    case [false, true, true, true], [true, true, true, false]: return "UTF-32"
    default: return nil
    }
  }
}
