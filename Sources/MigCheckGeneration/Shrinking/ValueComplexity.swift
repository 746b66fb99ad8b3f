import MigCheckModel

/// How simple a scalar is to a reader: smaller numbers come first.
enum ValueComplexity {
  /// 0 for a property's initial value, 1 for the zero of its type, more for all others.
  static func of(_ value: Value, in property: Property) -> UInt64 {
    if property.collection == nil {
      if value == property.initialValue { return 0 }
      if value == property.zeroValue { return 1 }
    }
    return of(value)
  }

  /// Null, then by type: integers 0, 1, −1, 2 …; strings by length, then by character; floats
  /// that are integers, then fractions, then what is not finite.
  static func of(_ value: Value) -> UInt64 {
    switch value {
    case .null: 1
    case .bool(let value): value ? 3 : 2
    case .int(let value): 2 + integer(value)
    case .float(let value): 2 + floating(Double(value))
    case .double(let value): 2 + floating(value)
    case .decimal128(let value): 2 + decimal(value)
    case .string(let value): 2 + string(value)
    case .data(let value):
      2 + UInt64(value.count) << 40 + value.reduce(0) { $0 + UInt64($1) }
    case .date(let value): 2 + date(value)
    case .uuid(let value): 2 + identifier(value.high, value.low)
    case .objectId(let value): 2 + identifier(value.high, UInt64(value.low))
    case .link, .embedded, .list, .set, .dictionary: 2
    }
  }

  private static let limit: UInt64 = 1 << 62

  private static func integer(_ value: Int64) -> UInt64 {
    // Beyond 2⁶¹ only the magnitude in steps of four counts; the steps are still finite.
    let magnitude = value.magnitude
    guard magnitude < 1 << 60 else { return (1 << 61) + magnitude >> 2 }
    return magnitude * 2 - (value > 0 ? 1 : 0)
  }

  private static func floating(_ value: Double) -> UInt64 {
    guard value.isFinite else { return limit + (value.isNaN ? 2 : value > 0 ? 0 : 1) }
    if value == 0, value.sign == .minus { return limit >> 1 }
    let magnitude = abs(value)
    if magnitude < 0x1p53, value == value.wholePart {
      return UInt64(magnitude) * 2 - (value > 0 ? 1 : 0)
    }
    // Fractions by the number of significant bits, then by size.
    let bits = UInt64(value.significandWidth + 1)
    let exponent = UInt64(abs(magnitude.exponent)) * 2 + (value < 0 ? 1 : 0)
    return limit >> 1 + 1 + bits << 24 + exponent
  }

  private static func decimal(_ value: Decimal128) -> UInt64 {
    guard value.isFinite else { return limit + (value.isNaN ? 2 : value.isNegative ? 1 : 0) }
    let digits = value.digits.utf8
    let leading = digits.prefix(6).reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
    return UInt64(abs(value.exponent)) << 40 + UInt64(digits.count) << 32 + leading * 2
      + (value.isNegative ? 1 : 0)
  }

  private static func string(_ value: String) -> UInt64 {
    var sum: UInt64 = 0
    for scalar in value.unicodeScalars { sum += 1 << 40 + rank(scalar) }
    return min(sum, limit)
  }

  /// 0-9, A-Z, a-z, then all others by number.
  private static func rank(_ scalar: Unicode.Scalar) -> UInt64 {
    switch scalar {
    case "0"..."9": UInt64(scalar.value - 48)
    case "A"..."Z": UInt64(scalar.value - 65 + 10)
    case "a"..."z": UInt64(scalar.value - 97 + 36)
    default: 62 + UInt64(scalar.value)
    }
  }

  private static func date(_ value: Timestamp) -> UInt64 {
    // A moment that is so far away that the difference does not fit is as far as can be.
    let (difference, overflows) = value.seconds.subtractingReportingOverflow(978_307_200)
    let distance = overflows ? UInt64(Int64.max) : difference.magnitude
    let fraction = value.nanoseconds == 0 ? 0 : 1 << 44 + UInt64(value.nanoseconds)
    // From 2⁶⁰ seconds on only the magnitude counts, in steps of eight; the steps are still finite.
    guard distance < 1 << 60 else { return (1 << 61) + distance >> 3 + fraction }
    return distance * 2 + (value.seconds < 978_307_200 ? 1 : 0) + fraction
  }

  private static func identifier(_ high: UInt64, _ low: UInt64) -> UInt64 {
    if high == 0 { return min(low, limit) }
    return limit + UInt64(high.nonzeroBitCount + low.nonzeroBitCount)
  }
}

extension BinaryFloatingPoint {
  /// The value without its fraction; by way of an integer, since the standard library's rounding
  /// needs the system's mathematics library at link time.
  var wholePart: Self {
    guard magnitude < 0x1p53 else { return self }
    return Self(Int64(self))
  }
}
