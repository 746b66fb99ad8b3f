import MigCheckModel

/// What the trials of a run add up to. Adding trials in any order gives the same sum.
struct RunStatistics {
  private var best: [Signature: Failure] = [:]
  /// How many trials ran to their end.
  private(set) var replays = 0
  private(set) var witnesses = 0
  private(set) var randomTrials = 0
  var upgrades = 0
  /// The upgrades without a stop that ran in some trial.
  var hops: Set<Hop> = []
  /// By start: how many paths ran to the end in the trial in which most did.
  var completed: [UInt64]
  /// By start: at how many ends of paths there was an object, in the trial in which there were most.
  var arrived: [UInt64]
  /// By hazard: how many of its witnesses held an object.
  var hazards: [Int]
  /// By start: which types and properties were upgraded.
  var exercises: [ExerciseCount]
  /// By version and invariant.
  var invariants: [[Int]]
  /// By version and invariant: how many random trials had an object for it, of those in which all
  /// paths ran to the end.
  var randomInvariants: [[Int]]
  var cappedVersions: [UInt64] = []
  /// By version: what the one before had and it has not, or what its `drops` name.
  var removals: [[Removal]]
  /// How often it is known what a migration did.
  var traces = TraceCoverage()
  /// By check: how often two graphs were compared.
  var comparisons = Coverage.Comparisons.none
  /// How many upgrades were interrupted, and how often.
  var crashes = Coverage.Crashes()
  var olderReleases: [Coverage.OlderRelease] = []
  /// By start: random graphs that made no store.
  var invalidStarts: [InvalidStarts]

  init(span: VersionSpan, hazards: Int) {
    removals = span.removals
    completed = Array(repeating: 0, count: span.starts.count)
    arrived = completed
    self.hazards = Array(repeating: 0, count: hazards)
    invalidStarts = span.starts.map { InvalidStarts(version: $0.number) }
    exercises = span.starts.map { ExerciseCount(schema: $0.schema) }
    invariants = span.versions.map { Array(repeating: 0, count: $0.invariants.count) }
    randomInvariants = invariants
  }

  /// - Parameters:
  ///   - exercise: what the start held of whose paths all ran to the end, for a trial and its parts
  ///     together; `nil`: nothing, or the trial is a part.
  ///   - failures: whether what failed counts; it does not where parts of the trial show it better.
  mutating func add(
    _ run: TrialRun, exercise: Exercise?, trial: TrialPlan.Trial, position: Int,
    failures: Bool = true
  ) {
    addPart(of: run, position: position, failures: failures)
    switch trial.origin {
    case .replay: replays += 1
    // The trial that it is a part of counts for it.
    case _ where trial.isPart: break
    case .witness: witnesses += 1
    case .random: randomTrials += 1
    }
    let isExercise = run.holdsObjects || !run.graph.schema.canHoldObjects
    if isExercise { completed[trial.start] = max(completed[trial.start], run.log.completed) }
    arrived[trial.start] = max(arrived[trial.start], run.log.arrived)
    if case .witness(let positions) = trial.origin, isExercise, !trial.isPart {
      for position in positions { hazards[position] += 1 }
    }
    let isRandom = if case .random = trial.origin { true } else { false }
    // Rates are shares of the same trials, those in which all paths ran to the end.
    if let exercise { exercises[trial.start].add(exercise, isRandom: isRandom) }
    for version in invariants.indices {
      for invariant in invariants[version].indices {
        let place = TrialLog.InvariantPlace(version: version, invariant: invariant)
        let objects = run.log.invariantObjects[place] ?? 0
        invariants[version][invariant] += objects
        if isRandom, run.isComplete, objects > 0 {
          randomInvariants[version][invariant] += 1
        }
      }
    }
    if case .random = trial.origin {
      invalidStarts[trial.start].add(position: position, reason: run.invalidStartReason)
    }
  }

  /// Adds what a trial saw that ended early: what it found is true, but it has not tried everything.
  mutating func addPart(of run: TrialRun, position: Int, failures: Bool = true) {
    if failures {
      for failure in run.log.failures.all { add(failure, position: position) }
    }
    upgrades += run.log.upgrades
    hops.formUnion(run.log.hops)
    for version in removals.indices {
      for (place, own) in (run.log.removals[version] ?? []).enumerated() {
        _ = removals[version][place].join(own)
      }
    }
    traces.join(run.log.traces)
    for (place, own) in run.log.comparisons.enumerated() { comparisons[place].join(own) }
    crashes.join(run.log.crashes)
    olderReleases.join(run.log.olderReleases)
    for version in run.log.cappedVersions where !cappedVersions.contains(version) {
      cappedVersions.append(version)
      cappedVersions.sort()
    }
  }

  /// Keeps the failure with the shortest path, and of those the earliest.
  private mutating func add(_ failure: Failure, position: Int) {
    var failure = failure
    failure.position = position
    if let known = best[failure.signature], !failure.isBetter(than: known) { return }
    best[failure.signature] = failure
  }

  /// The best failure of each signature, in the order of the signatures.
  var failures: [Failure] {
    best.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension TrialRun {
  /// Why the start graph made no store, as a sentence; `nil`: it made one.
  ///
  /// If the schema itself is refused, the graphs are not to blame, and a finding says so.
  fileprivate var invalidStartReason: String? {
    if let startRefusal {
      return startRefusal.code == .schemaInvalid ? nil : startRefusal.message
    }
    return graph.validate(by: span.evidence.values).first.map { "\($0)." }
  }
}
