/// A Realm file as bytes and nodes, read for the verifier alone: nothing here is shared with the
/// reader that it checks.
final class RealmRawFile {
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  struct Node {
    let ref: Int
    let flags: UInt8
    let kind: Int
    let width: Int
    let count: Int
    let bytes: ArraySlice<UInt8>

    var isInner: Bool { flags & 0x80 != 0 }
    var hasReferences: Bool { flags & 0x40 != 0 }
    var hasContext: Bool { flags & 0x20 != 0 }
  }

  let bytes: [UInt8]
  let format: Int
  let top: Int
  /// Where nodes and free blocks are, each once.
  private(set) var claims = [(start: Int, end: Int)]()
  private(set) var problems = [String]()

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    let slot = Int(bytes[23] & 1)
    format = Int(bytes[20 + slot])
    let word = (0..<8).map { bytes[slot * 8 + $0] }
    let isStreaming = word.allSatisfy { $0 == 0xFF }
    let place = isStreaming ? bytes.count - 16 : slot * 8
    top = (0..<8).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    guard bytes[22] == 0, bytes[23] & 0xFE == 0 else {
      throw Problem(description: "reserved bytes of the header are set")
    }
  }

  func fail(_ problem: String) {
    if problems.count < 20 { problems.append(problem) }
  }

  func require(_ condition: Bool, _ problem: @autoclosure () -> String) {
    if !condition { fail(problem()) }
  }

  func claim(_ start: Int, _ size: Int) {
    claims.append((start, start + size))
  }

  /// A node, which is claimed: nothing else may refer to it.
  func node(_ ref: Int, claiming: Bool = true) throws -> Node {
    guard ref >= 24, ref % 8 == 0, ref + 8 <= bytes.count else {
      throw Problem(description: "reference \(ref) is outside of the file")
    }
    let flags = bytes[ref + 4]
    let kind = Int(flags >> 3 & 3)
    let width = flags & 7 == 0 ? 0 : 1 << (Int(flags & 7) - 1)
    let count = Int(bytes[ref + 5]) << 16 | Int(bytes[ref + 6]) << 8 | Int(bytes[ref + 7])
    let size =
      switch kind {
      case 0: (count * width + 7) / 8
      case 1: count * width
      default: count
      }
    guard kind < 3, ref + 8 + size <= bytes.count else {
      throw Problem(description: "node \(ref) ends after the file")
    }
    if claiming {
      claim(ref, 8 + (size + 7) / 8 * 8)
      require(
        bytes[ref..<ref + 4].allSatisfy { $0 == 0x41 }, "node \(ref) has no mark of a file's node")
    }
    return Node(
      ref: ref, flags: flags, kind: kind, width: width, count: count,
      bytes: bytes[ref + 8..<ref + 8 + size])
  }

  func integers(_ node: Node) throws -> [Int64] {
    guard node.kind == 0 else {
      throw Problem(description: "node \(node.ref) does not hold integers")
    }
    let start = node.bytes.startIndex
    return (0..<node.count).map { index in
      guard node.width > 0 else { return 0 }
      guard node.width >= 8 else {
        let byte = bytes[start + index * node.width / 8]
        return Int64(byte >> UInt8(index * node.width % 8)) & (1 << Int64(node.width) - 1)
      }
      let size = node.width / 8
      let word = (0..<size).reduce(UInt64(0)) {
        $0 | UInt64(bytes[start + index * size + $1]) << UInt64(8 * $1)
      }
      return Int64(bitPattern: word << UInt64(64 - node.width)) >> Int64(64 - node.width)
    }
  }

  func integers(at ref: Int64) throws -> [Int64] {
    let node = try node(Int(ref))
    require(!node.hasReferences && !node.isInner, "node \(ref) holds integers and has flags")
    return try integers(node)
  }

  func unsigned(at ref: Int64) throws -> [Int64] {
    let node = try node(Int(ref))
    require(node.width >= 8, "keys at \(ref) have a width of \(node.width)")
    let mask: Int64 = node.width == 64 ? -1 : 1 << Int64(node.width) - 1
    return try integers(node).map { $0 & mask }
  }

  /// The elements of an array of references and tagged numbers.
  func slots(at ref: Int64) throws -> [Int64] {
    let node = try node(Int(ref))
    require(node.hasReferences && node.kind == 0, "node \(ref) does not hold references")
    return try integers(node)
  }

  func untag(_ slot: Int64, _ what: String) -> Int64 {
    require(slot & 1 == 1, "\(what) is not a tagged number")
    return slot >> 1
  }

  /// Checks that no byte belongs to two nodes or free blocks, and that each belongs to one.
  func checkCoverage(until end: Int) {
    var next = 24
    for claim in claims.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if claim.start < next { return fail("byte \(claim.start) belongs to two nodes") }
      if claim.start > next { return fail("bytes \(next) to \(claim.start) belong to no node") }
      next = claim.end
    }
    require(next == end, "bytes \(next) to \(end) belong to no node")
  }
}
