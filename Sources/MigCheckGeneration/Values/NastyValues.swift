import MigCheckModel

/// Values that programs are known to trip over, by type.
package enum NastyValues {
  /// The pool of a scalar type, simple values first; empty for links.
  ///
  /// Values longer than 4,097 bytes are not in here, see `huge(_:)`.
  package static func pool(_ type: PropertyType) -> [Value] {
    switch type {
    case .bool: bools
    case .int: ints
    case .float: floats
    case .double: doubles
    case .decimal128: decimals
    case .string: NastyStrings.pool
    case .data: NastyBytes.data
    case .date: NastyBytes.dates
    case .uuid: NastyBytes.uuids
    case .objectId: NastyBytes.objectIDs
    case .mixed: mixed
    case .object, .linkingObjects: []
    }
  }

  /// Long values, which cost much and are drawn seldom.
  package static func huge(_ type: PropertyType) -> [Value] {
    switch type {
    case .string: NastyStrings.huge
    case .data: NastyBytes.hugeData
    default: []
    }
  }

  private static let bools: [Value] = [.bool(false), .bool(true)]

  private static let ints: [Value] = {
    var values: [Int64] = [0, 1, -1]
    for bits in [8, 16, 32] {
      let bound = Int64(1) << (bits - 1)
      values += [bound - 1, bound, bound + 1, -bound, -bound - 1, -bound + 1]
      values += [2 * bound - 1, 2 * bound, 2 * bound + 1]
    }
    values += [.max, .max - 1, .min, .min + 1]
    let exact = Int64(1) << 53
    values += [exact - 1, exact, exact + 1, -exact + 1, -exact, -exact - 1]
    let exactFloat = Int64(1) << 24
    values += [exactFloat - 1, exactFloat, exactFloat + 1, -exactFloat - 1]
    var power: Int64 = 10
    while power <= .max / 10 {
      values.append(power)
      power *= 10
    }
    values.append(power)
    return unique(values).map(Value.int)
  }()

  private static let floats: [Value] = unique(
    [
      0, -0.0, 1, -1, 0.5, .nan, .infinity, -.infinity, .greatestFiniteMagnitude,
      -.greatestFiniteMagnitude, .leastNormalMagnitude, .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude, 0.1, 0.3, 16_777_216, 16_777_215, 16_777_218, 1.1, 3.4e38,
      8_388_608.5, 2_147_483_648, 9_223_372_036_854_775_808,
    ] as [Float]
  ).map(Value.float)

  private static let doubles: [Value] = unique(
    [
      0, -0.0, 1, -1, 0.5, .nan, .infinity, -.infinity, .greatestFiniteMagnitude,
      -.greatestFiniteMagnitude, .leastNormalMagnitude, .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude, 0.1, 0.1 + 0.2, 0.3, Double(Float(0.1)), 16_777_217,
      9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_994,
      -9_007_199_254_740_992, 9_223_372_036_854_775_808, -9_223_372_036_854_775_808,
      9_223_372_036_854_774_784, 1.7976931348623157e308, 3.5e38, .leastNonzeroMagnitude * 2024, 2.5,
      -2.5, 1e15, 1e16,
      123_456_789.123_456_79, 2_147_483_647.5, 4_294_967_296,
    ] as [Double]
  ).map(Value.double)

  private static let decimals: [Value] = [
    "0", "-0", "1", "-1", "1.0", "1.00", "0.1", "0.10", "NaN", "Infinity", "-Infinity",
    "9999999999999999999999999999999999", "-9999999999999999999999999999999999",
    "1234567890123456789012345678901234", "0.3333333333333333333333333333333333",
    "9007199254740993", "9223372036854775807", "9223372036854775808", "1E+10", "1E-10",
    "1E+6111", "1E-6176", "9.999999999999999999999999999999999E+6144", "0E+3", "0.000",
  ].compactMap { Decimal128($0).map(Value.decimal128) }

  private static let mixed: [Value] = {
    var values: [Value] = [.null]
    for type in PropertyType.allCases where type != .mixed {
      values += pool(type).prefix(12)
    }
    // Values that look alike under another type.
    values += [
      .int(1), .double(1), .float(1), .decimal128(Decimal128(1)), .bool(true), .string("1"),
      .data([49]), .string("true"), .string("null"),
    ]
    return unique(values)
  }()

  /// The values without repeats, each where it stood first.
  static func unique<Number: FloatingPoint>(_ values: [Number]) -> [Number] {
    var result = [Number]()
    for value in values
    where !result.contains(where: {
      $0 == value && $0.sign == value.sign || $0.isNaN && value.isNaN
    }) {
      result.append(value)
    }
    return result
  }

  static func unique<Element: Equatable>(_ values: [Element]) -> [Element] {
    var result = [Element]()
    for value in values where !result.contains(value) { result.append(value) }
    return result
  }
}
