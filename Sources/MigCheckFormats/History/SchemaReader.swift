import MigCheckEngines
import MigCheckModel
import MigCheckText

/// Reads the object types of a version.
///
/// What the engine itself judges when it opens a store — links to unknown types, primary keys and
/// indexes of types that cannot have them, a type declared twice — is read as it stands.
enum SchemaReader {
  private static let typeKeys = ["name", "primaryKey", "embedded", "properties"]
  private static let coreDataKeys = [
    "parent", "abstract", "renamingIdentifier", "uniquenessConstraints", "versionHashModifier",
  ]

  static func schema(_ node: JSONNode) throws(InputError) -> Schema {
    let nodes = try node.array()
    var types = [ObjectType]()
    for node in nodes { types.append(try type(node)) }
    let schema = Schema(types)
    guard nodes.contains(where: hasDefaults) else { return schema }
    var complete = [ObjectType]()
    for (node, type) in zip(nodes, types) {
      complete.append(try addingDefaults(to: type, from: node, schema: schema))
    }
    return Schema(complete)
  }

  private static func type(_ node: JSONNode) throws(InputError) -> ObjectType {
    let record = try node.record("an object type", keys: typeKeys) { member, key in
      SchemaNotation.onlyUnderCoreData(member, key, of: coreDataKeys)
    }
    let nameNode = try record.required("name", "the name of the type")
    let name = try nameNode.name()
    guard !name.isEmpty else {
      throw nameNode.error("a type's name cannot be empty", "give it a name")
    }
    var properties = [Property]()
    let list = try record.required("properties", "the properties of the type")
    let entries = try list.entries()
    guard entries.count <= History.mostProperties else {
      throw list.error(
        "the type \(quoted(name)) has \(entries.count) properties",
        "the stores of migcheck hold at most \(History.mostProperties) of a type")
    }
    for (name, node) in entries {
      try node.requireName(name)
      guard !name.isEmpty, !name.isIdentical(to: "$id") else {
        throw node.error("\(quoted(name)) cannot be the name of a property", "rename it")
      }
      if case .string(let notation) = node.json {
        properties.append(try SchemaNotation.property(name, short: notation, at: node))
      } else if case .object = node.json {
        properties.append(try SchemaNotation.property(name, long: node))
      } else {
        throw node.wrongKind(needed: "a type such as \"string?\", or an object")
      }
    }
    return ObjectType(
      name, primaryKey: try record["primaryKey"]?.string(),
      embedded: try record["embedded"]?.bool() ?? false, properties)
  }

  private static func hasDefaults(_ node: JSONNode) -> Bool {
    guard case .object(let members)? = node.json["properties"] else { return false }
    return members.contains { $0.value["default"] != nil }
  }

  private static func addingDefaults(
    to type: ObjectType, from node: JSONNode, schema: Schema
  ) throws(InputError) -> ObjectType {
    guard let list = node.json["properties"].map({ node.child("properties", $0) }) else {
      return type
    }
    let reader = ValueReader(schema: schema)
    var properties = [Property]()
    for (var property, (_, node)) in zip(type.properties, try list.entries()) {
      if let value = node.json["default"] {
        property.defaultValue = try reader.value(node.child("default", value), of: property)
      }
      properties.append(property)
    }
    return ObjectType(
      type.name, primaryKey: type.primaryKey, embedded: type.isEmbedded, properties)
  }
}
