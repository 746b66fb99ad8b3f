import MigCheckModel
import MigCheckText

/// Values as reports show them: on one line, in ASCII, with nothing left to guess.
package enum ValueText {
  /// How many characters of a string or bytes of data are shown.
  private static let limit = 60
  /// How many columns an escaped string may take.
  private static let columnLimit = 180
  /// How many elements of a collection are shown.
  private static let elementLimit = 20

  /// What stands for the elements of a collection that are not shown.
  private static func rest(of count: Int) -> String {
    count > elementLimit ? ", … (\(count) elements)" : ""
  }

  /// - Parameters:
  ///   - schema: resolves the types of links and embedded objects.
  ///   - label: the number that follows `Type#`, for the target of a link.
  ///   - path: where the value stands in that of its property.
  ///   - isAny: whether what stands at a place does not matter.
  package static func text(
    of value: Value, schema: Schema, label: (ObjectReference) -> Int64, path: [Int] = [],
    isAny: ([Int]) -> Bool = { _ in false }
  ) -> String {
    func plain(_ value: Value, _ place: Int) -> String {
      text(of: value, schema: schema, label: label, path: path + [place], isAny: isAny)
    }
    if isAny(path) { return "any" }
    switch value {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .int(let value): return String(value)
    case .float(let value):
      return number(value, isOdd: value.isNaN || value.bitPattern == 0x8000_0000) {
        hexadecimal(UInt64($0.bitPattern), digits: 8)
      }
    case .double(let value):
      return number(value, isOdd: value.isNaN || value.bitPattern == 1 << 63) {
        hexadecimal($0.bitPattern, digits: 16)
      }
    case .decimal128(let value): return "\(value) (decimal)"
    case .string(let value): return quoted(value)
    case .data(let bytes): return data(bytes)
    case .date(let value): return value.description
    case .uuid(let value): return value.description
    case .objectId(let value): return value.description
    case .link(let target):
      return "\(escaped(schema.types[target.type].name))#\(label(target))"
    case .embedded(let object):
      let type = schema.types[object.type]
      let parts = zip(type.storedProperties, object.values).enumerated().map {
        "\(escaped($1.0.name)) \(plain($1.1, $0))"
      }
      return "\(escaped(type.name)) { \(parts.joined(separator: ", ")) }"
    case .list(let elements):
      let texts = elements.prefix(elementLimit).enumerated().map { plain($1, $0) }
      return "[\(texts.joined(separator: ", "))\(rest(of: elements.count))]"
    case .set(let elements):
      let texts = elements.map { plain($0, 0) }.sorted { $0.precedes($1) }
      let shown = texts.prefix(elementLimit).joined(separator: ", ")
      return "{\(shown)\(rest(of: elements.count))}"
    case .dictionary(let entries):
      guard !entries.isEmpty else { return "[:]" }
      let texts = entries.prefix(elementLimit).enumerated().map {
        "\(quoted($1.key)): \(plain($1.value, $0))"
      }
      return "[\(texts.joined(separator: ", "))\(rest(of: entries.count))]"
    }
  }

  /// NaN and −0 with their bits, since several values share the text.
  private static func number<Number: BinaryFloatingPoint & CustomStringConvertible>(
    _ value: Number, isOdd: Bool, bits: (Number) -> String
  ) -> String {
    guard isOdd else { return value.description }
    return "\(value.isNaN ? "NaN" : "-0.0") (bits \(bits(value)))"
  }

  private static func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  private static func data(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "no bytes" }
    let shown = bytes.prefix(limit / 2).map { hexadecimal(UInt64($0), digits: 2) }.joined()
    return bytes.count > limit / 2 ? "0x\(shown)… (\(bytes.count) bytes)" : "0x\(shown)"
  }

  /// A string in quotes; long ones are cut, with their length in characters of Unicode.
  package static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    var shown = ""
    var count = 0
    for scalar in scalars.prefix(limit) {
      let next = escaped(String(scalar))
      guard shown.utf8.count + next.utf8.count <= columnLimit else { break }
      shown += next
      count += 1
    }
    return count == scalars.count ? "\"\(shown)\"" : "\"\(shown)\"… (\(scalars.count) characters)"
  }

  /// Sentences of the kit with names and values in them: control characters and all that is not
  /// ASCII are escaped, but for the arrows of paths; quotes and backslashes stay.
  package static func prose(_ text: String) -> String {
    guard !text.isPrintableASCII else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "→": result.unicodeScalars.append(scalar)
      default: result += escaped(String(scalar))
      }
    }
    return result
  }

  package static func escaped(_ name: Name) -> String { escaped(name.text) }

  /// A text that is not in quotes, such as a statement: as it is, but for control characters and
  /// all that is not ASCII.
  package static func unquoted(_ text: String) -> String {
    guard !text.isPrintableASCII else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      result += scalar == "\"" || scalar == "\\" ? String(scalar) : escaped(String(scalar))
    }
  }

  /// Control characters, quotes and all that is not ASCII as Swift would have to write it, so that
  /// strings that look alike do not.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case " "..."~": result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result
  }
}
