import MigCheckModel
import MigCheckText

/// Collects what is wrong with a history.
package struct HistoryValidator {
  let history: History
  let file: String
  let names: HistoryNames
  let expressionProblem: (SQLExpression) -> String?
  var problems = [InputError]()

  init(history: History, file: String, expressionProblem: @escaping (SQLExpression) -> String?) {
    self.history = history
    self.file = file
    self.expressionProblem = expressionProblem
    names = HistoryNames(history)
  }

  package mutating func report(_ path: JSONPath, _ problem: String, _ remedy: String) {
    problems.append(
      InputError(file: file, path: path.text, problem: problem, remedy: remedy))
  }

  /// - Returns: whether some version has the type.
  @discardableResult
  mutating func checkType(_ name: Name, at path: JSONPath) -> Bool {
    guard let found = names.problem(type: name) else { return true }
    report(path, found.problem, found.remedy)
    return false
  }

  mutating func checkProperty(_ name: Name, of type: Name, at path: JSONPath) {
    guard let found = names.problem(property: name, of: type) else { return }
    report(path, found.problem, found.remedy)
  }

  mutating func checkExpression(_ expression: SQLExpression, at path: JSONPath) {
    guard let problem = expressionProblem(expression) else { return }
    report(
      path, "the expression \(quoted(expression.text)) does not parse: \(problem)",
      "write valid SQL")
  }

  mutating func checkNames(_ paths: [PropertyPath], at path: JSONPath) {
    for (index, name) in paths.enumerated() { check(name, at: .index(path, index)) }
  }

  mutating func check(_ name: PropertyPath, at path: JSONPath) {
    if checkType(name.type, at: path), let property = name.property {
      checkProperty(property, of: name.type, at: path)
    }
  }
}

// MARK: - Schemas

extension HistoryValidator {
  mutating func checkSchema(_ stage: HistoryVersion, at path: JSONPath, _ errors: [String]) {
    for (index, type) in stage.schema.types.enumerated()
    where type.properties.count > History.mostProperties {
      // Reading a file has seen to it; this is for histories written in Swift.
      report(
        .key(.index(.key(path, "schema"), index), "properties"),
        "the type \(quoted(type.name)) has \(type.properties.count) properties",
        "the stores of migcheck hold at most \(History.mostProperties) of a type")
    }
    guard !errors.isEmpty else { return }
    let places = SchemaPlaces(stage, at: path)
    for error in errors {
      let (path, property) = places.place(of: error)
      var problem = error[...]
      if problem.hasSuffix(".") { problem.removeLast() }
      report(path, String(problem), remedy(for: property, in: stage.schema))
    }
  }

  /// How many problems may suggest a name, at most.
  private static let mostSuggestions = 20

  private func remedy(for property: Property?, in schema: Schema) -> String {
    if let target = property?.objectType, schema.index(of: target) == nil {
      // The comparison of all names with each other would take too long in a schema of thousands.
      let isFew = problems.count < Self.mostSuggestions
      let known = isFew ? PropertyType.scalarNames + schema.types.map(\.name.text) : []
      if let meant = nearest(to: target.text, among: known) {
        return "did you mean \(quoted(meant))?"
      }
      return "add the type to this version"
    }
    let engine = history.engine.implementation?.title ?? "the engine"
    return "\(engine) does not open a store with this schema"
  }
}

// MARK: - Steps and invariants

extension HistoryValidator {
  mutating func checkSteps(of stage: HistoryVersion, at path: JSONPath) {
    for (index, step) in stage.steps.enumerated() {
      let path = JSONPath.index(.key(path, "migration"), index)
      check(step.action, of: stage, at: path)
      check(onlyFrom: step.onlyFrom, of: stage, at: .key(path, "onlyFrom"))
      if !step.isReleaseBlock { check(onlyTo: step.onlyTo, of: stage, at: .key(path, "onlyTo")) }
      if let guarding = step.ifProperty { check(guarding, at: .key(path, "ifProperty")) }
    }
  }

