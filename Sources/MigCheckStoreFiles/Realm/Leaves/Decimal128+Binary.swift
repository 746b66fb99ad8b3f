import MigCheckModel

// IEEE 754-2008 decimals in the binary-integer coding: after the sign an exponent and a binary
// coefficient. Where the first two bits of the exponent would be 11, it begins two bits later and
// the coefficient has more leading bits; of decimal128 no such coefficient is canonical, and it
// counts as zero. Source: IEEE 754-2008, 3.5.2; Intel's Decimal Floating-Point Math Library.

extension Decimal128 {
  private static let bias = 6176

  /// Reads the 128 bits of a decimal128.
  init(binaryHigh high: UInt64, low: UInt64) {
    let isNegative = high >> 63 == 1
    if high >> 61 & 3 == 3 {
      if high >> 58 & 31 == 31 {
        self = .nan
      } else if high >> 58 & 31 == 30 {
        self = isNegative ? .negativeInfinity : .infinity
      } else {
        self.init(isNegative, Int(high >> 47 & 0x3FFF) - Self.bias, 0, 0)
      }
      return
    }
    self.init(isNegative, Int(high >> 49 & 0x3FFF) - Self.bias, high & (1 << 49 - 1), low)
  }

  /// Reads the 64 bits of a decimal64.
  init(binary64 bits: UInt64) {
    let isNegative = bits >> 63 == 1
    if bits >> 61 & 3 == 3 {
      if bits >> 58 & 31 == 31 {
        self = .nan
      } else if bits >> 58 & 31 == 30 {
        self = isNegative ? .negativeInfinity : .infinity
      } else {
        let coefficient = bits & (1 << 51 - 1) | 1 << 53
        self.init(
          isNegative, Int(bits >> 51 & 0x3FF) - 398, 0,
          coefficient < 10_000_000_000_000_000 ? coefficient : 0)
      }
      return
    }
    self.init(isNegative, Int(bits >> 53 & 0x3FF) - 398, 0, bits & (1 << 53 - 1))
  }

  /// Reads the 32 bits of a decimal32.
  init(binary32 bits: UInt32) {
    let isNegative = bits >> 31 == 1
    if bits >> 29 & 3 == 3 {
      if bits >> 26 & 31 == 31 {
        self = .nan
      } else if bits >> 26 & 31 == 30 {
        self = isNegative ? .negativeInfinity : .infinity
      } else {
        let coefficient = bits & (1 << 21 - 1) | 1 << 23
        self.init(
          isNegative, Int(bits >> 21 & 0xFF) - 101, 0,
          coefficient < 10_000_000 ? UInt64(coefficient) : 0)
      }
      return
    }
    self.init(isNegative, Int(bits >> 23 & 0xFF) - 101, 0, UInt64(bits & (1 << 23 - 1)))
  }

  /// A coefficient of more than 34 digits is not canonical and counts as zero.
  private init(_ isNegative: Bool, _ exponent: Int, _ high: UInt64, _ low: UInt64) {
    self =
      Decimal128(negative: isNegative, exponent: exponent, coefficient: (high, low))
      ?? Decimal128(negative: isNegative, exponent: exponent, coefficient: (0, 0)) ?? .zero
  }

  /// The 128 bits of a decimal128.
  var binary: (high: UInt64, low: UInt64) {
    if isNaN { return (0x7C00_0000_0000_0000, 0) }
    let sign: UInt64 = isNegative ? 1 << 63 : 0
    if isInfinite { return (sign | 0x7800_0000_0000_0000, 0) }
    let (high, low) = coefficient
    return (sign | UInt64(exponent + Self.bias) << 49 | high, low)
  }
}
