import Foundation
import MigCheckModel
import MigCheckRealmEngine

/// Values of a migration in the types that Realm gives and takes.
enum RealmValue {
  /// A value that was read, as Realm gives it: numbers and booleans as `NSNumber`.
  static func wrapped(_ value: Any?) -> Any? {
    switch value {
    case nil: nil
    case let value as RealmMigrationObject: DynamicObject(base: value)
    case let value as ObjectIDBytes: ObjectId(bytes: value)
    case let value as MigCheckModel.Decimal128: Decimal128(exact: value)
    case let value as Bool: NSNumber(value: value)
    case let value as Int: NSNumber(value: value)
    // Foundation has one NaN, and takes the infinities of a `Float` for those of a `Double`.
    case let value as Float: value.isFinite ? NSNumber(value: value) : value
    case let value as Double: value.isNaN ? value : NSNumber(value: value)
    default: value
    }
  }

  /// A value without the `Optional` around it.
  static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }

  /// A number of Foundation as the Swift number that it was made of.
  static func native(_ value: Any?) -> Any? {
    value.flatMap { RealmMigration.nativeValue($0) }
  }
}
