import MigCheckGeneration
import MigCheckModel

/// Makes a failure into a finding that is as small as it can be made.
///
/// First the store and the path (`PathShrinker`), then the graph. A candidate counts only if it fails with the same
/// signature; for a disagreement of paths the versions between which they run may come closer
/// together.
struct FindingShrinker {
  let span: VersionSpan
  /// The stores of the run, memory before file.
  let kinds: [StoreKind]
  let scratch: RunFolder
  let budget: Int
  var limit = RunLimit.none

  /// How often an upgrade may be stopped again that was stopped since it takes too much: each time
  /// takes seconds, unlike a run that ends.
  var runsToLimit = 40

  /// A start graph and what is run on it.
  struct Candidate: Sendable {
    /// Position of the start version.
    var start: Int
    var graph: ObjectGraph
    var path: [UInt64]
    var otherPath: [UInt64]?
    /// How the other graph is made from this one, if the failure is between two graphs.
    var change: FollowUp.Change?
    /// How an upgrade was interrupted, if that is what failed.
    var crash: CrashPoint?
    var kinds: [StoreKind]
    var signature: Signature

    var isBetweenPaths: Bool { otherPath != nil }
  }

  /// Runs a candidate.
  ///
  /// - Returns: the failure with its signature, or `nil`.
  func evaluate(_ candidate: Candidate) throws -> Failure? {
    let run = TrialRun(
      span: span, kinds: candidate.kinds, start: candidate.start, graph: candidate.graph,
      samples: candidate.signature.scope == .repetition, scratch: scratch, limit: limit)
    if let other = candidate.otherPath {
      try run.run(path: candidate.path, against: other)
    } else if let change = candidate.change {
      try run.run(path: candidate.path, followUps: [change])
    } else if let point = candidate.crash {
      try run.runCrashes(path: candidate.path, like: point)
    } else {
      _ = try run.run(path: candidate.path)
    }
    return run.log.failures.all.first {
      $0.site.otherPath == candidate.otherPath
        && (candidate.isBetweenPaths
          ? $0.signature.isAlike(candidate.signature) : $0.signature == candidate.signature)
    }
  }

  /// Whether a candidate fails; one that the limit cuts short does not.
  func fails(_ candidate: Candidate) throws -> Bool {
    if limit.isReached { return false }
    do {
      return try evaluate(candidate) != nil
    } catch is RunCut {
      return false
    }
  }

  /// The state of a candidate's store after a part of its path, if a start graph can hold it.
  func graph(at path: [UInt64], of candidate: Candidate) throws -> ObjectGraph? {
    if limit.isReached { return nil }
    let run = TrialRun(
      span: span, kinds: [candidate.kinds[0]], start: candidate.start, graph: candidate.graph,
      samples: false, scratch: scratch, limit: limit)
    do {
      guard let snapshot = try run.run(path: path)?.snapshot, snapshot.misplaced.isEmpty,
        snapshot.danglingLinks.isEmpty,
        snapshot.graph.validate(by: span.evidence.values).isEmpty
      else { return nil }
      return snapshot.graph
    } catch is RunCut {
      return nil
    }
  }

  /// Shrinks a graph that stores accept as it is, among such graphs.
  ///
  /// - Parameters:
  ///   - first: how it was arrived at.
  ///   - evaluate: whether a graph fails; `nil`: stores do not accept it as it is, and nothing ran.
  private func shrinkAccepted(
    _ graph: ObjectGraph, after first: ShrinkResult, takesLong: Bool,
    evaluate: (ObjectGraph) throws -> Bool?
  ) throws -> ShrinkResult {
    var runs = first.evaluations + 1
    var shrinker = Shrinker(budget: budget, variations: takesLong ? 0 : 64) {
      limit.isReached || takesLong || runs >= budget
    }
    var result = try shrinker.shrink(graph) { graph in
      guard let fails = try evaluate(graph) else { return false }
      runs += 1
      return fails
    }
    result.evaluations = min(runs, first.evaluations + 1 + result.evaluations)
    result.isMinimal = result.isMinimal && first.isMinimal
    return result
  }

