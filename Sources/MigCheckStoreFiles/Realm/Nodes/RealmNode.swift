/// The header of one node of a Realm file: an array of numbers, of references to other nodes, or of
/// bytes.
///
/// A node is eight bytes of header and a payload, padded to a multiple of eight. Byte 4 holds three
/// flags, the kind of width and the code of the width; bytes 5 to 7 hold the number of elements,
/// most significant first. Source: realm-core `src/realm/node_header.hpp`.
struct RealmNode {
  /// What the width of a node counts.
  enum WidthKind: UInt8 {
    /// Bits of an element.
    case bits = 0
    /// Bytes of an element.
    case bytes = 1
    /// Nothing: each element is one byte.
    case blob = 2
  }

  /// The offset of the header in the file: a multiple of eight.
  let ref: Int
  /// Whether this is an inner node of a tree.
  let isInner: Bool
  /// Whether the elements are references and tagged numbers.
  let hasReferences: Bool
  /// A flag whose meaning depends on where the node is: texts in nodes of their own, a node of a
  /// search index, decimals that are all zero.
  let hasContext: Bool
  let kind: WidthKind
  /// In bits or bytes, as `kind` says: 0 or a power of two.
  let width: Int
  /// At most 2²⁴ − 1.
  let count: Int

  static let headerSize = 8
  /// The largest number of elements that a header can hold.
  static let largestCount = 1 << 24 - 1

  var payload: Int { ref + Self.headerSize }

  /// In bytes, without padding.
  var payloadSize: Int {
    switch kind {
    case .bits: (count * width + 7) / 8
    case .bytes: count * width
    case .blob: count
    }
  }

  /// The code of a width in a header: 0 for 0, else one more than its logarithm.
  static func code(ofWidth width: Int) -> UInt8 {
    width == 0 ? 0 : UInt8(width.trailingZeroBitCount + 1)
  }
}
