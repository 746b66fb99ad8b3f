import MigCheckModel

/// One run of a verifier: the trials, then the findings, then the report.
struct VerificationRun {
  let span: VersionSpan
  let options: VerificationOptions
  let scratch: RunFolder

  func run() throws -> Report {
    var warnings = [HealthWarning]()
    let limit = RunLimit(options)
    let (begin, probe) = (ContinuousClock.now, GeneratorProbe(span.subject))
    let replays = try replays(&warnings)
    let phases = options.timings ? PhaseClock() : nil
    let plan = try phases.measure(.plan) {
      try span.preparePlans(jobs: options.jobs, limit: limit)
      return TrialPlan(span: span, options: options, replays: replays, limit: limit)
    }
    // Before the trials, which may use up the time limit.
    let defects = phases.measure(.plan) { EngineDefects(span: span, limit: limit) }
    let trialBegin = ContinuousClock.now
    let share = TrialShare(options.shard, of: plan.count)
    let register = ConditionRegister(span: span, kind: options.stores.first ?? .memory)
    let (statistics, clock) = try runTrials(plan, share, limit, register, phases)
    let trialSeconds = trialBegin.secondsToNow
    let buckets = try phases.measure(.shrinking) {
      try self.buckets(statistics, plan: plan, limit: limit.afterTrials)
    }
    var result = result(
      try RunScope(span: span, options: options, replays: replays), plan: plan, share: share,
      statistics: statistics, buckets: buckets, warnings: warnings,
      health: healthWarnings(plan: plan, probe: probe, defects: defects), isCut: limit.isReached)
    (result.coverage.conditions, result.coverage.steps) = register.coverage
    result.coverage.code = register.code
    result.effort.defectSearch = defects.upgrades
    if result.isComplete, !limit.isInterrupted, !result.isFailure {
      result.injectedFaults = try phases.measure(.faults) {
        try FaultInjectionRun(
          span: span, plan: plan, seed: options.seed, scratch: scratch, limit: limit.afterTrials,
          hasAcceptedFindings: buckets.contains { $0.finding?.isAcceptedError ?? false }
        ).injectedFaults()
      }
    }
    var report = try report(result)
    if options.timings {
      report.timings = clock.timings(trialSeconds: trialSeconds, seconds: begin.secondsToNow)
      report.timings?.phases = phases?.phases ?? []
    }
    warn(clock.warning, in: &report)
    return report
  }

  private var isInterrupted: Bool { options.interruption?.isRequested ?? false }

  // MARK: Trials

  /// The cases of the corpus that belong to the versions of this run.
  private func replays(
    _ warnings: inout [HealthWarning]
  ) throws -> [(start: Int, graph: ObjectGraph)] {
    var replays = [(start: Int, graph: ObjectGraph)]()
    for item in try options.savedFindings?.cases() ?? [] {
      func skip(_ reason: String) {
        warnings.append(.corpusSkipped(item.name, reason: reason))
      }
      switch item.start {
      case .unfit(let reason): skip(reason)
      case .graph(let version, let graph):
        guard span.subject.versions.contains(where: { $0.number == version }) else {
          skip("\(span.subject.name) has no version \(version)")
          continue
        }
        guard let start = span.starts.firstIndex(where: { $0.number == version }) else {
          continue  // Of a version that this run does not begin at.
        }
        guard graph.schema == span.versions[start].schema,
          graph.validate(by: span.evidence.values).isEmpty
        else {
          skip("it is no graph of version \(version)")
          continue
        }
        replays.append((start, graph))
      }
    }
    return replays
  }

