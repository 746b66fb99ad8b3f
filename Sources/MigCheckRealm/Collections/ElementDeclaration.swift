import Foundation
import MigCheckModel
import MigCheckRealmEngine

extension RealmCollectionValues.Elements {
  /// What a collection can hold that is declared for a Swift type.
  init(declaredFor type: Any.Type) {
    if let optional = type as? any OptionalElement.Type {
      self.init(declaredFor: optional.wrappedElement)
      isOptional = true
      return
    }
    switch type {
    case is Bool.Type: self.init(.bool)
    case is any BinaryInteger.Type: self.init(.int)
    case is Float.Type: self.init(.float)
    case is Double.Type: self.init(.double)
    case is Decimal128.Type: self.init(.decimal128)
    case is String.Type: self.init(.string)
    case is Data.Type: self.init(.data)
    case is Date.Type: self.init(.date)
    case is UUID.Type: self.init(.uuid)
    case is ObjectId.Type: self.init(.objectId)
    case let type as ObjectBase.Type: self.init(.object, className: type.className())
    case let type as any PersistableEnum.Type: self.init(declaredFor: type.rawType)
    default: self.init(.mixed)
    }
  }
}

private protocol OptionalElement {
  static var wrappedElement: Any.Type { get }
}

extension Optional: OptionalElement {
  fileprivate static var wrappedElement: Any.Type { Wrapped.self }
}

extension PersistableEnum {
  fileprivate static var rawType: Any.Type { RawValue.self }
}

extension RealmCollectionValue {
  /// An object of a migration that a collection in no store refuses: it is declared for another class.
  func verify(inUnmanaged kind: CollectionKind) {
    guard let object = self as? DynamicObject, let base = object.base else { return }
    base.refuseInUnmanaged(kind, of: DynamicObject.className())
  }
}
