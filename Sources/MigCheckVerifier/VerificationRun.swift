import MigCheckModel

/// One run of a verifier: the trials, then the findings, then the report.
struct VerificationRun {
  let span: VersionSpan
  let options: VerificationOptions
  let scratch: RunFolder

  func run() throws -> Report {
    var warnings = [HealthWarning]()
    let replays = try replays(&warnings)
    let plan = TrialPlan(span: span, options: options, replays: replays)
    let (tally, ran) = try runTrials(plan)
    let findings = try findings(tally, plan: plan, warnings: &warnings)
    return report(plan: plan, tally: tally, ran: ran, findings: findings, warnings: warnings)
  }

  /// A century, in seconds: a clock cannot be set to any number of seconds ahead.
  private static let longestTime = 3.2e9

  private var isInterrupted: Bool { options.interruption?.isRequested ?? false }

  // MARK: Trials

  /// The cases of the corpus that belong to the versions of this run.
  private func replays(
    _ warnings: inout [HealthWarning]
  ) throws -> [(start: Int, graph: ObjectGraph)] {
    var replays = [(start: Int, graph: ObjectGraph)]()
    for item in try options.corpus?.cases() ?? [] {
      func skip(_ reason: String) {
        warnings.append(
          HealthWarning(
            name: "corpus-skipped", message: "\(item.name) was not replayed: \(reason)."))
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
        guard graph.schema == span.versions[start].schema, graph.validate().isEmpty else {
          skip("it is no graph of version \(version)")
          continue
        }
        replays.append((start, graph))
      }
    }
    return replays
  }

  private func runTrials(_ plan: TrialPlan) throws -> (tally: Tally, ran: Int) {
    let tally = Guarded(Tally(span: span, hazards: plan.hazards.count))
    let reporter = ProgressReporter(phase: .trials, total: plan.count, callback: options.progress)
    let deadline = options.timeLimit.map {
      ContinuousClock.now + .seconds(min($0, Self.longestTime))
    }
    let interruption = options.interruption
    let ran = try WorkerPool.run(plan.count, jobs: options.jobs) {
      if interruption?.isRequested ?? false { return false }
      return deadline.map { ContinuousClock.now < $0 } ?? true
    } body: { position in
      let trial = plan.trial(position)
      let run = TrialRun(
        span: span, kinds: options.stores, start: trial.start, graph: trial.graph,
        samples: trial.samples, scratch: scratch)
      defer { run.finish() }
      try run.explore(options.paths)
      tally.withLock { $0.add(run, trial: trial, position: position) }
      reporter.advance()
    }
    return (tally.withLock { $0 }, ran)
  }

  // MARK: Findings

  private func findings(
    _ tally: Tally, plan: TrialPlan, warnings: inout [HealthWarning]
  ) throws -> [Finding] {
    let shrinker = FindingShrinker(
      span: span, kinds: options.stores, scratch: scratch, budget: options.shrinkBudget,
      interruption: options.interruption)
    let narrowed = try narrow(tally.observations, plan: plan, shrinker: shrinker)
    let chosen = FindingSelection.minimal(narrowed.map(\.candidate.signature))
    let results = Guarded([Finding?](repeating: nil, count: chosen.count))
    let reporter = ProgressReporter(
      phase: .shrinking, total: chosen.count, callback: options.progress)
    _ = try WorkerPool.run(chosen.count, jobs: options.jobs) {
      true
    } body: { number in
      let source = narrowed[chosen[number].position]
      let trial = plan.trial(source.best.position)
      var finding = try shrinker.finding(
        source.best.observation, candidate: source.candidate, evaluations: source.evaluations,
        trial: trial.number, originalObjects: trial.graph.totalObjectCount)
      let longer = source.longerHops.filter { $0.contains(finding.hop) && $0 != finding.hop }
      finding.alsoAt = (chosen[number].alsoAt + longer).sorted().withoutRepeats
      results.withLock { $0[number] = finding }
      reporter.advance()
    }
    var findings = results.withLock { $0 }.compactMap { $0 }.sorted {
      Signature($0.fault, hop: $0.hop) < Signature($1.fault, hop: $1.hop)
    }
    findings = FindingSelection.withoutConsequences(findings)
    for index in findings.indices {
      if let corpus = options.corpus {
        do {
          findings[index].counterexample.caseFile = try corpus.save(findings[index])
        } catch {
          // The findings of a long run must not be lost because they cannot be kept.
          warnings.append(HealthWarning(name: "corpus-not-written", message: "\(error)."))
        }
      }
      if findings[index].isFlaky { warnings.append(.flaky(findings[index])) }
    }
    return findings
  }

