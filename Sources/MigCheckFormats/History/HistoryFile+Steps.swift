import MigCheckHistory
import MigCheckModel
import MigCheckText

extension HistoryFile {
  private static let stepNames = [
    "renameProperty", "enumerate", "create", "deleteData", "embed",
  ]

  /// Reads one step: an object of one key, and perhaps its guards.
  static func step(_ node: JSONNode) throws(InputError) -> MigrationStep {
    let record = try node.record(
      "a migration step", keys: stepNames + ["onlyFrom", "onlyTo", "ifProperty"])
    let names = stepNames.filter { record[$0] != nil }
    guard let name = names.first, let body = record[name] else {
      throw node.error(
        "this step does nothing", "it needs one of \(quotedList(stepNames, last: "or"))")
    }
    guard names.count == 1 else {
      throw node.error(
        "\(quotedList(names)) stand in one step", "make each a step of its own, in order")
    }
    func versions(_ key: String) throws(InputError) -> [UInt64]? {
      guard let list = record[key] else { return nil }
      var versions = [UInt64]()
      for node in try list.array() { versions.append(try node.version()) }
      return versions
    }
    var step = MigrationStep(
      try action(name, body), onlyFrom: try versions("onlyFrom"), onlyTo: try versions("onlyTo"))
    if let node = record["ifProperty"] { step.ifProperty = try paths([node])[0] }
    step.source = node.place
    return step
  }

  private static func action(
    _ name: String, _ node: JSONNode
  ) throws(InputError) -> MigrationStep.Action {
    func record(_ keys: [String]) throws(InputError) -> (JSONRecord, type: Name) {
      let record = try node.record("\"\(name)\"", keys: ["type"] + keys)
      return (
        record, try record.required("type", "the type whose objects it is about").schemaName()
      )
    }
    switch name {
    case "renameProperty":
      let (record, type) = try record(["from", "to"])
      return .renameProperty(
        type: type, from: try record.required("from", "the old name").schemaName(),
        to: try record.required("to", "the new name").schemaName())
    case "enumerate":
      let (record, type) = try record(["where", "set", "delete"])
      return .enumerate(
        type: type, where: try record["where"]?.expression(), set: try assignments(record["set"]),
        delete: try record["delete"]?.bool() ?? false)
    case "create":
      let (record, type) = try record(["value"])
      return .create(
        type: type,
        value: try assignments(record.required("value", "the expression for each property")))
    case "deleteData":
      return .deleteData(type: try record([]).type)
    default:
      let (record, type) = try record(["orphans", "shared"])
      return .embed(
        type: type,
        orphans: try word(
          record.required("orphans", "what happens to objects without a parent")),
        shared: try word(
          record.required("shared", "what happens to objects with several links")))
    }
  }

  /// The order in the file has no meaning: properties are set in byte order of their names.
  private static func assignments(
    _ node: JSONNode?
  ) throws(InputError) -> [MigrationStep.Assignment] {
    var assignments = [MigrationStep.Assignment]()
    for (property, node) in try node?.entries() ?? [] {
      guard case .string = node.json else {
        throw node.wrongKind(needed: "a string with an SQL expression, such as \"old.age + 1\"")
      }
      assignments.append(MigrationStep.Assignment(Name(property), try node.expression()))
    }
    return assignments.sorted { $0.property < $1.property }
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ node: JSONNode
  ) throws(InputError) -> Word {
    guard let word = Word(rawValue: try node.string()) else {
      throw node.wrongKind(needed: quotedList(Word.allCases.map(\.rawValue), last: "or"))
    }
    return word
  }
}
