// The kinds of properties beside single values.

extension Property {
  /// A link to at most one object.
  package static func link(_ name: String, to objectType: String) -> Property {
    Property(name, .object, objectType: objectType, optional: true)
  }

  /// A list of scalars.
  package static func list(
    _ name: String, of type: PropertyType, optional: Bool = false
  ) -> Property {
    Property(name, type, collection: .list, optional: optional)
  }

  /// A list of objects.
  package static func list(_ name: String, of objectType: String) -> Property {
    Property(name, .object, collection: .list, objectType: objectType)
  }

  /// A set of scalars.
  package static func set(
    _ name: String, of type: PropertyType, optional: Bool = false
  ) -> Property {
    Property(name, type, collection: .set, optional: optional)
  }

  /// A set of objects.
  package static func set(_ name: String, of objectType: String) -> Property {
    Property(name, .object, collection: .set, objectType: objectType)
  }

  /// A dictionary of scalars with string keys.
  package static func dictionary(
    _ name: String, of type: PropertyType, optional: Bool = false
  ) -> Property {
    Property(name, type, collection: .dictionary, optional: optional)
  }

  /// A dictionary of objects with string keys.
  package static func dictionary(_ name: String, of objectType: String) -> Property {
    Property(name, .object, collection: .dictionary, objectType: objectType, optional: true)
  }

  /// The objects that link here through a property.
  package static func linkingObjects(
    _ name: String, from objectType: String, property: String
  ) -> Property {
    Property(name, .linkingObjects, objectType: objectType, originProperty: property)
  }
}
