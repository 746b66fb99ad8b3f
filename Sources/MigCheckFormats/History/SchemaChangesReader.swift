import MigCheckModel
import MigCheckText

/// Reads what a version says of the schema when it writes only what changed: the schema of the
/// version before, with that applied.
///
/// Types that stay keep their places, and so do their properties; what is added comes last.
struct SchemaChangesReader {
  private static let typeKeys = ["add", "remove", "change", "make"]
  private static let newTypeKeys = ["primaryKey", "embedded", "properties"]

  private let previous: Schema
  /// The version that the schema is of, for messages.
  private let version: UInt64

  /// - Parameters:
  ///   - previous: the schema of the version before.
  ///   - version: its number.
  init(after previous: Schema, of version: UInt64) {
    self.previous = previous
    self.version = version
  }

  /// - Returns: the schema, and the types that are named.
  func schema(_ node: JSONNode) throws(InputError) -> (schema: Schema, named: [Name]) {
    let entries = try node.entries()
    var types = previous.types
    for (name, node) in entries {
      let place = types.firstIndex { $0.name == Name(name) }
      if node.isNull {
        guard let place else { throw unknownType(name, at: node, "there is nothing to remove") }
        types.remove(at: place)
      } else if node.json["properties"] != nil {
        guard place == nil else {
          throw node.error(
            "version \(version) has the type \(quoted(name)) already",
            "write what changes: \"add\", \"remove\", \"change\", \"make\"")
        }
        types.append(try newType(name, node))
      } else {
        guard let place else {
          throw unknownType(
            name, at: node, "write \"properties\" if this is a new type")
        }
        types[place] = try changed(types[place], node)
      }
    }
    var schema = Schema(types)
    for (name, node) in entries {
      guard let place = types.firstIndex(where: { $0.name == Name(name) }) else { continue }
      for key in ["properties", "add", "change"] {
        guard let list = node.json[key].map({ node.child(key, $0) }) else { continue }
        types[place] = try SchemaReader.addingDefaults(to: types[place], from: list, schema: schema)
      }
    }
    schema = Schema(types)
    return (schema, entries.map { Name($0.key) })
  }

  private func unknownType(_ name: String, at node: JSONNode, _ otherwise: String) -> InputError {
    node.error(
      "version \(version) has no type \(quoted(name))",
      nearest(to: name, among: previous.types.map(\.name.text))
        .map { "did you mean \(quoted($0))?" } ?? otherwise)
  }

  private func newType(_ name: String, _ node: JSONNode) throws(InputError) -> ObjectType {
    try node.requireName(name)
    guard !name.isEmpty else {
      throw node.error("a type's name cannot be empty", "give it a name")
    }
    let record = try node.record("a new type", keys: Self.newTypeKeys) { member, key in
      guard Self.typeKeys.contains(where: { $0.isIdentical(to: key) }) else { return nil }
      return member.error(
        "\(quoted(key)) changes a type, and \"properties\" adds a new one", "write one or the other"
      )
    }
    return ObjectType(
      name, primaryKey: try record["primaryKey"]?.string(),
      embedded: try record["embedded"]?.bool() ?? false,
      try SchemaReader.properties(record.required("properties", "the properties of the type"), name)
    )
  }

  private func changed(_ type: ObjectType, _ node: JSONNode) throws(InputError) -> ObjectType {
    let record = try node.record("the changes of a type", keys: Self.typeKeys) { member, key in
      Self.newTypeKeys.contains(where: { $0.isIdentical(to: key) })
        ? member.error("\(quoted(key)) of a type that is there already", "write it inside \"make\"")
        : nil
    }
    var properties = type.properties
    for node in try record.list("remove") {
      let name = try node.schemaName()
      properties.remove(at: try place(name, in: properties, of: type, at: node))
    }
    if let list = record["change"] {
      let new = try SchemaReader.properties(list, type.name.text)
      for (property, (_, node)) in zip(new, try list.entries()) {
        let place = try place(property.name, in: properties, of: type, at: node)
        guard properties[place].withoutDefault != property || properties[place].hasDefault(node)
        else {
          throw node.error(
            "\(quoted("\(type.name).\(property.name)")) is this in version \(version) already",
            "take it out")
        }
        properties[place] = property
      }
    }
    if let list = record["add"] {
      let new = try SchemaReader.properties(list, type.name.text)
      for (property, (_, node)) in zip(new, try list.entries()) {
        guard !properties.contains(where: { $0.name == property.name }) else {
          throw node.error(
            "\(quoted(type.name)) has the property \(quoted(property.name)) in version \(version) "
              + "already", "write it inside \"change\", or take it out")
        }
        properties.append(property)
      }
      try requireFew(properties, of: type, at: list)
    }
    var (isEmbedded, key) = (type.isEmbedded, type.primaryKey)
    if let make = record["make"] { try apply(make, to: type, &isEmbedded, &key) }
    return ObjectType(type.name, primaryKey: key, embedded: isEmbedded, properties)
  }

  /// Reads `{"embedded": true, "primaryKey": "id"}`; `null` for no primary key.
  private func apply(
    _ node: JSONNode, to type: ObjectType, _ isEmbedded: inout Bool, _ key: inout Name?
  ) throws(InputError) {
    let record = try node.record("what a type becomes", keys: ["embedded", "primaryKey"])
    if let node = record["embedded"] {
      isEmbedded = try node.bool()
      guard isEmbedded != type.isEmbedded else {
        throw node.error(
          "\(quoted(type.name)) is \(isEmbedded ? "" : "not ")embedded in version \(version) already",
          "take it out")
      }
    }
    if let node = record["primaryKey"] {
      key = node.isNull ? nil : try node.schemaName()
      guard key != type.primaryKey else {
        throw node.error(
          key.map { "\(quoted($0)) is the primary key in version \(version) already" }
            ?? "\(quoted(type.name)) has no primary key in version \(version)", "take it out")
      }
    }
  }

  private func place(
    _ name: Name, in properties: [Property], of type: ObjectType, at node: JSONNode
  ) throws(InputError) -> Int {
    if let place = properties.firstIndex(where: { $0.name == name }) { return place }
    throw node.error(
      "\(quoted(type.name)) has no property \(quoted(name)) in version \(version)",
      nearest(to: name.text, among: properties.map(\.name.text))
        .map { "did you mean \(quoted($0))?" } ?? "take it out")
  }

  private func requireFew(
    _ properties: [Property], of type: ObjectType, at node: JSONNode
  ) throws(InputError) {
    guard properties.count > SchemaReader.mostProperties else { return }
    throw SchemaReader.tooMany(properties.count, of: type.name.text, at: node)
  }
}

extension Property {
  fileprivate var withoutDefault: Property {
    var copy = self
    copy.defaultValue = nil
    return copy
  }

  /// Whether a default comes or goes, which is read later.
  fileprivate func hasDefault(_ node: JSONNode) -> Bool {
    defaultValue != nil || node.json["default"] != nil
  }
}
