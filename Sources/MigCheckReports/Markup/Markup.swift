import MigCheckText

/// A piece of HTML, SVG or XML in which every text is escaped, wherever it comes from.
///
/// There is no way from a `String` to markup but `text(_:)`, which escapes: names of elements and
/// attributes are literals of the source, and what is raw are files of this module.
struct Markup: Sendable {
  fileprivate(set) var bytes: [UInt8]

  fileprivate init(bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  static let empty = Markup()

  /// A text, with all that markup or the direction of writing could be changed by made harmless:
  /// control characters, which XML forbids and pages do not show, are spelled `\u{202E}`.
  static func text(_ text: String) -> Markup {
    var markup = Markup()
    markup.append(text, isAttribute: false)
    return markup
  }

  /// - Parameter attributes: without a value of `nil` ones.
  static func element(
    _ name: StaticString, _ attributes: [Attribute] = [],
    @MarkupBuilder content: () -> Markup = { .empty }
  ) -> Markup {
    var markup = Markup()
    markup.open(name, attributes)
    markup.bytes.append(UInt8(ascii: ">"))
    markup.bytes += content().bytes
    markup.bytes += [UInt8(ascii: "<"), UInt8(ascii: "/")]
    markup.append(name)
    markup.bytes.append(UInt8(ascii: ">"))
    return markup
  }

  /// An element of HTML that has no end, or one of XML that is empty.
  static func void(_ name: StaticString, _ attributes: [Attribute] = []) -> Markup {
    var markup = Markup()
    markup.open(name, attributes)
    markup.bytes += Array("/>".utf8)
    return markup
  }

  /// What stands in a file of this module.
  static func resource(_ bytes: [UInt8]) -> Markup { Markup(bytes: bytes) }

  /// A literal of the source.
  static func literal(_ text: StaticString) -> Markup {
    var markup = Markup()
    markup.append(text)
    return markup
  }

  static func + (left: Markup, right: Markup) -> Markup { Markup(bytes: left.bytes + right.bytes) }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Attributes

  struct Attribute: Sendable {
    fileprivate let name: StaticString
    fileprivate let value: String?

    /// - Parameter value: `nil`: the attribute is left out.
    init(_ name: StaticString, _ value: String?) {
      self.name = name
      self.value = value
    }

    init(_ name: StaticString, _ value: Int) { self.init(name, "\(value)") }
  }

  // MARK: Bytes

  private mutating func open(_ name: StaticString, _ attributes: [Attribute]) {
    bytes.append(UInt8(ascii: "<"))
    append(name)
    for attribute in attributes {
      guard let value = attribute.value else { continue }
      bytes.append(UInt8(ascii: " "))
      append(attribute.name)
      bytes += [UInt8(ascii: "="), UInt8(ascii: "\"")]
      append(value, isAttribute: true)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private mutating func append(_ text: StaticString) {
    bytes += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  private mutating func append(_ text: String, isAttribute: Bool) {
    let shown = text.printable(keepingLines: true).withoutNoncharacters
    (isAttribute ? Self.attributeEscapes : Self.textEscapes).append(shown, to: &bytes)
  }

  private static let references: [UInt8: String] = [
    UInt8(ascii: "&"): "&amp;", UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;",
    UInt8(ascii: "\""): "&quot;", UInt8(ascii: "'"): "&#39;",
  ]
  private static let textEscapes = ByteEscapes(references)
  private static let attributeEscapes = ByteEscapes(
    references.merging([0x0A: "&#10;", 0x09: "&#9;"]) { $1 })
}

@resultBuilder
enum MarkupBuilder {
  static func buildExpression(_ markup: Markup) -> Markup { markup }
  static func buildExpression(_ text: String) -> Markup { .text(text) }
  static func buildBlock(_ parts: Markup...) -> Markup { joined(parts) }
  static func buildOptional(_ markup: Markup?) -> Markup { markup ?? .empty }
  static func buildEither(first markup: Markup) -> Markup { markup }
  static func buildEither(second markup: Markup) -> Markup { markup }
  static func buildArray(_ parts: [Markup]) -> Markup { joined(parts) }

  private static func joined(_ parts: [Markup]) -> Markup {
    var bytes = [UInt8]()
    bytes.reserveCapacity(parts.reduce(0) { $0 + $1.bytes.count })
    for part in parts { bytes += part.bytes }
    return Markup(bytes: bytes)
  }
}

extension Markup {
  /// Several pieces, one after the other.
  static func all(@MarkupBuilder _ content: () -> Markup) -> Markup { content() }
}

extension String {
  /// U+FFFE, U+FFFF and marks of direction that `printable` leaves are spelled out.
  fileprivate var withoutNoncharacters: String {
    // The first bytes of these in UTF-8.
    guard utf8.contains(where: { $0 == 0xD8 || $0 == 0xE2 || $0 == 0xEF }),
      unicodeScalars.contains(where: \.isLeftByPrintable)
    else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.isLeftByPrintable {
        result.append(
          contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate var isLeftByPrintable: Bool {
    switch value {
    case 0x200E, 0x200F, 0x061C, 0xFEFF, 0xFFF9...0xFFFB, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}