  private func runTrials(
    _ plan: TrialPlan, _ share: TrialShare, _ limit: RunLimit,
    _ register: ConditionRegister, _ phases: PhaseClock?
  ) throws -> (statistics: RunStatistics, clock: TrialClock) {
    let reporter = ProgressReporter(phase: .trials, total: share.count, callback: options.progress)
    let work = TrialWork(
      plan: plan,
      // Trials alone are watched: what is done for findings differs from shard to shard.
      span: span.evidence.steps?.watched(by: register).map(span.replacingSubject) ?? span,
      options: options, scratch: scratch, limit: limit,
      rules: plan.rules.map { options.isBatched ? $0 : nil },
      // A shard has some trials of each store only.
      surplusRules: plan.surplusRules.map { options.isBatched && options.shard == nil ? $0 : nil },
      reporter: reporter, phases: phases,
      statistics: Locked(RunStatistics(span: span, hazards: plan.hazards.count)))
    let chunks = work.chunks(of: share)
    let jobs = min(options.jobs, max(1, chunks.count))
    let order = Locked(TrialOrder(chunks, jobs: jobs, isLimited: options.timeLimit != nil))
    _ = try WorkerPool.run(.max, jobs: jobs) {
      !limit.endsTrials && order.withLock { !$0.isEmpty }
    } body: { _ in
      guard var chunk = order.withLock({ $0.next() }) else { return }
      let isRandom = chunk.isRandom
      try work.run(&chunk, of: share) { seconds in
        order.withLock { $0.note(seconds, isRandom: isRandom) }
      }
      order.withLock { [chunk] in $0.end(chunk) }
    }
    return (work.statistics.withLock { $0 }, work.clock.withLock { $0 })
  }

  // MARK: Findings

  /// The best examples of all signatures; those that may become findings with a shrunk finding.
  private func buckets(
    _ statistics: RunStatistics, plan: TrialPlan, limit: RunLimit
  ) throws -> [FailureBucket] {
    let shrinker = FindingShrinker(
      span: span, kinds: options.stores, scratch: scratch, budget: options.shrinkBudget,
      limit: limit)
    let trials = PlannedTrials(plan)
    let narrowed = try narrow(statistics.failures, plan: plan, trials, shrinker: shrinker)
    var buckets = narrowed.map(FailureBucket.init)
    let signatures = Set(
      (options.shard == nil ? FindingSelection.chosen(buckets) : FindingSelection.eligible(buckets))
        .map(\.signature))
    let wanted = buckets.indices.filter { signatures.contains(buckets[$0].signature) }
    let results = Locked([Finding?](repeating: nil, count: wanted.count))
    let reporter = ProgressReporter(
      phase: .shrinking, total: wanted.count, callback: options.progress)
    _ = try WorkerPool.run(wanted.count, jobs: options.jobs) {
      true
    } body: { number in
      let source = narrowed[wanted[number]]
      let trial = trials[source.failure.position]
      let finding = try shrinker.finding(
        source.failure, candidate: source.candidate, evaluations: source.evaluations,
        trial: trial.number, originalObjects: trial.graph.totalObjectCount, original: trial.graph)
      results.withLock { $0[number] = finding }
      reporter.advance()
    }
    for (position, shrunk) in zip(wanted, results.withLock { $0 }) {
      let finding = shrunk.map { options.judged($0, in: span) }
      buckets[position].finding = finding
      guard options.shard != nil, let finding, let corpus = options.savedFindings else { continue }
      do {
        buckets[position].draft = try corpus.draft(finding)
      } catch {
        buckets[position].draftProblem = "\(error)"
      }
    }
    return buckets
  }

  /// Shortens the paths of all failures.
  private func narrow(
    _ failures: [Failure], plan: TrialPlan, _ trials: PlannedTrials, shrinker: FindingShrinker
  ) throws -> [PathShrinker] {
    let results = Locked([PathShrinker?](repeating: nil, count: failures.count))
    // In a long history one mistake shows on thousands of hops.
    let shortest =
      plan.plannedHops == nil && span.evidence.mappings == nil
      ? nil : Set(FindingSelection.minimal(failures.map(\.signature)).map(\.position))
    _ = try WorkerPool.run(failures.count, jobs: options.jobs) {
      true
    } body: { number in
      let failure = failures[number]
      let trial = trials[failure.position]
      let paths = try PathShrinker(
        shrinker, failure: failure, start: trial.start, graph: failure.graph ?? trial.graph,
        isShortest: shortest?.contains(number) ?? true)
      results.withLock { $0[number] = paths }
    }
    return results.withLock { $0 }.compactMap(\.self)
  }

