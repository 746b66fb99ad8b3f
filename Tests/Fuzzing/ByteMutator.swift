import MigCheckGeneration

/// Damages files without asking what they mean.
enum ByteMutator {
  static func damaged(_ bytes: [UInt8], _ source: inout RandomSource) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<(1 + source.geometric(mean: 1, limit: 4)) { damage(&bytes, &source) }
    return bytes
  }

  private static func damage(_ bytes: inout [UInt8], _ source: inout RandomSource) {
    let place = bytes.isEmpty ? 0 : source.below(bytes.count)
    switch bytes.isEmpty ? 4 : source.below(8) {
    case 0: bytes[place] ^= 1 << UInt8(source.below(8))
    case 1: bytes[place] = source.pick(from: [0, 0x7F, 0x80, 0xFF, 0x22, 0x7B, 0x5D] as [UInt8])
    case 2: bytes.removeLast(bytes.count - place)
    case 3:
      let end = min(bytes.count, place + 1 + source.below(64))
      bytes.removeSubrange(place..<end)
    case 4: bytes.insert(contentsOf: [0xEF, 0xBB, 0xBF], at: source.chance(70) ? 0 : place)
    case 5: bytes.insert(contentsOf: [0xC3, 0x28, 0xED, 0xA0, 0x80], at: place)
    case 6:
      let end = min(bytes.count, place + 1 + source.below(256))
      bytes.insert(contentsOf: bytes[place..<end], at: source.below(bytes.count))
    default: bytes.append(contentsOf: Array(repeating: bytes[place], count: 1 + source.below(100)))
    }
  }
}
