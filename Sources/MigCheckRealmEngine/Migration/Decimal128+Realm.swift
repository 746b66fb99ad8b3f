import Foundation
import MigCheckModel
import MigCheckText

// Source: realm-swift `Realm/RLMDecimal128.mm`, `RLMUtil.mm` `RLMObjcToDecimal128`, realm-core
// `src/realm/decimal128.cpp`, and `bid128_from_string` of Intel's library, which reads texts there.

extension Decimal128 {
  /// A text as Realm reads one where a decimal is written: "NaN" is not a number there.
  ///
  /// - Returns: `nil` for a text that is not a number.
  init?(realmText text: String) {
    let value = Decimal128(readingLikeRealm: text)
    if value.isNaN { return nil }
    self = value
  }

  /// A text as Realm reads one: blanks may precede it, what goes beyond 34 digits is rounded to the
  /// nearest, ties to even, and what is too great becomes infinite.
  ///
  /// What is not a number is NaN.
  package init(readingLikeRealm text: String) {
    let trimmed = text.drop { $0 == " " || $0 == "\t" }
    self = Decimal128(String(trimmed)) ?? DecimalText(trimmed)?.rounded ?? .nan
  }

  /// A floating-point number as Realm keeps one: exactly in up to 15 digits, or else rounded to 15.
  package init?(rounding value: Double) {
    guard value.isFinite else {
      self = value.isNaN ? .nan : value < 0 ? .negativeInfinity : .infinity
      return
    }
    let shortest = Decimal128(Self.plain(value))
    if abs(value) < 1e15, let shortest, Self.isExact(shortest, value) {
      self = shortest
    } else {
      self.init(String(format: "%.14e", value))
    }
  }

  /// The shortest text that gives the number back, without a fraction that is zero.
  private static func plain(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Whether a decimal of few digits is the number itself, and not only the nearest one.
  private static func isExact(_ decimal: Decimal128, _ value: Double) -> Bool {
    let exact = String(format: "%.40e", value)
    guard let marker = exact.firstIndex(of: "e") else { return false }
    let digits = exact[..<marker].filter { $0.isNumber }
    let significant = digits.reversed().drop { $0 == "0" }.count
    return significant <= min(decimal.digits.count, 15)
  }
}

/// A decimal number of any length: sign, digits without leading zeros, and the exponent of the last.
private struct DecimalText {
  private var isNegative = false
  private var digits = [UInt8]()
  private var exponent = 0

  /// - Returns: `nil` for a text that is not a number.
  init?(_ text: Substring) {
    var rest = text.utf8[...]
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      isNegative = first == UInt8(ascii: "-")
      rest.removeFirst()
    }
    var hasDigit = false
    var hasPoint = false
    while let byte = rest.first {
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        hasDigit = true
        if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte - UInt8(ascii: "0")) }
        if hasPoint { exponent -= 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      rest.removeFirst()
    }
    guard hasDigit else { return nil }
    guard let marker = rest.first else { return }
    guard marker == UInt8(ascii: "e") || marker == UInt8(ascii: "E"),
      let stated = Self.exponent(rest.dropFirst())
    else { return nil }
    exponent += stated
  }

  /// An exponent with an optional sign; one of many digits is as good as infinite.
  private static func exponent(_ text: Substring.UTF8View.SubSequence) -> Int? {
    var rest = text
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    guard !rest.isEmpty,
      rest.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    let significant = rest.drop { $0 == UInt8(ascii: "0") }
    let size = significant.count > 7 ? 9_999_999 : Int(String(Substring(significant))) ?? 0
    return isNegative ? -size : size
  }

  /// The nearest number of 34 digits that the format has.
  var rounded: Decimal128? {
    var digits = digits
    var exponent = exponent
    let least = Decimal128.exponents.lowerBound
    let surplus = max(digits.count - Decimal128.maximumDigits, least - exponent)
    if surplus > 0 {
      round(&digits, dropping: surplus)
      exponent += surplus
      if digits.count > Decimal128.maximumDigits {
        digits.removeLast()
        exponent += 1
      }
    }
    let sign = isNegative ? "-" : ""
    guard !digits.isEmpty else { return Decimal128("\(sign)0E\(max(exponent, least))") }
    let text = "\(sign)\(digits.map(String.init).joined())E\(exponent)"
    return Decimal128(text) ?? (isNegative ? .negativeInfinity : .infinity)
  }

  private func round(_ digits: inout [UInt8], dropping count: Int) {
    guard count <= digits.count else {
      digits = []
      return
    }
    let dropped = digits.suffix(count)
    digits.removeLast(count)
    let isOdd = (digits.last ?? 0) % 2 == 1
    let isAboveHalf = (dropped.first ?? 0) > 5 || dropped.dropFirst().contains { $0 > 0 }
    guard let first = dropped.first, first >= 5, isAboveHalf || isOdd else { return }
    var place = digits.count - 1
    while place >= 0, digits[place] == 9 {
      digits[place] = 0
      place -= 1
    }
    if place >= 0 { digits[place] += 1 } else { digits.insert(1, at: 0) }
  }
}
