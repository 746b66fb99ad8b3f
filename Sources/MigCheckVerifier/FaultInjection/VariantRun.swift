import MigCheckModel

/// What the trials of a subject say of a variant of it: the same versions with another migration.
package struct VariantOutcome: Sendable {
  /// The checks that failed in the first trial in which any did; empty: the variant was not
  /// noticed.
  package var checks: [Check]
  /// How many trials ran: up to the one that failed, else all.
  package var trials: Int
  /// Of a variant that was not noticed: where it behaves differently all the same.
  package var difference: VariantDifference?
  /// Whether it was not noticed, and behaves differently in nothing but what the subject ignores.
  package var differsInIgnoredOnly = false
}

/// An upgrade whose result is not that of the subject itself.
package struct VariantDifference: Sendable {
  package var hop: Hop
  package var type: Name
  package var property: Name?
  /// The place of an object in its start graph.
  package var object: Int64?
  /// With the subject itself, in words.
  package var expected: String?
  /// With the variant.
  package var found: String?
}

extension Verifier {
  /// Runs the trials of this verifier with variants of its subject, each until a check fails.
  ///
  /// The graphs are those of the subject itself, so that a variant that behaves like it cannot be
  /// noticed where the subject is not. Variants run in parallel; the outcomes do not depend on how
  /// many at a time.
  ///
  /// - Parameters:
  ///   - variants: make them, each when its turn has come; `nil`: there is no such subject.
  ///   - progress: called after each variant with the numbers done and in all, one call at a time.
  /// - Returns: parallel to the variants, `nil` where there is none; shorter if the run was
  ///   interrupted, or its time was up.
  package func outcomes(
    of variants: [@Sendable () -> (any Subject)?],
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> [VariantOutcome?] {
    let options = try checkedOptions()
    let span = try VersionSpan(subject, options)
    let scratch = try RunFolder(in: options.directory)
    defer { scratch.remove() }
    let limit = RunLimit(options)
    let run = VariantRun(
      span: span, plan: TrialPlan(span: span, options: options, replays: [], limit: limit),
      options: options,
      scratch: scratch, limit: limit)
    let results = Locked([VariantOutcome??](repeating: nil, count: variants.count))
    let done = Locked(0)
    _ = try WorkerPool.run(variants.count, jobs: options.jobs) {
      !limit.isReached
    } body: { number in
      let outcome: VariantOutcome?
      do {
        outcome = try variants[number]().map(run.outcome)
      } catch is RunCut {
        return
      }
      results.withLock { $0[number] = .some(outcome) }
      done.withLock {
        $0 += 1
        progress($0, variants.count)
      }
    }
    return results.withLock { $0 }.prefix { $0 != nil }.compactMap(\.self)
  }
}

/// The trials of one run, for one variant after another.
private struct VariantRun: Sendable {
  let span: VersionSpan
  let plan: TrialPlan
  let options: VerificationOptions
  let scratch: RunFolder
  let limit: RunLimit

  func outcome(of variant: any Subject) throws -> VariantOutcome {
    let broken = try VersionSpan(
      variant, from: span.versions[0].number, to: span.last.number, paths: span.paths,
      shipped: span.shipped)
    for position in 0..<plan.count {
      let trial = plan.trial(position)
      let run = trialRun(broken, trial)
      try run.explore(options.exploration)
      let checks = run.log.failures.alarms
      if !checks.isEmpty { return VariantOutcome(checks: checks, trials: position + 1) }
    }
    var outcome = VariantOutcome(checks: [], trials: plan.count)
    for position in 0..<plan.count {
      let (difference, isIgnored) = try difference(broken, plan.trial(position))
      if difference != nil {
        return VariantOutcome(checks: [], trials: plan.count, difference: difference)
      }
      outcome.differsInIgnoredOnly = outcome.differsInIgnoredOnly || isIgnored
    }
    return outcome
  }

  /// The first hop from the start whose result is another one, and else whether there is one that
  /// differs in what is ignored.
  private func difference(
    _ broken: VersionSpan, _ trial: TrialPlan.Trial
  ) throws -> (VariantDifference?, isIgnored: Bool) {
    let ignoring = span.ignoring
    var isIgnored = false
    let start = span.versions[trial.start].number
    for target in span.targets(from: trial.start) {
      let version = span.versions[target]
      let ends = try [span, broken].map { span in
        let run = trialRun(span, trial)
        return try run.run(path: [start, version.number])
      }
      guard let first = ends[0], let second = ends[1] else { continue }
      guard
        let place = SnapshotDifference.first(first.snapshot, second.snapshot, ignoring: ignoring)
      else {
        isIgnored =
          isIgnored
          || !ignoring.isEmpty
            && SnapshotDifference.first(first.snapshot, second.snapshot, ignoring: []) != nil
        continue
      }
      let difference = VariantDifference(
        hop: Hop(from: start, to: version.number), type: place.type, property: place.property,
        object: place.key, expected: place.first, found: place.second)
      return (difference, false)
    }
    return (nil, isIgnored)
  }

  private func trialRun(_ span: VersionSpan, _ trial: TrialPlan.Trial) -> TrialRun {
    TrialRun(
      span: span, kinds: options.stores, start: trial.start, graph: trial.graph,
      samples: trial.samples, itinerary: trial.itinerary.brief, scratch: scratch, limit: limit)
  }
}

extension VariantOutcome {
  fileprivate init(checks: [Check], trials: Int) {
    self.init(checks: checks, trials: trials, difference: nil)
  }
}
