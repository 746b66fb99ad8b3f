/// The hash function SHA-256 of FIPS 180-4.
package struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// The bytes of the block that is not full yet.
  private var rest = [UInt8]()
  private var length: UInt64 = 0

  private static let blockSize = 64

  package init() {}

  /// - Returns: the 32 bytes of the hash.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }

  /// Adds bytes to what is hashed.
  package mutating func update(_ bytes: some Collection<UInt8>) {
    length &+= UInt64(bytes.count)
    rest += bytes
    var start = 0
    while rest.count - start >= Self.blockSize {
      compress(at: start)
      start += Self.blockSize
    }
    if start > 0 { rest.removeFirst(start) }
  }

  /// - Returns: the 32 bytes of the hash of all that was added.
  package consuming func finalize() -> [UInt8] {
    let bits = length &* 8
    var padding: [UInt8] = [0x80]
    while (rest.count + padding.count) % Self.blockSize != 56 { padding.append(0) }
    padding += bits.bigEndianBytes
    update(padding)
    return state.flatMap(\.bigEndianBytes)
  }

  private mutating func compress(at start: Int) {
    var words = [UInt32](repeating: 0, count: 64)
    for index in 0..<16 {
      let place = start + 4 * index
      words[index] =
        UInt32(rest[place]) << 24 | UInt32(rest[place + 1]) << 16 | UInt32(rest[place + 2]) << 8
        | UInt32(rest[place + 3])
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = rotate(early, 7) ^ rotate(early, 18) ^ (early >> 3)
      let second = rotate(late, 17) ^ rotate(late, 19) ^ (late >> 10)
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let upper = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let lower = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let first = h &+ upper &+ choice &+ Self.constants[index] &+ words[index]
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ lower &+ majority)
    }
    state = zip(state, [a, b, c, d, e, f, g, h]).map { $0 &+ $1 }
  }

  private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = SHA512.constants.prefix(64).map {
    UInt32(truncatingIfNeeded: $0 >> 32)
  }
}
