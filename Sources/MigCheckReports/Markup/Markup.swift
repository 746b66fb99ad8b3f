import MigCheckText

/// A piece of HTML, SVG or XML in which every text is escaped, wherever it comes from.
///
/// There is no way from a `String` to markup but `text(_:)`, which escapes: names of elements and
/// attributes are literals of the source, and what is raw are files of this module.
struct Markup: Sendable {
  fileprivate enum Node: Sendable {
    case text(String)
    case literal(StaticString)
    case file([UInt8])
    /// - Parameter content: `nil`: the element has no end.
    indirect case element(StaticString, [Attribute], content: Node?)
    case all([Node])
  }

  private let node: Node

  static let empty = Markup(node: .all([]))

  /// A text, with all that markup or the direction of writing could be changed by made harmless:
  /// control characters, which XML forbids and pages do not show, are spelled `\u{202E}`.
  static func text(_ text: String) -> Markup { Markup(node: .text(text)) }

  /// - Parameter attributes: without a value of `nil` ones.
  static func element(
    _ name: StaticString, _ attributes: [Attribute] = [],
    @MarkupBuilder content: () -> Markup = { .empty }
  ) -> Markup {
    Markup(node: .element(name, attributes, content: content().node))
  }

  /// An element of HTML that has no end, or one of XML that is empty.
  static func void(_ name: StaticString, _ attributes: [Attribute] = []) -> Markup {
    Markup(node: .element(name, attributes, content: nil))
  }

  /// What stands in a file of this module.
  static func resource(_ bytes: [UInt8]) -> Markup { Markup(node: .file(bytes)) }

  /// A literal of the source.
  static func literal(_ text: StaticString) -> Markup { Markup(node: .literal(text)) }

  static func + (left: Markup, right: Markup) -> Markup { joined([left, right]) }

  fileprivate static func joined(_ parts: [Markup]) -> Markup {
    Markup(node: .all(parts.map(\.node)))
  }

  /// - Complexity: O(*n*) in the length of the text.
  var string: String {
    var bytes = [UInt8]()
    node.write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

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
}

// MARK: Bytes

extension Markup.Node {
  fileprivate func write(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text): text.write(to: &bytes, with: Self.textEscapes)
    case .literal(let text): text.write(to: &bytes)
    case .file(let content): bytes += content
    case .all(let nodes):
      for node in nodes { node.write(to: &bytes) }
    case .element(let name, let attributes, let content):
      bytes.append(UInt8(ascii: "<"))
      name.write(to: &bytes)
      for attribute in attributes {
        guard let value = attribute.value else { continue }
        bytes.append(UInt8(ascii: " "))
        attribute.name.write(to: &bytes)
        ("=\"" as StaticString).write(to: &bytes)
        value.write(to: &bytes, with: Self.attributeEscapes)
        bytes.append(UInt8(ascii: "\""))
      }
      guard let content else { return ("/>" as StaticString).write(to: &bytes) }
      bytes.append(UInt8(ascii: ">"))
      content.write(to: &bytes)
      ("</" as StaticString).write(to: &bytes)
      name.write(to: &bytes)
      bytes.append(UInt8(ascii: ">"))
    }
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
  static func buildBlock(_ parts: Markup...) -> Markup { .joined(parts) }
  static func buildOptional(_ markup: Markup?) -> Markup { markup ?? .empty }
  static func buildEither(first markup: Markup) -> Markup { markup }
  static func buildEither(second markup: Markup) -> Markup { markup }
  static func buildArray(_ parts: [Markup]) -> Markup { .joined(parts) }
}

extension Markup {
  /// Several pieces, one after the other.
  static func all(@MarkupBuilder _ content: () -> Markup) -> Markup { content() }
}

extension StaticString {
  fileprivate func write(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount))
  }
}

extension String {
  fileprivate func write(to bytes: inout [UInt8], with escapes: ByteEscapes) {
    let shown =
      isPrintableASCIIInLines ? self : printable(keepingLines: true).withoutNoncharacters
    escapes.append(shown, to: &bytes)
  }

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