  private mutating func check(
    _ action: MigrationStep.Action, of stage: HistoryVersion, at path: JSONPath
  ) {
    switch action {
    case .renameProperty(let type, let from, let to):
      let path = JSONPath.key(path, "renameProperty")
      guard checkType(type, at: .key(path, "type")) else { return }
      // A name may be in no version if other renames pass through it.
      if !renames(of: type, { $0.to == from }) {
        checkProperty(from, of: type, at: .key(path, "from"))
      }
      if !renames(of: type, { $0.from == to }) {
        checkProperty(to, of: type, at: .key(path, "to"))
      }
    case .enumerate(let type, let condition, let set, _):
      let path = JSONPath.key(path, "enumerate")
      guard checkType(type, at: .key(path, "type")) else { return }
      if let condition { checkExpression(condition, at: .key(path, "where")) }
      check(set, of: type, at: .key(path, "set"))
    case .create(let type, let value):
      let path = JSONPath.key(path, "create")
      guard checkType(type, at: .key(path, "type")) else { return }
      check(value, of: type, at: .key(path, "value"))
    case .deleteData(let type):
      checkType(type, at: .key(.key(path, "deleteData"), "type"))
    case .embed(let type, _, _):
      let path = JSONPath.key(.key(path, "embed"), "type")
      guard checkType(type, at: path) else { return }
      if stage.schema.type(named: type)?.isEmbedded != true {
        report(
          path, "the type \(quoted(type)) is not embedded in version \(stage.number)",
          "declare it with \"embedded\": true, or take the step out")
      }
    case .code(let block):
      if block.engine != history.engine {
        report(
          path,
          "the block is written for the rules \(quoted(block.engine.rawValue)), and the "
            + "history has the rules \(quoted(history.engine.rawValue))",
          "write it for the history's rules")
      }
    }
  }

  private func renames(of type: Name, _ matches: ((from: Name, to: Name)) -> Bool) -> Bool {
    history.stages.contains { stage in
      stage.steps.contains { step in
        guard case .renameProperty(let other, let from, let to) = step.action else {
          return false
        }
        return other == type && matches((from, to))
      }
    }
  }

  private mutating func check(
    _ assignments: [MigrationStep.Assignment], of type: Name, at path: JSONPath
  ) {
    for assignment in assignments {
      let path = JSONPath.key(path, assignment.property.text)
      checkProperty(assignment.property, of: type, at: path)
      checkExpression(assignment.expression, at: path)
    }
  }

  private mutating func check(
    onlyFrom versions: [UInt64]?, of stage: HistoryVersion, at path: JSONPath
  ) {
    guard let versions else { return }
    if versions.isEmpty {
      report(path, "the step runs from no version at all", "name versions, or take it out")
    }
    for (index, version) in versions.enumerated() where version >= stage.number {
      report(
        .index(path, index), "version \(version) is not before version \(stage.number)",
        "name an earlier one")
    }
  }

  private mutating func check(
    onlyTo versions: [UInt64]?, of stage: HistoryVersion, at path: JSONPath
  ) {
    guard let versions else { return }
    if versions.isEmpty {
      report(path, "the step runs to no version at all", "name versions, or take it out")
    }
    for (index, version) in versions.enumerated() where version < stage.number {
      report(
        .index(path, index), "no upgrade to version \(version) passes version \(stage.number)",
        "name version \(stage.number) or a later one")
    }
  }

  /// The blocks of releases stand for everything that an upgrade does: steps beside them would be
  /// code that never shipped.
  mutating func checkReleases() {
    guard history.hasReleaseBlocks else { return }
    for (index, stage) in history.stages.enumerated() {
      let path = JSONPath.key(.index(.key(.root, "versions"), index), "migration")
      let releases = stage.steps.filter(\.isReleaseBlock).count
      if releases > 1 {
        report(
          path, "version \(stage.number) has \(releases) blocks of its release",
          "give the newest version's block to the history or to the version, not to both")
      }
      if releases < stage.steps.count {
        report(
          path,
          "version \(stage.number) has steps beside the app's one block, which runs alone",
          "take the steps out, or take the block apart: Version(2) { … } migration: { migration in "
            + "… } gives each version its own part")
      }
      if index == 0, releases > 0, history.stages.count > 1 {
        report(
          path, "no upgrade leads into version \(stage.number), the first, so its block never runs",
          "take it out")
      }
    }
  }

  private mutating func check(
    earlier version: UInt64, than number: UInt64, at path: JSONPath
  ) {
    if history.stage(version) == nil {
      report(path, "the history has no version \(version)", "name one that it has")
    } else if version >= number {
      report(path, "version \(version) is not before version \(number)", "name an earlier one")
    }
  }

  mutating func checkInvariants(of stage: HistoryVersion, at path: JSONPath) {
    for (index, invariant) in stage.invariants.enumerated() {
      let path = JSONPath.index(.key(path, "invariants"), index)
      if checkType(invariant.type, at: .key(path, "type")),
        stage.schema.index(of: invariant.type) == nil
      {
        report(
          .key(path, "type"),
          "version \(stage.number) has no type \(quoted(invariant.type)), so no object of it"
            + " survives", "name a type of this version")
      }
      check(earlier: invariant.since, than: stage.number, at: .key(path, "since"))
      if case .expression(let text) = invariant.condition {
        checkExpression(text, at: .key(path, "holds"))
      }
    }
  }
}
