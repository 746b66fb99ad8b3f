import MigCheck
import MigCheckHistory
import MigCheckModel
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

@Suite struct MutationTestingTests {
  private func options(jobs: Int = 2) -> VerificationOptions {
    var options = VerificationOptions(trials: 5, jobs: jobs)
    options.stores = [.memory]
    return options
  }

  private func history(
    _ steps: [MigrationStep], to properties: [Property], invariants: [HistoryInvariant] = []
  ) -> History {
    let old = Schema([ObjectType("Person", [Property("name", .string), Property("age", .int)])])
    let new = Schema([ObjectType("Person", old.types[0].properties + properties)])
    return History(
      name: "Test",
      stages: [
        HistoryVersion(number: 1, schema: old),
        HistoryVersion(number: 2, schema: new, steps: steps, invariants: invariants),
        HistoryVersion(number: 3, schema: new),
      ])
  }

  private static let ranking = MigrationStep(
    .enumerate(type: "Person", where: nil, set: [.init("rank", "1")], delete: false))

  @Test("a mistake that no check notices survives, with its effect and what would notice it")
  func aMistakeThatNoCheckNoticesSurvivesWithItsEffectAndWhatWouldNoticeIt() throws {
    let history = history([Self.ranking], to: [Property("rank", .int)])
    let result = try MutationTesting(history, options: options()).run()
    #expect(result.outcomes.map(\.kind) == ["drop-step", "move-step", "shift-boundary"])
    #expect(result.outcomes.map(\.killedBy) == [[], [], []])
    let dropped = result.outcomes[0]
    let difference = try #require(dropped.difference)
    #expect(difference.from == 1 && difference.to == 2 && difference.object == 0)
    #expect(difference.type == "Person" && difference.property == "rank")
    #expect(difference.expected == "1" && difference.found == "0")
    #expect(
      dropped.remedy
        == "an invariant at version 2 for Person, since version 1: new.rank IS (1)")
    #expect(result.killed == 0)
  }

  @Test("of a subject that is no history the steps are left out that it tells of")
  func ofASubjectThatIsNoHistoryTheStepsAreLeftOutThatItTellsOf() throws {
    let history = history([Self.ranking], to: [Property("rank", .int)])
    let subject: any Subject = history
    let result = try MutationTesting(subject, options: options()).run()
    let declared = try MutationTesting(history, options: options()).run().outcomes[0]
    #expect(result.outcomes.map(\.kind) == ["drop-step"] && result.planned == 1)
    let dropped = try #require(result.outcomes.first)
    #expect(dropped.difference == declared.difference && dropped.killedBy == declared.killedBy)
    #expect(dropped.invariant == nil)
    #expect(
      dropped.remedy == "an invariant at version 2 for Person that says what new.rank is")
  }

  @Test("an invariant is proposed only if the history passes with it", .enabled(if: Sweep.isFull))
  func anInvariantIsProposedOnlyIfTheHistoryPassesWithIt() throws {
    let history = history([Self.ranking], to: [Property("rank", .int)])
    let result = try MutationTesting(history, options: options()).run()
    let invariant = try #require(result.outcomes.first?.invariant)
    #expect(invariant.version == 2 && invariant.type == "Person" && invariant.since == 1)
    #expect(invariant.holds == "new.rank IS (1)")
    // A later step writes over some of what this one has set.
    let second = MigrationStep(
      .enumerate(type: "Person", where: "old.age > 0", set: [.init("rank", "5")], delete: false))
    let overwritten = self.history([Self.ranking, second], to: [Property("rank", .int)])
    let outcomes = try MutationTesting(overwritten, options: options()).run().outcomes
    let outcome = try #require(outcomes.first)
    #expect(outcome.kind == "drop-step" && !outcome.isKilled)
    #expect(outcome.difference?.property == "rank")
    #expect(outcome.invariant == nil)
    #expect(outcome.remedy == "an invariant at version 2 for Person that says what new.rank is")
  }

  @Test("what the history ignores is left out", .enabled(if: Sweep.isFull))
  func whatTheHistoryIgnoresIsLeftOut() throws {
    let both = MigrationStep(
      .enumerate(
        type: "Person", where: nil, set: [.init("rank", "1"), .init("seen", "2")], delete: false))
    let properties = [Property("rank", .int), Property("seen", .int)]
    func kinds(_ steps: [MigrationStep], ignoring: [PropertyPath]) throws -> [String] {
      var history = history(steps, to: properties)
      history.ignoring = ignoring
      let result = try MutationTesting(history, options: options()).run()
      #expect(result.baseline.verdict == .passed)
      #expect(result.planned == result.outcomes.count)
      for outcome in result.outcomes { #expect(outcome.difference?.property != "seen") }
      return result.outcomes.map { "\($0.kind) \($0.change)" }
    }
    let all = try kinds([Self.ranking], ignoring: [])
    #expect(all.count == 3)
    #expect(
      try kinds([Self.ranking], ignoring: [PropertyPath(type: "Person", property: "rank")]) == [])
    let some = try kinds([both], ignoring: [PropertyPath(type: "Person", property: "seen")])
    #expect(some.contains("drop-assignment leave out rank of"))
    #expect(!some.contains("drop-assignment leave out seen of"))
    #expect(some.contains("drop-step leave out"))
  }

  @Test("a time limit is that of all mistakes together", .enabled(if: Sweep.isFull))
  func aTimeLimitIsThatOfAllMistakesTogether() throws {
    let history = history([Self.ranking], to: [Property("rank", .int)])
    let whole = try MutationTesting(history, options: options()).run()
    #expect(!whole.isInterrupted)
    // Each look at the clock takes a second.
    func result(limit: Double) throws -> MutationTesting.Result {
      let looks = Locked(0.0)
      var options = options()
      options.jobs = 1
      options.timeLimit = limit
      options.clock = RunClock {
        looks.withLock {
          $0 += 1
          return $0
        }
      }
      return try MutationTesting(history, options: options).run()
    }
    var seen = [Bool]()
    for limit in [0.0, 20, 100, 400, 100_000] {
      let result = try result(limit: limit)
      if !result.isInterrupted { #expect(result.killed == whole.killed) }
      seen.append(result.isInterrupted)
    }
    #expect(seen.first == true)
    #expect(seen.last == false)
  }

  @Test("an interrupted run reports the mistakes that were tried")
  func anInterruptedRunReportsTheMistakesThatWereTried() throws {
    let history = history([Self.ranking], to: [Property("rank", .int)])
    var options = options(jobs: 1)
    let interruption = Interruption()
    options.interruption = interruption
    let result = try MutationTesting(history, options: options).run { done, total in
      #expect(total == 3)
      if done == 2 { interruption.request() }
    }
    #expect(result.outcomes.map(\.kind) == ["drop-step", "move-step"])
    #expect(result.planned == 3)
    #expect(result.isInterrupted)
    // What was not tried is not proposed.
    #expect(result.outcomes.allSatisfy { $0.invariant == nil })
  }

  @Test("a mistake without effect says so") func aMistakeWithoutEffectSaysSo() throws {
    let history = history(
      [MigrationStep(.enumerate(type: "Person", where: nil, set: [], delete: false))], to: [])
    let result = try MutationTesting(history, options: options()).run()
    #expect(!result.outcomes.isEmpty)
    for outcome in result.outcomes {
      #expect(!outcome.isKilled && outcome.difference == nil)
      #expect(outcome.trials == result.baseline.witnesses.run + result.baseline.trials.run)
      #expect(
        outcome.remedy
          == "a graph in which it makes a difference, saved as a case; there may be none")
    }
  }

  @Test("the invariant that is proposed kills what survived")
  func theInvariantThatIsProposedKillsWhatSurvived() throws {
    let history = history(
      [Self.ranking], to: [Property("rank", .int)],
      invariants: [HistoryInvariant("rank", type: "Person", since: 1, holds: "new.rank IS (1)")])
    let result = try MutationTesting(history, options: options()).run()
    #expect(result.outcomes.map(\.killedBy) == [["invariant"], ["invariant"], []])
    // The first graph with an object does.
    #expect(result.outcomes[0].trials < 5)
    // Once more from version 2: it is set to 1 again.
    #expect(result.outcomes[2].difference?.from == 2)
  }

  @Test("assignments and conditions are left out, turned round and swapped")
  func assignmentsAndConditionsAreLeftOutTurnedRoundAndSwapped() throws {
    let history = history(
      [
        MigrationStep(
          .enumerate(
            type: "Person", where: "old.age > 0",
            set: [.init("a", "old.name"), .init("b", "'x'")], delete: false))
      ], to: [Property("a", .string), Property("b", .string)])
    #expect(
      history.mutants().map(\.change) == [
        "leave out", "leave out the condition old.age > 0 of",
        "turn round the condition old.age > 0 of", "leave out a of", "leave out b of",
        "swap a and b in", "run with version 3", "run once more from version 2",
      ])
    let turned = try #require(history.mutants().first { $0.kind == .negateCondition })
    guard case .enumerate(_, let condition, _, _) = turned.history.stages[1].steps[0].action else {
      Issue.record("another step")
      return
    }
    #expect(condition == "(old.age > 0) IS NOT TRUE")
  }

  @Test("boundaries are shifted by one, and left out") func boundariesAreShiftedByOneAndLeftOut() {
    let schema = Schema([ObjectType("T", [Property("a", .int)])])
    func changes(_ step: MigrationStep, at position: Int) -> [String] {
      var stages = (1...4).map { HistoryVersion(number: UInt64($0) * 10, schema: schema) }
      stages[position].steps = [step]
      return History(name: "T", stages: stages).mutants()
        .filter { [.moveStep, .shiftBoundary, .dropBoundary, .dropRename].contains($0.kind) }
        .map { "\($0.kind.rawValue): \($0.change)" }
    }
    let delete = MigrationStep(.deleteData(type: "T"))
    #expect(
      changes(delete, at: 1) == [
        "move-step: run with version 30", "shift-boundary: run once more from version 20",
      ])
    #expect(
      changes(delete, at: 2) == [
        "move-step: run with version 40", "move-step: run with version 20",
        "shift-boundary: do not run from version 20",
        "shift-boundary: run once more from version 30",
      ])
    let some = MigrationStep(.deleteData(type: "T"), onlyFrom: [20])
    #expect(
      changes(some, at: 3) == [
        "move-step: run with version 30", "drop-boundary: leave out \"only from 20\" of",
        "shift-boundary: run only from 10", "shift-boundary: run only from 30",
      ])
    let rename = MigrationStep(.renameProperty(type: "T", from: "b", to: "a"))
    #expect(changes(rename, at: 3).first == "drop-rename: leave out")
  }

  @Test("a step that runs for too few or too many versions is noticed where paths differ")
  func aStepThatRunsForTooFewOrTooManyVersionsIsNoticedWherePathsDiffer() throws {
    let old = Schema([ObjectType("Person", [Property("age", .int)])])
    let step = MigrationStep(
      .enumerate(type: "Person", where: nil, set: [.init("age", "old.age / 2")], delete: false))
    let history = History(
      name: "Halves",
      stages: [
        HistoryVersion(number: 1, schema: old), HistoryVersion(number: 2, schema: old),
        HistoryVersion(number: 3, schema: old, steps: [step]),
        HistoryVersion(number: 4, schema: old),
      ])
    let result = try MutationTesting(history, options: options()).run()
    let shifted = result.outcomes.filter { $0.kind == "shift-boundary" }
    #expect(
      shifted.map(\.change) == ["do not run from version 2", "run once more from version 3"])
    #expect(shifted.map(\.killedBy) == [["paths-agree"], ["paths-agree"]])
  }

  @Test("outcomes do not depend on the number of jobs", .enabled(if: Sweep.isFull))
  func outcomesDoNotDependOnTheNumberOfJobs() throws {
    let history = try History(contentsOf: InjectedFaultTests.contacts)
    let texts = try [1, 4].map { jobs in
      var options = options(jobs: jobs)
      options.from = 3
      return try MutationTesting(history, options: options).run().outcomes.map {
        "\($0.kind) \($0.version) \($0.change) \($0.killedBy) \($0.trials) \($0.remedy)"
      }
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].count > 10)
  }

  @Test("a history that fails has no mistakes put into it")
  func aHistoryThatFailsHasNoMistakesPutIntoIt() throws {
    let history = history(
      [], to: [Property("rank", .int, default: .int(1))])
    let result = try MutationTesting(history, options: options()).run()
    #expect(result.baseline.verdict == .failed)
    #expect(result.outcomes.isEmpty)
  }
}
