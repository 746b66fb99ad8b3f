/// How deep a property list nests, before Foundation reads it: that takes one call a level, and a list
/// of a hostile file may have more levels than there is stack.
package enum PropertyListDepth {
  private static let limit = 64
  /// Values of a binary list that are looked at; one may stand in several places.
  private static let mostVisits = 100_000

  /// Whether the list nests no deeper than any list of Core Data or Xcode does.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func isShallow(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "bplist".utf8) else {
      return elements(bytes) && brackets(bytes)
    }
    guard let list = BinaryList(bytes) else { return true }
    var visits = 0
    return list.isShallow(list.top, limit, &visits)
  }

  /// Of XML.
  private static func elements(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    for place in bytes.indices.dropLast() where bytes[place] == UInt8(ascii: "<") {
      let next = bytes[place + 1]
      if next == UInt8(ascii: "/") {
        depth -= 1
      } else if next != UInt8(ascii: "?"), next != UInt8(ascii: "!") {
        // No tag goes beyond the next one.
        let end = bytes[(place + 1)...].firstIndex { [0x3C, 0x3E].contains($0) } ?? bytes.count
        if bytes[end - 1] != UInt8(ascii: "/") { depth += 1 }
      }
      if depth > limit { return false }
    }
    return true
  }

  /// Of the form that is older than XML: `{ a = ( b, c ); }`.
  private static func brackets(_ bytes: [UInt8]) -> Bool {
    guard bytes.first(where: { $0 > 0x20 }) != UInt8(ascii: "<") else { return true }
    var depth = 0
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"): depth -= 1
      default: break
      }
      if depth > limit { return false }
    }
    return true
  }

  /// The lists and dictionaries of the binary form, as Apple publishes it in CoreFoundation.
  private struct BinaryList {
    let bytes: [UInt8]
    let top: Int
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let table: Int

    /// - Returns: `nil` for one whose end is damaged, which Foundation refuses as well.
    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 40 else { return nil }
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
      let number = bytes[place..<(place + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return number <= Int32.max ? Int(number) : nil
    }

    func isShallow(_ object: Int, _ levels: Int, _ visits: inout Int) -> Bool {
      visits += 1
      guard levels > 0, visits <= mostVisits else { return false }
      guard object < count,
        let place = Self.number(bytes, table + object * offsetSize, offsetSize),
        place < bytes.count
      else { return true }
      let kind = bytes[place] >> 4
      guard [0xA, 0xB, 0xC, 0xD].contains(kind) else { return true }
      var length = Int(bytes[place] & 0xF)
      var start = place + 1
      if length == 0xF {
        guard start < bytes.count, bytes[start] >> 4 == 1, bytes[start] & 0xF < 4 else {
          return true
        }
        let size = 1 << Int(bytes[start] & 0xF)
        guard let number = Self.number(bytes, start + 1, size) else { return true }
        length = number
        start += 1 + size
      }
      for number in 0..<(kind == 0xD ? 2 * length : length) {
        guard let child = Self.number(bytes, start + number * referenceSize, referenceSize) else {
          return true
        }
        guard isShallow(child, levels - 1, &visits) else { return false }
      }
      return true
    }
  }
}
