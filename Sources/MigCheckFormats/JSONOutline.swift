import MigCheckModel
import MigCheckText

/// Where the values of a JSON file stand, by their paths, to the depth at which migrations and
/// invariants of a history do.
///
/// It is made when a place is first asked for, in one pass over the bytes, which have been parsed
/// before and so are known to be valid.
final class JSONOutline: Sendable {
  struct Place: Sendable {
    /// Counted from 1.
    var line: Int
    /// Counted from 1, in bytes.
    var column: Int
    /// The value as it is written, from its first line on; not all of one that is long.
    var text: String
  }

  private let bytes: [UInt8]
  private let places = Locked<[String: Place]?>(nil)

  /// - Parameter bytes: a valid JSON document.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The place of a value; `nil`: it is deeper than the outline, or not in the file.
  ///
  /// - Parameter path: such as `versions[1].migration[0]`.
  func place(of path: String) -> Place? {
    places.withLock { places in
      if places == nil {
        var scan = Scan(bytes: bytes)
        scan.value(path: .root, depth: 0)
        places = scan.places
      }
      return places?[path]
    }
  }

  /// One pass over a document.
  private struct Scan {
    let bytes: [UInt8]
    var places: [String: Place] = [:]
    private var position = 0
    private var line = 1
    private var lineStart = 0

    /// `versions[1].migration[0]` is four deep.
    private static let depthLimit = 4
    /// A longer value is cut; a source shows a few lines only.
    private static let lengthLimit = 4000

    init(bytes: [UInt8]) {
      self.bytes = bytes
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func advance() {
      if bytes[position] == UInt8(ascii: "\n") {
        line += 1
        lineStart = position + 1
      }
      position += 1
    }

    private mutating func skipSpace() {
      while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { advance() }
    }

    mutating func value(path: JSONPath, depth: Int) {
      skipSpace()
      let (start, line, column) = (position, line, position - lineStart + 1)
      switch next {
      case UInt8(ascii: "{"): object(path: path, depth: depth)
      case UInt8(ascii: "["): array(path: path, depth: depth)
      case UInt8(ascii: "\""): _ = string()
      default:
        while let byte = next, ![0x20, 0x0A, 0x0D, 0x09, 0x2C, 0x5D, 0x7D].contains(byte) {
          advance()
        }
      }
      guard depth <= Self.depthLimit else { return }
      let end = min(position, start + Self.lengthLimit)
      places[path.text] = Place(
        line: line, column: column, text: String(decoding: bytes[start..<end], as: UTF8.self))
    }

    private mutating func array(path: JSONPath, depth: Int) {
      position += 1
      skipSpace()
      var index = 0
      while let byte = next, byte != UInt8(ascii: "]") {
        value(path: .index(path, index), depth: depth + 1)
        index += 1
        skipSpace()
        if next == UInt8(ascii: ",") { position += 1 }
        skipSpace()
      }
      position += 1
    }

    private mutating func object(path: JSONPath, depth: Int) {
      position += 1
      skipSpace()
      while let byte = next, byte != UInt8(ascii: "}") {
        let range = string()
        skipSpace()
        position += 1
        let isNamed = depth < Self.depthLimit
        value(path: isNamed ? .key(path, key(range)) : path, depth: depth + 1)
        skipSpace()
        if next == UInt8(ascii: ",") { position += 1 }
        skipSpace()
      }
      position += 1
    }

    /// - Returns: the range of the string with its quotes.
    private mutating func string() -> Range<Int> {
      let start = position
      position += 1
      while let byte = next, byte != UInt8(ascii: "\"") {
        position += byte == UInt8(ascii: "\\") ? 2 : 1
      }
      position = min(position + 1, bytes.count)
      return start..<position
    }

    private func key(_ range: Range<Int>) -> String {
      let json = try? JSON.parse(String(decoding: bytes[range], as: UTF8.self))
      return if case .string(let text)? = json { text } else { "" }
    }
  }
}
