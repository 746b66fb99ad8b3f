import MigCheckModel
import MigCheckText

/// Numbers as SQLite reads them, none of which may overflow.
extension SQLToken {
  /// The integer of a decimal or hexadecimal literal.
  ///
  /// - Parameter isNegative: whether a minus stands before it; only so there is −2⁶³ in decimals.
  /// - Returns: `nil` for what is not a number, for a fraction, and beyond 64 bits.
  func integer(isNegative: Bool = false) -> Int64? {
    guard case .number(let text) = self else { return nil }
    if text.lowercasedASCII.hasPrefix("0x") {
      guard let bits = UInt64(text.dropFirst(2), radix: 16) else { return nil }
      let number = Int64(bitPattern: bits)
      guard isNegative else { return number }
      let (negated, overflows) = Int64(0).subtractingReportingOverflow(number)
      return overflows ? nil : negated
    }
    return Int64(isNegative ? "-" + text : text)
  }

  /// The number of a literal: an integer, else a fraction; `nil` for what is not a number.
  func numericValue(isNegative: Bool = false) -> Value? {
    if let integer = integer(isNegative: isNegative) { return .int(integer) }
    guard case .number(let text) = self, let number = Double(text), number.isFinite else {
      return nil
    }
    return .double(isNegative ? -number : number)
  }
}

extension Int64 {
  /// The number, and those next to it that there are.
  var withNeighbours: [Int64] {
    [self] + (self < .max ? [self + 1] : []) + (self > .min ? [self - 1] : [])
  }
}
