import MigCheckModel

/// A value of an app that represents one that migrations know: a list its elements, an enum its raw
/// value, an object that is in no store its values.
public protocol RealmStandIn {
  /// `nil`: null.
  var migrationValue: Any? { get }
}

/// An object of a model class that is in no store yet.
package struct RealmObjectValues {
  /// The name of the class, as stores know it.
  package var className: String
  package var values: [String: Any?]
  /// The object itself.
  package var identity: AnyObject
  /// Is called once a store has the object: from then on it is the stored one.
  package var adopt: (RealmMigrationObject) -> Void

  package init(
    className: String, values: [String: Any?], identity: AnyObject,
    adopt: @escaping (RealmMigrationObject) -> Void
  ) {
    self.className = className
    self.values = values
    self.identity = identity
    self.adopt = adopt
  }
}

/// A list, set or map of an app: what it holds, and what its type says that it can hold.
package struct RealmCollectionValues {
  /// The elements that a type of collection is declared for.
  package struct Elements: Equatable {
    package var type: PropertyType
    package var isOptional: Bool
    /// The class of objects; `nil`: no objects.
    package var className: String?

    package init(_ type: PropertyType, optional: Bool = false, className: String? = nil) {
      self.type = type
      isOptional = optional
      self.className = className
    }

    init(of property: Property) {
      self.init(
        property.type, optional: property.isOptional,
        className: property.isLink ? property.objectType?.text : nil)
    }

    /// Such as `string?` or `Dog`.
    var text: String {
      // A map is declared of optional objects, which goes without saying.
      (className ?? type.realmName) + (isOptional && className == nil ? "?" : "")
    }
  }

  package enum Content {
    case elements([Any?])
    case entries([String: Any?])
    /// That of a property of an object of a store.
    case managed(RealmMigrationCollection)
  }

  package var kind: CollectionKind
  package var declared: Elements
  package var content: Content

  package init(_ kind: CollectionKind, of declared: Elements, _ content: Content) {
    self.kind = kind
    self.declared = declared
    self.content = content
  }

  package init(_ managed: RealmMigrationCollection) {
    self.init(managed.kind, of: Elements(of: managed.property), .managed(managed))
  }

  var managed: RealmMigrationCollection? {
    if case .managed(let collection) = content { collection } else { nil }
  }
}

extension PropertyType {
  /// As Realm's messages call it.
  var realmName: String {
    self == .objectId ? "object id" : rawValue
  }
}
