import MigCheckGeneration
import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct PathSelectionTests {
  private func paths(_ itinerary: Itinerary) -> [[Int]] {
    if case .selected(let paths) = itinerary { paths } else { [] }
  }

  @Test func upToSixVersionsEveryPathIsTaken() throws {
    #expect(PathSelection(versions: 6) == nil)
    #expect(try #require(PathSelection(versions: 7)).last == 6)
  }

  @Test(arguments: [25, 26, 31, 50, 117, 300])
  func afterItsTurnsAStartVersionHasGoneStraightToEveryLaterOne(versions: Int) throws {
    let selection = try #require(PathSelection(versions: versions))
    for start in 0..<versions - 1 {
      var hops = PlannedHops(versions: versions)
      for turn in 0..<selection.turns(from: start) {
        hops.add(selection.itinerary(from: start, turn: turn, isStepwise: false), from: start)
      }
      #expect((start + 1..<versions).allSatisfy { hops.contains(start, $0) })
    }
  }

  @Test func mostTrialsOfALongFolderTakeOneStoreAndTheirPartsEndBehindTheirHazards() throws {
    let types = ["A", "B", "C", "D"].map { ObjectType($0, [Property("a", .int)]) }
    var subject = ToySubject()
    subject.runsEachVersion = true
    subject.versions = (1...40).map { SubjectVersion(number: $0, schema: Schema(types)) }
    for (place, type) in types.enumerated() {
      subject.migrationExpressions[20 + UInt64(place)] = [
        MigrationExpression(
          type: type.name, property: "a", expression: "CASE WHEN old.a > 7 THEN 1 END")
      ]
    }
    let span = try VersionSpan(subject, from: nil, to: nil)
    let plan = TrialPlan(span: span, options: VerificationOptions(trials: 160), replays: [])
    let kinds = [StoreKind.memory, .file]
    let trials = (0..<plan.count).map(plan.trial)
    #expect(trials.allSatisfy { $0.crashes != .both || $0.stores.chosen(of: kinds) == kinds })
    for isRandom in [false, true] {
      let chosen = trials.filter {
        if case .random = $0.origin { isRandom } else { !isRandom && $0.crashes == .none }
      }.map { $0.stores.chosen(of: kinds) }
      #expect(chosen.contains([.memory]) && chosen.contains([.file]) && chosen.contains(kinds))
      #expect(trials.allSatisfy { $0.stores.chosen(of: [.file]) == [.file] })
    }
    let parts = trials.flatMap(\.parts).map(plan.trial)
    #expect(!parts.isEmpty)
    for part in parts {
      guard case .witness(let hazards) = part.origin, !hazards.isEmpty else { continue }
      let ends = hazards.compactMap { span.position(of: plan.hazards[$0].hazard.to) }
      let path = try #require(paths(part.itinerary).first)
      #expect(paths(part.itinerary).count == 1)
      #expect(path.first == part.start && path.last == ends.max())
    }
    // What fails on the way into a version hides nothing of the versions before.
    let whole = try #require(trials.first { $0.parts.count > 1 })
    #expect(plan.parts(of: whole, into: 1) == Array(whole.parts))
    #expect(plan.parts(of: whole, into: 40).isEmpty)
    let ends = try whole.parts.map { try #require(paths(plan.trial($0).itinerary).first?.last) }
    let last = try #require(ends.max())
    #expect(
      plan.parts(of: whole, into: last)
        == whole.parts.filter { ends[$0 - whole.parts.lowerBound] == last })
  }

  @Test(arguments: [11, 26, 50, 117])
  func pathsThatStopGoOnTogetherWhereEveryUpgradeRunsEachVersion(versions: Int) throws {
    let selection = try #require(
      PathSelection(versions: versions))
    let last = versions - 1
    for start in 0..<last {
      var hops = PlannedHops(versions: versions)
      for turn in 0..<selection.turns(from: start) + 20 {
        let isStepwise = turn % 2 == 1
        let itinerary = selection.itinerary(
          from: start, turn: turn, isStepwise: isStepwise, isBrief: true)
        if turn < selection.turns(from: start) { hops.add(itinerary, from: start) }
        guard case .selected(let paths) = itinerary else { continue }
        #expect(paths.contains([start, last]) && Set(paths).count == paths.count)
        #expect(paths.contains(Array(start...last)) == isStepwise || last - start < 3)
        // Behind its first stop each goes on like the longest, so that it need not run again.
        let longest = try #require(paths.max { $0.count < $1.count })
        #expect(paths.allSatisfy { $0.count == 2 || longest.ends(with: $0.dropFirst()) })
      }
      #expect((start + 1...last).allSatisfy { hops.contains(start, $0) })
    }
  }

  @Test func aGraphAboutManyHazardsStopsBehindSomeOfThem() throws {
    let selection = try #require(PathSelection(versions: 50))
    let spans = (3..<49).flatMap { [($0 - 1, $0), ($0 - 1, $0)] } + [(48, 49)]
    let turn = selection.turns(from: 2)
    let paths = paths(
      selection.itinerary(from: 2, turn: turn, through: spans, isStepwise: false, isBrief: true))
    #expect(paths == [[2, 49], [2, 3, 10, 18, 26, 33, 41, 49]])
    let one = selection.itinerary(
      from: 2, turn: turn, through: [(7, 8), (7, 8)], isStepwise: false, isBrief: true)
    #expect(self.paths(one) == [[2, 49], [2, 8, 49]])
    // Most of them end there.
    let short = selection.itinerary(
      from: 2, turn: turn + 1, through: [(4, 5), (7, 8)], isStepwise: false, isBrief: true)
    #expect(self.paths(short) == [[2, 5, 8]])
    // Behind the last version there is nothing to stop at: two paths are still compared.
    let end = selection.itinerary(
      from: 2, turn: turn, through: [(48, 49)], isStepwise: false, isBrief: true)
    #expect(self.paths(end).count == PathSelection.briefStopCount + 1)
  }

  @Test func whatHoldsEverythingGoesStraightToEveryLaterVersion() throws {
    let selection = try #require(PathSelection(versions: 50))
    for start in [0, 7, 30] {
      let all = paths(selection.itinerary(from: start, turn: 0, isStepwise: true))
      let targets = all.map { $0[1] }
      #expect(Set(targets) == Set(start + 1...49))
      #expect(all.contains(Array(start...49)))
      // So that the first other trial already stops less.
      let next = selection.itinerary(
        from: start, turn: 1, isStepwise: false, isBrief: true, isReached: true)
      #expect(paths(next).count == PathSelection.briefStopCount + 1)
    }
  }

  @Test func nearTheEndEveryPathIsTaken() throws {
    let selection = try #require(PathSelection(versions: 50))
    #expect(selection.itinerary(from: 45, turn: 7, isStepwise: false) == .everyPath)
  }

}

extension [Int] {
  fileprivate func ends(with other: ArraySlice<Int>) -> Bool { suffix(other.count) == other }
}
