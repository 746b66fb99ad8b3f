import MigCheckGeneration
import MigCheckModel

/// Makes the plan of a run: the cases of the corpus, then the witnesses from each start version.
struct TrialPlanner {
  private let span: VersionSpan
  private let options: VerificationOptions
  private let limit: RunLimit
  /// Whether the history is long, so that start versions share the witnesses of a hazard.
  private let isLong: Bool
  private let search: ConditionSearch?

  let rules: [BatchRules?]
  let surplusRules: [SurplusRules?]
  private(set) var itineraries: Itineraries
  private(set) var trials: [TrialPlan.Trial] = []
  private(set) var replayCount = 0
  /// Their positions are those after all other trials.
  private(set) var parts: [TrialPlan.Trial] = []
  private(set) var obligations: [TrialPlan.Obligation] = []
  /// By start version.
  private(set) var generators: [GraphGenerator] = []
  /// By start version: the position of the witness that holds everything at once.
  private(set) var everything: [Int?] = []
  /// How many start versions were searched for hazards.
  private(set) var searchedStarts = 0

  init(span: VersionSpan, options: VerificationOptions, limit: RunLimit) {
    self.span = span
    self.options = options
    self.limit = limit
    isLong = span.versions.count > span.sharingLimit
    search = span.evidence.makeCompiler?().map {
      ConditionSearch(compiler: $0) { limit.endsSearch }
    }
    rules = BatchRules.all(in: span, options: options)
    surplusRules = SurplusRules.all(in: span, options: options, batches: rules)
    itineraries = Itineraries(span, sharesStores: rules.map { $0 != nil })
  }

  /// - Parameter replays: cases whose version and schema are those of the span.
  mutating func addReplays(_ replays: [(start: Int, graph: ObjectGraph)]) {
    replayCount = replays.count
    for (position, replay) in replays.enumerated() {
      trials.append(
        TrialPlan.Trial(
          origin: .replay(position), start: replay.start, number: nil, graph: replay.graph,
          samples: true, runsKnownHops: true, followUps: .all, crashes: .all,
          itinerary: itineraries.replay(from: replay.start)))
    }
  }

  // MARK: Hazards

  /// Adds the witnesses of all start versions, until the time limit.
  mutating func addWitnesses() {
    let hazards = self.hazards()
    let sharing = WitnessSharing(hazards)
    let reporter = ProgressReporter(
      phase: .hazards, total: span.starts.count, callback: options.progress)
    for (start, version) in span.starts.enumerated() {
      var searched: [Hazard] = []
      if let known = hazards[start], !limit.endsSearch {
        let later = Array(span.versions[(start + 1)...])
        searched =
          search.map { search in
            known.map { $0.searched(by: search, from: version, to: later) }
          } ?? known
        addWitnesses(from: start, of: searched) {
          sharing.taken(from: start, of: $0, hazards: known)
        }
      } else {
        everything.append(nil)
      }
      generators.append(
        GraphGenerator(
          schema: version.schema, hazards: searched, settings: options.generation,
          rules: span.evidence.values))
      reporter.advance()
    }
  }

  /// By start version, without the objects that conditions are met with; `nil`: not searched, since
  /// the limit was reached.
  private func hazards() -> [[Hazard]?] {
    let search = HazardSearch(span.versions, known: span.evidence.hazards)
    let hazards = span.starts.enumerated().map { start, version -> [Hazard]? in
      if limit.endsSearch { return nil }
      let later = Array(span.versions[(start + 1)...])
      return search.hazards(
        from: start,
        expressions: later.flatMap { next in
          let invariants = next.invariants.filter { $0.since == version.number }
          return
            (span.evidence.expressions(into: next.number) + invariants.compactMap(\.condition))
            .map { (next.number, $0) }
        })
    }
    return isLong ? HazardSharing.shared(hazards) : hazards
  }

  // MARK: Witnesses

