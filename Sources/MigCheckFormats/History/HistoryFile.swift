import MigCheckEngines
import MigCheckModel
import MigCheckText

/// Reads and writes `*.history.json`.
package enum HistoryFile {
  /// The version of the file formats that this library reads and writes.
  package static let formatVersion = 1

  /// Reads a history file. What the engine's own validation of schemas judges is read as it stands;
  /// `History.validate(file:)` reports it.
  ///
  /// - Throws: `InputError` with the place of the first error.
  package static func read(path: String) throws(InputError) -> History {
    try history(try FileReader.document(path: path))
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
    let isCoreData =
      if case .string("coredata")? = node.json["rules"] { true } else { false }
    let record = try node.record(
      "a history", keys: isCoreData ? keys + ["custom", "opening"] : keys
    ) {
      SchemaNotation.onlyUnderCoreData($0, $1, of: ["custom", "opening"])
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
      let stage = try version(node, rules)
      if let last = stages.last, stage.number <= last.number, let number = node.json["version"] {
        throw node.child("version", number).error(
          "version \(stage.number) stands after version \(last.number)",
          "list the versions in increasing order")
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
    if let node = record["opening"] {
      guard let opening = CoreDataOpening(rawValue: try node.string()) else {
        throw node.wrongKind(
          needed: quotedList(CoreDataOpening.allCases.map(\.rawValue), last: "or"))
      }
      history.coreDataOpening = opening
    }
    for node in try record.list("custom") { history.customHops.insert(try hop(node, in: history)) }
    return history
  }

  private static func rules(_ node: JSONNode) throws(InputError) -> History.Rules {
    let text = try node.string()
    guard let rules = History.Rules(rawValue: text) else {
      throw node.wrongKind(
        needed: quotedList(History.Rules.allCases.map(\.rawValue), last: "or"))
    }
    guard History.Rules.supported.contains(rules) else {
      throw node.error(
        "rules \(quoted(text)) are not supported by this version of migcheck",
        History.Rules.remedy)
    }
    return rules
  }

  /// Reads `"9:10"`, an upgrade with a mapping model of its own.
  private static func hop(
    _ node: JSONNode, in history: History
  ) throws(InputError) -> InferenceMatrix.Hop {
    let parts = try node.string().split(separator: ":", omittingEmptySubsequences: false)
      .map { UInt64($0) }
    guard parts.count == 2, let from = parts[0], let to = parts[1], from < to,
      history.stage(from) != nil, history.stage(to) != nil
    else { throw node.wrongKind(needed: "two versions of the history, such as \"9:10\"") }
    return InferenceMatrix.Hop(from: from, to: to)
  }

  private static func version(
    _ node: JSONNode, _ rules: History.Rules
  ) throws(InputError) -> HistoryVersion {
    let keys = ["version", "schema", "migration", "drops", "invariants"]
    let own = rules == .coredata ? "name" : "data"
    let record = try node.record("a version", keys: keys + [own]) {
      SchemaNotation.onlyUnderCoreData($0, $1, of: ["name"])
    }
    let number = try record.required("version", "the number of the version").version()
    let schemaNode = try record.required("schema", "the object types")
    let model = rules == .coredata ? try CoreDataSchemaReader.model(schemaNode) : nil
    let schema: Schema
    if let model { schema = model.schema } else { schema = try SchemaReader.schema(schemaNode) }
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
    version.label = try record["name"]?.name()
    return version
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
