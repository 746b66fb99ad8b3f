import MigCheckModel

/// What must hold of the stores of one trial.
///
/// It runs no upgrade: it is given what the stores hold, and reports to the log.
struct TrialJudge {
  let span: VersionSpan
  let log: TrialLog
  /// The store whose content is compared.
  let leader: StoreKind

  // MARK: States

  /// Reports what the subject itself says of upgrades from the start version.
  ///
  /// - Parameter start: position of the version.
  func start(at start: Int) {
    for (violation, hop) in StartContext(span: span, start: span.versions[start].number).violations
    {
      log.report(violation, hop: hop, path: [hop.from, hop.to], store: leader)
    }
  }

  /// Reports refused upgrades, and stores that do not agree on whether to refuse.
  ///
  /// - Returns: whether at least one store completed the upgrade.
  func outcomes(
    _ outcomes: [UpgradeOutcome], step: PathStep, isRepeatable: () throws -> Bool
  ) rethrows -> Bool {
    let isRepeatable = try UpgradeOutcome.agree(outcomes) || isRepeatable()
    log.report(.ended(outcomes, isRepeatable: isRepeatable), at: step)
    return outcomes.contains { $0.error == nil }
  }

  /// Judges what the stores hold at a version.
  ///
  /// - Parameter before: what they held before the upgrade that led there.
  /// - Returns: whether they can be upgraded further.
  func state(
    _ reading: StateReading, at position: Int, before: Snapshot?, step: PathStep
  ) throws -> Bool {
    guard !reading.isClear else { return true }
    var endsPath = false
    do {
      for (place, store) in reading.stores.enumerated() {
        let context = StateContext(
          declared: span.versions[position].schema, found: try store.schema(),
          snapshot: place == 0 ? reading.index.snapshot : nil, before: before,
          identity: span.evidence.identity)
        for violation in context.violations {
          log.report(violation, hop: step.hop, path: step.path, store: store.kind)
          endsPath = endsPath || violation.endsPath
        }
      }
    } catch let error as UpgradeError {
      log.report(.refused(reading.leader, error), at: step)
      return false
    }
    return !endsPath || reading.index.snapshot.brokenLinks.isEmpty
  }

  // MARK: Hops

  /// Judges what a hop made of the objects, if the stores have the types that the versions declare: what
  /// else they have is reported as such.
  ///
  /// - Parameter trace: what the migration did.
  func hop(
    from node: Node, to reading: StateReading, at position: Int, trace: MigrationTrace,
    step: PathStep
  ) throws {
    guard node.index.schema.hasTypes(of: span.versions[node.position].schema),
      reading.index.schema.hasTypes(of: span.versions[position].schema)
    else { return }
    let plan = span.plan(from: node.position, to: position)
    let context = HopContext(
      plan: plan, before: node.index, after: reading.index, record: RecordIndex(trace),
      identity: span.evidence.identity, keepsSignOfZero: span.evidence.values.keepsSignOfZero,
      runsEachVersion: span.evidence.runsEachVersion, firstVersion: span.versions[0].number,
      prediction: try span.evidence.appUpgrade == nil ? nil : reading.prediction(),
      comparison: comparison(along: [[step.hop.from, step.hop.to]]))
    let isReplaced = if case .replacing = context.prediction { true } else { false }
    log.noteTrace(trace, of: step.hop, isReplaced: isReplaced)
    for violation in context.violations(by: { !reading.isClear || !$0.isComponentwise(on: plan) }) {
      log.report(violation, hop: step.hop, path: step.path, store: reading.leader)
    }
    if position == node.position + 1 { log.noteRemovals(at: position, context) }
  }

  /// Judges what the path to a state has made of the start graph, by the invariants of the version.
  func path(from start: Snapshot, to reading: StateReading, at position: Int, step: PathStep) {
    guard let evaluation = span.evidence.invariants, span.evidence.identity != .none else { return }
    let version = span.versions[position]
    let context = PathContext(
      start: start, end: reading.index.snapshot, version: version, evaluation: evaluation
    ) { [log] invariant, count in
      log.noteInvariant(invariant, at: position, objects: count)
    }
    for violation in context.violations {
      log.report(
        violation, hop: Hop(from: start.version, to: version.number), path: step.path,
        store: reading.leader)
    }
  }

