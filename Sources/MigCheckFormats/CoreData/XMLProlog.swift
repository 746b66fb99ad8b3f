import MigCheckModel
import MigCheckText

/// What stands in front of a document's first element.
///
/// A model holds no document type. One that declares XML entities is refused before anything is
/// parsed: the parser on Linux expands them without telling.
struct XMLProlog {
  private let bytes: [UInt8]
  private let file: String
  private var place = 0

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// - Throws: `InputError` for a document that declares XML entities, and for bytes that are no
  ///   XML in UTF-8.
  consuming func requirePlain() throws(InputError) {
    if starts(with: [0xEF, 0xBB, 0xBF]) { place += 3 }
    guard !starts(with: [0xFE, 0xFF]), !starts(with: [0xFF, 0xFE]), !bytes.prefix(4).contains(0)
    else {
      throw refusal("this is no XML in UTF-8", "save the model in Xcode again")
    }
    guard !starts(with: "bplist".utf8) else {
      throw refusal(
        "this is a binary property list, not XML",
        "open the model in a newer Xcode, which saves it as XML")
    }
    while place < bytes.count {
      if isSpace(bytes[place]) {
        place += 1
      } else if starts(with: "<!--".utf8) {
        skip(past: "-->")
      } else if starts(with: "<?".utf8) {
        skip(past: "?>")
      } else if starts(with: "<!DOCTYPE".utf8) {
        try requireNoDeclarations()
      } else {
        return
      }
    }
  }

  /// Goes past a document type, which may name another document that is never read.
  private mutating func requireNoDeclarations() throws(InputError) {
    var quote: UInt8?
    while place < bytes.count {
      let byte = bytes[place]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        throw refusal(
          "the document declares a type or XML entities of its own, as no model does",
          "take the declarations out")
      } else if byte == UInt8(ascii: ">") {
        place += 1
        return
      }
      place += 1
    }
  }

  private func starts(with text: some Sequence<UInt8>) -> Bool {
    bytes[place...].starts(with: text)
  }

  private mutating func skip(past end: String) {
    while place < bytes.count, !starts(with: end.utf8) { place += 1 }
    place += end.utf8.count
    place = min(place, bytes.count)
  }

  private func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private func refusal(_ problem: String, _ remedy: String) -> InputError {
    let line = bytes[..<min(place, bytes.count)].count { $0 == 0x0A } + 1
    return InputError(file: file, line: line, problem: problem, remedy: remedy)
  }
}
