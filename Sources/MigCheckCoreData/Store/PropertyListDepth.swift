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
    return isShallow(list.top, of: list, limit, &visits)
  }

  private static func isShallow(
    _ object: Int, of list: BinaryList, _ levels: Int, _ visits: inout Int
  ) -> Bool {
    visits += 1
    guard levels > 0, visits <= mostVisits else { return false }
    for child in list.children(of: object) ?? [] {
      guard isShallow(child, of: list, levels - 1, &visits) else { return false }
    }
    return true
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
}
