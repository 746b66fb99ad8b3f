import Foundation
import MigCheckModel
import MigCheckStores
import MigCheckText

/// A value of an app that stands for one that migrations know: a list for its elements, an enum for its
/// raw value, an object that is in no store for its values.
public protocol RealmStandIn {
  /// `nil`: null.
  var migrationValue: Any? { get }
}

/// The properties of an object that is in no store: an object of a store is made of those that its
/// type has.
public struct RealmObjectValues {
  var values: [String: Any?]

  public init(_ values: [String: Any?]) { self.values = values }
}

// What an object can be made of.

extension RealmMigration {
  typealias Field = (name: Name, value: Any?)

  /// A value of one of the stored properties, exactly as it is.
  struct ExactValue {
    var value: Value
    var property: Property
    var isOld: Bool
  }

  /// The values that a dictionary, an array or another object gives to a new object.
  ///
  /// - Returns: in the order of names; `nil` for anything else.
  /// - Throws: `noSuchProperty` for another object that lacks a property of the type, and for an array
  ///   that is too long.
  func fields(_ value: Any, of target: ObjectType) throws -> [Field]? {
    if let standIn = value as? any RealmStandIn {
      return try standIn.migrationValue.flatMap { try fields($0, of: target) }
    }
    var result: [Field]
    switch value {
    case let object as RealmMigrationObject:
      result = try target.storedProperties.map { property in
        (property.name, try object.exactValue(of: property.name))
      }
    case let object as RealmObjectValues:
      result = try target.storedProperties.map { property in
        guard let value = object.values[property.name.text] else {
          throw UpgradeError(
            .noSuchProperty,
            "Invalid value to initialize object of type '\(target.name)': missing key "
              + "'\(property.name)'",
            type: target.name, property: property.name)
        }
        return (property.name, value)
      }
    case let values as [String: Any?]: result = values.map { (Name($0.key), $0.value) }
    case let values as [Any?]:
      let properties = target.storedProperties
      guard values.count <= properties.count else {
        throw UpgradeError(
          .noSuchProperty,
          "Invalid array input: more values (\(values.count)) than properties (\(properties.count)).",
          type: target.name)
      }
      result = zip(properties, values).map { ($0.name, $1) }
    default: return nil
    }
    result.sort { $0.name < $1.name }
    return result
  }

  func bridged(
    _ fields: [Field], of target: ObjectType
  ) throws -> [(property: Name, value: Value)] {
    try fields.map { field in
      let property = try writableForCreation(field.name, of: target)
      return (property.name, try bridge(field.value, to: property, of: target.name))
    }
  }

  /// A value of another object, as a property stores it: the same value where the two properties are
  /// alike, or else what Swift code would make of it.
  func stored(_ exact: ExactValue, to property: Property, of type: Name) throws -> Value {
    let source = exact.property
    let isEmbedded = property.objectType.flatMap(schema.type(named:))?.isEmbedded ?? false
    guard source.type == property.type, source.collection == property.collection,
      source.objectType == property.objectType, !isEmbedded,
      property.isOptional || !source.isOptional,
      try exact.value.links.allSatisfy({ try store.contains($0) })
    else {
      let plain = bridge(exact.value, isOld: exact.isOld)
      return try bridge(isEmbedded ? copies(plain) : plain, to: property, of: type)
    }
    return exact.value
  }

  /// Embedded objects have one parent each: their values, in place of themselves.
  private func copies(_ value: Any?) -> Any? {
    switch value {
    case let object as RealmMigrationObject:
      let type = object.declaredType
      let fields = type.storedProperties.compactMap { property in
        (try? object.exactValue(of: property.name)).map { (property.name.text, $0 as Any?) }
      }
      return Dictionary(fields, uniquingKeysWith: { first, _ in first })
    case let elements as [Any?]: return elements.map(copies)
    case let entries as [String: Any?]: return entries.mapValues(copies)
    default: return value
    }
  }
}

extension Value {
  /// The objects that it links to.
  fileprivate var links: [ObjectReference] {
    switch self {
    case .link(let target): [target]
    case .list(let elements), .set(let elements): elements.flatMap(\.links)
    case .dictionary(let entries): entries.flatMap(\.value.links)
    default: []
    }
  }
}

extension RealmMigrationObject {
  /// The type as this object shows it: as it was before the migration, or as it is to be.
  package var declaredType: ObjectType {
    let declared =
      isOld
      ? migration.store.oldTables.first { $0.id == reference.type }.map {
        ObjectType(
          $0.name, primaryKey: $0.primaryKey, embedded: $0.isEmbedded, $0.properties)
      } : migration.schema.type(named: type)
    return declared ?? ObjectType(type.text, [] as [Property])
  }

  /// - Throws: `noSuchProperty`.
  func exactValue(of name: Name) throws -> RealmMigration.ExactValue {
    let value = try storedValue(of: name)
    let property = declaredType.property(named: name) ?? Property(name.text, .mixed)
    return RealmMigration.ExactValue(value: value, property: property, isOld: isOld)
  }

  /// Whether both are the same object of the same state.
  package func isSame(as other: RealmMigrationObject) -> Bool {
    migration === other.migration && isOld == other.isOld && reference == other.reference
  }

  /// What tells the object apart from others of its state.
  package var identity: ObjectReference { reference }

  /// Whether the object was deleted.
  package var isDeleted: Bool {
    migration.attempt { isOld ? false : try !migration.store.contains(reference) } ?? true
  }
}

extension RealmMigration {
  /// The types of the store before the migration, those that later versions removed included.
  package var oldSchema: Schema {
    Schema(
      store.oldTables.map {
        ObjectType($0.name, primaryKey: $0.primaryKey, embedded: $0.isEmbedded, $0.properties)
      })
  }

  /// The types of the version that the store is upgraded to.
  package var newSchema: Schema { schema }
}
