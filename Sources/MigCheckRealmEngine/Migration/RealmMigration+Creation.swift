import Foundation
import MigCheckModel
import MigCheckStores
import MigCheckText

// What an object can be made of.

extension RealmMigration {
  typealias Field = (name: Name, value: Any?)

  /// The values that a dictionary, an array or another object gives to a new object.
  ///
  /// - Returns: in the order of names; `nil` for anything else.
  /// - Throws: `noSuchProperty` for another object that lacks a property of the type, and for an array
  ///   that is too long; what Realm does where the object is gone.
  func fields(_ value: Any, of target: ObjectType) throws -> [Field]? {
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

  /// Adds an object for `create`.
  ///
  /// - Throws: where the value is nothing that objects can be made of.
  func create(_ type: Name, of value: Any) throws -> ObjectReference {
    let (table, target) = try creatable(type)
    let value = flattened(value)
    if let object = value as? RealmMigrationObject {
      guard object.migration === self, try object.isAlive() else {
        throw RealmException.deleted(object.type)
      }
    }
    guard let value, let fields = try fields(value, of: target) else {
      throw cannotInitialize(target, from: value ?? NSNull())
    }
    func make() throws -> ObjectReference {
      try self.make(fields, of: target, in: table, nested: .copied)
    }
    switch value {
    case let object as RealmMigrationObject:
      return try copying(
        .stored(object.reference, isOld: object.isOld), as: target, make)
    case let object as RealmObjectValues:
      return try copying(.unmanaged(ObjectIdentifier(object.identity)), as: target, make)
    default: return try make()
    }
  }

  /// Adds an object, and then those that belong to it.
  ///
  /// - Parameter added: is called when the object is there, before what it links to is.
  func make(
    _ fields: [Field], of target: ObjectType, in table: StoreTable, nested: NestedObjects,
    added: (ObjectReference) -> Void = { _ in }
  ) throws -> ObjectReference {
    let nested = nested.inside
    var (values, links) = ([(property: Name, value: Value)](), [(Property, Any?)]())
    for field in fields {
      let property = try writableForCreation(field.name, of: target)
      if property.isLink {
        links.append((property, field.value))
        values.append((property.name, property.zeroValue))
      } else {
        values.append(
          (property.name, try bridge(field.value, to: property, of: target.name, nested: nested)))
      }
    }
    let reference = try insert(values, into: table, target: target, isNested: target.isEmbedded)
    added(reference)
    for (property, given) in links {
      let value = try bridge(given, to: property, of: target.name, nested: nested)
      try store.setValue(arranged(value, of: property), of: property.name, in: reference)
    }
    return reference
  }
}

extension RealmMigration {
  /// The types of the store before the migration, those that later versions removed included.
  package var oldSchema: Schema {
    Schema(store.oldTables.map(ObjectType.init))
  }

  /// The types of the version that the store is upgraded to.
  package var newSchema: Schema { schema }
}
