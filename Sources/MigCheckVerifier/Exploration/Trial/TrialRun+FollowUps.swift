import MigCheckGeneration
import MigCheckModel

// Metamorphic checks: a graph that is made from the start graph must be upgraded in the same way.
//
// They run beside the exploration of paths and in the first kind of store only, since the other
// checks compare stores, and every path with every other.

extension TrialRun {
  /// Upgrades the start graph and follow-ups of it straight to each later version, and through all
  /// versions one by one, as far as there are these upgrades; where the trial takes only some paths,
  /// along these.
  func runFollowUps(_ choice: FollowUpChoice) throws {
    let changes = choice.changes(of: graph.schema)
    try withExecutions(changes) { base, others in
      var paths = followUpPaths
      let last = paths.popLast() ?? []
      for path in paths {
        try withForks(base, others) { base, others in
          try follow(others, beside: base, along: path)
        }
      }
      try follow(others, beside: base, along: last)
    }
  }

  private var followUpPaths: [[UInt64]] {
    switch itinerary {
    case .everyPath:
      let first = span.versions[start].number
      var stepwise = [start]
      while let next = span.targets(from: stepwise[stepwise.count - 1]).first {
        stepwise.append(next)
      }
      // The first upgrade is that of the longest path, unless there is no other.
      return span.targets(from: start).dropFirst().map { [first, span.versions[$0].number] }
        + [stepwise.map { span.versions[$0].number }]
    case .selected(var paths):
      // A path that stops once runs what the straight one runs, and goes on like the one that makes
      // all stops.
      if span.evidence.runsEachVersion, let last = paths.last { paths = [paths[0], last] }
      return paths.map { path in path.map { span.versions[$0].number } }
    case .hops(let network):
      return [[network.start, network.last], network.pathOverStops].map { path in
        path.map { span.versions[$0].number }
      }
    }
  }

  /// Upgrades the start graph and follow-ups of it along one path.
  func run(path: [UInt64], followUps changes: [FollowUp.Change]) throws {
    try withExecutions(changes) { base, others in
      try follow(others, beside: base, along: path)
    }
  }

  private func isApplicable(_ check: Check) -> Bool {
    check.whyNotApplicable(with: span.evidence) == nil
  }

  private typealias Follower = (followUp: FollowUp, keys: StartKeys, execution: Execution)

  private func withExecutions(
    _ changes: [FollowUp.Change], _ body: (Execution, [Follower]) throws -> Void
  ) throws {
    let followUps = changes.filter { isApplicable($0.check) }.compactMap {
      FollowUp($0, of: graph)
    }.filter { followUp in
      // What no store accepts as it is would be another graph than the one that is compared.
      guard span.evidence.mappings != nil || span.evidence.identity == .exact else { return true }
      let accepted = span.evidence.starts?.accepted(
        followUp.graph, at: span.versions[start].number)
      return accepted.map { $0.isIdentical(to: followUp.graph) } ?? true
    }
    guard !followUps.isEmpty, let base = try execution(of: graph) else { return }
    var others = [Follower]()
    for followUp in followUps {
      guard let execution = try execution(of: followUp.graph) else {
        log.note(followUp.check, isCompared: false)
        continue
      }
      let keys =
        span.evidence.identity == .exact
        ? StartKeys(base.start, execution.start, rows: followUp.rows)
        : StartKeys(graph, followUp.graph, rows: followUp.rows)
      others.append((followUp, keys, execution))
    }
    try limited { try body(base, others) }
  }

  private func withForks(
    _ base: Execution, _ others: [Follower], _ body: (Execution, [Follower]) throws -> Void
  ) throws {
    let fork = try base.fork()
    var forks = [Follower]()
    for other in others {
      forks.append((other.followUp, other.keys, try other.execution.fork()))
    }
    try body(fork, forks)
  }

  /// - Parameter kind: `nil`: the first one.
  /// - Returns: `nil` if no store can hold the graph.
  func execution(of graph: ObjectGraph, in kind: StoreKind? = nil) throws -> Execution? {
    do {
      return try Execution(try makeStore(kind ?? kinds[0], holding: graph))
    } catch is UpgradeError {
      return nil
    }
  }

