import Foundation
import MigCheckEngines

/// A value of any type that a store can hold.
public enum AnyRealmValue: Hashable, RealmStandIn, _DefaultConstructible {
  case none
  case bool(Bool)
  case int(Int)
  case float(Float)
  case double(Double)
  case decimal128(Decimal128)
  case string(String)
  case data(Data)
  case date(Date)
  case objectId(ObjectId)
  case uuid(UUID)
  case object(ObjectBase)

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

  public var intValue: Int? { if case .int(let value) = self { value } else { nil } }
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var floatValue: Float? { if case .float(let value) = self { value } else { nil } }
  public var doubleValue: Double? { if case .double(let value) = self { value } else { nil } }
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  public var dataValue: Data? { if case .data(let value) = self { value } else { nil } }
  public var dateValue: Date? { if case .date(let value) = self { value } else { nil } }
  public var objectIdValue: ObjectId? { if case .objectId(let value) = self { value } else { nil } }
  public var decimal128Value: Decimal128? {
    if case .decimal128(let value) = self { value } else { nil }
  }
  public var uuidValue: UUID? { if case .uuid(let value) = self { value } else { nil } }
  public var dynamicObject: DynamicObject? {
    if case .object(let value) = self { value as? DynamicObject } else { nil }
  }
}
