import Foundation
import MigCheckHistory
import MigCheckModel
import MigCheckText

// Every number is an `NSNumber` to Realm, which takes and rounds those of other types.
//
// Source: realm-swift `Realm/RLMUtil.mm` `validateValue`, `RLMUtil.hpp` `numberIsInteger` and the like,
// `RLMValue.mm`.

extension RealmMigration {
  func scalar(_ value: Any, as type: PropertyType) -> Value? {
    switch type {
    case .bool: return truth(value).map(Value.bool)
    case .int: return (integer(value) ?? (value as? Bool).map { $0 ? 1 : 0 }).map(Value.int)
    case .float: return float(value).map(Value.float)
    case .double: return double(value).map(Value.double)
    case .decimal128: return decimal(value).map(Value.decimal128)
    case .string:
      // A part of a text is bridged to a text of Foundation, as a whole one is.
      return (value as? String ?? (value as? Substring).map(String.init)).map(Value.string)
    case .data: return (value as? Data).map { .data(Array($0)) }
    case .date:
      if let value = value as? Timestamp { return .date(value) }
      return (value as? Date).flatMap(bridgingMemory.timestamp(of:)).map(Value.date)
    case .uuid:
      if let value = value as? UUIDBytes { return .uuid(value) }
      return (value as? UUID).map { .uuid(UUIDBytes($0)) }
    case .objectId: return (value as? ObjectIDBytes).map(Value.objectId)
    case .mixed: return mixed(value)
    case .object, .linkingObjects: return nil
    }
  }

  private func truth(_ value: Any) -> Bool? {
    if let value = value as? Bool { return value }
    // It has the kind of Objective-C's booleans.
    if let value = value as? Int8 { return value != 0 }
    return switch integer(value) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  private func float(_ value: Any) -> Float? {
    if let value = value as? Float { return value }
    if let value = floating(value) {
      let isWithin = value.isNaN || abs(value) <= Double(Float.greatestFiniteMagnitude)
      return isWithin ? Float(value) : nil
    }
    return wideInteger(value).map { Float($0) } ?? largeInteger(value).map { Float($0) }
  }

  private func double(_ value: Any) -> Double? {
    if let value = value as? Float { return Double(value) }
    return floating(value) ?? wideInteger(value).map { Double($0) }
      ?? largeInteger(value).map { Double($0) }
  }

  private func floating(_ value: Any) -> Double? {
    switch value {
    case let value as Double: value
    case let value as CGFloat: Double(value)
    default: plainDecimal(value).map { NSDecimalNumber(decimal: $0).doubleValue }
    }
  }

  /// A `Decimal` that is one: Foundation casts every number to it, and not always to the same number.
  private func plainDecimal(_ value: Any) -> Decimal? {
    type(of: value) == Decimal.self ? value as? Decimal : nil
  }

  private func integer(_ value: Any) -> Int64? {
    switch value {
    case is Bool, is Float, is Double: nil
    case let value as any BinaryInteger: Int64(exactly: value)
    default: nil
    }
  }

  /// An integer that is a number to floating-point properties: one of 8 bits has the kind of a boolean.
  private func wideInteger(_ value: Any) -> Int64? { value is Int8 ? nil : integer(value) }

  /// An integer beyond those of 64 bits with a sign.
  private func largeInteger(_ value: Any) -> UInt64? {
    switch value {
    case let value as UInt64: value
    case let value as UInt: UInt64(value)
    default: nil
    }
  }

  private func decimal(_ value: Any) -> Decimal128? {
    switch value {
    case let value as Decimal128: value
    case let value as String: Decimal128(realmText: value)
    case let value as Substring: Decimal128(realmText: String(value))
    case let value as Bool: Decimal128(value ? 1 : 0)
    case let value as Float: Decimal128(rounding: Double(value))
    case let value as Double: Decimal128(rounding: value)
    case let value as CGFloat: Decimal128(rounding: Double(value))
    default:
      plainDecimal(value).map { Decimal128(readingLikeRealm: "\($0)") } ?? integer(value).map {
        Decimal128($0)
      }
        ?? largeInteger(value).flatMap { Decimal128("\($0)") }
    }
  }

  /// The value's own type decides: a Bool is not an integer, a Float not a double.
  private func mixed(_ value: Any) -> Value? {
    switch value {
    case let value as Bool: .bool(value)
    case let value as Int8 where value == 0 || value == 1: .bool(value == 1)
    case let value as Float: .float(value)
    case let value as Double: .double(value)
    case let value as CGFloat: .double(Double(value))
    case let value as Decimal128: .decimal128(value)
    case let value as ObjectIDBytes: .objectId(value)
    case let value as String: .string(value)
    case let value as Substring: .string(String(value))
    case let value as Data: .data(Array(value))
    case is Date, is Timestamp: scalar(value, as: .date)
    case is UUID, is UUIDBytes: scalar(value, as: .uuid)
    default: integer(value).map(Value.int)
    }
  }
}