  private struct Narrowed {
    var best: Tally.Best
    var candidate: FindingShrinker.Candidate
    var evaluations: Int
    /// Hops for which the candidate's now stands.
    var longerHops: [Hop]
  }

  /// Shortens the paths of all observations. Where two come down to one signature, the earlier
  /// trial counts.
  private func narrow(
    _ observations: [Tally.Best], plan: TrialPlan, shrinker: FindingShrinker
  ) throws -> [Narrowed] {
    let results = Guarded([Narrowed?](repeating: nil, count: observations.count))
    _ = try WorkerPool.run(observations.count, jobs: options.jobs) {
      true
    } body: { number in
      let best = observations[number]
      let trial = plan.trial(best.position)
      let paths = try PathShrinker(
        shrinker, observation: best.observation, start: trial.start, graph: trial.graph)
      results.withLock {
        $0[number] = Narrowed(
          best: best, candidate: paths.candidate, evaluations: paths.evaluations,
          longerHops: paths.longerHops)
      }
    }
    var chosen = [Narrowed]()
    for var next in results.withLock({ $0 }).compactMap({ $0 }) {
      let known = chosen.firstIndex { $0.candidate.signature == next.candidate.signature }
      if let known {
        let longerHops = chosen[known].longerHops + next.longerHops
        next.longerHops = longerHops
        chosen[known].longerHops = longerHops
        if next.best.position < chosen[known].best.position { chosen[known] = next }
      } else {
        chosen.append(next)
      }
    }
    return chosen
  }

  // MARK: The report

  private func report(
    plan: TrialPlan, tally: Tally, ran: Int, findings: [Finding], warnings: [HealthWarning]
  ) -> Report {
    let replays = min(ran, plan.replayCount)
    let witnesses = min(ran - replays, plan.witnessCount)
    var report = Report(
      history: span.subject.name, rules: span.subject.rules, from: span.versions[0].number,
      to: span.last.number, seed: options.seed, stores: options.stores,
      replays: Report.Count(run: replays, planned: plan.replayCount),
      witnesses: Report.Count(run: witnesses, planned: plan.witnessCount),
      trials: Report.Count(run: ran - replays - witnesses, planned: plan.randomCount),
      upgrades: tally.upgrades, isInterrupted: isInterrupted && ran < plan.count,
      findings: findings, coverage: coverage(plan: plan, tally: tally), warnings: warnings)
    report.paths = report.coverage.paths.reduce(0) { $0.addingSaturated($1.count) }
    for version in tally.cappedVersions {
      report.warnings.append(
        HealthWarning(
          name: "states-capped",
          message:
            "More than \(TrialRun.stateLimit) distinct states at version \(version) in one trial; "
            + "the others were not followed."))
    }
    if ran < plan.count, !report.isInterrupted {
      report.warnings.append(
        HealthWarning(
          name: "time-limit",
          message: "The time limit ended the run after \(ran) of \(plan.count) trials."))
    }
    return report
  }
}

extension [Hop] {
  /// The hops, which are in order, each once.
  fileprivate var withoutRepeats: [Hop] {
    enumerated().filter { place, hop in place == 0 || self[place - 1] != hop }.map(\.element)
  }
}

extension HealthWarning {
  fileprivate static func flaky(_ finding: Finding) -> HealthWarning {
    let place = PropertyPath(type: finding.type ?? "", property: finding.property).description
    return HealthWarning(
      name: "flaky",
      message: "\(finding.check.rawValue) \(place.isEmpty ? "" : "\(place) ")\(finding.hop) came "
        + "and went when the counterexample was run again.")
  }
}
