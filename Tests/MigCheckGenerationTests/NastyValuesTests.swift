import MigCheckGeneration
import MigCheckModel
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

  @Test("The pools hold the values that the kit promises")
  func thePoolsHoldTheValuesThatTheKitPromises() {
    let wanted: [(PropertyType, [Value])] = [
      (
        .int,
        [.int(.min), .int(.max), .int(1 << 53), .int((1 << 53) + 1), .int(-129), .int(65_536)]
      ),
      (.int, [.int(1_000_000_000_000_000_000), .int(-1), .int(0)]),
      (.float, [.float(-0.0), .float(.nan), .float(16_777_216), .float(.leastNonzeroMagnitude)]),
      (.double, [.double(0.1 + 0.2), .double(-.infinity), .double(16_777_217), .double(-0.0)]),
      (.string, [.string(""), .string("a\0b"), .string("\u{E9}"), .string("e\u{301}")]),
      (.string, [.string("ß"), .string("SS"), .string("\u{FEFF}"), .string("\u{10FFFF}")]),
      (.string, [.string("1e3"), .string("٣"), .string("null"), .string("a"), .string("a ")]),
      (.data, [.data([]), .data([0]), .data([0xC3, 0x28])]),
      (.date, [.date(.earliest), .date(.latest), .date(Timestamp(seconds: -1))]),
      (.uuid, [.uuid(UUIDBytes(high: 0, low: 0)), .uuid(UUIDBytes(high: .max, low: .max))]),
    ]
    for (type, values) in wanted {
      #expect(values.allSatisfy(NastyValues.pool(type).contains))
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
  }
}
