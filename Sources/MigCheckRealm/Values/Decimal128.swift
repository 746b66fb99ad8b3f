import Foundation
import MigCheckModel
import MigCheckRealmEngine

/// A decimal number of 34 digits, as stores keep it.
public struct Decimal128: Hashable, Sendable, RealmStandIn, _DefaultConstructible {
  let exact: MigCheckModel.Decimal128

  init(exact: MigCheckModel.Decimal128) { self.exact = exact }

  /// Zero.
  public init() { exact = .zero }
  /// An integer, exactly.
  public init(_ value: Int) { exact = MigCheckModel.Decimal128(Int64(value)) }

  /// Reads a number, or any other value by its text; a text that is not a number gives `nan`.
  public init(value: Any) {
    switch value {
    case let number as Decimal128: self = number
    case let number as Double where type(of: value) == Double.self: self.init(floatLiteral: number)
    case let number as Float where type(of: value) == Float.self:
      self.init(floatLiteral: Double(number))
    default: self.init(reading: "\(value)")
    }
  }

  private init(reading text: String) {
    exact = MigCheckModel.Decimal128(readingLikeRealm: text)
  }

  /// Reads a decimal number as Realm does: it is rounded to 34 digits, and a text that is not a number
  /// gives `nan`. It never throws, in Realm neither.
  public init(string: String) throws { self.init(reading: string) }

  /// Reads the decimal text of the number.
  public init(number: NSNumber) { self.init(value: number.stringValue) }

  /// Not a number.
  public static let nan = Decimal128(exact: .nan)
  /// Whether the value is not a number.
  public var isNaN: Bool { exact.isNaN }
  /// The decimal text, which keeps every digit and the exponent.
  public var stringValue: String { exact.description }
  /// The value as `Decimal`; `nan` where that type cannot hold it.
  public var decimalValue: Decimal { Decimal(string: stringValue) ?? .nan }
  /// The nearest `Double`; `nan` for a value that is not a number.
  public var doubleValue: Double { Double(stringValue) ?? .nan }
  /// The exact decimal that a migration writes.
  public var migrationValue: Any? { exact }
}

extension Decimal128: CustomStringConvertible, Comparable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral
{
  /// The same as `stringValue`.
  public var description: String { stringValue }
  /// An integer, exactly.
  public init(integerLiteral value: Int64) { exact = MigCheckModel.Decimal128(value) }
  /// Rounds to 15 digits, as Realm does.
  public init(floatLiteral value: Double) {
    exact = MigCheckModel.Decimal128(rounding: value) ?? .nan
  }
  /// Reads the text as `init(value:)` does; a text that is not a number gives `nan`.
  public init(stringLiteral value: String) { self.init(value: value) }

  // All by value, as Realm compares them: 1.0 equals 1.00.
  /// Whether both have the same value: 1.0 equals 1.00.
  public static func == (left: Decimal128, right: Decimal128) -> Bool {
    left.exact.isEqualInValue(to: right.exact)
  }

  /// Orders by value, whatever the number of digits.
  public static func < (left: Decimal128, right: Decimal128) -> Bool {
    left.exact.precedesInValue(right.exact)
  }

  /// Hashes the value, so that 1.0 and 1.00 agree.
  public func hash(into hasher: inout Hasher) { hasher.combine(doubleValue) }

  /// The sum, computed with `Decimal`.
  public static func + (left: Decimal128, right: Decimal128) -> Decimal128 {
    Decimal128(value: left.decimalValue + right.decimalValue)
  }
  /// The difference, computed with `Decimal`.
  public static func - (left: Decimal128, right: Decimal128) -> Decimal128 {
    Decimal128(value: left.decimalValue - right.decimalValue)
  }
  /// The product, computed with `Decimal`.
  public static func * (left: Decimal128, right: Decimal128) -> Decimal128 {
    Decimal128(value: left.decimalValue * right.decimalValue)
  }
  /// The quotient, computed with `Decimal`.
  public static func / (left: Decimal128, right: Decimal128) -> Decimal128 {
    Decimal128(value: left.decimalValue / right.decimalValue)
  }
}
