import MigCheckGeneration
import MigCheckModel

/// All trials of a run: the corpus, the witnesses of every hazard, then random graphs.
struct TrialPlan: Sendable {
  enum Origin: Sendable {
    /// The position of a case in the corpus.
    case replay(Int)
    /// Positions of the hazards in `hazards` that it was made for; none: two hazards that meet.
    case witness(hazards: [Int])
    /// 0, 1, 2 …: what the random numbers depend on, beside the seed and the name.
    case random(Int)
  }

  struct Trial: Sendable {
    var origin: Origin
    /// Position of the start version in the span.
    var start: Int
    /// As reports show it; `nil` for a case of the corpus, so that the numbers of all others do
    /// not depend on it.
    var number: Int?
    var graph: ObjectGraph

    /// Whether hops are repeated on a fork to see whether they are deterministic: in every case of
    /// the corpus, in a witness of every hazard, in every eighth of the others; in a long history of
    /// statements, where every upgrade runs those of each version, in the one that holds everything and
    /// in every eighth. Where there is one store only, in every witness, since no second store repeats
    /// the hop; but of an app's own code, whose upgrades take long, in the one that holds everything and
    /// in every fourth, or in every eighth if each of them starts a program. Where an upgrade gives
    /// the same each time, two stores are enough, and only trials of one store repeat hops.
    var samples: Bool

    /// Whether a hop is run even if another run of the stores has shown where it leads: in every case of
    /// the corpus; from up to four start versions in the witness that holds everything and in every eighth
    /// random graph, which has stores of its own.
    var runsKnownHops = false

    /// Which other graphs are made from this one, to be upgraded in the same way: all of them in
    /// every case of the corpus, one of each check in every second witness with several objects of a
    /// type and in every eighth random graph of a start version.
    var followUps = FollowUpChoice.none
    /// Whether neighbours of it are upgraded, stores that differ in one value, and which of them; `nil`:
    /// none are. Those of the witness of a start version that holds everything, and of a few random
    /// graphs.
    var neighbours: Int?
    /// Which of its upgrades is interrupted, where that can be done: in every case of the corpus, in
    /// the first witness of every start version that holds everything, and in every eighth random
    /// graph of a start version, as far as there are not too many.
    var crashes = CrashChoice.none
    var itinerary = Itinerary.everyPath
    /// Which of the run's stores hold it: all of them but in a long history of statements, where the graph
    /// that holds everything takes every upgrade in each of them. There it is one in turn for three of
    /// four other trials.
    var stores = StoreChoice.all
    /// Which of the stores that surplus trials of the start version share holds it; `nil`: none. See
    /// `SurplusRules`.
    var surplusStore: Int?
    /// Positions of the trials that run as well if this one finds something, as far as they lead to
    /// where it does: it holds what they hold, and what is wrong with one of them may hide the others.
    var parts: Range<Int> = 0..<0
    /// Whether it is one of these; it may have parts of its own.
    var isPart = false
    /// The types of which several of its parts have objects.
    var sharedTypes: Set<Int> = []
    /// Whether a store of the start version does not take all of these objects together, so that the
    /// parts run, whatever this one finds.
    var isReduced = false
  }

  /// Which of the stores of a run hold the graph of a trial.
  enum StoreChoice: Sendable {
    case all
    /// One of them, by a number that counts the trials.
    case one(Int)

    /// Of so many trials one has them all.
    private static let shareWithAll = 4

    /// - Parameter turn: counts the trials.
    init(turn: Int, isWhole: Bool) {
      self = isWhole || turn % Self.shareWithAll == 0 ? .all : .one(turn)
    }

    func chosen(of kinds: [StoreKind]) -> [StoreKind] {
      switch self {
      case .all: kinds
      case .one(let turn): kinds.isEmpty ? [] : [kinds[turn % kinds.count]]
      }
    }
  }

