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
  /// By start version: those of trials that do not run in batches; `nil`: all of them run alone.
  let surplusRules: [SurplusRules?]
  let reporter: ProgressReporter
  /// `nil`: phases are not measured.
  let phases: PhaseClock?
  let statistics: Locked<RunStatistics>
  let clock = Locked(TrialClock())

  /// How many trials a thread takes at a time. Once there are enough, it stops at the next start version.
  private static let mostTogether = 256
  private static let fewestTogether = 32
  /// From how many start versions a thread takes trials at a time: those of one share stores at most, so
  /// that a few of each take as long as many of one.
  private static let mostStarts = 4

  /// Divides trials into what a thread takes at a time: those of a start version next to each other, as
  /// far as that does not keep other start versions waiting for long.
  ///
  /// The first random trials of a start version join the others of it. Under a time limit no chunk holds both
  /// kinds, since random ones do not wait for the others: they begin at the newest version then, and the
  /// others at the oldest.
  func chunks(of share: TrialShare) -> [TrialChunk] {
    let fixed = share.count(in: 0..<plan.count - plan.randomCount, of: share.count)
    let (stores, own) = surplusStores(of: fixed..<share.count, share)
    let shared = stores.map { TrialChunk($0, isRandom: true) }
    guard rules.contains(where: { $0 != nil }) else {
      return (0..<fixed).map { TrialChunk([$0], isRandom: false) }
        + own.map { TrialChunk([$0], isRandom: true) } + shared
    }
    let round = Itineraries.sharedTurns * rules.count
    guard options.timeLimit == nil else {
      let random = rounds(own, of: round, share, isOldestFirst: false)
      return chunks(of: Array(0..<fixed), share, isRandom: false)
        + chunks(of: random, share, isRandom: true) + shared
    }
    let large = own.filter { plan.isLarge(share.position($0)) }
    let small = own.filter { !plan.isLarge(share.position($0)) }
    let replayed = share.count(in: 0..<plan.replayCount, of: share.count)
    let first = Array(replayed..<fixed) + Array(small.prefix(round))
    var result = chunks(of: Array(0..<replayed), share, isRandom: false)
    result += chunks(of: rounds(first, of: first.count, share), share, isRandom: false)
    // What takes long comes first: at the end other threads would have nothing to do meanwhile.
    result += chunks(of: large, share, isRandom: true)
    let rest = rounds(Array(small.dropFirst(round)), of: round, share)
    return result + chunks(of: rest, share, isRandom: true) + shared
  }

  /// Puts the trials of a start version next to each other.
  ///
  /// - Parameter count: after how many trials it begins again at the first of them.
  private func rounds(
    _ numbers: [Int], of count: Int, _ share: TrialShare, isOldestFirst: Bool = true
  ) -> [Int] {
    var result = [Int]()
    for first in stride(from: 0, to: numbers.count, by: max(count, 1)) {
      let starts = numbers[first..<min(first + count, numbers.count)].map {
        ($0, plan.start(of: share.position($0)))
      }
      let sorted = starts.sorted { first, second in
        if first.1 == second.1 { return first.0 < second.0 }
        return isOldestFirst ? first.1 < second.1 : first.1 > second.1
      }
      result += sorted.map(\.0)
    }
    return result
  }

  /// Divides random trials into those of each store that surplus trials share, and the others.
  ///
  /// Which trials share a store depends on their numbers alone.
  private func surplusStores(
    of numbers: Range<Int>, _ share: TrialShare
  ) -> (stores: [[Int]], own: [Int]) {
    var stores = [[Int]]()
    var places = [TrialPlan.SurplusStore: Int]()
    var own = [Int]()
    for number in numbers {
      guard let store = plan.surplusStore(of: share.position(number)),
        surplusRules[store.start] != nil
      else {
        own.append(number)
        continue
      }
      if let place = places[store] {
        stores[place].append(number)
      } else {
        places[store] = stores.count
        stores.append([number])
      }
    }
    return (stores, own)
  }

  /// Several for each thread, so that all of them have something to do until the end.
  private func chunks(of numbers: [Int], _ share: TrialShare, isRandom: Bool) -> [TrialChunk] {
    let part = (numbers.count + 8 * options.jobs - 1) / (8 * options.jobs)
    let size = min(Self.mostTogether, max(Self.fewestTogether, part))
    var chunks = [[Int]]()
    var last: Int?
    var starts = 0
    for number in numbers {
      let start = plan.start(of: share.position(number))
      if start != last { starts += 1 }
      let count = chunks.last?.count ?? size
      let isFull = count >= size || starts > Self.mostStarts
      if count >= Self.mostTogether || isFull && start != last {
        chunks.append([])
        starts = 1
      }
      chunks[chunks.count - 1].append(number)
      last = start
    }
    return chunks.map { TrialChunk($0, isRandom: isRandom) }
  }

  /// Runs the trials of a chunk, in batches where that is possible.
  ///
  /// - Parameters:
  ///   - chunk: afterwards it holds the steps that did not run: none if the run had to end.
  ///   - yields: called with the seconds of each step; whether others are to run before the rest.
  func run(_ chunk: inout TrialChunk, of share: TrialShare, yields: (Double) -> Bool) throws {
    var begin = limit.seconds
    var steps = chunk.steps ?? steps(of: chunk.numbers, share)
    defer { chunk.steps = steps }
    while let step = steps.next() {
      guard !limit.endsTrials, try run(step, &steps, each: run) else {
        steps.removeAll()
        return
      }
      let end = limit.seconds
      defer { begin = end }
      if yields(end - begin) { return }
    }
  }

  private func steps(of numbers: [Int], _ share: TrialShare) -> TrialSteps {
    let planned = numbers.map { number in
      let position = share.position(number)
      let trial = phases.measure(.plan) { plan.trial(position) }
      return TrialSteps.Planned(number: number, position: position, trial: trial)
    }
    return steps(of: planned)
  }

  private func steps(of planned: [TrialSteps.Planned]) -> TrialSteps {
    let groups = BatchGroups(
      planned.map(\.trial), rules: rules, surplusRules: surplusRules,
      limit: span.evidence.componentwiseObjects)
    return TrialSteps(planned, groups: groups.members)
  }

  /// The paths of a trial that ran in batches.
  private struct Explored {
    /// `nil`: the trial runs alone.
    var run: TrialRun?
    /// By position: the parts of the trials that ran with it; `nil`: the part runs alone.
    var parts: [Int: TrialRun?] = [:]
  }

  /// - Parameter each: ends a trial, whose paths may have run in a batch.
  /// - Returns: `false` if the run had to end before.
  private func run(
    _ step: TrialSteps.Step, _ steps: inout TrialSteps,
    each: (_ planned: TrialSteps.Planned, _ explored: Explored) throws -> Bool
  ) throws -> Bool {
    switch step {
    case .alone(let planned): return try each(planned, Explored())
    case .together(let all):
      guard let runs = try explore(all) else { return false }
      guard !runs.isEmpty else {
        steps.divide(all)
        return true
      }
      guard let parts = try exploreParts(of: Array(zip(all, runs))) else { return false }
      for (planned, run) in zip(all, runs) {
        if let run {
          guard !limit.endsTrials, try each(planned, Explored(run: run, parts: parts)) else {
            return false
          }
        } else {
          steps.add(planned)
        }
      }
      return true
    }
  }

  // MARK: Batches

  /// Runs the paths of some trials together.
  ///
  /// - Returns: by trial, what it showed, or `nil` if it has to run alone; empty: all have to, or fewer of
  ///   them together; `nil`: the run had to end before.
  private func explore(_ planned: [TrialSteps.Planned]) throws -> [TrialRun?]? {
    guard let rules = rules[planned[0].trial.start] else { return try exploreSurplus(planned) }
    let runs = planned.map { makeRun($0.trial) }
    do {
      let batch = BatchRun(runs, rules: rules)
      let (isComplete, seconds) = try ProcessorTime.measuring {
        try phases.measure(.check) { try batch.explore() }
      }
      guard isComplete else { return [] }
      for run in runs { run.log.seconds = seconds / Double(runs.count) }
      return zip(runs, batch.mustRunAlone).map { $1 ? nil : $0 }
    } catch is RunCut {
      return nil
    }
  }

  /// Runs the paths of a store that holds the start graphs of surplus trials.
  ///
  /// - Returns: by trial, what it would have shown alone, or `nil` for all if something is wrong; `nil`: the
  ///   run had to end before.
  private func exploreSurplus(_ planned: [TrialSteps.Planned]) throws -> [TrialRun?]? {
    var trial = planned[0].trial
    trial.graph = ObjectGraph.joined(
      planned.map(\.trial.graph), schema: span.versions[trial.start].schema)
    let store = makeRun(trial)
    store.mustBeFlawless = true
    do {
      let seconds = try ProcessorTime.measuring {
        try phases.measure(.check) { try store.explore(options.exploration) }
      }.seconds
      guard store.isComplete, store.isFlawless else { return planned.map { _ in nil } }
      return planned.enumerated().map { place, own in
        let run = makeRun(own.trial)
        run.share(store, isFirst: place == 0)
        run.log.seconds = seconds / Double(planned.count)
        return run
      }
    } catch is RunCut {
      return nil
    }
  }

  /// Runs together the parts of all trials of a batch that have to run: there are few for each.
  ///
  /// - Returns: by position, what each part showed, or `nil` if it has to run alone; `nil`: the run had to end
  ///   before.
  private func exploreParts(
    of trials: [(planned: TrialSteps.Planned, run: TrialRun?)]
  ) throws -> [Int: TrialRun?]? {
    var steps = steps(
      of: trials.flatMap { planned, run in run.map { parts(of: planned, after: $0) } ?? [] })
    var explored = [Int: TrialRun?]()
    while let step = steps.next() {
      switch step {
      case .alone(let part): explored.updateValue(nil, forKey: part.position)
      case .together(let all):
        guard let runs = try explore(all) else { return nil }
        if runs.isEmpty { steps.divide(all) }
        for (part, run) in zip(all, runs) { explored.updateValue(run, forKey: part.position) }
      }
    }
    return explored
  }

  /// The parts of a trial that have to run after it.
  private func parts(
    of planned: TrialSteps.Planned, after run: TrialRun
  ) -> [TrialSteps.Planned] {
    plan.parts(of: planned.trial, hiddenFrom: run.log.firstHidingVersion).map {
      TrialSteps.Planned(number: planned.number, position: $0, trial: plan.trial($0))
    }
  }

  private func makeRun(_ trial: TrialPlan.Trial) -> TrialRun {
    let run = TrialRun(
      span: span, kinds: trial.stores.chosen(of: options.stores), start: trial.start,
      graph: trial.graph, samples: trial.samples, itinerary: trial.itinerary, scratch: scratch,
      limit: limit)
    run.phases = phases
    run.runsKnownHops = trial.runsKnownHops
    // Each pair of versions once at least; paths lead to not all of them.
    run.reportKnownRefusals()
    return run
  }

  // MARK: Single trials

  /// - Returns: `false` if the run had to end before.
  private func run(_ planned: TrialSteps.Planned, explored: Explored) throws -> Bool {
    let (trial, position) = (planned.trial, planned.position)
    guard let run = try run(trial, at: position, explored: explored.run) else { return false }
    var total = TrialTotal(run)
    guard let hasFoundMore = try runParts(of: planned, after: run, explored.parts, &total) else {
      statistics.withLock { $0.addPart(of: run, position: position) }
      return false
    }
    clock.withLock {
      $0.add(
        position: position, number: trial.number, seconds: total.seconds,
        objects: trial.graph.totalObjectCount, upgrades: run.log.upgrades,
        isFirst: planned.number < options.jobs)
    }
    statistics.withLock { [exercise = total.exercise] in
      $0.add(
        run, exercise: exercise, trial: trial, position: position, failures: !hasFoundMore)
    }
    reporter.advance()
    return true
  }

  /// What a trial and its parts come to.
  private struct TrialTotal {
    var seconds: Double
    // Found out before it is added, since trials add one at a time.
    var exercise: Exercise?

    init(_ run: TrialRun) {
      seconds = run.log.seconds
      exercise = run.isComplete ? Exercise(run.storedGraph) : nil
    }

    mutating func add(_ part: TrialRun) {
      seconds += part.log.seconds
      guard part.isComplete else { return }
      let own = Exercise(part.storedGraph)
      if exercise?.formUnion(own) == nil { exercise = own }
    }
  }

  /// Runs the parts of a trial that have to run after it, and theirs.
  ///
  /// - Parameter explored: parts that ran in batches, by position; `nil`: the part runs alone.
  /// - Returns: whether they show something; `nil`: the run had to end before.
  private func runParts(
    of planned: TrialSteps.Planned, after run: TrialRun, _ explored: [Int: TrialRun?],
    _ total: inout TrialTotal
  ) throws -> Bool? {
    var hasFoundMore = false
    func add(_ part: TrialSteps.Planned, _ explored: TrialRun?) throws -> Bool {
      guard let run = try self.run(part.trial, at: part.position, explored: explored) else {
        return false
      }
      total.add(run)
      guard let partsHaveFoundMore = try runParts(of: part, after: run, [:], &total) else {
        statistics.withLock { $0.addPart(of: run, position: part.position) }
        return false
      }
      hasFoundMore = hasFoundMore || run.log.dependsOnObjects
      statistics.withLock {
        $0.add(
          run, exercise: nil, trial: part.trial, position: part.position,
          failures: !partsHaveFoundMore)
      }
      return true
    }
    var left = [TrialSteps.Planned]()
    for part in parts(of: planned, after: run) {
      if let known = explored[part.position] {
        guard try add(part, known) else { return nil }
      } else {
        left.append(part)
      }
    }
    var steps = steps(of: left)
    while let step = steps.next() {
      guard try self.run(step, &steps, each: { try add($0, $1.run) }) else { return nil }
    }
    return hasFoundMore
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
