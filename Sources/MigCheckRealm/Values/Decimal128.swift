import Foundation
import MigCheckEngines
import MigCheckModel

/// A decimal number of 34 digits, as stores keep it.
public struct Decimal128: Hashable, Sendable, RealmStandIn, _DefaultConstructible {
  let exact: MigCheckModel.Decimal128

  init(exact: MigCheckModel.Decimal128) { self.exact = exact }

  public init() { exact = .zero }
  public init(_ value: Int) { exact = MigCheckModel.Decimal128(Int64(value)) }

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

  public init(number: NSNumber) { self.init(value: number.stringValue) }

  public static let nan = Decimal128(exact: .nan)
  public var isNaN: Bool { exact.isNaN }
  public var stringValue: String { exact.description }
  public var decimalValue: Decimal { Decimal(string: stringValue) ?? .nan }
  public var doubleValue: Double { Double(stringValue) ?? .nan }
  public var migrationValue: Any? { exact }
}

extension Decimal128: CustomStringConvertible, Comparable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral
{
  public var description: String { stringValue }
  public init(integerLiteral value: Int64) { exact = MigCheckModel.Decimal128(value) }
  /// Rounds to 15 digits, as Realm does.
  public init(floatLiteral value: Double) {
    exact = MigCheckModel.Decimal128(rounding: value) ?? .nan
  }
  public init(stringLiteral value: String) { self.init(value: value) }

  // All by value, as Realm compares them: 1.0 equals 1.00.
  public static func == (left: Decimal128, right: Decimal128) -> Bool {
    left.exact.isEqualInValue(to: right.exact)
  }

  public static func < (left: Decimal128, right: Decimal128) -> Bool {
    left.exact.precedesInValue(right.exact)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(doubleValue) }

  public static func + (left: Decimal128, right: Decimal128) -> Decimal128 {
    Decimal128(value: left.decimalValue + right.decimalValue)
  }
  public static func - (left: Decimal128, right: Decimal128) -> Decimal128 {
    Decimal128(value: left.decimalValue - right.decimalValue)
  }
  public static func * (left: Decimal128, right: Decimal128) -> Decimal128 {
    Decimal128(value: left.decimalValue * right.decimalValue)
  }
  public static func / (left: Decimal128, right: Decimal128) -> Decimal128 {
    Decimal128(value: left.decimalValue / right.decimalValue)
  }
}
