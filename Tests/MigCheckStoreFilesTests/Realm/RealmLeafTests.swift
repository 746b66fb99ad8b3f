import MigCheckModel
import MigCheckStoreFiles
import MigCheckText
import TestMaterial
import Testing

/// The forms that leaves have, each with the values at which one form gives way to the next.
@Suite struct RealmLeafTests {
  /// One class with one property, and an object for each value.
  static func graph(_ property: Property, _ values: [Value], key: Name? = nil) -> ObjectGraph {
    var graph = ObjectGraph(schema: Schema([ObjectType("T", primaryKey: key, [property])]))
    for value in values { graph.append([value], type: 0) }
    return graph
  }

  @Test(
    "integers are read at every width, with null and without", arguments: [false, true])
  func integersAtEveryWidth(optional: Bool) throws {
    let edges: [Int64] = [
      0, 1, 2, 3, 4, 14, 15, 16, 126, 127, 128, 32766, 32767, 32768, 2_147_483_646,
      2_147_483_647, 2_147_483_648, .max - 1, .max, -1, -128, -129, -32768, -32769,
      -2_147_483_648, -2_147_483_649, .min,
    ]
    let property = Property("n", .int, optional: optional)
    for edge in edges {
      for values in [[edge], [edge, 0], [edge, 1, edge], [edge, -1]] {
        let all = values.map(Value.int) + (optional ? [.null] : [])
        try RealmRoundTrip.check(Self.graph(property, all), "\(values)")
      }
    }
    if optional {
      try RealmRoundTrip.check(Self.graph(property, [.null, .null]), "null alone")
      try RealmRoundTrip.check(
        Self.graph(property, [.null, .int(.max), .int(.max - 1)]), "the greatest")
    }
  }

  @Test(
    "texts and data are read at every length", arguments: [PropertyType.string, .data],
    [nil, CollectionKind.list, .set, .dictionary])
  func textsAtEveryLength(type: PropertyType, collection: CollectionKind?) throws {
    func value(_ length: Int) -> Value {
      type == .string
        ? .string(String(repeating: "x", count: length))
        : .data(Array(repeating: 7, count: length))
    }
    let property = Property("s", type, collection: collection, optional: true)
    for length in [0, 1, 2, 3, 4, 7, 8, 14, 15, 16, 31, 32, 62, 63, 64, 65, 200, 5000] {
      for others in [[], [Value.null], [value(0)], [value(5), .null, value(17)]] {
        let values = ([value(length)] + others).reduce(into: [Value]()) {
          if collection != .set || !$0.contains($1) { $0.append($1) }
        }
        let single = property.wrap(values).map { [$0] } ?? values
        try RealmRoundTrip.check(Self.graph(property, single), "\(length)")
      }
    }
    // A text may hold zeros, and end with one.
    if type == .string {
      let texts: [Value] = [.string("\0"), .string("a\0"), .string("\0b"), .string("é\u{301}名")]
      let values = property.wrap(texts).map { [$0] } ?? texts
      try RealmRoundTrip.check(Self.graph(property, values), "zeros")
    }
  }

  @Test("dates before 1970 keep their fractions", arguments: [nil, CollectionKind.set])
  func datesBefore1970(collection: CollectionKind?) throws {
    let dates = [
      Timestamp(seconds: -1, nanoseconds: 500_000_000), Timestamp(seconds: -2, nanoseconds: 1),
      Timestamp(seconds: 0), Timestamp(seconds: -1), Timestamp(seconds: .min, nanoseconds: 5),
      Timestamp(seconds: .min), Timestamp(seconds: .max, nanoseconds: 999_999_999),
      Timestamp.earliest, .latest,
    ].map(Value.date)
    let property = Property("d", .date, collection: collection, optional: true)
    let values = property.wrap(dates + [.null]).map { [$0] } ?? dates + [.null]
    try RealmRoundTrip.check(Self.graph(property, values), "dates")
  }

