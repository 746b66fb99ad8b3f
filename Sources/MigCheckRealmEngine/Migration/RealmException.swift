import MigCheckModel

/// What ends a migration block in Realm, and with it the app: exceptions and crashes, in Realm's words.
///
/// Source: realm-swift `Realm/RLMAccessor.mm`, `RLMUtil.mm`, `RLMObjectStore.mm`, `RLMArray.mm`;
/// realm-core `src/realm/object-store/collection.cpp`.
enum RealmException {
  private static func exception(
    _ message: String, _ type: Name?, _ property: Name? = nil
  ) -> UpgradeError {
    UpgradeError(.exception, message, type: type, property: property)
  }

  // MARK: Objects that are gone

  /// An object is written, linked or copied that is gone.
  static func deleted(_ type: Name) -> UpgradeError {
    exception(
      "Object has been deleted or invalidated: it is of type '\(type)', and this block deleted it "
        + "before.", type)
  }

  /// An object is read that is gone.
  static func unreadable(_ type: Name) -> UpgradeError {
    exception("Accessing object of type \(type) which has been invalidated or deleted.", type)
  }

  /// An object is read that was itself given to `delete`.
  static func detached(_ type: Name) -> UpgradeError {
    UpgradeError(
      .trap,
      "The app crashes: an object of type '\(type)' is read after it was given to delete, where "
        + "Realm recurses until the stack runs out. Read what is needed before.", type: type)
  }

  /// A collection is used whose object is gone.
  static func invalidCollection(_ kind: CollectionKind, _ type: Name, _ property: Name)
    -> UpgradeError
  {
    exception(
      "\(name(of: kind)) is no longer valid. Either the parent object was deleted or the containing "
        + "Realm has been invalidated or closed.", type, property)
  }

  static func foreignDeletion(_ type: Name) -> UpgradeError {
    exception(
      "Can only delete an object from the Realm it belongs to: this object of type '\(type)' is of "
        + "the old state, or was deleted before.", type)
  }

  // MARK: Objects of another Realm

  /// - Parameter type: that of the object that is written to.
  static func foreign(_ type: Name, _ property: Name) -> UpgradeError {
    exception(
      "Object is already managed by another Realm. Use create instead to copy it into this Realm: "
        + "'\(type).\(property)' is given an object of the old state, where one of the new state is "
        + "needed.", type, property)
  }

  static func targetNotFound(_ type: Name, _ property: Name) -> UpgradeError {
    exception(
      "Target object not found: '\(type).\(property)' is given an object of the old state that the "
        + "new state no longer has.", type, property)
  }

  static func mixedLinkToEmbedded(_ type: Name, _ property: Name) -> UpgradeError {
    exception(
      "Cannot link to embedded object: '\(type).\(property)' is a mixed property.", type, property)
  }

  // MARK: Embedded objects

  static func managedEmbedded(in property: Property, of type: Name) -> UpgradeError {
    let what =
      property.collection.map {
        "Cannot add an existing managed embedded object to a \(name(of: $0))"
      }
      ?? "Cannot set a link to an existing managed embedded object"
    return exception(
      "\(what): '\(type).\(property.name)' takes the values of a new one, such as a dictionary.",
      type, property.name)
  }

  // MARK: The old state

  static func readOnly(_ type: Name, _ property: Name) -> UpgradeError {
    exception(
      "Cannot modify managed objects outside of a write transaction: '\(type).\(property)' is a "
        + "property of the old object, which can only be read.", type, property)
  }

  static func readOnlyKey(_ value: String, _ type: Name, _ property: Name) -> UpgradeError {
    exception(
      "Primary key can't be changed to \(value) after an object is inserted: '\(type).\(property)' "
        + "is a property of the old object, which can only be read.", type, property)
  }

  static func readOnlyCollection(_ kind: CollectionKind, _ type: Name, _ property: Name)
    -> UpgradeError
  {
    exception(
      "Cannot modify managed \(name(of: kind)) outside of a write transaction: '\(type).\(property)' "
        + "is a property of the old object, which can only be read.", type, property)
  }

  static func computed(_ type: Name, _ property: Name) -> UpgradeError {
    UpgradeError(
      .noSuchProperty, "Cannot modify read-only property '\(type).\(property)'", type: type,
      property: property)
  }

  // MARK: Collections

  static func wrongElement(_ element: Name, in property: Property, of type: Name) -> UpgradeError {
    let expected = property.objectType?.text ?? ""
    let message =
      property.collection == .dictionary
      ? "Value of type '\(element)' does not match RLMDictionary value type '\(expected)'."
      : "Object of type '\(element)' does not match "
        + "\(className(of: property.collection ?? .list)) type '\(expected)'."
    return UpgradeError(.typeMismatch, message, type: type, property: property.name)
  }

  /// An element of a collection that is in no store.
  package static func wrongElement(
    _ element: String, inUnmanaged kind: CollectionKind, of expected: String
  ) -> UpgradeError {
    UpgradeError(
      .typeMismatch,
      "Object of type '\(element)' does not match \(className(of: kind)) type '\(expected)': "
        + "collect objects of a migration in a Swift array instead.", type: Name(element))
  }

  static func outOfBounds(_ index: Int, count: Int, _ type: Name, _ property: Name) -> UpgradeError
  {
    exception(
      index < 0
        ? "Cannot pass a negative value for 'index'."
        : "Index \(index) is out of bounds (must be less than \(count)).", type, property)
  }

  static func tooManyToRemove(_ number: Int, count: Int, _ type: Name, _ property: Name)
    -> UpgradeError
  {
    exception(
      "It is not possible to remove more objects (\(number)) from a list than it already contains "
        + "(\(count)).", type, property)
  }

  /// A set is asked for an object of the old state, or of none.
  static func notOfSet(_ property: Property, of type: Name) -> UpgradeError {
    exception(
      "Object has been deleted or invalidated: the set '\(type).\(property.name)' is asked for an "
        + "object that is not of its state.", type, property.name)
  }

  static func notEnumerable(
    _ value: String, _ property: Property, _ type: Name
  ) -> UpgradeError {
    UpgradeError(
      .typeMismatch,
      "Invalid value \(value) for '\(property.notation)' property '\(type).\(property.name)': value "
        + "is not enumerable.", type: type, property: property.name)
  }

  static func invalidKey(_ key: String, _ type: Name, _ property: Name) -> UpgradeError {
    exception(
      "Dictionary::insert: key must not start with '$' nor contain '.': '\(key)' in "
        + "'\(type).\(property)'.", type, property)
  }

  // MARK: Crashes

  static func crash(_ message: String, type: Name? = nil, property: Name? = nil) -> UpgradeError {
    UpgradeError(.trap, "The app crashes: \(message)", type: type, property: property)
  }

  // MARK: Names

  static func name(of kind: CollectionKind) -> String {
    switch kind {
    case .list: "List"
    case .set: "Set"
    case .dictionary: "Dictionary"
    }
  }

  static func className(of kind: CollectionKind) -> String {
    switch kind {
    case .list: "RLMArray"
    case .set: "RLMSet"
    case .dictionary: "RLMDictionary"
    }
  }
}
