import MigCheckText

/// The name of an object type or of a property.
///
/// Names are equal, hashed and ordered by their UTF-8 bytes, as a store tells them apart. Swift's own
/// `==` on strings takes "é" of one scalar and "é" of two for equal; to a store they are two names.
@frozen
public struct Name: Sendable {
  /// The name as it was written.
  public let text: String

  /// A name of any text.
  @inlinable
  public init(_ text: String) {
    self.text = text
  }

  /// The UTF-8 bytes, by which names are compared.
  @inlinable
  public var utf8: String.UTF8View { text.utf8 }

  /// Whether the text is empty.
  @inlinable
  public var isEmpty: Bool { text.isEmpty }
}

extension Name: Hashable {
  /// - Complexity: O(*n*) in the number of bytes; O(1) for copies and up to fifteen bytes.
  @inlinable
  public static func == (left: Name, right: Name) -> Bool {
    left.text.isIdentical(to: right.text)
  }

  /// - Complexity: O(*n*) in the number of bytes.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    let isContiguous: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
    if isContiguous == nil {
      for byte in text.utf8 { hasher.combine(byte) }
    }
    // No text holds the byte: it ends the name among whatever else is hashed.
    hasher.combine(0xFF as UInt8)
  }
}

extension Name: Comparable {
  /// - Complexity: O(*n*) in the number of bytes.
  @inlinable
  public static func < (left: Name, right: Name) -> Bool {
    left.text.precedes(right.text)
  }
}

extension Name: ExpressibleByStringInterpolation {
  /// A name written as a literal.
  @inlinable
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension Name: CustomStringConvertible, CustomDebugStringConvertible {
  /// The text.
  @inlinable
  public var description: String { text }

  /// The text in quotation marks, with escapes.
  @inlinable
  public var debugDescription: String { text.debugDescription }
}

extension Name: Codable {
  /// A plain string.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes a plain string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
