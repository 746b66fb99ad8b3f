/// An IEEE 754 decimal of 34 digits, each spelling apart: 1.5 and 1.50 are two values of equal
/// magnitude.
public struct Decimal128: Sendable, Hashable, Codable {
  // Sign in the top bit of `high`, then 14 bits of kind and exponent, then 113 bits of
  // coefficient (49 in `high`, 64 in `low`); a layout of our own, not IEEE's.
  private var high: UInt64
  private var low: UInt64

  /// The exponents that the format admits for an integral coefficient.
  public static let exponents = -6176...6111
  /// The number of digits that a coefficient can have.
  public static let maximumDigits = 34

  private static let bias = 6176
  private static let infinityCode: UInt64 = 0x3FFE
  private static let nanCode: UInt64 = 0x3FFF

  /// 0, without a sign.
  public static let zero = Decimal128(negative: false, code: UInt64(bias), coefficient: 0)
  /// Not a number.
  public static let nan = Decimal128(negative: false, code: nanCode, coefficient: 0)
  /// Positive infinity.
  public static let infinity = Decimal128(negative: false, code: infinityCode, coefficient: 0)
  /// Negative infinity.
  public static let negativeInfinity = Decimal128(
    negative: true, code: infinityCode, coefficient: 0)

  private init(negative: Bool, code: UInt64, coefficient: Wide) {
    high = (negative ? 1 << 63 : 0) | code << 49 | coefficient.high
    low = coefficient.low
  }

  /// An integer, exactly, with the exponent 0.
  public init(_ integer: Int64) {
    self.init(
      negative: integer < 0, code: UInt64(Self.bias),
      coefficient: Wide(high: 0, low: integer.magnitude))
  }

  /// An integer of up to 34 digits times a power of ten.
  ///
  /// - Returns: `nil` for a coefficient or an exponent that the format does not admit.
  package init?(negative: Bool, exponent: Int, coefficient: (high: UInt64, low: UInt64)) {
    // 10³⁴ = 1ED09BEAD87C0 378D8E6400000000.
    let isShort =
      coefficient.high < 0x1_ED09_BEAD_87C0
      || coefficient.high == 0x1_ED09_BEAD_87C0 && coefficient.low < 0x378D_8E64_0000_0000
    guard isShort, Self.exponents.contains(exponent) else { return nil }
    self.init(
      negative: negative, code: UInt64(exponent + Self.bias),
      coefficient: Wide(high: coefficient.high, low: coefficient.low))
  }

  /// The integer that the power of ten is multiplied with; meaningless unless `isFinite`.
  package var coefficient: (high: UInt64, low: UInt64) { (high & Self.coefficientMask, low) }

  /// Whether the sign is negative, as that of −0 is too.
  public var isNegative: Bool { high >> 63 == 1 }
  /// Whether the value is not a number.
  public var isNaN: Bool { code == Self.nanCode }
  /// Whether the value is an infinity of either sign.
  public var isInfinite: Bool { code == Self.infinityCode }
  /// Whether the value is a number and not infinite.
  public var isFinite: Bool { code < Self.infinityCode }
  /// Whether the value is zero, with any sign and exponent.
  public var isZero: Bool { isFinite && high & Self.coefficientMask == 0 && low == 0 }

  private static let coefficientMask: UInt64 = (1 << 49) - 1
  private var code: UInt64 { high >> 49 & 0x3FFF }

  /// The power of ten that the coefficient is multiplied by; meaningless unless `isFinite`.
  public var exponent: Int { Int(code) - Self.bias }

  /// The decimal digits of the coefficient without leading zeros; "0" for zero.
  public var digits: String {
    Wide(high: high & Self.coefficientMask, low: low).description
  }