  // MARK: The report

  private func report(_ result: RunResult) throws -> Report {
    guard let shard = options.shard else {
      return result.report { finding, _ in
        try options.savedFindings.flatMap { try $0.keepsFindings ? $0.save(finding) : nil }
      }
    }
    var report = result.report { _, _ in nil }
    report.shard = ShardReport(shard: shard, result: result)
    return report
  }

  private func result(
    _ scope: RunScope, plan: TrialPlan, share: TrialShare, statistics: RunStatistics,
    buckets: [FailureBucket],
    warnings: [HealthWarning], health: [HealthWarning], isCut: Bool
  ) -> RunResult {
    func count(_ run: Int, _ range: Range<Int>) -> Report.Count {
      Report.Count(run: run, planned: share.count(in: range, of: share.count))
    }
    let fixed = plan.replayCount + plan.witnessCount
    var effort = RunEffort(
      replays: count(statistics.replays, 0..<plan.replayCount),
      witnesses: count(statistics.witnesses, plan.replayCount..<fixed),
      trials: count(statistics.randomTrials, fixed..<plan.count), upgrades: statistics.upgrades)
    effort.hazardSearch = Report.Count(run: plan.searchedStarts, planned: span.starts.count)
    var result = RunResult(
      scope: scope, effort: effort, isInterrupted: false,
      coverage: coverage(plan: plan, statistics: statistics, isCut: isCut),
      cappedVersions: statistics.cappedVersions,
      invalidStarts: statistics.invalidStarts, corpusWarnings: warnings, healthWarnings: health,
      buckets: buckets)
    let code = span.versions.dropFirst().map(\.number).filter {
      span.evidence.steps != nil && span.evidence.holdsCode(into: $0)
    }
    result.codeVersions = code.isEmpty ? nil : code
    result.runsStatements = span.evidence.isObjectByObject ? nil : true
    result.traces = statistics.traces
    result.advice = span.versions.compactMap { version in
      span.evidence.advice?([(from: span.versions[0].number, to: version.number)]).map {
        RunResult.Advice(version: version.number, text: $0)
      }
    }
    let names = span.versions.compactMap { version in
      version.name.map { Report.VersionName(version: version.number, name: $0) }
    }
    result.versionNames = names.isEmpty ? nil : names
    result.accepted = options.accepted.filter { $0.history.isIdentical(to: span.subject.name) }
    result.allowances = span.allowances.isEmpty ? nil : span.allowances
    let ignored = span.subject.ignoring.filter { $0.property == nil }.map(\.type)
    result.ignoredTypes = ignored.isEmpty ? nil : ignored
    let removals = span.versions.enumerated().dropFirst().flatMap { position, version in
      version.purposefulRemovals.map {
        Report.PurposefulRemoval(
          hop: Hop(from: span.versions[position - 1].number, to: version.number),
          type: $0.type, place: $0.place)
      }
    }
    result.purposefulRemovals = removals.isEmpty ? nil : removals
    result.whereUntraced = Coverage.NotApplicable.whereUntraced(in: span)
    result.removals = statistics.removals.flatMap { $0 }
    result.map = RunMap(span, hops: statistics.hops, origin: options.origin)
    result.isInterrupted = isInterrupted && !result.isComplete
    return result
  }
}

/// The trials that show failures: in a long history a few trials show thousands. Each is made once.
private final class PlannedTrials: Sendable {
  private let plan: TrialPlan
  private let known = Locked([Int: TrialPlan.Trial]())

  init(_ plan: TrialPlan) { self.plan = plan }

  subscript(position: Int) -> TrialPlan.Trial {
    if let trial = known.withLock({ $0[position] }) { return trial }
    let trial = plan.trial(position)
    known.withLock { $0[position] = trial }
    return trial
  }
}
