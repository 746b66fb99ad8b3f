import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckText

/// Reads the entities of one version of a history with Core Data's rules.
enum CoreDataSchemaReader {
  /// - Throws: `InputError` with the place of the first fault.
  static func model(_ node: JSONNode) throws(InputError) -> CoreDataModel {
    var entities = [CoreDataEntity]()
    var places = [Name: JSONNode]()
    for node in try node.array() {
      let entity = try entity(node)
      places[entity.name] = node
      entities.append(entity)
    }
    let model = CoreDataModel(entities: entities)
    do throws(InputError) {
      try CoreDataModelValidator(file: node.source.file, model: model).requireConsistent()
    } catch {
      // It names the entity and the property; the file's own place is more.
      let name = Name(String(error.path.split(separator: ".", maxSplits: 1).first ?? ""))
      throw InputError(
        file: error.file, path: (places[name] ?? node).path.text,
        problem: "\(error.path): \(error.problem)", remedy: error.remedy)
    }
    return model.keepingValidInverses()
  }

  private static func entity(_ node: JSONNode) throws(InputError) -> CoreDataEntity {
    let record = try node.record("an entity", keys: CoreDataSchemaNotation.entityKeys)
    let nameNode = try record.required("name", "the name of the entity")
    let name = try nameNode.name()
    guard !name.isEmpty else {
      throw nameNode.error("an entity's name cannot be empty", "give it a name")
    }
    var entity = CoreDataEntity(Name(name))
    entity.parent = try record["parent"]?.schemaName()
    entity.isAbstract = try record["abstract"]?.bool() ?? false
    entity.renamingIdentifier = try record["renamingIdentifier"]?.schemaName()
    entity.versionHashModifier = try record["versionHashModifier"]?.string()
    for constraint in try record.list("uniquenessConstraints") {
      var names = [Name]()
      for node in try constraint.array() { names.append(try node.schemaName()) }
      guard !names.isEmpty else {
        throw constraint.error("the constraint names no property", "take it out")
      }
      entity.uniquenessConstraints.append(names)
    }
    let list = try record.required("properties", "the properties that the entity declares")
    let entries = try list.entries()
    guard entries.count <= History.mostProperties else {
      throw list.error(
        "the entity \(quoted(name)) has \(entries.count) properties",
        "the stores of migcheck hold at most \(History.mostProperties) of a type")
    }
    for (name, node) in entries {
      try node.requireName(name)
      guard !name.isEmpty, !name.isIdentical(to: "$id") else {
        throw node.error("\(quoted(name)) cannot be the name of a property", "rename it")
      }
      try add(name, node, to: &entity)
    }
    return entity
  }

  private static func add(
    _ name: String, _ node: JSONNode, to entity: inout CoreDataEntity
  ) throws(InputError) {
    let property: Property
    switch node.json {
    case .string(let notation):
      property = try SchemaNotation.property(name, short: notation, at: node)
    case .object: property = try SchemaNotation.property(name, long: node, coreData: true)
    default: throw node.wrongKind(needed: "a type such as \"string?\", or an object")
    }
    if property.isLink {
      entity.relationships.append(try relationship(property, node))
    } else {
      entity.attributes.append(try attribute(property, node))
    }
  }

  // MARK: Properties

