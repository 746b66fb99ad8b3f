import Foundation
import MigCheckRealmEngine

/// A value of any type that a store can hold.
public enum AnyRealmValue: Hashable, RealmStandIn, _DefaultConstructible {
  /// Null.
  case none
  /// A truth value.
  case bool(Bool)
  /// An integer of 64 bits.
  case int(Int)
  /// A floating-point number of 32 bits.
  case float(Float)
  /// A floating-point number of 64 bits.
  case double(Double)
  /// A decimal number of 34 digits.
  case decimal128(Decimal128)
  /// A text.
  case string(String)
  /// Bytes.
  case data(Data)
  /// A moment.
  case date(Date)
  /// An identifier of 12 bytes.
  case objectId(ObjectId)
  /// A UUID.
  case uuid(UUID)
  /// A link to an object.
  case object(ObjectBase)

  /// Null.
  public init() { self = .none }

  /// - Parameter value: as a property of any type gives it; `nil`: null.
  init(any value: Any?) {
    switch value {
    case nil: self = .none
    case let number as NSNumber where type(of: value as Any) is AnyClass || true:
      self = Self.number(number, value)
    case let value as Decimal128: self = .decimal128(value)
    case let value as String: self = .string(value)
    case let value as Data: self = .data(value)
    case let value as Date: self = .date(value)
    case let value as ObjectId: self = .objectId(value)
    case let value as UUID: self = .uuid(value)
    case let value as ObjectBase: self = .object(value)
    default: self = .none
    }
  }

  private static func number(_ number: NSNumber, _ value: Any?) -> AnyRealmValue {
    switch RealmValue.native(value) {
    case let value as Bool: .bool(value)
    case let value as Float: .float(value)
    case let value as Double: .double(value)
    case let value as Int64: .int(Int(value))
    case let value as Int: .int(value)
    default: .int(number.intValue)
    }
  }

  /// The value without its tag, as a migration writes it; `nil`: null.
  public var migrationValue: Any? {
    switch self {
    case .none: nil
    case .bool(let value): value
    case .int(let value): value
    case .float(let value): value
    case .double(let value): value
    case .decimal128(let value): value
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .objectId(let value): value
    case .uuid(let value): value
    case .object(let value): value
    }
  }

  /// The integer; `nil` for values of other types.
  public var intValue: Int? { if case .int(let value) = self { value } else { nil } }
  /// The truth value; `nil` for values of other types.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number of 32 bits; `nil` for values of other types.
  public var floatValue: Float? { if case .float(let value) = self { value } else { nil } }
  /// The number of 64 bits; `nil` for values of other types.
  public var doubleValue: Double? { if case .double(let value) = self { value } else { nil } }
  /// The text; `nil` for values of other types.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  /// The bytes; `nil` for values of other types.
  public var dataValue: Data? { if case .data(let value) = self { value } else { nil } }
  /// The date; `nil` for values of other types.
  public var dateValue: Date? { if case .date(let value) = self { value } else { nil } }
  /// The identifier; `nil` for values of other types.
  public var objectIdValue: ObjectId? { if case .objectId(let value) = self { value } else { nil } }
  /// The decimal; `nil` for values of other types.
  public var decimal128Value: Decimal128? {
    if case .decimal128(let value) = self { value } else { nil }
  }
  /// The UUID; `nil` for values of other types.
  public var uuidValue: UUID? { if case .uuid(let value) = self { value } else { nil } }
  /// The object of a migration; `nil` for values of other types and for objects of model classes.
  public var dynamicObject: DynamicObject? {
    if case .object(let value) = self { value as? DynamicObject } else { nil }
  }
}
