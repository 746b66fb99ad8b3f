import MigCheckModel
import MigCheckStores
import MigCheckText

/// One way in which the tables of a store differ from the schema that it is opened with.
///
/// Source: realm-core `src/realm/object-store/schema.cpp` `Schema::compare`.
enum RealmSchemaDifference {
  case addTable(ObjectType)
  case addProperty(table: StoreTable, Property)
  case removeProperty(table: StoreTable, Property)
  /// Another base type, link target or kind of collection.
  case retype(table: StoreTable, from: Property, to: Property)
  case makeOptional(table: StoreTable, Property)
  case makeRequired(table: StoreTable, Property)
  case addIndex(table: StoreTable, Property)
  case removeIndex(table: StoreTable, Property)
  case changePrimaryKey(table: StoreTable, from: Name?, to: Name?)
  case changeEmbedded(table: StoreTable, to: Bool)

  /// All differences: new types; then per type in the order of names those of properties and of
  /// the primary key; then embeddedness. Types that the schema lacks are no difference.
  static func differences(of tables: [StoreTable], from schema: Schema) -> [Self] {
    let types = schema.types.sorted { $0.name < $1.name }
    var result = [Self]()
    var pairs = [(StoreTable, ObjectType)]()
    for type in types {
      if let table = tables.first(where: { $0.name == type.name }) {
        pairs.append((table, type))
      } else {
        result.append(.addTable(type))
      }
    }
    for (table, type) in pairs {
      result += propertyDifferences(of: table, from: type)
      let isSameKey =
        switch (table.primaryKey, type.primaryKey) {
        case (nil, nil): true
        case (let a?, let b?): a == b
        default: false
        }
      if !isSameKey {
        result.append(
          .changePrimaryKey(table: table, from: table.primaryKey, to: type.primaryKey))
      }
    }
    for (table, type) in pairs where table.isEmbedded != type.isEmbedded {
      result.append(.changeEmbedded(table: table, to: type.isEmbedded))
    }
    return result
  }

  private static func propertyDifferences(of table: StoreTable, from type: ObjectType) -> [Self] {
    var result = [Self]()
    let places = type.storedProperties.indices(of: table.properties)
    for (place, index) in places.enumerated() {
      let present = table.properties[place]
      guard index >= 0 else {
        result.append(.removeProperty(table: table, present))
        continue
      }
      let target = type.storedProperties[index]
      if !present.hasSameContent(as: target) {
        result.append(.retype(table: table, from: present, to: target))
        continue
      }
      if present.isOptional != target.isOptional {
        result.append(
          target.isOptional
            ? .makeOptional(table: table, target) : .makeRequired(table: table, target))
      }
      let isKey = type.primaryKey.map { $0 == target.name } ?? false
      let wasKey = table.primaryKey.map { $0 == target.name } ?? false
      // The primary key counts as indexed, whatever its declaration says.
      if present.isIndexed || wasKey != (target.isIndexed || isKey) {
        if present.isIndexed, !target.isIndexed, !isKey {
          result.append(.removeIndex(table: table, target))
        } else if !present.isIndexed, target.isIndexed {
          result.append(.addIndex(table: table, target))
        }
      }
    }
    let kept = Set(places)
    let added = type.storedProperties.indices.filter { !kept.contains($0) }
      .map { type.storedProperties[$0] }
    for property in added.sorted(by: { $0.name < $1.name }) {
      result.append(.addProperty(table: table, property))
    }
    return result
  }

  /// Whether opening at the same version applies the change without a migration.
  var isAppliedSilently: Bool {
    switch self {
    case .addTable, .addIndex, .removeIndex: true
    default: false
    }
  }

  /// The line of a `schemaMismatch`.
  var sentence: String {
    switch self {
    case .addTable(let type): "Class '\(type.name)' has been added."
    case .addProperty(let table, let property):
      "Property '\(table.name).\(property.name)' has been added."
    case .removeProperty(let table, let property):
      "Property '\(table.name).\(property.name)' has been removed."
    case .retype(let table, let from, let to):
      "Property '\(table.name).\(from.name)' has been changed from "
        + "'\(RealmSchemaRules.typeString(from))' to '\(RealmSchemaRules.typeString(to))'."
    case .makeOptional(let table, let property):
      "Property '\(table.name).\(property.name)' has been made optional."
    case .makeRequired(let table, let property):
      "Property '\(table.name).\(property.name)' has been made required."
    case .addIndex(let table, let property):
      "Property '\(table.name).\(property.name)' has been made indexed."
    case .removeIndex(let table, let property):
      "Property '\(table.name).\(property.name)' has been made unindexed."
    case .changePrimaryKey(let table, let from?, let to?):
      "Primary Key for class '\(table.name)' has changed from '\(from)' to '\(to)'."
    case .changePrimaryKey(let table, nil, _):
      "Primary Key for class '\(table.name)' has been added."
    case .changePrimaryKey(let table, _, nil):
      "Primary Key for class '\(table.name)' has been removed."
    case .changeEmbedded(let table, let isEmbedded):
      isEmbedded
        ? "Class '\(table.name)' has been changed from TopLevel to Embedded."
        : "Class '\(table.name)' has been changed from Embedded to TopLevel."
    }
  }
}
