import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckText

extension HistoryFile {
  private static let openerKeys = [
    "name", "schemaVersion", "types", "schema", "migrates", "deleteIfMigrationNeeded",
  ]

  /// Reads a part of the app that opens the store beside the app itself.
  static func opener(_ node: JSONNode, in history: History) throws(InputError) -> Opener {
    let record = try node.record("an opener", keys: openerKeys)
    var opener = Opener(try record.required("name", "what reports call the opener").name())
    var stage = history.stages.last
    if let node = record["schemaVersion"] {
      let version = try node.version()
      guard let known = history.stage(version) else {
        throw node.error("the history has no version \(version)", "name one that it has")
      }
      stage = known
      opener.schemaVersion = version
    }
    if let list = record["types"] {
      var types = [Name]()
      for node in try list.array() {
        let name = try node.schemaName()
        guard let stage, stage.schema.index(of: name) != nil else {
          throw node.error(
            "version \(stage?.number ?? 0) has no type \(quoted(name))",
            nearest(to: name.text, among: stage?.schema.types.map(\.name.text) ?? [])
              .map { "did you mean \(quoted($0))?" }
              ?? "name a type that it has, or give the opener another \"schemaVersion\"")
        }
        types.append(name)
      }
      opener.types = types
    }
    if let node = record["schema"] {
      guard opener.types == nil else {
        throw node.error(
          "the opener has both \"types\" and \"schema\"",
          "write \"schema\" only where its classes are not those of the app")
      }
      opener.schema = try SchemaReader.schema(node)
    }
    opener.migrates = try record["migrates"]?.bool() ?? true
    opener.deleteIfMigrationNeeded = try record["deleteIfMigrationNeeded"]?.bool() ?? false
    opener.source = node.place
    return opener
  }

  static func json(_ opener: Opener) -> JSON {
    var members = [JSON.Member("name", .string(opener.name.text))]
    if let version = opener.schemaVersion {
      members.append(JSON.Member("schemaVersion", .integer(version)))
    }
    if let types = opener.types {
      members.append(JSON.Member("types", .array(types.map { .string($0.text) })))
    }
    if let schema = opener.schema {
      members.append(JSON.Member("schema", SchemaNotation.json(schema)))
    }
    if !opener.migrates { members.append(JSON.Member("migrates", .bool(false))) }
    if opener.deleteIfMigrationNeeded {
      members.append(JSON.Member("deleteIfMigrationNeeded", .bool(true)))
    }
    return .object(members)
  }
}
