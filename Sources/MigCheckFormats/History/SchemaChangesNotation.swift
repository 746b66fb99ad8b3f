import MigCheckModel
import MigCheckText

/// Writes what a version changes of the schema before it.
enum SchemaChangesNotation {
  /// - Returns: `nil` where only the whole schema says it.
  static func json(from old: Schema, to new: Schema) -> JSON? {
    var members = [JSON.Member]()
    for type in new.types {
      if let before = old.type(named: type.name) {
        let changes = changes(from: before, to: type, in: new)
        if !changes.isEmpty { members.append(JSON.Member(type.name.text, .object(changes))) }
      } else {
        members.append(JSON.Member(type.name.text, newType(type, in: new)))
      }
    }
    for type in old.types where new.type(named: type.name) == nil {
      members.append(JSON.Member(type.name.text, .null))
    }
    let json = JSON.object(members)
    // A type that is declared twice, for instance, is nothing that changes can say.
    let node = JSONNode(json, source: DocumentSource(file: ""))
    guard let read = try? SchemaChangesReader(after: old, of: 0).schema(node).schema,
      inOrder(read) == inOrder(new)
    else { return nil }
    return json
  }

  /// The order of keys has no meaning in a file.
  private static func inOrder(_ schema: Schema) -> [ObjectType] {
    schema.types.map { type in
      ObjectType(
        type.name, primaryKey: type.primaryKey, embedded: type.isEmbedded,
        type.properties.sorted { $0.name < $1.name })
    }.sorted { $0.name < $1.name }
  }

  private static func newType(_ type: ObjectType, in schema: Schema) -> JSON {
    guard case .object(let members) = SchemaNotation.json(type, schema: schema) else {
      return .null
    }
    return .object(members.filter { !$0.key.isIdentical(to: "name") })
  }

  private static func changes(
    from old: ObjectType, to new: ObjectType, in schema: Schema
  ) -> [JSON.Member] {
    func list(_ properties: [Property]) -> JSON {
      .object(
        properties.map { JSON.Member($0.name.text, SchemaNotation.json($0, schema: schema)) })
    }
    var members = [JSON.Member]()
    let added = new.properties.filter { old.property(named: $0.name) == nil }
    if !added.isEmpty { members.append(JSON.Member("add", list(added))) }
    let removed = old.properties.filter { new.property(named: $0.name) == nil }
    if !removed.isEmpty {
      members.append(JSON.Member("remove", .array(removed.map { .string($0.name.text) })))
    }
    let changed = new.properties.filter { property in
      old.property(named: property.name).map { $0 != property } ?? false
    }
    if !changed.isEmpty { members.append(JSON.Member("change", list(changed))) }
    var make = [JSON.Member]()
    if old.isEmbedded != new.isEmbedded {
      make.append(JSON.Member("embedded", .bool(new.isEmbedded)))
    }
    if old.primaryKey != new.primaryKey {
      make.append(
        JSON.Member("primaryKey", new.primaryKey.map { .string($0.text) } ?? .null))
    }
    if !make.isEmpty { members.append(JSON.Member("make", .object(make))) }
    return members
  }
}
