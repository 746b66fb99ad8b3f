/// Hashing of values: fast, the same in every run and on every machine.
///
/// Not for secrets. A collision never makes unequal graphs equal, for a mapping is verified.
enum Mix {
  @inline(__always)
  static func scramble(_ value: UInt64) -> UInt64 {
    var mixed = value &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
    return mixed ^ mixed >> 32
  }

  @inline(__always)
  static func combine(_ first: UInt64, _ second: UInt64) -> UInt64 {
    scramble((first << 23 | first >> 41) &+ second &+ 0x517C_C1B7_2722_0A95)
  }

  /// The better half of `combine`.
  @inline(__always)
  static func half(_ first: UInt64, _ second: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: combine(first, second) >> 16)
  }

  static func bytes(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(bytes.count) &+ 0x2545_F491_4F6C_DD1D
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = combine(
        hash, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return combine(hash, rest)
  }

  static func string(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { bytes(UnsafeRawBufferPointer($0)) }
  }

  /// A scalar or null with its type; `nil` for links, embedded objects and collections.
  @inline(__always)
  static func scalar(_ value: Value) -> UInt64? {
    switch value {
    case .null: 0x1F3A
    case .bool(let value): combine(1, value ? 1 : 0)
    case .int(let value): combine(2, UInt64(bitPattern: value))
    case .float(let value): combine(3, UInt64(value.bitPattern))
    case .double(let value): combine(4, value.bitPattern)
    case .decimal128(let value): combine(5, string(value.description))
    case .string(let value): combine(6, string(value))
    case .data(let value): combine(7, value.withUnsafeBytes(bytes))
    case .date(let value):
      combine(
        combine(8, UInt64(bitPattern: value.seconds)),
        UInt64(UInt32(bitPattern: value.nanoseconds)))
    case .uuid(let value): combine(combine(9, value.high), value.low)
    case .objectId(let value): combine(combine(10, value.high), UInt64(value.low))
    case .link, .embedded, .list, .set, .dictionary: nil
    }
  }
}