  // MARK: Ends

  /// How ends of paths are compared.
  var comparison: SnapshotComparison {
    SnapshotComparison(
      ignoring: span.ignoring, identity: span.evidence.identity,
      keepsSignOfZero: span.evidence.values.keepsSignOfZero)
  }

  /// How snapshots at the end of some paths are compared: without the properties whose content is unknown there.
  func comparison(along paths: [[UInt64]]) -> SnapshotComparison {
    guard span.evidence.mappings != nil else { return comparison }
    var unknown = UnknownContent()
    for path in paths { unknown.join(span.unknownContent(along: path)) }
    var comparison = comparison
    comparison.ignoring += unknown.values
    comparison.unordered = unknown.order
    return comparison
  }

  /// Compares the distinct states in which paths ended.
  ///
  /// - Parameter firstUnrepeatableHop: tells whether a path gives the same result each time; a migration
  ///   that draws random numbers is the cause then, and not the path.
  func ends(
    _ ends: [Node], firstUnrepeatableHop: ([UInt64]) throws -> UnrepeatableHop?
  ) throws {
    for (violations, first, second) in disagreements(of: ends) {
      try report(violations, of: first, and: second, firstUnrepeatableHop)
    }
  }

  /// Whether all paths ended in equal graphs.
  func agree(_ ends: [Node]) -> Bool { disagreements(of: ends).isEmpty }

  /// Each end is compared with the shortest path of every class of equal graphs so far, so equal
  /// graphs cost one comparison each, and the paths that are reported are the shortest.
  private func disagreements(
    of ends: [Node]
  ) -> [(violations: [any CheckViolation], first: Node, second: Node)] {
    // Graphs of other types than those of the version are reported as such.
    let ends = ends.filter {
      !$0.isTainted && !$0.isMarred
        && $0.index.schema.hasTypes(of: span.versions[$0.position].schema)
    }.sorted { first, second in
      first.path.count != second.path.count
        ? first.path.count < second.path.count
        : first.path.lexicographicallyPrecedes(second.path)
    }
    var disagreements = [(violations: [any CheckViolation], first: Node, second: Node)]()
    var classes = [Node]()
    for end in ends {
      var isKnown = false
      var first: (violations: [any CheckViolation], first: Node, second: Node)?
      for known in classes {
        let violations = context(of: known, and: end).violations
        isKnown = violations.isEmpty
        if isKnown { break }
        if first == nil { first = (violations, known, end) }
      }
      if isKnown { continue }
      if let first { disagreements.append(first) }
      classes.append(end)
    }
    return disagreements
  }

  private func context(of first: Node, and second: Node) -> EndsContext {
    let paths = [first.path, second.path]
    return EndsContext(
      first: first.snapshot, second: second.snapshot, paths: paths,
      comparison: comparison(along: paths), span: span)
  }

  private func report(
    _ violations: [any CheckViolation], of first: Node, and second: Node,
    _ firstUnrepeatableHop: ([UInt64]) throws -> UnrepeatableHop?
  ) throws {
    for path in [first.path, second.path] {
      if let unrepeatable = try firstUnrepeatableHop(path) {
        return log.report(unrepeatable, on: path, store: leader)
      }
    }
    let ends = context(of: first, and: second)
    for violation in violations {
      log.report(
        violation, hop: Hop(from: first.path[0], to: first.path[first.path.count - 1]),
        path: first.path, otherPath: second.path, store: leader,
        hidesOthers: !ends.isAll(violation))
    }
  }
}

/// A hop that gives another result each time.
struct UnrepeatableHop {
  var hop: Hop
  /// Where the results differ; `nil`: one of them is a refusal, or the content does not show it.
  var place: SnapshotDifference?
}

/// What the stores of a trial hold at a version: the part that the trial judges.
struct StateReading {
  /// That of the leading store.
  let index: SnapshotIndex
  /// The leading one first.
  let stores: [(kind: StoreKind, schema: () throws -> Schema)]
  /// See `SubjectStore`.
  let prediction: () throws -> UpgradePrediction?
  /// Whether it is part of a batch in which all componentwise checks passed, so that they need not judge
  /// the part.
  var isClear = false

  var leader: StoreKind { stores[0].kind }
}
