import MigCheckGeneration

/// Damages Realm files where it hurts: headers of nodes, references, tagged numbers and sizes, so that
/// what is read goes on far beyond the first check.
package enum RealmFileMutator {
  /// - Parameters:
  ///   - bytes: a Realm file.
  ///   - others: nodes of these files are spliced in.
  package static func damaged(
    _ bytes: [UInt8], others: [[UInt8]], _ source: inout RandomSource
  ) -> [UInt8] {
    var bytes = bytes
    let nodes = self.nodes(of: bytes)
    guard !nodes.isEmpty else { return ByteMutator.damaged(bytes, &source) }
    for _ in 0...source.geometric(mean: 2, limit: 8) {
      damage(&bytes, nodes: nodes, others: others, &source)
    }
    return bytes
  }

  /// Where nodes are: each begins with the same four bytes.
  private static func nodes(of bytes: [UInt8]) -> [Int] {
    stride(from: 24, to: bytes.count - 7, by: 8).filter { start in
      bytes[start..<start + 4].allSatisfy { $0 == 0x41 }
    }
  }

  private static func damage(
    _ bytes: inout [UInt8], nodes: [Int], others: [[UInt8]], _ source: inout RandomSource
  ) {
    guard bytes.count >= 32 else { return }
    let node = source.pick(from: nodes)
    guard node + 8 <= bytes.count else { return }
    switch source.below(20) {
    case 0..<3: bytes[node + 4] ^= 1 << UInt8(source.below(8))
    case 3..<5: bytes[node + 4] = bytes[node + 4] & 0xF8 | UInt8(source.below(8))
    case 5..<8: changeCount(&bytes, node, &source)
    case 8..<15: changeElement(&bytes, node, nodes: nodes, &source)
    case 15: changeHeader(&bytes, nodes: nodes, &source)
    case 16: bytes.removeLast(source.below(bytes.count - 24) / 8 * 8)
    case 17:
      let place = source.below(bytes.count)
      bytes[place] = UInt8(source.below(256))
    case 18: splice(&bytes, node, from: source.pick(from: others), &source)
    default:
      let other = source.pick(from: nodes)
      guard other + 8 <= bytes.count else { return }
      for offset in 0..<8 { bytes.swapAt(node + offset, other + offset) }
    }
  }

  private static func changeCount(
    _ bytes: inout [UInt8], _ node: Int, _ source: inout RandomSource
  ) {
    let count = Int(bytes[node + 5]) << 16 | Int(bytes[node + 6]) << 8 | Int(bytes[node + 7])
    let changed = source.pick(from: [
      0, 1, 2, 3, 8, 255, 256, 257, 1000, 65536, 1 << 24 - 1, max(0, count - 1), count + 1,
      count * 2,
    ])
    bytes[node + 5] = UInt8(truncatingIfNeeded: changed >> 16)
    bytes[node + 6] = UInt8(truncatingIfNeeded: changed >> 8)
    bytes[node + 7] = UInt8(truncatingIfNeeded: changed)
  }

  /// Writes over one element of a node, in its own width.
  private static func changeElement(
    _ bytes: inout [UInt8], _ node: Int, nodes: [Int], _ source: inout RandomSource
  ) {
    let code = bytes[node + 4] & 7
    let count = Int(bytes[node + 5]) << 16 | Int(bytes[node + 6]) << 8 | Int(bytes[node + 7])
    guard code > 0, count > 0 else { return }
    let value = self.value(node, nodes: nodes, &source)
    let size = max(1, 1 << (Int(code) - 1) / 8)
    let index = source.below(min(count, 1000))
    let place = node + 8 + index * size
    guard place + size <= bytes.count else { return }
    for offset in 0..<size {
      bytes[place + offset] = UInt8(truncatingIfNeeded: value >> Int64(8 * offset))
    }
  }

  private static func value(
    _ node: Int, nodes: [Int], _ source: inout RandomSource
  ) -> Int64 {
    switch source.below(8) {
    case 0, 1: Int64(source.pick(from: nodes))
    case 2: Int64(node)
    case 3: Int64(source.below(64))
    case 4: Int64(source.below(1 << 20)) << 1 | 1
    case 5:
      source.pick(from: [
        0, 1, -1, 2, 3, 7, 8, 16, 24, 255, .max, .min, .max - 1, 1 << 31, 1 << 32, 1 << 62, -8,
        Int64(Int32.max), 0x7FFF_FFFF, 0x1FFF_FFFF_FFFF_FFF8,
      ])
    default: Int64(bitPattern: source.next())
    }
  }

  private static func changeHeader(
    _ bytes: inout [UInt8], nodes: [Int], _ source: inout RandomSource
  ) {
    switch source.below(4) {
    case 0: bytes[20 + source.below(4)] = UInt8(source.below(32))
    case 1: bytes[23] ^= 1
    default:
      let slot = Int(bytes[23] & 1) * 8
      let top = UInt64(bitPattern: value(24, nodes: nodes, &source))
      for offset in 0..<8 {
        bytes[slot + offset] = UInt8(truncatingIfNeeded: top >> UInt64(8 * offset))
      }
    }
  }

  /// Copies some bytes of another file over a node.
  private static func splice(
    _ bytes: inout [UInt8], _ node: Int, from other: [UInt8], _ source: inout RandomSource
  ) {
    let others = nodes(of: other)
    guard !others.isEmpty else { return }
    let start = source.pick(from: others)
    for offset in 0..<8 + source.below(64)
    where node + offset < bytes.count && start + offset < other.count {
      bytes[node + offset] = other[start + offset]
    }
  }
}
