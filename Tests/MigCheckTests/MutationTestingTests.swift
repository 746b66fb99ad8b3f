import MigCheck
import MigCheckModel
import MigCheckRules
import MigCheckVerifier
import Testing

@Suite struct MutationTestingTests {
  private let options: VerificationOptions = {
    var options = VerificationOptions(trials: 5)
    options.stores = [.memory]
    return options
  }()

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

  @Test("a step that no check needs survives, with what would notice it")
  func aStepThatNoCheckNeedsSurvivesWithWhatWouldNoticeIt() throws {
    let history = history(
      [
        MigrationStep(
          .enumerate(type: "Person", where: nil, set: [.init("rank", "1")], delete: false))
      ], to: [Property("rank", .int)])
    let result = try MutationTesting(history, options: options).run()
    #expect(result.outcomes.map(\.kind) == ["drop-step", "move-step"])
    #expect(result.outcomes.map(\.killedBy) == [[], []])
    #expect(
      result.outcomes[0].remedy
        == "an invariant at version 2 for Person that says what new.rank is")
    #expect(result.killed == 0)
  }

  @Test("an invariant kills what survived") func anInvariantKillsWhatSurvived() throws {
    let history = history(
      [
        MigrationStep(
          .enumerate(type: "Person", where: nil, set: [.init("rank", "1")], delete: false))
      ], to: [Property("rank", .int)],
      invariants: [HistoryInvariant("rank", type: "Person", since: 1, holds: "new.rank = 1")])
    let result = try MutationTesting(history, options: options).run()
    #expect(result.killed == 2)
    #expect(result.outcomes[0].killedBy == ["invariant"])
  }

  @Test("assignments and conditions are left out and swapped")
  func assignmentsAndConditionsAreLeftOutAndSwapped() throws {
    let history = history(
      [
        MigrationStep(
          .enumerate(
            type: "Person", where: "old.age > 0",
            set: [.init("a", "old.name"), .init("b", "'x'")], delete: false))
      ], to: [Property("a", .string), Property("b", .string)])
    #expect(
      history.mutants().map(\.change) == [
        "leave out", "leave out the condition old.age > 0 of", "leave out a of", "leave out b of",
        "swap a and b in", "run with version 3",
      ])
  }

  @Test("a history that fails has no mutants") func aHistoryThatFailsHasNoMutants() throws {
    let history = history(
      [], to: [Property("rank", .int, default: .int(1))])
    let result = try MutationTesting(history, options: options).run()
    #expect(result.baseline.verdict == .failed)
    #expect(result.outcomes.isEmpty)
  }
}
