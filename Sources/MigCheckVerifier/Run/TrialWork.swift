import MigCheckModel

/// The trials of a run, and what they add up to so far: what the threads of a run share.
struct TrialWork: Sendable {
  let plan: TrialPlan
  let span: VersionSpan
  let options: VerificationOptions
  let scratch: RunFolder
  let limit: RunLimit
  /// By start version; `nil`: its trials run alone.
  let rules: [BatchRules?]
  let reporter: ProgressReporter
  /// `nil`: phases are not measured.
  let phases: PhaseClock?
  let statistics: Locked<RunStatistics>
  let clock = Locked(TrialClock())

  /// A trial with its place among all.
  private struct Planned {
    /// Counts those of the shard.
    var number: Int
    /// In the plan.
    var position: Int
    var trial: TrialPlan.Trial
  }

  /// The number of trials that are looked at together.
  private static let mostTogether = 256
  private static let fewestTogether = 32

  /// Divides trials into what a thread takes at a time: those of a start version next to each other, as
  /// far as that does not keep other start versions waiting for long.
  ///
  /// - Returns: numbers of the share's trials.
  func chunks(of share: TrialShare) -> [[Int]] {
    guard rules.contains(where: { $0 != nil }) else { return (0..<share.count).map { [$0] } }
    let part = (share.count + 2 * options.jobs - 1) / (2 * options.jobs)
    let size = min(Self.mostTogether, max(Self.fewestTogether, part))
    let fixed = share.count(in: 0..<plan.count - plan.randomCount, of: share.count)
    let round = Itineraries.sharedTurns * rules.count
    var numbers = Array(0..<fixed)
    for first in stride(from: fixed, to: share.count, by: round) {
      let random = (first..<min(first + round, share.count)).map {
        ($0, plan.start(of: share.position($0)))
      }
      numbers += random.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
    }
    return stride(from: 0, to: numbers.count, by: size).map {
      Array(numbers[$0..<min($0 + size, numbers.count)])
    }
  }

  /// Runs some trials, in batches where that is possible.
  ///
  /// - Parameters:
  ///   - numbers: of the shard's trials.
  ///   - yields: asked before each trial, whether others are to run before the rest.
  /// - Returns: the rest.
  func run(
    _ numbers: [Int], of share: TrialShare, yields: () -> Bool
  ) throws -> [Int] {
    let planned = numbers.map { number in
      let position = share.position(number)
      let trial = phases.measure(.plan) { plan.trial(position) }
      return Planned(number: number, position: position, trial: trial)
    }
    var explored = [Int: TrialRun]()
    do {
      let groups = BatchGroups(
        planned.map(\.trial), rules: rules, limit: span.evidence.componentwiseObjects)
      for places in groups.members where !yields() {
        explored.merge(try explore(places, of: planned)) { first, _ in first }
      }
    } catch is RunCut {
      return []
    }
    for (place, own) in planned.enumerated() {
      if explored[place] == nil, yields() { return Array(numbers[place...]) }
      guard !limit.endsTrials, try run(own, explored: explored[place]) else { return [] }
      reporter.advance()
    }
    return []
  }

  // MARK: Batches

  /// Smaller batches than this are not divided any further.
  private static let leastToDivide = 4

  /// Runs the paths of some trials together.
  ///
  /// - Parameter places: in `planned`.
  /// - Returns: by place, the trials that showed nothing wrong; all others have to run alone.
  private func explore(_ places: [Int], of planned: [Planned]) throws -> [Int: TrialRun] {
    guard places.count > 1, let rules = rules[planned[places[0]].trial.start] else { return [:] }
    let runs = places.map { makeRun(planned[$0].trial) }
    let (isComplete, seconds) = try ProcessorTime.measuring {
      try phases.measure(.check) { try BatchRun(runs, rules: rules).explore() }
    }
    if isComplete {
      var passed = [Int: TrialRun]()
      for (place, run) in zip(places, runs) where !run.log.hasUnforeseenFailures {
        run.log.seconds = seconds / Double(runs.count)
        passed[place] = run
      }
      return passed
    }
    guard places.count >= Self.leastToDivide else { return [:] }
    let middle = places.count / 2
    return try explore(Array(places[..<middle]), of: planned).merging(
      explore(Array(places[middle...]), of: planned)
    ) { first, _ in first }
  }

  private func makeRun(_ trial: TrialPlan.Trial) -> TrialRun {
    let run = TrialRun(
      span: span, kinds: trial.stores.chosen(of: options.stores), start: trial.start,
      graph: trial.graph, samples: trial.samples, itinerary: trial.itinerary, scratch: scratch,
      limit: limit)
    run.phases = phases
    // Each pair of versions once at least; paths lead to not all of them.
    run.reportKnownRefusals()
    return run
  }

  // MARK: Single trials

  /// - Parameter explored: the trial, if its paths ran in a batch.
  /// - Returns: `false` if the run had to end before.
  private func run(_ planned: Planned, explored: TrialRun?) throws -> Bool {
    let (trial, position) = (planned.trial, planned.position)
    guard let run = try run(trial, at: position, explored: explored) else { return false }
    var (hasFoundMore, seconds) = (false, run.log.seconds)
    // Found out before it is added, since trials add one at a time.
    var exercise = run.isComplete ? Exercise(run.storedGraph) : nil
    for part in run.log.firstHidingVersion.map({ plan.parts(of: trial, into: $0) }) ?? [] {
      let own = plan.trial(part)
      guard let run = try self.run(own, at: part, explored: nil) else { return false }
      hasFoundMore = hasFoundMore || run.log.mayHideFailures
      seconds += run.log.seconds
      if run.isComplete {
        let own = Exercise(run.storedGraph)
        if exercise?.formUnion(own) == nil { exercise = own }
      }
      statistics.withLock { $0.add(run, exercise: nil, trial: own, position: part) }
    }
    clock.withLock {
      $0.add(
        position: position, number: trial.number, seconds: seconds,
        objects: trial.graph.totalObjectCount, upgrades: run.log.upgrades,
        isFirst: planned.number < options.jobs)
    }
    statistics.withLock { [exercise] in
      $0.add(
        run, exercise: exercise, trial: trial, position: position, failures: !hasFoundMore)
    }
    return true
  }

  /// - Returns: `nil` if the run had to end before; what was seen is counted then.
  private func run(
    _ trial: TrialPlan.Trial, at position: Int, explored: TrialRun?
  ) throws -> TrialRun? {
    let run = explored ?? makeRun(trial)
    do {
      // How many neighbours and interruptions there are does not depend on how slow a migration is.
      run.log.seconds += try ProcessorTime.measuring {
        if explored == nil {
          try phases.measure(.check) { try run.explore(options.exploration) }
        }
        // Their stores are measured as a whole.
        run.phases = nil
        try phases.measure(.followUps) { try run.runFollowUps(trial.followUps) }
      }.seconds
      if let turn = trial.neighbours {
        try phases.measure(.neighbours) { try run.runNeighbours(turn: turn) }
      }
      try phases.measure(.interruptions) { try run.runCrashes(trial.crashes) }
    } catch is RunCut {
      statistics.withLock { $0.addPart(of: run, position: position) }
      return nil
    }
    if run.log.hasFailed { limit.noteFailure() }
    return run
  }
}