  /// Reads `-12.50`, `1E+10`, `NaN`, `Infinity`, `-Infinity`; at most 34 digits, as the case
  /// files of the real engine spell them.
  ///
  /// - Returns: `nil` for anything else, and for an exponent that the format does not admit.
  public init?(_ text: String) {
    var rest = text.utf8[...]
    var isNegative = false
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      isNegative = first == UInt8(ascii: "-")
      rest.removeFirst()
    }
    switch String(Substring(rest)).lowercased() {
    case "nan":
      self = .nan
      return
    case "inf", "infinity":
      self = isNegative ? .negativeInfinity : .infinity
      return
    default: break
    }
    var coefficient = Wide(high: 0, low: 0)
    var digitCount = 0
    var fractionDigits = 0
    var sawDigit = false
    var sawPoint = false
    while let byte = rest.first {
      if byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
        sawDigit = true
        if digitCount > 0 || byte != UInt8(ascii: "0") { digitCount += 1 }
        if sawPoint { fractionDigits += 1 }
        guard digitCount <= Self.maximumDigits else { return nil }
        coefficient.append(digit: UInt64(byte - UInt8(ascii: "0")))
      } else if byte == UInt8(ascii: "."), !sawPoint {
        sawPoint = true
      } else {
        break
      }
      rest.removeFirst()
    }
    guard sawDigit else { return nil }
    var exponent = 0
    if let marker = rest.first {
      guard marker == UInt8(ascii: "e") || marker == UInt8(ascii: "E") else { return nil }
      guard let parsed = Int(Substring(rest.dropFirst())),
        (-100_000...100_000).contains(parsed)
      else { return nil }
      exponent = parsed
    }
    exponent -= fractionDigits
    if digitCount == 0 {
      exponent = min(max(exponent, Self.exponents.lowerBound), Self.exponents.upperBound)
    }
    // An exponent beyond the format moves into the coefficient as long as digits are free.
    while exponent > Self.exponents.upperBound, digitCount < Self.maximumDigits {
      coefficient.append(digit: 0)
      digitCount += 1
      exponent -= 1
    }
    guard Self.exponents.contains(exponent) else { return nil }
    self.init(
      negative: isNegative, code: UInt64(exponent + Self.bias), coefficient: coefficient)
  }
}

extension Decimal128: CustomStringConvertible {
  /// The spelling of IEEE 754's `to-scientific-string`, which keeps every digit and the exponent.
  public var description: String {
    if isNaN { return "NaN" }
    let sign = isNegative ? "-" : ""
    if isInfinite { return sign + "Infinity" }
    let digits = self.digits
    let exponent = self.exponent
    let adjusted = exponent + digits.utf8.count - 1
    if exponent <= 0 && adjusted >= -6 {
      guard exponent < 0 else { return sign + digits }
      let point = digits.utf8.count + exponent
      if point > 0 {
        return sign + digits.prefix(point) + "." + digits.dropFirst(point)
      }
      return sign + "0." + String(repeating: "0", count: -point) + digits
    }
    let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
    return "\(sign)\(digits.prefix(1))\(fraction)E\(adjusted < 0 ? "-" : "+")\(abs(adjusted))"
  }
}

extension Decimal128 {
  /// Whether both stand for the same number, however spelled; a NaN equals a NaN.
  ///
  /// Sets and indexes compare decimals in this way.
  public func isEqualInValue(to other: Decimal128) -> Bool {
    if self == other { return true }
    guard isFinite, other.isFinite else { return false }
    if isZero || other.isZero { return isZero && other.isZero }
    guard isNegative == other.isNegative else { return false }
    let (a, b) = (normalized, other.normalized)
    return a.exponent == b.exponent && a.digits == b.digits
  }

  /// The order of values: NaN first, then −∞ … ∞.
  public func precedesInValue(_ other: Decimal128) -> Bool {
    if isEqualInValue(to: other) { return false }
    if isNaN || other.isNaN { return isNaN }
    let (signA, signB) = (sign, other.sign)
    if signA != signB { return signA < signB }
    let isSmaller = magnitudePrecedes(other)
    return signA < 0 ? !isSmaller : isSmaller
  }

  private var sign: Int { isZero ? 0 : (isNegative ? -1 : 1) }

  private var normalized: (digits: Substring, exponent: Int) {
    var digits = self.digits[...]
    var exponent = self.exponent
    while digits.count > 1, digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    return (digits, exponent)
  }

  private func magnitudePrecedes(_ other: Decimal128) -> Bool {
    if isInfinite || other.isInfinite { return !isInfinite }
    let (a, b) = (normalized, other.normalized)
    let (leading, otherLeading) = (a.exponent + a.digits.count, b.exponent + b.digits.count)
    if leading != otherLeading { return leading < otherLeading }
    return a.digits < b.digits
  }
}

/// 128 bits without sign, as far as decimal digits need them.
private struct Wide: CustomStringConvertible {
  var high: UInt64
  var low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  mutating func append(digit: UInt64) {
    let product = low.multipliedFullWidth(by: 10)
    let (sum, carry) = product.low.addingReportingOverflow(digit)
    high = high &* 10 &+ product.high &+ (carry ? 1 : 0)
    low = sum
  }

  var description: String {
    var (rest, digits) = (self, [UInt8]())
    repeat {
      let (highQuotient, highRemainder) = rest.high.quotientAndRemainder(dividingBy: 10)
      let (lowQuotient, digit) = UInt64(10).dividingFullWidth((highRemainder, rest.low))
      rest = Wide(high: highQuotient, low: lowQuotient)
      digits.append(UInt8(ascii: "0") + UInt8(digit))
    } while rest.high != 0 || rest.low != 0
    return String(decoding: digits.reversed(), as: UTF8.self)
  }
}

extension Wide: ExpressibleByIntegerLiteral {
  init(integerLiteral value: UInt64) {
    self.init(high: 0, low: value)
  }
}
