import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

// The steps of a version, in turn.

extension RealmMigration {
  /// Runs the declared steps of one version.
  func run(_ steps: VersionSteps) throws {
    for (index, step) in steps.steps.enumerated() {
      place = StepPlace(version: steps.version, index: index, position: steps.position)
      do {
        try run(step)
      } catch let error as UpgradeError where error.code == .expressionError {
        throw place.added(to: error, of: step)
      }
    }
  }

  /// Runs one declared step, unless it is only for stores of other versions.
  func run(_ step: MigrationStep) throws {
    guard step.runs(from: oldSchemaVersion, to: newSchemaVersion, schema: schema) else { return }
    switch step.action {
    case .renameProperty(let type, let from, let to):
      try rename(from, to: to, of: type)
    case .enumerate(let type, let condition, let assignments, let deletes):
      try enumerate(
        type, where: condition, set: assignments, delete: deletes, place: step.place)
    case .create(let type, let assignments):
      try create(type, expressions: assignments)
    case .deleteData(let type): _ = try deleteAll(ofType: type)
    case .embed(let type, let orphans, let shared):
      embed(type.text, orphans: orphans, shared: shared)
    case .code(let block): try run(block)
    }
  }

  func run(_ block: MigrationBlock) throws {
    guard let body = block.realmBody else {
      throw UpgradeError(
        .authorError, "The block is written for the rules \(block.engine.rawValue).")
    }
    let begin = ContinuousClock.now
    let ending = BlockThread.run(seconds: block.timing.seconds(of: blockTimeLimit)) {
      do {
        try body(self)
      } catch  where self.failure == nil {
        self.failure = Self.authorError(error)
      } catch {}
    }
    if let failure { throw failure }
    switch ending {
    case nil:
      let parts = begin.duration(to: .now).components
      block.timing.note(seconds: Double(parts.seconds) + Double(parts.attoseconds) / 1e18)
    case .stopped:
      throw UpgradeError(
        .authorError,
        "The block used the migration, or an object, of an upgrade that was over by then.")
    case .trapped(let message):
      throw UpgradeError.trap("The migration block crashed", message)
    case .timedOut:
      block.timing.noteTimeOut()
      let seconds =
        blockTimeLimit == blockTimeLimit.rounded() ? "\(Int(blockTimeLimit))" : "\(blockTimeLimit)"
      throw UpgradeError(
        .timeLimit,
        "The migration block did not end within \(seconds) seconds of a processor's time.")
    }
  }
}
