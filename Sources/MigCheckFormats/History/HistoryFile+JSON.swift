import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckText

/// Why a history cannot be written to a file: a part of it is Swift code.
package struct UnwritableHistory: Error, Sendable, Equatable, CustomStringConvertible {
  /// Such as `versions[2].migration[0]`.
  package let path: String

  package var description: String {
    "\(path): Swift code cannot be written to a history file; use steps and SQL expressions"
  }
}

extension HistoryFile {
  /// The history as a history file spells it.
  ///
  /// - Parameter isShort: whether versions say only what changed, where that is shorter.
  /// - Throws: `UnwritableHistory` if a step or an invariant is Swift code.
  /// - Complexity: O(*n*) in the size of the history.
  package static func json(
    _ history: History, isShort: Bool = false
  ) throws(UnwritableHistory) -> JSON {
    var members = [
      JSON.Member("migcheck", .integer(formatVersion)),
      JSON.Member("name", .string(history.name)),
      JSON.Member("rules", .string(history.engine.rawValue)),
    ]
    if !history.ignoredByName.isEmpty {
      members.append(JSON.Member("ignoring", json(history.ignoredByName)))
    }
    if history.paths != .all {
      members.append(JSON.Member("paths", .string(history.paths.rawValue)))
    }
    if let shipped = history.shipped { members.append(JSON.Member("shipped", .integer(shipped))) }
    members += EngineNotations.members(of: history)
    var versions = [JSON]()
    for (index, stage) in history.stages.enumerated() {
      let previous = isShort && index > 0 ? history.stages[index - 1].schema : nil
      versions.append(
        try json(
          stage, history.engine, after: previous, at: .index(.key(.root, "versions"), index)))
    }
    members.append(JSON.Member("versions", .array(versions)))
    return .object(members)
  }

  private static func json(
    _ stage: HistoryVersion, _ rules: EngineID, after previous: Schema?, at path: JSONPath
  ) throws(UnwritableHistory) -> JSON {
    var members = [JSON.Member("version", .integer(stage.number))]
    if let label = stage.label { members.append(JSON.Member("name", .string(label))) }
    members.append(schema(of: stage, rules, after: previous))
    var steps = [JSON]()
    for (index, step) in stage.steps.enumerated() {
      steps.append(try json(step, at: .index(.key(path, "migration"), index)))
    }
    if !steps.isEmpty { members.append(JSON.Member("migration", .array(steps))) }
    if !stage.drops.isEmpty { members.append(JSON.Member("drops", json(stage.drops))) }
    var invariants = [JSON]()
    for (index, invariant) in stage.invariants.enumerated() {
      invariants.append(try json(invariant, at: .index(.key(path, "invariants"), index)))
    }
    if !invariants.isEmpty { members.append(JSON.Member("invariants", .array(invariants))) }
    if !stage.assumptions.isEmpty {
      members.append(JSON.Member("data", json(stage.assumptions)))
    }
    return .object(members)
  }

  private static func schema(
    of stage: HistoryVersion, _ rules: EngineID, after previous: Schema?
  ) -> JSON.Member {
    guard rules != .coredata else {
      return JSON.Member("schema", CoreDataSchemaNotation.json(stage.coreDataModel))
    }
    let whole = SchemaNotation.json(stage.schema)
    if let previous,
      let changes = SchemaChangesNotation.json(from: previous, to: stage.schema),
      changes.compactText.utf8.count < whole.compactText.utf8.count
    {
      return JSON.Member("changes", changes)
    }
    return JSON.Member("schema", whole)
  }

  private static func json(_ paths: [PropertyPath]) -> JSON {
    .array(paths.map { .string($0.description) })
  }

  private static func json(
    _ invariant: HistoryInvariant, at path: JSONPath
  ) throws(UnwritableHistory) -> JSON {
    guard case .expression(let expression) = invariant.condition else {
      throw UnwritableHistory(path: path.text)
    }
    return .object([
      JSON.Member("name", .string(invariant.name.text)),
      JSON.Member("type", .string(invariant.type.text)),
      JSON.Member("since", .integer(invariant.since)),
      JSON.Member("holds", .string(expression.text)),
    ])
  }

  private static func json(
    _ step: MigrationStep, at path: JSONPath
  ) throws(UnwritableHistory) -> JSON {
    guard let (name, body) = json(step.action) else { throw UnwritableHistory(path: path.text) }
    var members = [JSON.Member(name, .object(body))]
    if let versions = step.onlyFrom {
      members.append(JSON.Member("onlyFrom", .array(versions.map { .integer($0) })))
    }
    if let versions = step.onlyTo {
      members.append(JSON.Member("onlyTo", .array(versions.map { .integer($0) })))
    }
    if let property = step.ifProperty {
      members.append(JSON.Member("ifProperty", .string(property.description)))
    }
    return .object(members)
  }

  private static func json(
    _ action: MigrationStep.Action
  ) -> (name: String, body: [JSON.Member])? {
    func body(_ type: Name, _ texts: (String, String?)...) -> [JSON.Member] {
      [JSON.Member("type", .string(type.text))]
        + texts.compactMap { key, text in text.map { JSON.Member(key, .string($0)) } }
    }
    switch action {
    case .renameProperty(let type, let from, let to):
      return ("renameProperty", body(type, ("from", from.text), ("to", to.text)))
    case .enumerate(let type, let condition, let set, let delete):
      var members = body(type, ("where", condition?.text))
      if !set.isEmpty { members.append(JSON.Member("set", json(set))) }
      if delete { members.append(JSON.Member("delete", .bool(true))) }
      return ("enumerate", members)
    case .create(let type, let value):
      return ("create", body(type) + [JSON.Member("value", json(value))])
    case .deleteData(let type): return ("deleteData", body(type))
    case .embed(let type, let orphans, let shared):
      return (
        "embed", body(type, ("orphans", orphans.rawValue), ("shared", shared.rawValue))
      )
    case .code: return nil
    }
  }

  private static func json(_ assignments: [MigrationStep.Assignment]) -> JSON {
    .object(assignments.map { JSON.Member($0.property.text, .string($0.expression.text)) })
  }
}