  /// One hazard as seen from one start version.
  struct Obligation: Sendable {
    var start: Int
    var hazard: Hazard
    var witnesses: Int
  }

  private let fixed: [Trial]
  /// Trials behind all others, which run if one that holds several of them finds something.
  private let parts: [Trial]
  /// By start version: the position of the witness that holds everything at once.
  private let everything: [Int?]
  let hazards: [Obligation]
  /// How many start versions were searched for hazards; fewer than there are if the limit was
  /// reached.
  let searchedStarts: Int
  let replayCount: Int
  let randomCount: Int
  /// By start version: what must hold for trials to share stores; `nil`: they cannot.
  let rules: [BatchRules?]
  /// By start version: what must hold for surplus trials to share stores; `nil`: there are none.
  let surplusRules: [SurplusRules?]
  private let generators: [GraphGenerator]
  /// Makes graphs that stores accept; `nil`: they accept all.
  private let starts: (any StartGraphs)?
  /// The numbers of the start versions.
  private let startVersions: [UInt64]
  /// Large graphs that take the place of a random one each, by its number.
  private let large: [(number: Int, start: Int, graph: ObjectGraph)]
  private let seed: UInt64
  private let name: String
  private let itineraries: Itineraries

  /// One of this many random trials from a start version is a pilot.
  static let pilotTurns = 8
  /// How many random trials from a start version have neighbours.
  private static let neighbourTurns = 3
  /// No random trial behind these is interrupted.
  private static let crashedTrials = 256

  var witnessCount: Int { fixed.count - replayCount }
  /// All trials.
  var count: Int { fixed.count + randomCount }

  /// - Parameter replays: cases whose version and schema are those of the span.
  init(
    span: VersionSpan, options: VerificationOptions, replays: [(start: Int, graph: ObjectGraph)],
    limit: RunLimit = .none
  ) {
    var planner = TrialPlanner(span: span, options: options, limit: limit)
    planner.addReplays(replays)
    planner.addWitnesses()
    // Their positions are those behind all trials.
    let count = planner.trials.count + options.trials
    func placed(_ trial: Trial) -> Trial {
      var trial = trial
      trial.parts = trial.parts.lowerBound + count..<trial.parts.upperBound + count
      return trial
    }
    fixed = planner.trials.map(placed)
    parts = planner.parts.map(placed)
    everything = planner.everything
    hazards = planner.obligations
    searchedStarts = planner.searchedStarts
    generators = planner.generators
    replayCount = planner.replayCount
    rules = planner.rules
    surplusRules = planner.surplusRules
    itineraries = planner.itineraries
    large = options.generation.hasWitnesses ? Self.largeShapes(span, limit: options.trials) : []
    randomCount = options.trials
    seed = options.seed
    name = span.subject.name
    starts = span.evidence.starts
    startVersions = span.starts.map(\.number)
  }

  /// Between how many pairs of versions some trial goes without a stop; `nil`: between all.
  var plannedHops: Int? {
    if itineraries.areWhole { return nil }
    var hops = PlannedHops(versions: generators.count + 1)
    for trial in fixed { hops.add(trial.itinerary, from: trial.start) }
    for start in generators.indices {
      let turns = min(
        max(itineraries.randomTurns(from: start), Self.pilotTurns),
        (randomCount - start - 1) / generators.count + 1)
      for turn in 0..<max(turns, 0) where start < randomCount {
        let number = turn * generators.count + start
        guard !large.contains(where: { $0.number == number }) else { continue }
        hops.add(randomItinerary(from: start, turn: turn), from: start)
      }
    }
    for shape in large { hops.add(largeItinerary(from: shape.start), from: shape.start) }
    return hops.total
  }

  /// How many paths the graph that holds everything takes; `nil`: all that there are.
  ///
  /// - Parameter span: says which paths are judged at all.
  func plannedPaths(from start: Int, in span: VersionSpan) -> UInt64? {
    if itineraries.areWhole { return nil }
    let itinerary =
      everything[start].map { fixed[$0].itinerary } ?? randomItinerary(from: start, turn: 0)
    return itinerary == .everyPath ? nil : itinerary.count(from: start, in: span)
  }

