import Foundation
import MigCheckCoreData
import MigCheckModel
import MigCheckRealmEngine

/// What lists, sets and maps can hold.
public protocol RealmCollectionValue: Hashable {
  /// An element as a store gives it; `nil` where it is none of this type.
  static func _element(from value: Any?) -> Self?
}

extension RealmCollectionValue {
  /// The value if it is of this type, else `nil`.
  public static func _element(from value: Any?) -> Self? { value as? Self }
}

extension Bool: RealmCollectionValue {}
extension Int: RealmCollectionValue {}
extension Int8: RealmCollectionValue {}
extension Int16: RealmCollectionValue {}
extension Int32: RealmCollectionValue {}
extension Int64: RealmCollectionValue {}
extension Float: RealmCollectionValue {}
extension Double: RealmCollectionValue {}
extension String: RealmCollectionValue {}
extension Data: RealmCollectionValue {}
extension Date: RealmCollectionValue {}
extension UUID: RealmCollectionValue {}
extension ObjectId: RealmCollectionValue {}
extension Decimal128: RealmCollectionValue {}
extension ObjectBase: RealmCollectionValue {}

extension AnyRealmValue: RealmCollectionValue {
  /// The value with the tag of its type; `nil` becomes `none`.
  public static func _element(from value: Any?) -> AnyRealmValue? { AnyRealmValue(any: value) }
}

extension Optional: RealmCollectionValue where Wrapped: RealmCollectionValue {
  /// `nil` as null; another value if it is of the wrapped type.
  public static func _element(from value: Any?) -> Wrapped?? {
    guard let value else { return .some(.none) }
    return Wrapped._element(from: value).map { .some($0) }
  }
}

/// A collection that is in no store, until an object that has it is added to one.
protocol PromotableCollection: AnyObject {
  func promote(to managed: RealmMigrationCollection)
}

extension MigCheckModel.Property {
  /// The list, set or map of the right type for the values of a property.
  func elements(_ kind: CollectionKind, of managed: RealmMigrationCollection) -> Any {
    func collection<Element: RealmCollectionValue>(_ type: Element.Type) -> Any {
      switch kind {
      case .list: isOptional ? List<Element?>(managed) as Any : List<Element>(managed)
      case .set: isOptional ? MutableSet<Element?>(managed) as Any : MutableSet<Element>(managed)
      case .dictionary:
        isOptional
          ? Map<String, Element?>(managed) as Any : Map<String, Element>(managed)
      }
    }
    func required<Element: RealmCollectionValue>(_ type: Element.Type) -> Any {
      switch kind {
      case .list: List<Element>(managed)
      case .set: MutableSet<Element>(managed)
      case .dictionary: Map<String, Element>(managed)
      }
    }
    return switch type {
    case .bool: collection(Bool.self)
    case .int: collection(Int.self)
    case .float: collection(Float.self)
    case .double: collection(Double.self)
    case .decimal128: collection(Decimal128.self)
    case .string: collection(String.self)
    case .data: collection(Data.self)
    case .date: collection(Date.self)
    case .uuid: collection(UUID.self)
    case .objectId: collection(ObjectId.self)
    case .mixed: required(AnyRealmValue.self)
    case .object, .linkingObjects:
      kind == .dictionary
        ? Map<String, DynamicObject?>(managed) as Any : required(DynamicObject.self)
    }
  }
}
