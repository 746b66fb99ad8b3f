import MigCheckModel

/// Values that are different, and that a careless key takes for one.
enum Collisions {
  /// Each group holds two or more values that some common step maps to the same one.
  static func groups(_ type: PropertyType) -> [[Value]] {
    switch type {
    case .string: strings.map { $0.map(Value.string) }
    case .int: ints.map { $0.map(Value.int) }
    case .float:
      [
        [.float(0), .float(-0.0)], [.float(0.1), .float(Float(0.1).nextUp)],
        [.float(1), .float(1.5)],
      ]
    case .double:
      [
        [.double(0), .double(-0.0)], [.double(0.3), .double(0.1 + 0.2)],
        [.double(1), .double(1.5)],
        [.double(9_007_199_254_740_992), .double(9_007_199_254_740_994)],
      ]
    case .decimal128: decimals
    case .date:
      [
        [.date(Timestamp(seconds: 0)), .date(Timestamp(seconds: 0, nanoseconds: 1))],
        [.date(Timestamp(seconds: 5)), .date(Timestamp(seconds: 5, nanoseconds: 500_000_000))],
        [.date(Timestamp(seconds: 0)), .date(Timestamp(seconds: 86_399))],
      ]
    case .uuid:
      [
        [.uuid(UUIDBytes(high: 0, low: 0)), .uuid(UUIDBytes(high: 0, low: 1))],
        [.uuid(UUIDBytes(high: 1, low: 7)), .uuid(UUIDBytes(high: 1, low: 8))],
      ]
    case .objectId:
      [
        [.objectId(ObjectIDBytes(high: 0, low: 0)), .objectId(ObjectIDBytes(high: 0, low: 1))],
        [.objectId(ObjectIDBytes(high: 1, low: 7)), .objectId(ObjectIDBytes(high: 1, low: 8))],
      ]
    case .data: [[.data([]), .data([0])], [.data([0x61]), .data([0x61, 0])]]
    case .bool: [[.bool(false), .bool(true)]]
    case .mixed: [[.int(1), .string("1")], [.int(1), .double(1)], [.int(1), .bool(true)]]
    case .object, .linkingObjects: []
    }
  }

  private static let decimals: [[Value]] = [["1", "1.0", "1.00"], ["0", "-0"], ["0.1", "0.10"]].map
  {
    $0.compactMap { Decimal128($0).map(Value.decimal128) }
  }

  /// Equal modulo every number to 12, every power of ten to a million and of two to 2³⁸, and
  /// when only the lower 8, 16 or 32 bits are kept.
  private static let period: Int64 = (1 << 32) * 1_000_000 * 231

  private static let ints: [[Int64]] = [
    [7, 7 + period], [0, period], [1, -1], [9_007_199_254_740_992, 9_007_199_254_740_993],
    [16_777_216, 16_777_217], [-9_007_199_254_740_992, -9_007_199_254_740_993],
    [.max, .max - 1], [0, 1 << 32], [1, 10, 100],
  ]

  static let strings: [[String]] =
    [
      // Equal but for case; the last ones only in full or language-dependent folding.
      ["a", "A"], ["É", "é"], ["ß", "SS", "ss"], ["\u{212A}", "K", "k"], ["ſ", "s"],
      ["σ", "ς"], ["İ", "i̇", "i"], ["ı", "i"],
      // But for white space.
      ["a", "a "], ["a", " a"], ["a", "a\t"], ["a", "a\n"], ["a b", "a  b"], ["a", "a\u{A0}"],
      ["", " "], ["a", "a\u{200B}"],
      // But for normalisation.
      ["\u{E9}", "e\u{301}"], ["\u{212B}", "\u{C5}"], ["ﬁ", "fi"], ["２", "2"],
      ["\u{E9}", "e"],
      // But for what follows NUL, or byte order.
      ["a", "a\0b"], ["a\0b", "a\0c"], ["a", "\u{FEFF}a"],
      // As numbers.
      ["1", "01"], ["1", "+1"], ["1", "1.0"], ["1", " 1"], ["1000", "1e3"], ["0", "-0"],
      ["0", "x"], ["12", "12abc"], ["9007199254740992", "9007199254740993"],
      ["", "0"], ["1", "٣"],
      // Marks and separators.
      ["a-b", "ab"], ["a_b", "a-b"], ["a.b", "ab"], ["\"a\"", "a"],
    ] + prefixes

  /// Equal when cut off after any number of characters up to a common limit.
  private static let prefixes: [[String]] = [1, 2, 3, 8, 16, 32, 64, 255].map { length in
    let prefix = String(repeating: "p", count: length)
    return [prefix + "a", prefix + "b"]
  }

  /// Pairs of two texts that are the same one after another, with a separator between.
  static func joints(separator: String = "") -> [[(String, String)]] {
    [
      [("ab", "c"), ("a", "bc")], [("a", ""), ("", "a")],
      [("a" + separator + "b", "c"), ("a", "b" + separator + "c")],
    ]
  }

  /// Pairs of two values, one an integer, whose texts are the same one after another.
  static func joints(_ first: PropertyType, _ second: PropertyType) -> [[(Value, Value)]] {
    switch (first, second) {
    case (.string, .string): joints().map { $0.map { (.string($0.0), .string($0.1)) } }
    case (.string, .int):
      [[(.string("a1"), .int(2)), (.string("a"), .int(12))]]
    case (.int, .string):
      [[(.int(12), .string("a")), (.int(1), .string("2a"))]]
    case (.int, .int): [[(.int(1), .int(12)), (.int(11), .int(2))]]
    default: []
    }
  }
}
