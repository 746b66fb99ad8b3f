/// The objects of a property list in Apple's binary format, as CoreFoundation publishes it.
package struct BinaryList: Sendable {
  /// One object; lists and dictionaries hold the numbers of others.
  package enum Object: Sendable, Equatable {
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    /// The place of an object in the list of a keyed archive.
    case reference(Int)
    case array([Int])
    /// The numbers of keys, each with that of its value.
    case dictionary([Entry])
    /// Dates, data and whatever else a list may hold.
    case other
  }

  package struct Entry: Sendable, Equatable {
    package var key: Int
    package var value: Int
  }

  private let bytes: [UInt8]
  /// The number of the object that holds all others.
  package let top: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let table: Int

  /// - Returns: `nil` for one whose end is damaged, which Foundation refuses as well.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 40, bytes.starts(with: "bplist".utf8) else { return nil }
    self.bytes = bytes
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Self.number(bytes, trailer + 8, 8),
      let top = Self.number(bytes, trailer + 16, 8),
      let table = Self.number(bytes, trailer + 24, 8)
    else { return nil }
    (self.count, self.top, self.table) = (count, top, table)
  }

  private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int? {
    guard place >= 0, place <= bytes.count - size else { return nil }
    let number = bits(bytes[place..<(place + size)])
    return number <= Int32.max ? Int(number) : nil
  }

  private static func bits(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  }

  /// What is known of an object without a look at its content.
  private struct Head {
    /// The upper half of its first byte.
    var kind: UInt8
    /// The lower half, or the number that follows it.
    var length: Int
    /// Where its content starts.
    var start: Int
  }

  private func head(_ object: Int) -> Head? {
    guard object >= 0, object < count,
      let place = Self.number(bytes, table + object * offsetSize, offsetSize),
      place < bytes.count
    else { return nil }
    var head = Head(kind: bytes[place] >> 4, length: Int(bytes[place] & 0xF), start: place + 1)
    // Of numbers the lower half is their size.
    guard head.length == 0xF, head.kind >= 4 else { return head }
    guard head.start < bytes.count, bytes[head.start] >> 4 == 1, bytes[head.start] & 0xF < 4 else {
      return nil
    }
    let size = 1 << Int(bytes[head.start] & 0xF)
    guard let length = Self.number(bytes, head.start + 1, size) else { return nil }
    head.length = length
    head.start += 1 + size
    return head
  }

  /// The numbers of the objects that a list or dictionary holds; keys come first.
  ///
  /// - Returns: those up to the first that is damaged; `nil`: it is neither a list nor a dictionary.
  package func children(of object: Int) -> [Int]? {
    guard let head = head(object), [0xA, 0xB, 0xC, 0xD].contains(head.kind) else { return nil }
    let count = head.kind == 0xD ? 2 * head.length : head.length
    var children = [Int]()
    for place in 0..<count {
      guard let child = Self.number(bytes, head.start + place * referenceSize, referenceSize) else {
        break
      }
      children.append(child)
    }
    return children
  }

  /// - Returns: `nil` for one that is damaged or not there.
  package subscript(object: Int) -> Object? {
    guard let head = head(object) else { return nil }
    switch head.kind {
    case 0x0: return [8: .bool(false), 9: .bool(true)][head.length] ?? .other
    case 0x1: return content(head, 1 << head.length).map { .integer(Int64(bitPattern: $0)) }
    case 0x2:
      return content(head, 1 << head.length).flatMap { bits in
        real(bits, size: 1 << head.length).map(Object.real)
      }
    case 0x5:
      return slice(head, head.length).map { .text(String(decoding: $0, as: UTF8.self)) }
    case 0x6:
      return slice(head, 2 * head.length).map { .text(Self.wideText($0)) }
    case 0x8:
      return Self.number(bytes, head.start, head.length + 1).map(Object.reference)
    case 0xA, 0xB, 0xC:
      return children(of: object).flatMap { $0.count == head.length ? .array($0) : nil }
    case 0xD:
      return children(of: object).flatMap { children in
        guard children.count == 2 * head.length else { return nil }
        return .dictionary(
          zip(children, children.dropFirst(head.length)).map { Entry(key: $0, value: $1) })
      }
    default: return .other
    }
  }

  /// Text of two bytes a code unit, the higher one first.
  private static func wideText(_ bytes: ArraySlice<UInt8>) -> String {
    let places = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2)
    let units: [UInt16] = places.map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    return String(decoding: units, as: UTF16.self)
  }

  private func slice(_ head: Head, _ size: Int) -> ArraySlice<UInt8>? {
    guard size <= bytes.count - head.start else { return nil }
    return bytes[head.start..<(head.start + size)]
  }

  /// Up to eight bytes.
  private func content(_ head: Head, _ size: Int) -> UInt64? {
    size <= 8 ? slice(head, size).map(Self.bits) : nil
  }

  private func real(_ bits: UInt64, size: Int) -> Double? {
    switch size {
    case 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: Double(bitPattern: bits)
    default: nil
    }
  }
}