  private func accepted(_ graph: ObjectGraph, from start: Int) -> ObjectGraph {
    starts?.accepted(graph, at: startVersions[start]) ?? graph
  }

  /// A trial as stores take it, which may cost as much as the trial: not before it is its turn.
  private func accepted(_ trial: Trial, isEverything: Bool = false) -> Trial {
    guard case .witness = trial.origin else { return trial }
    var result = trial
    result.graph =
      isEverything
      ? starts?.filled(trial.graph, at: startVersions[trial.start]) ?? trial.graph
      : accepted(trial.graph, from: trial.start)
    result.isReduced = trial.sharedTypes.contains {
      result.graph.tables[$0].count < trial.graph.tables[$0].count
    }
    return result
  }

  private func randomItinerary(from start: Int, turn: Int) -> Itinerary {
    // Those that share a store take the paths of one trial.
    let store = surplusStore(from: start, turn: turn)
    return itineraries.random(
      from: start, turn: store.map { $0 * Itineraries.sharedTurns + 1 } ?? turn, of: randomCount,
      isPilot: isPilot(from: start, turn: turn))
  }

  private func largeItinerary(from start: Int) -> Itinerary {
    itineraries.random(from: start, turn: 0, of: randomCount, isPilot: true)
  }

  /// Whether a random trial is a pilot: one in eight of its start version, tried in more ways than the
  /// others.
  ///
  /// Where random trials share stores, pilots run alone, and start versions begin with different turns. A long
  /// history has few trials of each start version: if the first one were always a pilot, most trials would be.
  private func isPilot(from start: Int, turn: Int) -> Bool {
    let beginsAtOnce =
      surplusRules[start] == nil || Self.runsKnownHops(from: start, of: generators.count)
    return turn % Self.pilotTurns == (beginsAtOnce ? 0 : start % Self.pilotTurns)
  }

  /// Which of the stores that surplus trials of a start version share holds a random trial; `nil`: none.
  ///
  /// - Parameter turn: counts the random trials of the start version.
  private func surplusStore(from start: Int, turn: Int) -> Int? {
    guard surplusRules[start] != nil, !isPilot(from: start, turn: turn),
      neighbours(ofTurn: turn) == nil
    else { return nil }
    return turn / Itineraries.sharedTurns
  }

  private func neighbours(ofTurn turn: Int) -> Int? {
    let (round, place) = turn.quotientAndRemainder(dividingBy: Self.pilotTurns)
    return place == Self.pilotTurns / 2 && round < Self.neighbourTurns ? round + 1 : nil
  }

  /// A store that surplus trials share.
  struct SurplusStore: Hashable {
    var start: Int
    /// Counts those of the start version.
    var number: Int
  }

  /// The store that the trial at a position may share; `nil`: none.
  func surplusStore(of position: Int) -> SurplusStore? {
    let number = position - fixed.count
    guard position >= fixed.count, position < count, !large.contains(where: { $0.number == number })
    else { return nil }
    let start = number % generators.count
    return surplusStore(from: start, turn: number / generators.count).map {
      SurplusStore(start: start, number: $0)
    }
  }

  /// A few trials from a start version that hold objects: everything at once, a larger random
  /// graph, then small ones. Graphs are made when they are asked for.
  func samples(from start: Int) -> some Sequence<Trial> {
    let everything = [everything[start]].compactMap(\.self)
    let fixed = fixed
    let small = (replayCount..<fixed.count).lazy
      .filter { fixed[$0].start == start && fixed[$0].graph.objectCount > 0 }.prefix(2)
    let large = large.map(\.number)
    let random = stride(from: start, to: randomCount, by: generators.count).lazy
      .filter { !large.contains($0) }.map { fixed.count + $0 }
    let positions = [everything, Array(random.dropFirst(12).prefix(1)), Array(small)]
    return (positions.joined() + Array(random.prefix(2))).lazy.map(trial)
      .filter { $0.graph.objectCount > 0 }
  }

