import MigCheckGeneration
import MigCheckModel

/// Breaks upgrades of the very subject that is verified, and sees whether the checks notice.
///
/// A few graphs of the plan are enough, in memory: what is broken is known to be wrong in each of
/// them. All choices depend on the seed and the subject's name alone, so every run of a plan, on
/// any number of threads and on any part of the trials, comes to the same injectedFaults. They mean
/// something only after a run that found no failure.
struct FaultInjectionRun {
  /// How many trials one injectedFault may take.
  static let budget = 50

  let span: VersionSpan
  let plan: TrialPlan
  let seed: UInt64
  let scratch: RunFolder
  var limit = RunLimit.none
  /// Whether checks fail without a fault, and the run passes all the same.
  var hasAcceptedFindings = false
  /// The checks that may notice.
  var checks: [Check] = Check.allCases

  /// - Returns: `nil` if the limit was reached.
  func injectedFaults() throws -> [InjectedFault]? {
    do {
      return try all()
    } catch is RunCut {
      return nil
    }
  }

  private func all() throws -> [InjectedFault] {
    try InjectedFault.Kind.allCases.enumerated().map { number, kind in
      var source = RandomSource(
        seed: seed, name: "\(span.subject.name) \(kind.rawValue)", trial: number)
      return kind == .skipStep
        ? try skippedStep(&source) : try corruption(kind, &source)
    }
  }

  // MARK: Damaged objects

  private func corruption(_ kind: InjectedFault.Kind, _ source: inout RandomSource) throws
    -> InjectedFault
  {
    var left = Self.budget
    var missed: String?
    var isWritten = false
    for place in FaultInjectionSites(span: span).places(of: kind, source: &source) {
      var unnoticed = 0
      for (number, trial) in plan.samples(from: place.start).enumerated() {
        // What the everyday graphs have no object for is left to other places.
        guard left > 0, number < 2 || unnoticed > 0 else { break }
        left -= 1
        let subject = FaultInjectingSubject(
          subject: span.subject, plan: span.plan(from: place.start, to: place.end),
          corruption: place.corruption, writes: place.writes)
        let broken = span.replacingSubject(subject)
        // The likeliest path, on which the hop is the first one.
        var check = try alarm(broken, trial) {
          _ = try $0.run(path: [place.hop.from, place.hop.to])
        }
        // Where the hop has no object to damage here, it has none on any path.
        guard subject.wasApplied.withLock({ $0 }) else { continue }
        check = try check ?? alarm(broken, trial) { try $0.explore(.merged) }
        if let check {
          return InjectedFault(
            kind: kind, description: place.corruption.description(place.hop),
            outcome: .noticed(by: check))
        }
        unnoticed += 1
      }
      guard unnoticed > 0 else { continue }
      if place.notice == .invariantOnly {
        isWritten = true
        continue
      }
      if missed == nil { missed = place.corruption.description(place.hop) }
      if place.notice == .due { break }
    }
    if let missed { return InjectedFault(kind: kind, description: missed, outcome: .missed) }
    return notApplicable(kind, isWritten: isWritten)
  }

  private func notApplicable(_ kind: InjectedFault.Kind, isWritten: Bool) -> InjectedFault {
    let (description, reason) =
      switch kind {
      case .dropObject:
        ("a hop lost an object", "no object outlives a hop that is not given up")
      case .nullProperty:
        ("a hop lost the value of a property", "no value outlives a hop that is not given up")
      case .swapProperties, .skipStep:
        (
          "a hop swapped two properties",
          "no two properties of one type outlive a hop"
        )
      }
    return InjectedFault(
      kind: kind, description: description,
      outcome: .notApplicable(
        reason: isWritten
          ? "only an invariant could tell what is right"
          : Check.dataPreserved.whatIsMissing(in: span.evidence) ?? reason))
  }

  // MARK: Skipped steps

