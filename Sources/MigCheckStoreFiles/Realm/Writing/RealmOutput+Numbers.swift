import MigCheckModel
import MigCheckText

extension RealmOutput {
  /// Adds an array of integers that may be null: its first element means null.
  ///
  /// The engine takes for granted that this is the greatest number of the width, and that no other
  /// element is; only of 64 bits it may be any number that no element is. So the width is the
  /// smallest in which no number is the greatest. Source: realm-core `src/realm/array_integer.cpp`,
  /// `ArrayIntNull`.
  mutating func optionalIntegers(_ values: [Int64?]) -> Int {
    var (low, high): (Int64, Int64) = (0, -1)
    for case let value? in values {
      low = min(low, value)
      high = max(high, value)
    }
    // One more than the highest must fit.
    let width = high == .max ? 64 : Self.width(from: low, to: high + 1)
    let null = Self.nullMarker(width: width, values: values)
    return integers([null] + values.map { $0 ?? null }, width: width)
  }

  private static func nullMarker(width: Int, values: [Int64?]) -> Int64 {
    switch width {
    case 0: return 0
    case 1, 2, 4: return 1 << width - 1
    case 8, 16, 32: return 1 << (width - 1) - 1
    default:
      var marker = Int64.max
      let taken = Set(values.compactMap { $0 })
      while taken.contains(marker) { marker -= 1 }
      return marker
    }
  }

  /// Adds numbers of as many bytes each.
  mutating func words<Number: FixedWidthInteger>(_ words: [Number]) -> Int {
    let size = MemoryLayout<Number>.size
    return node(.bytes, width: size, count: words.count) { payload in
      for (index, word) in words.enumerated() {
        payload.storeBytes(
          of: word.littleEndian, toByteOffset: index * size, as: Number.self)
      }
    }
  }

  /// Adds decimals in the binary coding of 128 bits.
  mutating func decimals(_ values: [Decimal128?]) -> Int {
    node(.bytes, width: 16, count: values.count) { payload in
      for (index, value) in values.enumerated() {
        let (high, low) = value?.binary ?? (RealmNull.decimalHigh, RealmNull.decimalLow)
        payload.storeBytes(of: low.littleEndian, toByteOffset: index * 16, as: UInt64.self)
        payload.storeBytes(of: high.littleEndian, toByteOffset: index * 16 + 8, as: UInt64.self)
      }
    }
  }

  /// Adds dates: seconds and nanoseconds, which have one sign.
  mutating func dates(_ values: [Timestamp?]) -> Int {
    let parts = values.map { $0.map(\.realmParts) }
    let slots = [
      optionalIntegers(parts.map { $0?.seconds }), integers(parts.map { $0?.nanoseconds ?? 0 }),
    ]
    return references(slots.map(Int64.init))
  }

  /// Adds identifiers: blocks of eight, each after a byte that says which of them are null.
  ///
  /// - Parameter size: 12 or 16 bytes.
  mutating func identifiers(_ values: [[UInt8]?], size: Int) -> Int {
    let count = values.count * size + (values.count + 7) / 8
    return node(.bytes, width: 1, count: count) { payload in
      for (index, value) in values.enumerated() {
        let block = index / 8 * (8 * size + 1)
        guard let value else {
          payload[block] |= 1 << UInt8(index % 8)
          continue
        }
        let start = block + 1 + index % 8 * size
        for (offset, byte) in value.enumerated() { payload[start + offset] = byte }
      }
    }
  }
}

extension Timestamp {
  /// Seconds and nanoseconds of one sign, as files hold them.
  var realmParts: (seconds: Int64, nanoseconds: Int64) {
    seconds < 0 && nanoseconds > 0
      ? (seconds + 1, Int64(nanoseconds) - 1_000_000_000) : (seconds, Int64(nanoseconds))
  }
}

extension ObjectIDBytes {
  /// The twelve bytes, most significant first.
  var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }
}

extension UUIDBytes {
  /// The sixteen bytes, most significant first.
  var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }
}