  /// Shrinks the graph, and runs the result twice.
  ///
  /// - Parameter original: the start graph of the trial, if it may be one that nobody may see.
  func finding(
    _ failure: Failure, candidate: Candidate, evaluations: Int, trial: Int?,
    originalObjects: Int, original: ObjectGraph? = nil
  ) throws -> Finding {
    var candidate = candidate
    let takesLong = failure.violation.upgradeRefusal?.reachesLimit == true
    let stopped = Locked(0)
    var shrinker = Shrinker(budget: budget, variations: takesLong ? 0 : 64) {
      limit.isReached || stopped.withLock { $0 >= runsToLimit }
    }
    func fails(with graph: ObjectGraph) throws -> Bool {
      var next = candidate
      next.graph = graph
      guard try self.fails(next) else { return false }
      if takesLong { stopped.withLock { $0 += 1 } }
      return true
    }
    var result = try shrinker.shrink(candidate.graph) { try fails(with: $0) }
    // What stores make of a graph that they do not accept as it is, is what people should see. It
    // holds what was added to the graph, which may be more than is needed.
    let version = span.versions[candidate.start].number
    if let starts = span.evidence.starts, !starts.isAccepted(result.graph, at: version),
      case let accepted = starts.accepted(result.graph, at: version), try fails(with: accepted)
    {
      result = try shrinkAccepted(accepted, after: result, takesLong: takesLong) { graph in
        guard starts.isAccepted(graph, at: version) else { return nil }
        return try fails(with: graph)
      }
    }
    candidate.graph = result.graph
    var anyMarks = result.anyMarks
    var hiddenObjects: Int?
    if let original,
      let disguised = span.evidence.starts?.disguised(
        candidate.graph, madeFrom: original, at: span.versions[candidate.start].number)
    {
      var next = candidate
      next.graph = disguised
      if try self.fails(next) {
        (candidate, anyMarks) = (next, [])
      } else {
        hiddenObjects = candidate.graph.totalObjectCount
      }
    }
    let repetitions = try repetitions(of: candidate)
    let last = repetitions.compactMap(\.self).first ?? failure
    let counterexample = Counterexample(
      version: span.versions[candidate.start].number, graph: candidate.graph,
      originalObjects: originalObjects, isMinimal: result.isMinimal && !limit.isReached,
      anyValues: anyMarks.map {
        Counterexample.AnyValue(
          type: $0.type, property: $0.property, row: $0.row, path: $0.path)
      })
    let failure = Failure(
      last.violation,
      at: FailureSite(
        hop: last.hop, path: candidate.path, otherPath: candidate.otherPath,
        store: last.site.store, change: candidate.change, isShipped: last.site.isShipped))
    if let hiddenObjects {
      var finding = Finding(
        failure, source: FailureSource(versions: span.versions).place(of: failure), trial: trial,
        evaluations: evaluations + result.evaluations, counterexample: counterexample,
        isFlaky: repetitions.contains { $0 == nil })
      finding.counterexample.graph = ObjectGraph(schema: candidate.graph.schema)
      finding.counterexample.anyValues = []
      finding.hiddenObjects = hiddenObjects
      return finding
    }
    var finding = Finding(
      failure,
      followUp: candidate.change.flatMap { FollowUp($0, of: candidate.graph) },
      exemption: candidate.change.flatMap {
        $0.definition.excusesDependence ? span.exemption(on: candidate.path) : nil
      },
      source: FailureSource(versions: span.versions).place(of: failure), trial: trial,
      evaluations: evaluations + result.evaluations,
      counterexample: counterexample, isFlaky: repetitions.contains { $0 == nil })
    finding.shownLosses = try losses(in: candidate)
    return finding
  }

  /// The values that go on the paths of a disagreement, when its candidate is run.
  private func losses(in candidate: Candidate) throws -> [ShownLoss] {
    guard let other = candidate.otherPath, !limit.isReached else { return [] }
    let run = TrialRun(
      span: span, kinds: [candidate.kinds[0]], start: candidate.start, graph: candidate.graph,
      samples: false, scratch: scratch, limit: limit)
    do {
      try run.run(path: candidate.path, against: other)
    } catch is RunCut {
      return []
    }
    return run.log.failures.all.compactMap(ShownLoss.init)
  }

  /// What a candidate shows when it is run twice again; fewer times if the limit is reached.
  private func repetitions(of candidate: Candidate) throws -> [Failure?] {
    var failures = [Failure?]()
    do {
      for _ in 0..<2 { failures.append(try evaluate(candidate)) }
    } catch is RunCut {}
    return failures
  }
}