  private func skippedStep(_ source: inout RandomSource) throws -> InjectedFault {
    // Where there is one path, a step can only be left out on all of them.
    let everywhere = span.starts.indices.allSatisfy { span.pathCount(from: $0) == 1 }
    let all = span.evidence.steps?.omissions(everywhere: everywhere) ?? []
    var omissions = all.filter { omission in
      span.versions.dropFirst().contains { $0.number == omission.version }
    }
    source.shuffle(&omissions)
    var left = Self.budget
    var missed: String?
    for omission in omissions {
      guard let position = span.position(of: omission.version) else { continue }
      // The neighbour below, or where its hop would skip no version, the one before that.
      let start =
        everywhere ? 0 : position < span.versions.count - 1 ? position - 1 : position - 2
      // With one path from there, nothing could differ from it.
      guard everywhere || span.pathCount(from: start) > 1, let subject = omission.subject()
      else { continue }
      let path = span.straightPath(from: start)
      let description =
        everywhere
        ? "\(path[0]) → \(path[path.count - 1]) left out a step of version \(omission.version), \(omission.step)"
        : "hops that skip versions left out a step of version \(omission.version), "
          + omission.step
      // What can be read from the migration is another thing without the step; the schemas, of
      // which plans take longer to make, are the same.
      let broken =
        everywhere
        ? try VersionSpan(
          subject, from: span.versions[0].number, to: span.last.number, paths: span.paths,
          shipped: span.shipped)
        : span.replacingSubject(subject)
      for trial in plan.samples(from: start) {
        guard left > 0 else { break }
        left -= 1
        if let check = try alarm(broken, trial, { try $0.explore(.merged) }) {
          return InjectedFault(
            kind: .skipStep, description: description, outcome: .noticed(by: check))
        }
        if missed == nil, try isVisible(broken, trial, path: path) {
          missed = description
        }
      }
    }
    if let missed, !everywhere {
      return InjectedFault(kind: .skipStep, description: missed, outcome: .missed)
    }
    let reason =
      span.evidence.steps == nil
      ? "the migrations cannot be read"
      : omissions.isEmpty
        ? "the migrations have no steps"
        : missed == nil
          ? "no step that was left out made a difference"
          : "only an invariant could tell what the steps are for"
    return InjectedFault(
      kind: .skipStep, description: missed ?? "a step was left out",
      outcome: .notApplicable(reason: reason))
  }

  /// Whether a path ends differently from that of the unbroken subject.
  private func isVisible(
    _ broken: VersionSpan, _ trial: TrialPlan.Trial, path: [UInt64]
  ) throws -> Bool {
    let ends = try [span, broken].map { span in
      let run = trialRun(span, trial)
      return try run.run(path: path)
    }
    guard let first = ends[0], let second = ends[1] else { return false }
    if case .equal = GraphComparison.compare(first.snapshot.graph, second.snapshot.graph) {
      return false
    }
    return true
  }

  // MARK: Trials

  /// Runs a trial of a broken subject.
  ///
  /// - Returns: the first check that notices.
  private func alarm(
    _ broken: VersionSpan, _ trial: TrialPlan.Trial, _ body: (TrialRun) throws -> Void
  ) throws -> Check? {
    let run = trialRun(broken, trial)
    try body(run)
    var failures = run.log.failures
    if hasAcceptedFindings, !failures.all.isEmpty {
      // What fails anyway notices nothing.
      let unbroken = trialRun(span, trial)
      try body(unbroken)
      failures.remove(unbroken.log.failures)
    }
    return failures.alarms.first(where: checks.contains)
  }

  private func trialRun(_ span: VersionSpan, _ trial: TrialPlan.Trial) -> TrialRun {
    TrialRun(
      span: span, kinds: [.memory], start: trial.start, graph: trial.graph, samples: false,
      itinerary: trial.itinerary.brief, scratch: scratch, limit: limit)
  }
}
