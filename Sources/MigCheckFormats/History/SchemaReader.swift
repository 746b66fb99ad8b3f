import MigCheckHistory
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
      guard let list = node.json["properties"].map({ node.child("properties", $0) }) else {
        continue
      }
      complete.append(try addingDefaults(to: type, from: list, schema: schema))
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
    let properties = try properties(
      record.required("properties", "the properties of the type"), name)
    return ObjectType(
      name, primaryKey: try record["primaryKey"]?.string(),
      embedded: try record["embedded"]?.bool() ?? false, properties)
  }

  /// Most properties of a type in one version.
  static var mostProperties: Int { History.mostProperties }

  static func tooMany(_ count: Int, of type: String, at node: JSONNode) -> InputError {
    node.error(
      "the type \(quoted(type)) has \(count) properties",
      "the stores of migcheck hold at most \(mostProperties) of a type")
  }

  /// Reads properties by name, all but their defaults.
  static func properties(_ list: JSONNode, _ type: String) throws(InputError) -> [Property] {
    let entries = try list.entries()
    guard entries.count <= mostProperties else {
      throw tooMany(entries.count, of: type, at: list)
    }
    var properties = [Property]()
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
    return properties
  }

  private static func hasDefaults(_ node: JSONNode) -> Bool {
    guard case .object(let members)? = node.json["properties"] else { return false }
    return members.contains { $0.value["default"] != nil }
  }

  /// - Parameter list: properties by name; only these get their default.
  static func addingDefaults(
    to type: ObjectType, from list: JSONNode, schema: Schema
  ) throws(InputError) -> ObjectType {
    let reader = ValueReader(schema: schema)
    var properties = type.properties
    for (name, node) in try list.entries() {
      guard let value = node.json["default"],
        let place = properties.firstIndex(where: { $0.name == Name(name) })
      else { continue }
      properties[place].defaultValue = try reader.value(
        node.child("default", value), of: properties[place])
    }
    return ObjectType(
      type.name, primaryKey: type.primaryKey, embedded: type.isEmbedded, properties)
  }
}
