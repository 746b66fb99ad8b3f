import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

/// Runs the author's steps after a mapping, as the policies of a mapping model would.
///
/// `old` is the object in the source model, `new` the one that the mapping made of it.
final class CoreDataSteps {
  let store: any Store
  /// The version whose entities the steps see.
  private(set) var target: HistoryVersion
  let from: UInt64
  private let opening: StoreOpening
  let recorder: MigrationRecorder?

  init(store: any Store, target: HistoryVersion, opening: StoreOpening) {
    self.store = store
    self.target = target
    self.opening = opening
    from = store.version
    recorder = opening.recorder
  }

  /// Whether any step is for stores of a version.
  static func apply(_ steps: [VersionSteps], from version: UInt64) -> Bool {
    steps.contains { $0.steps.contains { $0.onlyFrom?.contains(version) ?? true } }
  }

  /// Runs what custom stages do before the mapping, on the store as it was.
  func prepare(_ source: HistoryVersion) throws {
    let destination = target
    defer { target = destination }
    target = source
    for step in opening.steps.joined {
      if case .code(let block) = step.action, let stage = block.body as? CoreDataStage,
        let body = stage.willMigrate
      {
        try run(body)
      }
    }
  }

  func run() throws {
    for version in opening.steps {
      for (index, step) in version.steps.enumerated()
      where step.onlyFrom?.contains(from) ?? true {
        let place = StepPlace(version: version.version, index: index, position: version.position)
        do {
          try run(step, place)
        } catch let error as UpgradeError where error.code == .expressionError {
          throw place.added(to: error, of: step)
        }
      }
    }
  }

  private func run(_ step: MigrationStep, _ place: StepPlace) throws {
    switch step.action {
    case .enumerate(let type, let condition, let assignments, let deletes):
      try enumerate(
        type, where: condition, set: assignments, delete: deletes, place: step.place)
    case .create(let type, let assignments): try create(type, assignments, place)
    case .deleteData(let type):
      guard let table = store.table(named: type) else { return }
      record(try store.clear(table.id))
    case .renameProperty, .embed:
      throw UpgradeError(
        .schemaInvalid,
        "Core Data has no such step: write a renaming identifier into the schema instead.")
    case .code(let block): try run(block)
    }
  }

  // MARK: Declared steps

  private func enumerate(
    _ type: Name, where condition: SQLExpression?, set: [MigrationStep.Assignment], delete: Bool,
    place: ConditionPlace?
  ) throws {
    let new = store.table(named: type)
    // A renamed entity has the table that it had.
    let old =
      new.flatMap { table in store.oldTables.first { $0.id == table.id } }
      ?? store.oldTables.first(named: type)
    guard old != nil || new != nil else {
      throw UpgradeError(.noSuchType, "There is no entity '\(type)'.", type: type)
    }
    let properties = target.schema.type(named: type)?.storedProperties ?? []
    let assignments = set.sorted { $0.property < $1.property }.map { assignment in
      ObjectUpdate.Assignment(
        name: assignment.property,
        target: properties.first { $0.name == assignment.property }.map { .success($0) }
          ?? .failure(
            UpgradeError(
              .noSuchProperty, "Entity '\(type)' has no property '\(assignment.property)'.",
              type: type, property: assignment.property)),
        expression: assignment.expression)
    }
    var update = ObjectUpdate(
      typeName: type, oldTable: old?.id, newTable: new?.id, oldProperties: old?.properties ?? [],
      newProperties: new?.properties ?? [], condition: condition, assignments: assignments,
      deletes: delete, records: true, isPerturbed: opening.isPerturbed)
    update.findPaths(
      old: { self.store.oldTable(named: $0)?.properties },
      new: { self.store.table(named: $0)?.properties })
    if let place, let watch = recorder?.watch {
      update.watchConditions(watch, at: place, in: store, evaluator: try opening.evaluator())
    }
    let applied =
      try update.followsLinks
      ? store.applyFollowingLinks(update, nil, evaluator: opening.evaluator())
      : store.apply(update)
    for assignment in set { recorder?.wrote(assignment.property, of: type, keys: applied.matched) }
    record(applied.deleted)
  }

  private func create(
    _ type: Name, _ assignments: [MigrationStep.Assignment], _ place: StepPlace
  ) throws {
    let evaluator = try opening.evaluator()
    var values = [(property: Name, value: Value)]()
    for assignment in assignments.sorted(by: { $0.property < $1.property }) {
      guard let property = target.schema.type(named: type)?.property(named: assignment.property)
      else {
        throw UpgradeError(
          .noSuchProperty, "Entity '\(type)' has no property '\(assignment.property)'.",
          type: type, property: assignment.property)
      }
      let result = try evaluator.compile(
        assignment.expression,
        in: ExpressionEvaluator.Scope(old: nil, new: nil, hasOrdinal: false), type: type
      ).evaluate(
        in: Surroundings(isPerturbed: opening.isPerturbed, subject: place.number))
      values.append(
        (
          property.name,
          try ValueConversion.value(result, for: property, of: type, by: store.rules)
        ))
    }
    _ = try insert(type, values)
  }

  /// Adds an object; properties that are left out get their default.
  func insert(
    _ type: Name, _ values: [(property: Name, value: Value)]
  ) throws -> ObjectReference {
    guard let entity = target.schema.type(named: type), !entity.isAbstract,
      let table = store.table(named: type)
    else {
      throw UpgradeError(
        .noSuchType, "There is no entity '\(type)' that objects can be made of.", type: type)
    }
    let all = entity.storedProperties.map { property in
      let given = values.first { $0.property == property.name }?.value
      return (
        property: property.name,
        value: store.rules.arranged(given ?? property.initialValue, of: property.columnProperty)
      )
    }
    let key = try store.create(in: table.id, values: all)
    recorder?.created(key, of: type)
    return ObjectReference(type: table.id, index: Int(key))
  }

  func record(_ deleted: [ObjectReference]) {
    for table in store.tables {
      recorder?.deleted(
        deleted.filter { $0.type == table.id }.map { Int64($0.index) }, of: table.name,
        cause: .migration)
    }
  }

  // MARK: Code

  private func run(_ block: MigrationBlock) throws {
    if let stage = block.body as? CoreDataStage {
      if let body = stage.didMigrate { try run(body) }
    } else if let body = block.body as? MigrationBlock.CoreDataBody {
      try run(body)
    } else {
      throw UpgradeError(
        .authorError, "The block is written for the rules \(block.engine.rawValue).")
    }
  }

  private func run(_ body: MigrationBlock.CoreDataBody) throws {
    let migration = CoreDataMigration(self)
    defer { migration.end() }
    do {
      try body(migration)
    } catch let error as UpgradeError {
      throw error
    } catch {
      throw UpgradeError(.authorError, "\(error)")
    }
  }
}

extension [VersionSteps] {
  fileprivate var joined: [MigrationStep] { flatMap(\.steps) }
}

extension MigrationBlock {
  /// A block as `HistoryVersion` takes it for a history with Core Data's rules.
  typealias CoreDataBody = @Sendable (CoreDataMigration) throws -> Void

  init(coreData body: @escaping CoreDataBody) {
    self.init(for: .coredata, body)
  }
}