  private static func attribute(
    _ property: Property, _ node: JSONNode
  ) throws(InputError) -> CoreDataAttribute {
    guard property.collection == nil, let plain = property.type.attributeType else {
      throw node.error(
        "Core Data has no attributes of this type", "write a single value, or a relationship")
    }
    var attribute = CoreDataAttribute(property.name, plain)
    attribute.isOptional = property.isOptional
    guard case .object = node.json else { return attribute }
    try requireNone(
      ["ordered", "minCount", "maxCount", "inverse", "deleteRule"], node, "an attribute")
    if let named = member("coreDataType", node) {
      guard let type = CoreDataAttributeType(try named.string()), type.propertyType == property.type
      else {
        throw named.error(
          "this is no attribute type that is stored as \(property.type.rawValue)",
          "the types are \(quotedList(CoreDataAttributeType.names))")
      }
      attribute.type = type
    }
    if let width = member("width", node) {
      guard property.type == .int, let bits = try width.count(),
        let type = [16: CoreDataAttributeType.integer16, 32: .integer32, 64: .integer64][bits]
      else { throw width.error("only an int has a width, of 16, 32 or 64", "write one of these") }
      attribute.type = type
    }
    if let value = member("default", node) {
      attribute.defaultValue = try ValueReader(schema: Schema([])).value(value, of: property)
    }
    attribute.isTransient = try member("transient", node)?.bool() ?? false
    attribute.allowsExternalStorage = try member("externalStorage", node)?.bool() ?? false
    attribute.requiredLevels = try member("requiredLevels", node)?.requiredCount() ?? 0
    attribute.valueTransformer = try member("valueTransformer", node)?.string()
    if let derived = member("derived", node) {
      attribute.isDerived = true
      attribute.derivation = try derived.string()
    }
    attribute.renamingIdentifier = try member("renamingIdentifier", node)?.schemaName()
    attribute.versionHashModifier = try member("versionHashModifier", node)?.string()
    return attribute
  }

  private static func relationship(
    _ property: Property, _ node: JSONNode
  ) throws(InputError) -> CoreDataRelationship {
    guard property.collection != .dictionary else {
      throw node.error("Core Data has no dictionaries of objects", "write a list or a set")
    }
    var relationship = CoreDataRelationship(property.name, to: property.objectType ?? "")
    relationship.isToMany = property.collection != nil
    relationship.isOrdered = property.collection == .list
    relationship.isOptional = true
    guard case .object = node.json else { return relationship }
    try requireNone(
      [
        "coreDataType", "width", "default", "derived", "externalStorage", "requiredLevels",
        "valueTransformer",
      ], node, "a relationship")
    relationship.isOptional = try member("optional", node)?.bool() ?? true
    if let ordered = member("ordered", node) {
      guard relationship.isToMany else {
        throw ordered.error("only a to-many relationship is ordered", "take it out")
      }
      relationship.isOrdered = try ordered.bool()
    }
    relationship.inverse = try member("inverse", node)?.schemaName()
    relationship.minimumCount = try member("minCount", node)?.requiredCount() ?? 0
    relationship.maximumCount = try member("maxCount", node)?.requiredCount() ?? 0
    if let rule = member("deleteRule", node) {
      guard let known = CoreDataRelationship.DeleteRule(rawValue: try rule.string()) else {
        throw rule.error(
          "there is no such delete rule", "write Nullify, Cascade, Deny or No Action")
      }
      relationship.deleteRule = known
    }
    relationship.isTransient = try member("transient", node)?.bool() ?? false
    relationship.renamingIdentifier = try member("renamingIdentifier", node)?.schemaName()
    relationship.versionHashModifier = try member("versionHashModifier", node)?.string()
    return relationship
  }

  private static func member(_ key: String, _ node: JSONNode) -> JSONNode? {
    node.json[key].map { node.child(key, $0) }
  }

  private static func requireNone(
    _ keys: [String], _ node: JSONNode, _ kind: String
  ) throws(InputError) {
    for key in keys {
      if let other = member(key, node) {
        throw other.error("\(kind) has no \(quoted(key))", "take it out")
      }
    }
  }
}

extension JSONNode {
  /// A number of things; `nil`: this is none.
  fileprivate func count() throws(InputError) -> Int? {
    guard case .number(let text) = json, let count = Int(text), count >= 0 else { return nil }
    return count
  }

  fileprivate func requiredCount() throws(InputError) -> Int {
    guard let count = try count() else { throw wrongKind(needed: "a count: 0 or more") }
    return count
  }
}