  /// - Parameter taken: the places of the witnesses that the start version takes.
  private mutating func addWitnesses(
    from start: Int, of hazards: [Hazard], taken: ([WitnessPool.Witness]) -> [Int]
  ) {
    let first = obligations.count
    obligations += hazards.map { TrialPlan.Obligation(start: start, hazard: $0, witnesses: 0) }
    let schema = span.versions[start].schema
    let pool = WitnessPool(hazards: hazards, schema: schema, pairsNeighbours: isLong) {
      limit.endsSearch
    }
    if pool.isWhole { searchedStarts += 1 }
    let places = options.generation.hasWitnesses ? taken(pool.witnesses) : []
    let witnesses = places.map { pool.witnesses[$0] }
    let whole = pool.everything.flatMap(places.firstIndex)
    let packs = WitnessPacking.packs(
      of: witnesses, single: [whole].compactMap(\.self), schema: schema, isLong: isLong,
      unique: isLong ? surplusRules[start]?.unique : nil)
    let wholePack = whole.flatMap { place in packs.firstIndex { $0.members.contains(place) } }
    everything.append(wholePack.map { trials.count + $0 })
    let itineraries = self.itineraries.witnesses(
      from: start, through: packs.map { spans(met: $0.witness, of: hazards) }, whole: wholePack,
      goOn: packs.map(\.holdsMany))
    var several = 0
    for (place, pack) in packs.enumerated() {
      let positions = pack.witness.hazards.map { first + $0 }
      var trial = witness(
        pack.witness.graph, of: positions, from: start, isEverything: place == wholePack,
        itinerary: itineraries[place])
      if pack.witness.graph.tables.contains(where: { $0.count > 1 }) {
        if several % followUpStride == 0 { trial.followUps = .turn(several / followUpStride) }
        several += 1
      }
      for position in positions { obligations[position].witnesses += 1 }
      trial.sharedTypes = pack.sharedTypes
      trial.parts = addParts(of: pack, trial, hazards: hazards, first: first)
      trials.append(trial)
    }
  }

  /// Of how many witnesses with several objects of a type one has follow-ups. Where stores go through a
  /// long history version by version, each follow-up makes all the hops of its start version again.
  private var followUpStride: Int { isLong && !span.hasAllHops ? 16 : 2 }

  /// Every how many witnesses one repeats its hops, whatever it holds.
  private var repetitionStride: Int {
    guard let app = span.evidence.appUpgrade else { return 8 }
    return app.startsProgram ? 8 : 4
  }

  private func witness(
    _ graph: ObjectGraph, of hazards: [Int], from start: Int, isEverything: Bool,
    itinerary: Itinerary
  ) -> TrialPlan.Trial {
    let number = trials.count - replayCount
    let isFirst = hazards.contains { obligations[$0].witnesses == 0 }
    let isDivided = itineraries.dividesStores(from: start) && isLong
    return TrialPlan.Trial(
      origin: .witness(hazards: hazards), start: start, number: number, graph: graph,
      samples: isEverything || number % repetitionStride == 0
        || span.evidence.appUpgrade == nil
          && (isFirst && !isDivided || options.stores.count == 1),
      runsKnownHops: isEverything
        && TrialPlan.runsKnownHops(from: start, of: span.starts.count),
      neighbours: isEverything ? 0 : nil, crashes: isEverything ? .both : .none,
      itinerary: itinerary,
      stores: TrialPlan.StoreChoice(turn: number, isWhole: isEverything || !isDivided))
  }

  /// Adds what is to run if a trial that holds several witnesses finds something.
  ///
  /// - Returns: where among the parts it is.
  private mutating func addParts(
    of pack: WitnessPacking.Pack, _ trial: TrialPlan.Trial, hazards: [Hazard], first: Int
  ) -> Range<Int> {
    let places = parts.count..<parts.count + pack.parts.count
    parts += pack.parts.enumerated().map { turn, own in
      var part = trial
      part.origin = .witness(hazards: own.witness.hazards.map { first + $0 })
      part.graph = own.witness.graph
      part.sharedTypes = own.sharedTypes
      part.parts = 0..<0
      part.isPart = true
      part.itinerary = itineraries.part(
        from: trial.start, through: spans(met: own.witness, of: hazards),
        goesOn: own.holdsMany || pack.isOfOneType && turn % 2 == 0, of: trial.itinerary)
      if pack.isOfOneType {
        // Of many alike, as many as if they had not been put together.
        if turn % followUpStride != 0 { part.followUps = .none }
        part.samples = part.samples && turn % repetitionStride == 0
      }
      return part
    }
    for (place, part) in zip(places, pack.parts) {
      parts[place].parts = addParts(of: part, parts[place], hazards: hazards, first: first)
    }
    return places
  }

  /// The versions between which a witness meets something.
  private func spans(met witness: WitnessPool.Witness, of hazards: [Hazard]) -> [(Int, Int)] {
    let met =
      span.evidence.runsEachVersion ? witness.hazards + witness.meeting : witness.hazards
    return met.compactMap { place in
      guard let from = span.position(of: hazards[place].from),
        let to = span.position(of: hazards[place].to)
      else { return nil }
      return (from, to)
    }
  }
}

extension VersionSpan {
  /// In a history of more versions the witnesses of a hazard are shared among start versions. Real
  /// databases run upgrades that take milliseconds each, and programs take longer to start.
  fileprivate var sharingLimit: Int {
    if startsProgram { return PathSelection.programLimit }
    return evidence.propertiesAreColumns
      ? PathSelection.sharingLimit : StopSelection.Budget.shared.everyPathLimit
  }
}

extension Invariant {
  /// The expression that objects are judged by; `nil` for one in Swift.
  fileprivate var condition: MigrationExpression? {
    expression.map {
      MigrationExpression(type: type, property: nil, expression: $0, ordinal: ordinal)
    }
  }
}
