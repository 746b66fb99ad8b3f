import MigCheckModel
import MigCheckText

// The style of nearly every app: one block that upgrades stores of every older version, and grows
// with each release. A version may carry the block that its release shipped; upgrades lead into such
// versions only, as nobody knows what other releases did.

extension History {
  /// Whether some version carries the block of its release.
  package var hasReleaseBlocks: Bool {
    stages.indices.contains { stages[$0].steps.contains(where: \.isReleaseBlock) }
  }

  /// Why no upgrade leads into a version, as a part of a sentence; `nil`: upgrades do.
  func unreachable(_ stage: HistoryVersion) -> String? {
    guard stage.number != stages.first?.number else { return nil }
    let isReached =
      needsBlock
      ? stage.number == stages.last?.number : stage.steps.contains(where: \.isReleaseBlock)
    return (hasReleaseBlocks || needsBlock) && !isReached ? "no block of its own" : nil
  }

  /// Whether the code of its migrations is still to be given to it. Until then nothing is known of
  /// what upgrades keep.
  package var needsBlock: Bool {
    options.awaitsBlock && stages.count > 1 && !stages.contains(where: \.holdsCode)
  }

  /// Refuses to run upgrades of a history that is still without its block: everything that the block
  /// keeps would seem to be lost.
  ///
  /// - Parameter file: the path that an error names; empty for one that nobody knows.
  /// - Throws: `InputError`.
  package func requireBlock(file: String) throws(InputError) {
    guard needsBlock else { return }
    let argument = file.isEmpty ? "…" : "\"\(file)\""
    throw InputError(
      file: file, path: "migrationBlock",
      problem:
        "the migrations of \(name) are Swift code, which no file can hold, so its upgrades were "
        + "not run",
      remedy:
        "attach the app's block, History(contentsOf: \(argument), migrationBlock: …), and run "
        + "swift test, or swift package migcheck with a command of your own; if the app has no block, "
        + "take the key out")
  }

  /// The history with a block as that of one of its versions.
  ///
  /// - Parameter version: `nil`: the newest.
  package func attaching(
    _ block: MigrationBlock, to version: UInt64? = nil, source: SourcePlace?
  ) -> History {
    var copy = self
    guard let number = version ?? stages.last?.number else { return copy }
    guard let position = stages.firstIndex(where: { $0.number == number }) else {
      preconditionFailure("The history \(name) has no version \(number) to give a block to.")
    }
    copy.stages[position].steps.append(.release(block, of: number, source: source))
    return copy
  }

  /// What to say of a run with failures that look like a block for all versions which was declared
  /// as that of one version.
  func advice(failed hops: [(from: UInt64, to: UInt64)]) -> String? {
    guard !hasReleaseBlocks, stages.count > 2, let newest = stages.last else { return nil }
    let holding = stages.filter(\.holdsCode)
    guard holding.count == 1, holding[0].number == newest.number,
      hops.contains(where: { $0.to < newest.number })
    else { return nil }
    return "Only version \(newest.number) has a migration block, and it runs on upgrades into "
      + "version \(newest.number) alone. If it is the app's one block for stores of all versions, "
      + "with its \"if oldSchemaVersion < 2\", \(Self.oneBlock)."
  }

  private static let oneBlock =
    "give it to the history: History(\"…\", migrationBlock: …)"

  /// An error of an upgrade, with a hint where it looks like a block for all versions that was
  /// declared as the block of each.
  func explained(_ error: UpgradeError, into stage: HistoryVersion) -> UpgradeError {
    guard !hasReleaseBlocks, stage.holdsCode, let type = error.type,
      error.code == .noSuchProperty || error.code == .noSuchType
    else { return error }
    let path = PropertyPath(type: type, property: error.property)
    guard !stage.schema.has(path),
      let later = stages.first(where: {
        $0.number > stage.number && $0.holdsCode && $0.schema.has(path)
      })
    else { return error }
    return UpgradeError(
      error.code,
      "\(error.message) Version \(later.number) has it, version \(stage.number) has not: if this is "
        + "the app's one block for stores of all versions, \(Self.oneBlock).",
      type: error.type, property: error.property)
  }
}

extension HistoryVersion {
  fileprivate var holdsCode: Bool {
    steps.contains { step in
      if case .code = step.action { true } else { false }
    }
  }
}

extension MigrationStep {
  /// The block that shipped with a version: it runs on every upgrade into it, and on no other.
  package static func release(
    _ block: MigrationBlock, of version: UInt64, source: SourcePlace?
  ) -> MigrationStep {
    var step = MigrationStep(.code(block), onlyTo: [version])
    step.isReleaseBlock = true
    step.source = source
    return step
  }
}
