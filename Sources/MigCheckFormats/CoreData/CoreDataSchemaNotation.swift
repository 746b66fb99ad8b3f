import MigCheckCoreData
import MigCheckModel
import MigCheckText

/// The notation of Core Data models in history files: that of other schemas, with what only Core Data
/// has. Each entity lists the properties that it declares itself.
enum CoreDataSchemaNotation {
  static let entityKeys = [
    "name", "parent", "abstract", "renamingIdentifier", "versionHashModifier",
    "uniquenessConstraints", "properties",
  ]
  static let propertyKeys =
    ["type", "objectType", "optional", "indexed", "default"] + [
      "coreDataType", "width", "ordered", "minCount", "maxCount", "inverse", "deleteRule",
      "renamingIdentifier", "versionHashModifier", "transient", "derived", "externalStorage",
      "requiredLevels", "valueTransformer",
    ]

  /// Types that a schema does not tell from others have their name in `coreDataType`.
  static func isNamed(_ type: CoreDataAttributeType) -> Bool {
    switch type {
    case .uri, .transformable, .composite, .undefined: true
    default: false
    }
  }
}

// MARK: - Writing

extension CoreDataSchemaNotation {
  static func json(_ model: CoreDataModel) -> JSON {
    .array(model.entities.map(json))
  }

  private static func json(_ entity: CoreDataEntity) -> JSON {
    var members = Members()
    members.add("name", .string(entity.name.text))
    members.add("parent", entity.parent)
    members.add("abstract", true: entity.isAbstract)
    members.add("renamingIdentifier", entity.renamingIdentifier)
    members.add("versionHashModifier", entity.versionHashModifier.map { Name($0) })
    if !entity.uniquenessConstraints.isEmpty {
      members.add(
        "uniquenessConstraints",
        .array(
          entity.uniquenessConstraints.map { .array($0.map { .string($0.text) }) }))
    }
    members.add(
      "properties",
      .object(
        entity.attributes.map { JSON.Member($0.name.text, json($0)) }
          + entity.relationships.map { JSON.Member($0.name.text, json($0)) }))
    return .object(members.list)
  }

  private static func json(_ attribute: CoreDataAttribute) -> JSON {
    var members = Members()
    members.add("type", .string(attribute.type.propertyType.rawValue))
    if isNamed(attribute.type) {
      members.add("coreDataType", .string(attribute.type.description))
    }
    if let width = attribute.type.integerWidth, width != 64 {
      members.add("width", .integer(width))
    }
    members.add("optional", true: attribute.isOptional)
    if attribute.isOptional, attribute.requiredLevels > 0 {
      members.add("requiredLevels", .integer(attribute.requiredLevels))
    }
    members.add("valueTransformer", attribute.valueTransformer.map { Name($0) })
    if let value = attribute.defaultValue {
      members.add(
        "default",
        value.json(as: attribute.type.propertyType, schema: Schema([])) { _ in "" })
    }
    members.add("transient", true: attribute.isTransient)
    members.add("externalStorage", true: attribute.allowsExternalStorage)
    if attribute.isDerived { members.add("derived", .string(attribute.derivation ?? "")) }
    members.add("renamingIdentifier", attribute.renamingIdentifier)
    members.add("versionHashModifier", attribute.versionHashModifier.map { Name($0) })
    return .object(members.list)
  }

  private static func json(_ relationship: CoreDataRelationship) -> JSON {
    var members = Members()
    let type = relationship.isToMany ? relationship.isOrdered ? "list" : "set" : "object"
    members.add("type", .string(type))
    members.add("objectType", relationship.destination)
    members.add("inverse", relationship.inverse)
    // Unlike in other schemas: a relationship may be required.
    members.add("optional", .bool(relationship.isOptional))
    if relationship.minimumCount > 0 {
      members.add("minCount", .integer(relationship.minimumCount))
    }
    if relationship.maximumCount > 0 {
      members.add("maxCount", .integer(relationship.maximumCount))
    }
    if relationship.deleteRule != .nullify {
      members.add("deleteRule", .string(relationship.deleteRule.rawValue))
    }
    members.add("transient", true: relationship.isTransient)
    members.add("renamingIdentifier", relationship.renamingIdentifier)
    members.add("versionHashModifier", relationship.versionHashModifier.map { Name($0) })
    return .object(members.list)
  }

  private struct Members {
    var list = [JSON.Member]()

    mutating func add(_ key: String, _ value: JSON) { list.append(JSON.Member(key, value)) }

    mutating func add(_ key: String, _ name: Name?) {
      if let name { add(key, .string(name.text)) }
    }

    mutating func add(_ key: String, true flag: Bool) {
      if flag { add(key, .bool(true)) }
    }
  }
}
