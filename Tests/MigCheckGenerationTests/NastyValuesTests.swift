import MigCheckGeneration
import MigCheckModel
import MigCheckText
import Testing

@Suite struct NastyValuesTests {
  private static let scalars = PropertyType.allCases.filter {
    $0 != .object && $0 != .linkingObjects
  }

  @Test("Every value of a pool is one of its type, valid, and there once", arguments: scalars)
  func everyValueOfAPoolIsOneOfItsTypeValidAndThereOnce(type: PropertyType) {
    let pool = NastyValues.pool(type)
    #expect(!pool.isEmpty)
    for (index, value) in pool.enumerated() { #expect(!pool[..<index].contains(value)) }
    let schema = Schema([
      ObjectType("T", [Property("p", type, optional: type == .mixed)])
    ])
    var graph = ObjectGraph(schema: schema)
    for value in pool + NastyValues.huge(type) { graph.append([value], type: 0) }
    #expect(graph.validate() == [])
  }

  private static func texts(_ texts: String...) -> [Value] { texts.map(Value.string) }

  private static func dates(_ texts: String...) -> [Value] {
    texts.compactMap { Timestamp($0).map(Value.date) }
  }

  /// Each entry of the list that the kit promises, by what it is for.
  private static let promised: [(name: String, type: PropertyType, values: [Value])] = {
    var list: [(name: String, type: PropertyType, values: [Value])] = [
      ("0 and ±1", .int, [.int(0), .int(1), .int(-1)]),
      ("2⁵³ ± 1", .int, [.int((1 << 53) - 1), .int(1 << 53), .int((1 << 53) + 1)]),
      ("bounds of 64 bits", .int, [.int(.min), .int(.min + 1), .int(.max), .int(.max - 1)]),
      ("±0, NaN, ±∞", .float, [.float(0), .float(-0.0), .float(.nan), .float(.infinity)]),
      ("−∞", .float, [.float(-.infinity)]),
      ("±0, NaN, ±∞", .double, [.double(0), .double(-0.0), .double(.nan), .double(.infinity)]),
      ("−∞", .double, [.double(-.infinity)]),
      (
        "extremes", .float,
        [
          .float(.greatestFiniteMagnitude), .float(.leastNormalMagnitude),
          .float(.leastNonzeroMagnitude),
        ]
      ),
      (
        "extremes", .double,
        [
          .double(.greatestFiniteMagnitude), .double(.leastNormalMagnitude),
          .double(.leastNonzeroMagnitude),
        ]
      ),
      ("sums that are not exact", .double, [.double(0.1 + 0.2), .double(0.3)]),
      ("2²⁴ + 1", .double, [.double(16_777_217)]),
      ("texts of float and double", .float, [.float(0.1)]),
      ("texts of float and double", .double, [.double(0.1), .double(Double(Float(0.1)))]),
      (
        "epochs", .date,
        dates(
          "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000000001Z",
          "1969-12-31T23:59:59.999999999Z", "2001-01-01T00:00:00Z",
          "2001-01-01T00:00:00.000000001Z", "2000-12-31T23:59:59.999999999Z")
      ),
      ("fractions", .date, dates("2001-01-01T00:00:00.123Z", "2001-01-01T00:00:00.9995Z")),
      ("years 1 and 9999", .date, [.date(.earliest), .date(.latest)]),
      ("2038", .date, dates("2038-01-19T03:14:07Z", "2038-01-19T03:14:08Z")),
      ("a leap day", .date, dates("2024-02-29T12:00:00Z")),
      ("before 1582", .date, dates("1500-01-01T00:00:00Z", "1582-10-04T00:00:00Z")),
      ("nothing and a space", .string, texts("", " ")),
      ("NUL inside", .string, texts("a\0b")),
      ("composed and decomposed", .string, texts("\u{E9}", "e\u{301}", "\u{C5}", "A\u{30A}")),
      ("pairs of case", .string, texts("ß", "SS", "İ", "\u{212A}", "K", "ſ", "s", "σ", "ς")),
      ("joined emoji", .string, texts("👨‍👩‍👧‍👦")),
      ("flags", .string, texts("🇩🇪", "🇩")),
      ("a lone combining mark", .string, texts("\u{301}")),
      ("right to left", .string, texts("שלום", "مرحبا", "\u{200F}")),
      ("bidirectional controls", .string, texts("\u{202E}abc", "\u{2066}a\u{2069}")),
      ("a byte-order mark", .string, texts("\u{FEFF}", "\u{FEFF}a")),
      ("the last scalars", .string, texts("\u{FFFF}", "\u{10FFFF}")),
      (
        "line breaks", .string,
        texts("\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}")
      ),
      ("quotes", .string, texts("'", "''", "\"", "`", "\\")),
      ("SQL and LIKE", .string, texts("--", ";", "%", "_", "*", "[", "?", ":a", "@", "$a")),
      ("JSON and XML", .string, texts("{", "[]", "{\"a\":1}", "<a>", "&amp;", "]]>")),
      ("like numbers", .string, texts("1e3", " 12", "012", "+1", "nan", "٣")),
      ("like words", .string, texts("true", "null")),
      ("pairs of trailing space", .string, texts("a", "a ", "a  ")),
      ("nothing, a zero byte", .data, [.data([]), .data([0])]),
      ("no UTF-8", .data, [.data([0xC3, 0x28]), .data([0xFF])]),
      (
        "a page ± 1", .data,
        [4095, 4096, 4097].map { .data(Array(repeating: 0xAB, count: $0)) }
      ),
      (
        "zero and all ones", .uuid,
        [.uuid(UUIDBytes(high: 0, low: 0)), .uuid(UUIDBytes(high: .max, low: .max))]
      ),
      ("one byte apart", .uuid, [.uuid(UUIDBytes(high: 0, low: 1))]),
      (
        "zero and all ones", .objectId,
        [
          .objectId(ObjectIDBytes(high: 0, low: 0)),
          .objectId(ObjectIDBytes(high: .max, low: .max)),
        ]
      ),
      ("one byte apart", .objectId, [.objectId(ObjectIDBytes(high: 0, low: 1))]),
    ]
    for bits in [8, 16, 32] as [Int64] {
      let (signed, unsigned) = (Int64(1) << (bits - 1), Int64(1) << bits)
      let bounds = [signed - 1, signed, -signed, -signed - 1, unsigned - 1, unsigned]
      list.append(("bounds of \(bits) bits", .int, bounds.map(Value.int)))
    }
    var power: Int64 = 1
    for _ in 0..<18 {
      power *= 10
      list.append(("a power of ten", .int, [.int(power)]))
    }
    return list
  }()

  @Test("The pools hold every value that the kit promises")
  func thePoolsHoldEveryValueThatTheKitPromises() {
    for (name, type, values) in Self.promised {
      #expect(!values.isEmpty)
      for value in values {
        #expect(NastyValues.pool(type).contains(value), "\(type.rawValue), \(name): \(value)")
      }
    }
    let decimals = NastyValues.pool(.decimal128).map { value in
      if case .decimal128(let decimal) = value { decimal.description } else { "" }
    }
    #expect(["1", "1.0", "1.00", "NaN", "-Infinity", "0E+3"].allSatisfy(decimals.contains))
    let lengths = (NastyValues.pool(.string) + NastyValues.huge(.string)).map { value in
      if case .string(let text) = value { text.utf8.count } else { 0 }
    }
    #expect([127, 128, 255, 256, 4095, 4096, 4097, 65_535, 65_536].allSatisfy(lengths.contains))
    #expect(NastyValues.pool(.object).isEmpty)
    let digits = decimals.map { $0.filter(\.isNumber).count }
    #expect(digits.contains(34))
  }
}