  /// Whether some trials from a start version run hops that are known: up to four versions, evenly spread
  /// from the first one on.
  static func runsKnownHops(from start: Int, of count: Int) -> Bool {
    start % ((count + 3) / 4) == 0
  }

  /// A long chain and a star, once in a run that is long enough to bear it, from the last version
  /// that has such links: from there the fewest paths lead on.
  private static func largeShapes(
    _ span: VersionSpan, limit: Int
  ) -> [(number: Int, start: Int, graph: ObjectGraph)] {
    let shapes: [(number: Int, make: (Schema) -> ObjectGraph?)] = [
      (149, { LargeShapes.chain(in: $0) }), (199, { LargeShapes.star(in: $0) }),
    ]
    return shapes.filter { $0.number < limit }.compactMap { shape in
      for (start, version) in span.starts.enumerated().reversed() {
        if let graph = shape.make(version.schema) { return (shape.number, start, graph) }
      }
      return nil
    }
  }

  /// Whether the trial at a position has a long chain or a star.
  func isLarge(_ position: Int) -> Bool { large.contains { $0.number == position - fixed.count } }

  /// The positions of the parts of a trial whose paths lead to a version, or further.
  ///
  /// - Parameter version: its position.
  func parts(of trial: Trial, into version: Int) -> [Int] {
    trial.parts.filter { parts[$0 - count].itinerary.end(last: generators.count) >= version }
  }

  /// The positions of the parts that have to run after a trial.
  ///
  /// - Parameter version: the position of the first one where something failed that may hide what they have
  ///   to show; `nil`: nothing did.
  func parts(of trial: Trial, hiddenFrom version: Int?) -> [Int] {
    trial.isReduced ? Array(trial.parts) : version.map { parts(of: trial, into: $0) } ?? []
  }

  /// The start version of the trial at a position.
  func start(of position: Int) -> Int {
    if position < fixed.count { return fixed[position].start }
    guard position < count else { return parts[position - count].start }
    let number = position - fixed.count
    return large.first { $0.number == number }?.start ?? number % generators.count
  }

  /// The trial at a position: the same whenever and wherever it is made.
  func trial(_ position: Int) -> Trial {
    guard position >= fixed.count else {
      let trial = fixed[position]
      return accepted(trial, isEverything: everything[trial.start] == position)
    }
    guard position < count else { return accepted(parts[position - count]) }
    let number = position - fixed.count
    if let shape = large.first(where: { $0.number == number }) {
      return Trial(
        origin: .random(number), start: shape.start, number: witnessCount + number,
        graph: accepted(shape.graph, from: shape.start), samples: false,
        itinerary: largeItinerary(from: shape.start))
    }
    let start = number % generators.count
    let turn = number / generators.count
    let store = surplusStore(from: start, turn: turn)
    let isPilot = isPilot(from: start, turn: turn)
    var source = RandomSource(seed: seed, name: name, trial: number)
    return Trial(
      origin: .random(number), start: start, number: witnessCount + number,
      graph: accepted(generators[start].graph(trial: number, source: &source), from: start),
      samples: isPilot,
      runsKnownHops: isPilot && Self.runsKnownHops(from: start, of: generators.count),
      followUps: isPilot ? .turn(turn / Self.pilotTurns) : .none,
      neighbours: neighbours(ofTurn: turn),
      crashes: turn % Self.pilotTurns == 0 && number < Self.crashedTrials
        ? .turn(start + turn / Self.pilotTurns) : .none,
      itinerary: randomItinerary(from: start, turn: turn),
      stores: StoreChoice(
        turn: store.map { start + $0 } ?? turn,
        isWhole: isPilot || !itineraries.dividesStores(from: start)),
      surplusStore: store)
  }
}
