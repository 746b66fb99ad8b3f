import MigCheckModel
import Testing

@Suite("Decimals of 34 digits")
struct Decimal128Tests {
  @Test(
    "A spelling in canonical form comes out as it went in",
    arguments: [
      "0", "-0", "0.00", "0E+3", "1", "-1", "1.5", "1.50", "0.000001", "1E-7", "1.0E-7", "12E+1",
      "1E+10", "1234567890123456789012345678901234", "-0.1234567890123456789012345678901234",
      "9.999999999999999999999999999999999E+6144", "1E-6176", "0E-6176", "NaN", "Infinity",
      "-Infinity",
    ])
  func canonical(_ text: String) {
    let expected = text == "12E+1" ? "1.2E+2" : text
    #expect(Decimal128(text)?.description == expected)
  }

  @Test(
    "Other spellings are understood",
    arguments: [
      ("+1.5", "1.5"), ("001.50", "1.50"), (".5", "0.5"), ("5.", "5"), ("1e3", "1E+3"),
      ("inf", "Infinity"), ("-INF", "-Infinity"), ("nan", "NaN"), ("-NaN", "NaN"),
      ("1E+6144", "1.000000000000000000000000000000000E+6144"), ("0E+99999", "0E+6111"),
      ("0E-99999", "0E-6176"),
      ("0000000000000000000000000000000000000000000000000007", "7"),
    ])
  func spellings(_ text: String, _ expected: String) {
    #expect(Decimal128(text)?.description == expected)
  }

  @Test(
    "Anything else is refused",
    arguments: [
      "", "-", ".", "e5", "1e", "1e+", "1e5.0", " 1", "1 ", "1,5", "0x10", "--1", "1.2.3", "٣",
      "12345678901234567890123456789012345", "1E+6145", "1E-6177", "1E+100001",
      "1E-9223372036854775808", "1E9223372036854775807", "1E-99999999999999999999", "infinit",
      "nanx", "1é",
    ])
  func refused(_ text: String) {
    #expect(Decimal128(text) == nil)
  }

  @Test("Spellings of one number are equal in value and two values")
  func value() throws {
    let a = try #require(Decimal128("1.5"))
    let b = try #require(Decimal128("1.50"))
    #expect(a != b)
    #expect(a.isEqualInValue(to: b))
    #expect(!a.precedesInValue(b))
    let zeros = try ["0", "-0", "0E+5", "0.000"].map { try #require(Decimal128($0)) }
    for zero in zeros { #expect(zero.isZero && zero.isEqualInValue(to: .zero)) }
    #expect(Decimal128.nan.isEqualInValue(to: .nan))
    #expect(!Decimal128.infinity.isEqualInValue(to: .negativeInfinity))
  }

  @Test("Values are ordered: NaN, then from −∞ to ∞")
  func order() throws {
    let texts = [
      "NaN", "-Infinity", "-1E+6111", "-10", "-9.99", "-1E-6176", "0", "1E-6176", "0.09", "0.1",
      "1", "1.01", "9.99", "10", "123", "1E+3", "9999999999999999999999999999999999",
      "1E+6111", "Infinity",
    ]
    let values = try texts.map { try #require(Decimal128($0)) }
    for (i, left) in values.enumerated() {
      for (j, right) in values.enumerated() {
        #expect(left.precedesInValue(right) == (i < j), "\(left) and \(right)")
        #expect(left.isEqualInValue(to: right) == (i == j), "\(left) and \(right)")
      }
    }
  }

  @Test("Integers are exact", arguments: [0, 1, -1, Int64.max, Int64.min])
  func integers(_ integer: Int64) {
    #expect(Decimal128(integer).description == String(integer))
    #expect(Decimal128(String(integer)) == Decimal128(integer))
  }

  @Test("The largest coefficient keeps all its digits and leaves the exponent alone")
  func largest() throws {
    let digits = String(repeating: "9", count: 34)
    let value = try #require(Decimal128("-\(digits)E+6111"))
    #expect(value.digits == digits)
    #expect(value.exponent == 6111)
    #expect(value.isNegative && value.isFinite && !value.isNaN && !value.isInfinite)
  }
}
