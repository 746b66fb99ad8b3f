import Foundation
import MigCheckModel

@testable import MigCheckStores

/// SplitMix64.
struct TestRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

extension Array {
  func randomElement(_ random: inout TestRandom) -> Element? {
    isEmpty ? nil : self[random.below(count)]
  }
}

/// A folder that is removed when the test ends.
final class TestFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("migcheck-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  /// The names of all files, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

extension StorageRules {
  /// All that an engine may choose.
  static let everything = StorageRules(
    values: ValueRules(keepsSignOfZero: false, dictionaryKeys: .noPaths), packsZeros: true,
    skipsEqualNumbers: true, comparesElementsByValue: true)
}

/// A text that tells values apart bit for bit, and shows the order of sets.
enum Exact {
  static func text(_ any: Any) -> String {
    switch any {
    case let value as Value: text(value)
    case let values as [Value]: "[" + values.map { text($0) }.joined(separator: ", ") + "]"
    default: String(reflecting: any)
    }
  }

  static func text(_ value: Value) -> String {
    switch value {
    case .float(let value): "float \(String(value.bitPattern, radix: 16))"
    case .double(let value): "double \(value) \(String(value.bitPattern, radix: 16))"
    case .string(let value):
      "\"\(value.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())\""
    case .list(let elements): "list \(text(elements))"
    case .set(let elements): "set \(text(elements))"
    case .dictionary(let entries):
      "dictionary ["
        + entries.map { text(.string($0.key)) + ": " + text($0.value) }
        .joined(separator: ", ") + "]"
    case .decimal128(let value): "decimal \(value)"
    case .date(let value): "date \(value)"
    case .uuid(let value): "uuid \(value)"
    case .objectId(let value): "objectId \(value)"
    default: String(reflecting: value)
    }
  }
}

/// Values that are easily lost or changed.
enum NastyValues {
  static func of(_ type: PropertyType) -> [Value] {
    switch type {
    case .bool: [.bool(false), .bool(true)]
    case .int:
      [0, 1, -1, 127, 256, 1 << 53, (1 << 53) + 1, .max, .min].map(Value.int)
    case .float:
      [
        0, -0.0, 1.5, 0.1, 16_777_216, .nan, Float(bitPattern: 0x7FC0_0001),
        Float(bitPattern: 0xFFA0_0001), .infinity, -.infinity, .leastNonzeroMagnitude,
        .greatestFiniteMagnitude,
      ].map(Value.float)
    case .double:
      [
        0, -0.0, 1, 0.1 + 0.2, .nan, Double(bitPattern: 0x7FF8_0000_0000_0001),
        Double(bitPattern: 0xFFF4_0000_0000_0001), .infinity, -.infinity, .leastNonzeroMagnitude,
        .greatestFiniteMagnitude, 9_007_199_254_740_992,
      ].map(Value.double)
    case .decimal128:
      [
        "0", "-0", "1.0", "1.00", "NaN", "Infinity", "-Infinity",
        "1234567890123456789012345678901234", "9.999999999999999999999999999999999E+6144",
        "1E-6176", "0E+3",
      ].compactMap { Decimal128($0) }.map(Value.decimal128)
    case .string:
      [
        "", " ", "a", "A", "a ", "nul\0inside", "\0", "é", "e\u{301}", "\u{FEFF}", "\u{10FFFF}",
        "it's \"quoted\"", "1", "1.0", "012", "null", "👩‍👩‍👧", "'; DROP TABLE t0; --",
        String(repeating: "long ", count: 1000),
      ].map(Value.string)
    case .data: [[], [0], [0xFF, 0xFE], Array("text".utf8)].map(Value.data)
    case .date:
      [
        Timestamp(seconds: 0), Timestamp(seconds: -1, nanoseconds: 999_999_999),
        Timestamp(seconds: 0, nanoseconds: 1), Timestamp(seconds: -62_135_596_800),
        Timestamp(seconds: 253_402_300_799, nanoseconds: 999_999_999),
        Timestamp(seconds: 1_582_934_400, nanoseconds: 120_000_000),
        Timestamp(seconds: 1_000_000_000_000), Timestamp(seconds: -62_135_596_801, nanoseconds: 1),
        Timestamp(seconds: .min), Timestamp(seconds: .max, nanoseconds: 999_999_999),
      ].map(Value.date)
    case .uuid:
      [
        .uuid(UUIDBytes(high: 0, low: 0)), .uuid(UUIDBytes(high: .max, low: .max)),
        .uuid(UUIDBytes(high: 0x0123_4567_89AB_CDEF, low: 1)),
      ]
    case .objectId:
      [
        .objectId(ObjectIDBytes(high: 0, low: 0)), .objectId(ObjectIDBytes(high: .max, low: .max)),
        .objectId(ObjectIDBytes(high: 0x0123_4567_89AB_CDEF, low: 1)),
      ]
    case .mixed:
      PropertyType.allCases.filter { ![.mixed, .object, .linkingObjects].contains($0) }
        .flatMap { of($0).prefix(6) } + [.null]
    case .object, .linkingObjects: []
    }
  }
}
