import MigCheckModel
import MigCheckText

// `openers`: stores that an upgrade led to, in the hands of releases that do not know their version.

extension TrialRun {
  /// Hands a store to each older release that does not know its version, once for each version.
  func handToOlder(_ store: OwnedStore, step: PathStep) throws {
    for release in span.evidence.olderReleases where release.version < step.hop.to {
      guard handedToOlder[release.version, default: []].insert(step.hop.to).inserted else {
        continue
      }
      try requireTime()
      let outcome: OlderOutcome
      do {
        guard let opening = try store.opened(by: release) else { continue }
        defer { opening.store?.discard() }
        outcome = try self.outcome(of: opening, store)
      } catch let error as UpgradeError {
        outcome = .damaged(Refusal(error))
      }
      log.noteOlderRelease(
        Coverage.OlderRelease(
          version: release.version, name: release.name, stores: 1,
          refused: outcome.code == nil ? 1 : 0))
      if outcome.code != nil {
        log.report(
          .openedByOlder(store.kind, release: release, version: name(of: step.hop.to), outcome),
          at: step)
      }
    }
  }

  private func name(of version: UInt64) -> String {
    let known = span.position(of: version).map { span.versions[$0] }
    return known?.name ?? known?.source?.file ?? "\(version)"
  }

  private func outcome(of opening: OlderOpening, _ store: OwnedStore) throws -> OlderOutcome {
    let refusal = opening.refusal.map(Refusal.init)
    guard let after = opening.store else { return .untouched(refusal) }
    let schema = SchemaChange.changes(from: try store.schema(), to: try after.schema())
    if let first = schema.first {
      return .changed(
        OlderOutcome.Change(
          clauses: schema.map(\.description), type: first.type, property: first.property), refusal)
    }
    if let difference = try judge.comparison.difference(store.snapshot(), after.snapshot()) {
      return .changed(OlderOutcome.Change(difference: difference), refusal)
    }
    return opening.changes.isEmpty
      ? .untouched(refusal) : .changed(OlderOutcome.Change(clauses: opening.changes), refusal)
  }
}

/// What an older release did with a store of a later version.
enum OlderOutcome {
  struct Change {
    /// What is different, each in a clause; empty: the difference says it.
    var clauses: [String] = []
    /// The first place that shows it.
    var difference: SnapshotDifference?
    var type: Name?
    var property: Name?
  }

  /// The store is as it was; without a refusal the release goes on with it.
  case untouched(Refusal?)
  case changed(Change, Refusal?)
  /// The store cannot be read any more.
  case damaged(Refusal)

  /// `nil`: it did what it should.
  var code: OpenerProblem.Code? {
    switch self {
    case .changed: .changedByOlder
    case .damaged: .damagedByOlder
    case .untouched(nil): .acceptedByOlder
    case .untouched(let refusal?):
      [.trap, .timeLimit].contains(refusal.code) ? .refusedUncleanly : nil
    }
  }
}
