import MigCheckGeneration
import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct StopSelectionTests {
  private func selection(_ versions: Int) -> StopSelection {
    StopSelection(versions: versions, ends: (0..<versions - 1).map { _ in versions - 1 })
  }

  /// How many hops the trials of all start versions make, if each has one.
  private func hops(_ versions: Int, sharing: Int?) -> Int {
    let selection = selection(versions)
    return (0..<versions - 1).reduce(0) { sum, start in
      let itinerary = selection.itinerary(
        from: start, turn: 0, sharing: sharing, isStepwise: false)
      var planned = PlannedHops(versions: versions)
      planned.add(itinerary, from: start)
      return sum + planned.total
    }
  }

  private func network(_ itinerary: Itinerary) throws -> HopNetwork {
    guard case .hops(let network) = itinerary else {
      throw ExpectedNetwork()
    }
    return network
  }

  private struct ExpectedNetwork: Error {}

  @Test(arguments: [nil, 48]) func noHistoryTakesFewerHopsThanAShorterOne(sharing: Int?) {
    let limit = sharing == nil ? 12 : 24
    let hops = (limit - 2...140).map { self.hops($0, sharing: sharing) }
    // All pairs of versions behind each start version.
    #expect(hops[2] == (limit + 1) * limit * (limit - 1) / 6)
    #expect(zip(hops, hops.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(zip(hops.dropFirst(3), hops.dropFirst(4)).allSatisfy { $1 - $0 < 150 })
  }

  @Test func trialsThatShareStoresStopMoreOften() throws {
    for versions in [25, 60, 117] {
      let counts = [nil, 1, 2, 4, 48].map { hops(versions, sharing: $0) }
      #expect(counts[0] == counts[1] && counts == counts.sorted() && counts[1] < counts[4])
      // Never more than each would make on its own.
      #expect(counts[2] <= 2 * counts[1] && counts[3] <= 4 * counts[1])
    }
  }

  @Test func everyPathOverTheStopsIsTaken() throws {
    let network = try network(selection(50).itinerary(from: 3, turn: 5, isStepwise: false))
    let stops = network.targets(from: 3).dropLast()
    #expect(stops.count >= 4 && network.last == 49)
    for stop in stops {
      #expect(network.targets(from: stop) == stops.filter { $0 > stop } + [49])
    }
    #expect(network.pathCount { _, _ in true } == 1 << UInt64(stops.count))
    #expect(network.pathCount { from, to in (from, to) == (3, 49) } == 1)
    #expect(network.pathOverStops == [3] + stops + [49])
  }

  @Test(arguments: [13, 25, 31, 50, 117, 300])
  func inTurnAStartVersionIsUpgradedStraightToEveryLaterOne(versions: Int) {
    let selection = selection(versions)
    for start in 0..<versions - 1 {
      var hops = PlannedHops(versions: versions)
      for turn in 0..<versions {
        hops.add(selection.itinerary(from: start, turn: turn, isStepwise: false), from: start)
      }
      #expect((start + 1..<versions).allSatisfy { hops.contains(start, $0) })
    }
  }

  @Test func nearTheEndEveryPathIsTaken() throws {
    #expect(selection(50).itinerary(from: 45, turn: 7, isStepwise: false) == .everyPath)
    // Where stores come no further, the end is nearer.
    let short = StopSelection(versions: 50, ends: (0..<49).map { max($0, 8) })
    #expect(short.itinerary(from: 4, turn: 7, isStepwise: false) == .everyPath)
    #expect(try network(short.itinerary(from: 0, turn: 7, isStepwise: false)).last == 8)
  }

  @Test func aHazardsVersionsAreStoppedAt() throws {
    let spans = [(11, 12), (2, 5), (30, 49)]
    let network = try network(
      selection(50).itinerary(from: 2, turn: 0, through: spans, isStepwise: false))
    for path in [[2, 11, 12, 49], [2, 5, 49], [2, 30, 49]] {
      #expect(zip(path, path.dropFirst()).allSatisfy { network.targets(from: $0).contains($1) })
    }
    // Every path goes on to the last version.
    for position in 2..<49 where !network.targets(from: position).isEmpty {
      var next = position
      while let target = network.targets(from: next).first { next = target }
      #expect(next == 49, "from \(position)")
    }
  }

  @Test func oneOfThePathsMaySkipNoVersion() throws {
    let selection = selection(40)
    let network = try network(selection.itinerary(from: 0, turn: 0, isStepwise: true))
    #expect((0..<39).allSatisfy { network.targets(from: $0).contains($0 + 1) })
    #expect(network.targets(from: 0).contains(39))
    // From the first version, so that every migration runs on its own.
    #expect(selection.isStepwise(from: 0))
    // With many hazards it is shorter to go through.
    let spans = (3..<39).map { ($0, $0 + 1) } + [(7, 20)]
    let all = try self.network(
      selection.itinerary(from: 0, turn: 0, through: spans, isStepwise: false))
    #expect((0..<39).allSatisfy { all.targets(from: $0).contains($0 + 1) })
    #expect(all.targets(from: 7).contains(20))
  }

  @Test func aBriefChoiceTakesFewPathsAndAllStops() throws {
    let itinerary = selection(60).itinerary(from: 2, turn: 1, sharing: 48, isStepwise: false)
    let network = try network(itinerary)
    guard case .selected(let paths) = itinerary.brief else { throw ExpectedNetwork() }
    #expect(paths.first == [2, 59] && paths.last == network.pathOverStops && paths.count == 8)
    #expect(Itinerary.everyPath.brief == .everyPath)
  }

  @Test("where few random trials share stores, those of sixteen start versions skip none")
  func randomTrialsOfLongHistories() throws {
    var subject = ToySubject()
    subject.versions = (1...65).map { SubjectVersion($0, ObjectType("T", [Property("a", .int)])) }
    let span = try VersionSpan(subject, from: nil, to: nil)
    func stepwise(of count: Int, sharesStores: Bool) -> [Int] {
      let itineraries = Itineraries(span, sharesStores: span.starts.map { _ in sharesStores })
      return span.starts.indices.filter { start in
        guard
          case .hops(let network) = itineraries.random(
            from: start, turn: 1, of: count, isPilot: false)
        else {
          return false
        }
        return (start..<64).allSatisfy { network.targets(from: $0).contains($0 + 1) }
      }
    }
    let few = stepwise(of: 100, sharesStores: true)
    #expect(few.filter { $0 < 40 } == Array(stride(from: 0, to: 40, by: 4)))
    // Each start version has eight of them.
    #expect(stepwise(of: 512, sharesStores: true).filter { $0 < 40 } == Array(0..<40))
    #expect(stepwise(of: 100, sharesStores: false).filter { $0 < 40 } == [])
  }

  // MARK: In a plan

  private func plan(
    versions: UInt64, trials: Int = 1, _ change: (inout ToySubject) -> Void = { _ in }
  ) throws -> TrialPlan {
    var subject = ToySubject()
    subject.componentwiseObjects = 1000
    let type = ObjectType("T", [Property("a", .int)])
    subject.versions = (1...versions).map { SubjectVersion($0, type) }
    subject.migrationExpressions[25] = [
      MigrationExpression(type: "T", property: "a", expression: "CASE WHEN old.a > 7 THEN 1 END")
    ]
    change(&subject)
    let span = try VersionSpan(subject, from: nil, to: nil)
    return TrialPlan(span: span, options: VerificationOptions(trials: trials), replays: [])
  }

  @Test func aTrialStopsBehindItsHazard() throws {
    for runsEachVersion in [false, true] {
      let plan = try plan(versions: 40) { $0.runsEachVersion = runsEachVersion }
      #expect(!plan.hazards.isEmpty)
      let witnesses = (0..<plan.count).map(plan.trial).filter {
        if case .witness(let hazards) = $0.origin { !hazards.isEmpty } else { false }
      }
      #expect(!witnesses.isEmpty)
      for witness in witnesses {
        switch witness.itinerary {
        case .everyPath: break
        case .selected(let paths): #expect(paths.contains { $0.contains(24) })
        case .hops(let network):
          #expect((witness.start..<24).contains { network.targets(from: $0).contains(24) })
        }
      }
    }
  }

  @Test func trialsOfAStartVersionThatShareStoresTakeTheSamePaths() throws {
    let plan = try plan(versions: 40, trials: 40 * 39)
    #expect(plan.rules.allSatisfy { $0 != nil })
    let trials = (0..<plan.count).map(plan.trial)
    for start in 0..<39 {
      let own = trials.filter { $0.start == start }
      func itineraries(ofRandom isRandom: Bool) -> [Itinerary] {
        own.filter { if case .random = $0.origin { isRandom } else { !isRandom } }
          .map(\.itinerary)
      }
      let witnesses = itineraries(ofRandom: false)
      #expect(witnesses.allSatisfy { $0 == witnesses[0] })
      let random = itineraries(ofRandom: true)
      #expect(random.count == 40)
      for first in stride(from: 0, to: random.count, by: Itineraries.sharedTurns) {
        let group = random[first..<min(first + Itineraries.sharedTurns, random.count)]
        #expect(group.allSatisfy { $0 == group.first })
      }
      guard start < 20 else { continue }
      #expect(random[0] != random[Itineraries.sharedTurns] && random[0] != witnesses[0])
    }
  }

  @Test func aMigrationThatSeesAllObjectsTakesFewerPathsInEachTrial() throws {
    let shared = try plan(versions: 24)
    let single = try plan(versions: 24) { $0.codeVersions = [20] }
    #expect(shared.plannedHops == nil)
    #expect(single.rules.map { $0 != nil } == (0..<23).map { $0 >= 19 })
    #expect(single.trial(0).itinerary != .everyPath)
    // Behind the code all paths are taken.
    let last = (0..<single.count).map(single.trial).filter { $0.start >= 19 }
    #expect(!last.isEmpty && last.allSatisfy { $0.itinerary == .everyPath })
  }
}
