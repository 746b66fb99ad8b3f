import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckText

/// Reads and writes `*.history.json`.
package enum HistoryFile {
  /// The version of the file formats that this library reads and writes.
  package static let formatVersion = 1

  /// Reads a history file, and beside it what was frozen of its versions. What the engine's own validation of schemas judges is read as it stands;
  /// `History.validate(file:)` reports it.
  ///
  /// - Throws: `InputError` with the place of the first error.
  package static func read(path: String) throws(InputError) -> History {
    var history = try history(try FileReader.document(path: path))
    history.released = try FrozenSchemas.read(history, in: FrozenSchemas.folder(beside: path))
    return history
  }

  /// Reads a history out of a document.
  ///
  /// - Parameter file: the document's path, for messages.
  /// - Throws: `InputError` with the place of the first error.
  package static func parse(_ json: JSON, file: String) throws(InputError) -> History {
    try history(JSONNode(json, source: DocumentSource(file: file)))
  }

  static func history(_ node: JSONNode) throws(InputError) -> History {
    try DocumentKind.history.require(node)
    let keys = ["migcheck", "name", "rules", "versions", "ignoring", "paths", "shipped"]
    let notation = EngineNotations.notation(named: node.json["rules"])
    let record = try node.record("a history", keys: keys + notation.keys) { member, key in
      EngineNotations.owner(of: key).map {
        member.error(
          "\(quoted(key)) has a meaning only under \"rules\": \"\($0.rawValue)\"", "take it out")
      }
    }
    let format = try record.required("migcheck", "the version of the file format: 1")
    guard case .number("1") = format.json else { throw format.wrongKind(needed: "1") }
    let name = try record.required("name", "the name of the store").name()
    let rules = try rules(record.required("rules", "whose upgrade rules hold: \"realm\""))
    let versionsNode = try record.required("versions", "the schema versions, oldest first")
    let nodes = try versionsNode.array()
    guard !nodes.isEmpty else {
      throw versionsNode.error("the history has no versions", "add at least one")
    }
    var stages = [HistoryVersion]()
    for node in nodes {
      let stage = try version(node, rules, after: stages.last)
      if let last = stages.last, stage.number <= last.number, let number = node.json["version"] {
        throw outOfOrder(stage, after: last, at: node.child("version", number), rules)
      }
      stages.append(stage)
    }
    var history = History(
      name: name, engine: rules, stages: stages, ignoring: try paths(record.list("ignoring")))
    if let node = record["paths"] {
      guard let paths = UpgradePaths(rawValue: try node.string()) else {
        throw node.wrongKind(needed: quotedList(UpgradePaths.allCases.map(\.rawValue), last: "or"))
      }
      history.paths = paths
    }
    if let node = record["shipped"] {
      let shipped = try node.version()
      guard stages.contains(where: { $0.number == shipped }) else {
        throw node.error(
          "the history has no version \(shipped)", "write the last version that users have")
      }
      history.shipped = shipped
    }
    history.isFromFile = true
    try notation.read(record, into: &history)
    return history
  }

  /// The error for a version that stands where it cannot.
  private static func outOfOrder(
    _ stage: HistoryVersion, after last: HistoryVersion, at node: JSONNode, _ rules: EngineID
  ) -> InputError {
    let changes = SchemaChange.changes(from: last.schema, to: stage.schema)
    if stage.number == last.number, rules == .realm, let first = changes.first {
      // What an app does that changes its classes and forgets the version.
      return node.error(
        "version \(stage.number) stands here twice, with different schemas: a store that was made with "
          + "the first cannot be opened with the second (\(first.description))",
        "give the second one a new number, in the app, too, where the change of the version was "
          + "forgotten")
    }
    return node.error(
      "version \(stage.number) stands after version \(last.number)",
      "list the versions in increasing order")
  }

  private static func rules(_ node: JSONNode) throws(InputError) -> EngineID {
    let text = try node.string()
    guard let rules = EngineID.supported.first(where: { $0.rawValue.isIdentical(to: text) }) else {
      throw node.wrongKind(
        needed: quotedList(EngineID.supported.map(\.rawValue), last: "or"))
    }
    return rules
  }

  private static func version(
    _ node: JSONNode, _ rules: EngineID, after previous: HistoryVersion?
  ) throws(InputError) -> HistoryVersion {
    let keys = ["version", "schema", "migration", "drops", "invariants"]
    let own = rules == .coredata ? ["name"] : ["changes", "data"]
    let record = try node.record("a version", keys: keys + own) { member, key in
      if key.isIdentical(to: "changes") {
        return member.error(
          "under \"rules\": \"coredata\" a version writes its whole schema", "write \"schema\"")
      }
      return SchemaNotation.onlyUnderCoreData(member, key, of: ["name"])
    }
    let number = try record.required("version", "the number of the version").version()
    let (schema, model, changed) = try schema(record, rules, after: previous)
    var steps = [MigrationStep]()
    for node in try record.list("migration") { steps.append(try step(node)) }
    var invariants = [HistoryInvariant]()
    for node in try record.list("invariants") { invariants.append(try invariant(node)) }
    var version = HistoryVersion(
      number: number, schema: schema, steps: steps, drops: try paths(record.list("drops")),
      invariants: invariants)
    if let data = record["data"] { version.assumptions = try assumptions(data, of: schema) }
    version.source = node.place
    version.coreData = model
    version.changedTypes = changed
    version.label = try record["name"]?.name()
    return version
  }

  /// The schema that a version writes, as a whole or as changes of the one before.
  private static func schema(
    _ record: JSONRecord, _ rules: EngineID, after previous: HistoryVersion?
  ) throws(InputError) -> (Schema, CoreDataModel?, changed: [Name]?) {
    if let changes = record["changes"] {
      if record["schema"] != nil {
        throw changes.error(
          "the version has both \"schema\" and \"changes\"", "write one of them")
      }
      guard let previous else {
        throw changes.error(
          "there is no version before this one to change", "write its \"schema\"")
      }
      let reader = SchemaChangesReader(after: previous.schema, of: previous.number)
      let (schema, named) = try reader.schema(changes)
      return (schema, nil, named)
    }
    let node = try record.required("schema", "the object types")
    guard rules != .coredata else {
      let model = try CoreDataSchemaReader.model(node)
      return (model.schema, model, nil)
    }
    return (try SchemaReader.schema(node), nil, nil)
  }

  /// Reads `["Person.age", "Ghost"]`; the type ends at the first point.
  static func paths(_ nodes: [JSONNode]) throws(InputError) -> [PropertyPath] {
    var paths = [PropertyPath]()
    for node in nodes {
      let parts = try node.string().split(
        separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard let type = parts.first, !type.isEmpty, parts.last?.isEmpty == false else {
        throw node.wrongKind(needed: "\"Type\" or \"Type.property\"")
      }
      paths.append(
        PropertyPath(
          type: Name(String(type)), property: parts.count > 1 ? Name(String(parts[1])) : nil))
    }
    return paths
  }

  private static func invariant(_ node: JSONNode) throws(InputError) -> HistoryInvariant {
    let record = try node.record("an invariant", keys: ["name", "type", "since", "holds"])
    var invariant = HistoryInvariant(
      name: Name(try record.required("name", "what reports call the invariant").name()),
      type: try record.required("type", "the type whose objects it is about").schemaName(),
      since: try record.required("since", "the version at which the store started").version(),
      condition: .expression(
        try record.required("holds", "the SQL expression that must be true").expression()))
    invariant.source = node.place
    return invariant
  }
}
