/// The bytes of a Realm file as it is written: node after node, each one after those that it refers
/// to.
struct RealmOutput {
  private(set) var bytes: [UInt8]

  /// Flags of a node's header.
  struct Flags: OptionSet {
    let rawValue: UInt8

    static let inner = Self(rawValue: 0x80)
    static let references = Self(rawValue: 0x40)
    static let context = Self(rawValue: 0x20)
  }

  init() {
    bytes = Array(repeating: 0, count: RealmFileHeader.size)
  }

  mutating func reserve(_ capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// Adds a node and lets `fill` write its payload, which is zero before.
  ///
  /// - Returns: where the node is.
  mutating func node(
    _ kind: RealmNode.WidthKind, width: Int, count: Int, flags: Flags = [],
    fill: (UnsafeMutableRawBufferPointer) -> Void
  ) -> Int {
    let ref = bytes.count
    let node = RealmNode(
      ref: ref, isInner: false, hasReferences: false, hasContext: false, kind: kind, width: width,
      count: count)
    let size = node.payloadSize
    bytes.append(contentsOf: [
      0x41, 0x41, 0x41, 0x41, flags.rawValue | kind.rawValue << 3 | RealmNode.code(ofWidth: width),
      UInt8(truncatingIfNeeded: count >> 16), UInt8(truncatingIfNeeded: count >> 8),
      UInt8(truncatingIfNeeded: count),
    ])
    bytes.append(contentsOf: repeatElement(0, count: (size + 7) / 8 * 8))
    bytes.withUnsafeMutableBytes {
      fill(UnsafeMutableRawBufferPointer(rebasing: $0[node.payload..<node.payload + size]))
    }
    return ref
  }

  /// Adds an array of integers.
  ///
  /// - Parameter width: in bits; `nil`: the smallest that holds all.
  mutating func integers(
    _ values: [Int64], width: Int? = nil, flags: Flags = []
  ) -> Int {
    let width = width ?? Self.width(of: values)
    return node(.bits, width: width, count: values.count, flags: flags) { payload in
      Self.store(values, width: width, in: payload)
    }
  }

  /// Adds an array of numbers that are never negative and are read without a sign: of object keys.
  mutating func unsignedIntegers(_ values: [Int64]) -> Int {
    let most = values.max() ?? 0
    return integers(
      values, width: most < 1 << 8 ? 8 : most < 1 << 16 ? 16 : most < 1 << 32 ? 32 : 64)
  }

  /// Adds an array of references and tagged numbers.
  mutating func references(_ slots: [Int64], flags: Flags = []) -> Int {
    integers(slots, flags: flags.union(.references))
  }

  /// The slot that holds a number. Source: realm-core `src/realm/array.hpp`, `RefOrTagged`.
  static func tagged(_ number: Int) -> Int64 { Int64(number) << 1 | 1 }

  /// The smallest width in which all numbers fit.
  static func width(of values: [Int64]) -> Int {
    var (low, high): (Int64, Int64) = (0, 0)
    for value in values {
      low = min(low, value)
      high = max(high, value)
    }
    return width(from: low, to: high)
  }

  static func width(from low: Int64, to high: Int64) -> Int {
    if low >= 0, high < 16 { return high == 0 ? 0 : high == 1 ? 1 : high < 4 ? 2 : 4 }
    return [8, 16, 32].first { low >= -1 << ($0 - 1) && high < 1 << ($0 - 1) } ?? 64
  }

  private static func store(
    _ values: [Int64], width: Int, in payload: UnsafeMutableRawBufferPointer
  ) {
    func each<Number: FixedWidthInteger>(_ type: Number.Type) {
      for (index, value) in values.enumerated() {
        payload.storeBytes(
          of: Number(truncatingIfNeeded: value).littleEndian,
          toByteOffset: index * MemoryLayout<Number>.size, as: type)
      }
    }
    switch width {
    case 0: break
    case 8: each(UInt8.self)
    case 16: each(UInt16.self)
    case 32: each(UInt32.self)
    case 64: each(UInt64.self)
    default:
      for (index, value) in values.enumerated() {
        let bit = index * width
        payload[bit / 8] |= UInt8(truncatingIfNeeded: value) << UInt8(bit % 8)
      }
    }
  }

  /// Writes the first bytes of the file, when all else is there.
  mutating func finish(top: Int, format: Int) {
    bytes.withUnsafeMutableBytes { buffer in
      buffer.storeBytes(of: UInt64(top).littleEndian, as: UInt64.self)
      for (index, byte) in RealmFileHeader.mnemonic.enumerated() {
        buffer[RealmFileHeader.mnemonicOffset + index] = byte
      }
      // One format for each of the two slots; the first is in force.
      buffer[RealmFileHeader.formatOffset] = UInt8(format)
      buffer[RealmFileHeader.formatOffset + 1] = UInt8(format)
    }
  }
}
