import MigCheckModel

/// Reads `*.jsonl`, one case a line, without holding more than one line at a time.
///
/// Blank lines are skipped. Used by one thread at a time.
package final class CaseLines {
  /// The longest line that is read, in bytes: 16 MiB.
  package static let lineLimit = 16 << 20

  private let path: String
  private let subject: (any Subject)?
  private let file: InputFile
  private let limit: Int
  private var buffer = [UInt8]()
  /// Where the next line begins in `buffer`.
  private var start = 0
  private var isAtEnd = false
  private var line = 0

  /// - Parameter subject: the one that a case runs on if it names one instead of a history.
  /// - Throws: `InputError` if the file cannot be opened.
  package convenience init(path: String, of subject: (any Subject)? = nil) throws(InputError) {
    try self.init(path: path, of: subject, limit: Self.lineLimit)
  }

  init(path: String, of subject: (any Subject)? = nil, limit: Int) throws(InputError) {
    self.path = path
    self.subject = subject
    self.limit = limit
    file = try InputFile(path: path)
  }

  deinit { file.close() }

  /// The next case, or `nil` at the end of the file.
  ///
  /// - Throws: `InputError` with the number of the line. The next call goes on with the next
  ///   line, unless the file itself cannot be read or the line is too long.
  package func next() throws(InputError) -> CaseFile? {
    while let bytes = try nextLine() {
      let space: [UInt8] = [0x20, 0x09, 0x0D]
      if bytes.allSatisfy(space.contains) { continue }
      let json = try FileReader.parse(bytes, file: path, firstLine: line)
      return try CaseFile.parse(json, file: path, line: line, of: subject)
    }
    return nil
  }

  private func nextLine() throws(InputError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        return try take(to: end, next: end + 1)
      }
      guard !isAtEnd else {
        return start < buffer.count ? try take(to: buffer.count, next: buffer.count) : nil
      }
      guard buffer.count - start <= limit else { throw tooLong() }
      buffer.removeFirst(start)
      start = 0
      searched = buffer.count
      isAtEnd = try file.read(into: &buffer, atMost: 1 << 16) == 0
    }
  }

  private func take(to end: Int, next: Int) throws(InputError) -> ArraySlice<UInt8> {
    guard end - start <= limit else { throw tooLong() }
    defer { start = next }
    line += 1
    return buffer[start..<end]
  }

  private func tooLong() -> InputError {
    isAtEnd = true
    start = buffer.count
    return InputError(
      file: path, line: line + 1, problem: "the line is longer than \(limit) bytes",
      remedy: "write one case a line")
  }
}
