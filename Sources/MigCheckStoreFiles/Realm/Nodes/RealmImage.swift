/// The bytes of a Realm file, of which no other than existing ones are ever read, and the work that
/// reading them may take.
///
/// A damaged file may name one node a thousand times, or claim millions of elements in eight bytes:
/// an array of width 0 has no payload. So each element that is decoded and each byte of a text is
/// taken from an allowance in proportion to the file's size, before memory is reserved for it.
/// Healthy files need less than a tenth of it.
final class RealmImage {
  let bytes: [UInt8]
  /// The file format, 10 to 24; 0 for a file without content.
  let format: Int
  /// Where the nodes end: the logical size of the file.
  var end: Int
  /// How many elements may still be decoded.
  private var allowance: Int
  /// How many elements may be decoded in all.
  let limit: Int

  /// Elements, and bytes of texts, for each byte of the file.
  static let elementsPerByte = 64
  /// What the smallest file may have: most of its content may be empty lists and zeros.
  static let smallestAllowance = 1 << 16

  init(bytes: [UInt8], format: Int) {
    self.bytes = bytes
    self.format = format
    end = bytes.count
    limit = bytes.count * Self.elementsPerByte + Self.smallestAllowance
    allowance = limit
  }

  /// How many elements were decoded so far.
  var spent: Int { limit - allowance }

  /// Takes elements from the allowance.
  func charge(_ count: Int, at offset: Int) throws {
    guard count <= allowance else {
      throw RealmDamage(offset, "it claims more elements than a file of this size can hold")
    }
    allowance -= count
  }

  /// Reads the header of a node, and checks that its payload is in the file.
  ///
  /// - Throws: `RealmDamage`.
  func node(at ref: Int) throws -> RealmNode {
    guard ref >= 24, ref % 8 == 0, ref <= end - RealmNode.headerSize else {
      throw RealmDamage(ref, "a reference leads there, out of \(end) bytes")
    }
    let flags = bytes[ref + 4]
    guard let kind = RealmNode.WidthKind(rawValue: flags >> 3 & 3) else {
      throw RealmDamage(ref, "a node has a width of no known kind")
    }
    let code = flags & 7
    let count = Int(bytes[ref + 5]) << 16 | Int(bytes[ref + 6]) << 8 | Int(bytes[ref + 7])
    let node = RealmNode(
      ref: ref, isInner: flags & 0x80 != 0, hasReferences: flags & 0x40 != 0,
      hasContext: flags & 0x20 != 0, kind: kind, width: code == 0 ? 0 : 1 << Int(code - 1),
      count: count)
    guard node.payloadSize <= end - node.payload else {
      throw RealmDamage(ref, "a node of \(node.payloadSize) bytes ends after the file")
    }
    return node
  }

  /// Reads a number of a payload; the caller has checked that it is in the file.
  @inline(__always)
  func load<Number: FixedWidthInteger>(_ offset: Int, as type: Number.Type) -> Number {
    bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type))
    }
  }
}