  /// Goes along a path as far as the upgrades of all agree, and reports where they do not.
  private func follow(_ others: [Follower], beside base: Execution, along path: [UInt64]) throws {
    var others = others
    for (place, number) in path.enumerated().dropFirst() {
      guard let position = span.position(of: number) else { return }
      try requireTime()
      if let last = span.position(of: path[place - 1]) {
        guard case .open = knownOutcome(from: last, to: position) else { return }
      }
      let refusal = try base.upgrade(to: span.versions[position])
      let snapshot = refusal == nil ? try base.snapshot() : nil
      var rest = [Follower]()
      for other in others {
        let otherRefusal = try other.execution.upgrade(to: span.versions[position])
        let walked = Array(path[...place])
        let check = other.followUp.change.definition
        var violation: (any CheckViolation)?
        if let outcomes = UnequalOutcomes(refusal, otherRefusal) {
          violation = try check.anyViolation(outcomes) {
            try isRefused(other.followUp.added, along: walked)
          }
          log.note(other.followUp.check, isCompared: violation != nil)
        } else if let snapshot, otherRefusal == nil,
          let otherSnapshot = try other.execution.snapshot()
        {
          let correspondence = ObjectCorrespondence(
            base: base, other: other.execution, starts: other.keys,
            span: span.evidence.mappings == nil ? nil : span)
          var comparison = judge.comparison(along: [walked])
          if case .edited = other.followUp.change {
            comparison.ignoring += try chance(of: graph, in: kinds[0], beside: base, snapshot)
          }
          violation = check.violation(
            in: FollowUpContext(
              change: other.followUp.change, snapshot: snapshot, other: otherSnapshot,
              correspondence: correspondence, comparison: comparison, span: span))
          log.note(other.followUp.check, isCompared: true)
          if violation == nil { rest.append(other) }
        }
        if let violation { try report(violation, of: other.followUp.change, path: walked) }
      }
      others = rest
      if snapshot == nil || others.isEmpty { return }
    }
  }

  // MARK: Judging

  private func isRefused(_ graph: ObjectGraph, along path: [UInt64]) throws -> Bool {
    guard let execution = try execution(of: graph) else { return true }
    for number in path.dropFirst() {
      guard let position = span.position(of: number) else { return true }
      if try execution.upgrade(to: span.versions[position]) != nil { return true }
    }
    return false
  }

  /// A migration that draws random numbers is the cause, not the follow-up.
  private func report(
    _ violation: any CheckViolation, of change: FollowUp.Change, path: [UInt64]
  ) throws {
    let hop = Hop(from: path[0], to: path[path.count - 1])
    // The path was looked at when the same was found before.
    guard log.failures.first(Signature(violation, hop: hop)) == nil else { return }
    let known = try repeatability[path] ?? firstUnrepeatableHop(on: path, kind: kinds[0])
    repeatability[path] = .some(known)
    if let unrepeatable = known {
      log.report(unrepeatable, on: path, store: kinds[0])
      return
    }
    log.report(violation, hop: hop, path: path, store: kinds[0], change: change)
  }
}

extension UnequalOutcomes {
  /// - Returns: `nil` if both upgrades complete, or both are refused.
  fileprivate init?(_ refusal: UpgradeError?, _ otherRefusal: UpgradeError?) {
    guard (refusal == nil) != (otherRefusal == nil), let error = refusal ?? otherRefusal else {
      return nil
    }
    self.init(Refusal(error), isFirst: refusal != nil)
  }
}

extension FollowUpCheck {
  // What a check returns, where the check is known only as one of several.

  fileprivate static func anyViolation(
    _ outcomes: UnequalOutcomes, isRefusedAlone: () throws -> Bool
  ) rethrows -> (any CheckViolation)? {
    try violation(outcomes, isRefusedAlone: isRefusedAlone)
  }
}