  @Test("decimals keep every digit, their exponent and their sign")
  func decimalsKeepEverything() throws {
    let texts = [
      "0", "-0", "0E-6176", "0E+6111", "1", "-1.50", "9999999999999999999999999999999999E+6111",
      "-9999999999999999999999999999999999E+6111", "1E-6176", "NaN", "Infinity", "-Infinity",
      "18446744073709551616", "0.000001",
    ]
    let values = try texts.map { Value.decimal128(try #require(Decimal128($0))) } + [.null]
    try RealmRoundTrip.check(
      Self.graph(Property("d", .decimal128, optional: true), values), "decimals")
    try RealmRoundTrip.check(
      Self.graph(Property("m", .mixed, optional: true), values), "mixed decimals")
  }

  @Test(
    "leaves and trees of every size are read", arguments: [0, 1, 255, 256, 257, 1000, 1001, 2500])
  func leavesAndTreesOfEverySize(count: Int) throws {
    let numbers = (0..<count).map { Value.int(Int64($0 * 7 % 1001)) }
    try RealmRoundTrip.check(Self.graph(Property("n", .int), numbers), "\(count) objects")
    let list = Property("n", .int, collection: .list)
    try RealmRoundTrip.check(Self.graph(list, [.list(numbers)]), "a list of \(count)")
    let set = Property("n", .int, collection: .set)
    try RealmRoundTrip.check(
      Self.graph(set, [.set((0..<count).map { .int(Int64($0)) })]), "a set of \(count)")
    let dictionary = Property("n", .mixed, collection: .dictionary, optional: true)
    let keys = (0..<count).map { String($0) }.sorted { $0.precedes($1) }
    try RealmRoundTrip.check(
      Self.graph(
        dictionary,
        [
          .dictionary(
            keys.enumerated().map {
              DictionaryEntry($0.element, $0.offset % 3 == 0 ? .null : .int(Int64($0.offset)))
            })
        ]), "a dictionary of \(count)")
  }
}

extension RealmLeafTests {
  @Test(
    "inner nodes of several levels hold tens of thousands of objects", .enabled(if: Sweep.isFull))
  func innerNodesOfSeveralLevels() throws {
    for count in [65_536, 65_537, 70_001] {
      let numbers = (0..<count).map { Value.int(Int64($0 % 100)) }
      try RealmRoundTrip.check(Self.graph(Property("n", .int), numbers), "\(count) objects")
    }
  }
}

/// The tree by which the engine finds objects by their primary keys.
@Suite struct RealmIndexTests {
  private static func check(_ type: PropertyType, _ values: [Value], _ label: String) throws {
    let property = Property("id", type, optional: values.contains(.null))
    try RealmRoundTrip.check(RealmLeafTests.graph(property, values, key: "id"), label)
  }

  @Test("keys with the same leading bytes are distinguished") func keysWhoseBytesRunOnAlike() throws
  {
    let texts = [
      "", "X", "X\0", "X\0\0\0", "a", "aX", "aX\0\0", "abc", "abcd", "abcdX", "abcde", "abcdefgh",
      "abcdefghi", "é", "\u{10FFFF}", "XXXX", "XXXXX", "\0", "\0\0\0\0",
    ]
    try Self.check(.string, texts.map(Value.string) + [.null], "texts")
  }

  @Test("keys with more than 200 bytes in common are listed in order")
  func keysWithMuchInCommon() throws {
    for common in [196, 199, 200, 203, 204, 205, 300] {
      let start = String(repeating: "k", count: common)
      let texts = ["z", "", "a", "zz", "b", "aa", "\u{1}"].map { Value.string(start + $0) }
      try Self.check(.string, texts + [.string("other")], "\(common) bytes")
    }
  }

  @Test("null and zero part after their last byte") func nullAndZero() throws {
    let numbers: [Int64] = [0, 1, -1, 1 << 32, 2 << 32, -1 << 32, .min, .max, 256, 0x58]
    try Self.check(.int, numbers.map(Value.int) + [.null], "numbers")
  }

  @Test("a thousand pieces and more make a tree", arguments: [999, 1000, 1001, 2001, 5000])
  func manyPieces(count: Int) throws {
    try Self.check(.int, (0..<count).map { .int(Int64($0) * 3 - 1000) }, "\(count) numbers")
    try Self.check(
      .uuid,
      (0..<count).map { .uuid(UUIDBytes(high: UInt64($0) &* 0x9E37_79B9_7F4A_7C15, low: 1)) },
      "\(count) identifiers")
  }
}
