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
    case let text as String: self = (try? Decimal128(string: text)) ?? .nan
    case let number as Decimal: self = (try? Decimal128(string: "\(number)")) ?? .nan
    case let number as Decimal128: self = number
    default: self = (try? Decimal128(string: "\(value)")) ?? .nan
    }
  }

  /// - Throws: for a text that is no decimal number of at most 34 digits.
  public init(string: String) throws {
    guard let exact = MigCheckModel.Decimal128(string) else { throw InvalidDecimal(text: string) }
    self.exact = exact
  }

  public init(number: NSNumber) { self.init(value: number.stringValue) }

  public static let nan = Decimal128(exact: .nan)
  public var isNaN: Bool { exact.isNaN }
  public var stringValue: String { exact.description }
  public var decimalValue: Decimal { Decimal(string: stringValue) ?? .nan }
  public var doubleValue: Double { Double(stringValue) ?? .nan }
  public var migrationValue: Any? { exact }

  private struct InvalidDecimal: Error, CustomStringConvertible {
    var text: String
    var description: String { "\"\(text)\" is no decimal number of at most 34 digits." }
  }
}

extension Decimal128: CustomStringConvertible, Comparable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral
{
  public var description: String { stringValue }
  public init(integerLiteral value: Int64) { exact = MigCheckModel.Decimal128(value) }
  public init(floatLiteral value: Double) { self.init(value: "\(value)") }
  public init(stringLiteral value: String) { self.init(value: value) }

  // By value, as far as a `Decimal` tells; `==` tells spellings apart, as stores do.
  public static func < (left: Decimal128, right: Decimal128) -> Bool {
    left.decimalValue < right.decimalValue
  }

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
