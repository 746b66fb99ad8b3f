import Foundation
import MigCheck
import MigCheckHistory
import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

/// InjectedFaults in real histories.
@Suite struct InjectedFaultTests {
  static let contacts = Material.root.appendingPathComponent("Corpus/contacts.history.json").path

  @Test(
    "all injected faults are noticed in the example", .enabled(if: Sweep.isFull),
    arguments: Sweep.part([1, 2] as [UInt64], oneOf: 2))
  func allInjectedFaultsAreNoticedInTheExample(seed: UInt64) throws {
    let report = try verify(
      History(contentsOf: Self.contacts),
      options: VerificationOptions(trials: 0, seed: seed, stores: [.memory]))
    #expect(report.coverage.injectedFaults.map(\.kind) == InjectedFault.Kind.allCases)
    #expect(report.coverage.injectedFaults.filter { !$0.isNoticed }.isEmpty)
    #expect(!report.warnings.map(\.name).contains(.injectedFaultMissed))
  }

  @Test(
    "every type and property of the example is exercised without random trials",
    .enabled(if: Sweep.isFull))
  func everyTypeAndPropertyOfTheExampleIsExercisedWithoutRandomTrials() throws {
    let history = try History(contentsOf: Self.contacts)
    let report = try verify(
      history, options: VerificationOptions(trials: 0, stores: [.memory]))
    #expect(report.verdict == .passed)
    let expected = history.stages.dropLast().flatMap { stage in
      stage.schema.types.map { "\(stage.number) \($0.name) \($0.storedProperties.map(\.name))" }
    }
    #expect(
      report.coverage.types.map { type in
        "\(type.start) \(type.type) \(type.properties.map(\.property))"
      } == expected)
  }

  /// Version 2 sets a rank, which version 3 keeps.
  private func history(versions: Int, ignoring: [PropertyPath] = []) -> History {
    let old = Schema([ObjectType("Note", [Property("text", .string)])])
    let new = Schema([ObjectType("Note", [Property("text", .string), Property("rank", .int)])])
    let step = MigrationStep(
      .enumerate(type: "Note", where: nil, set: [.init("rank", "length(old.text)")], delete: false))
    let stages = [
      HistoryVersion(number: 1, schema: old),
      HistoryVersion(number: 2, schema: new, steps: [step]),
      HistoryVersion(number: 3, schema: new),
    ]
    return History(name: "Ranks", stages: Array(stages.prefix(versions)), ignoring: ignoring)
  }

  private func skippedStep(_ history: History) throws -> (InjectedFault, [HealthWarning]) {
    let report = try verify(history, options: VerificationOptions(trials: 10, stores: [.memory]))
    #expect(report.verdict == .passed)
    return (report.coverage.injectedFaults[3], report.warnings)
  }

  @Test("a step that is left out on hops that skip versions shows on other paths")
  func aStepThatIsLeftOutOnHopsThatSkipVersionsShowsOnOtherPaths() throws {
    let (injectedFault, warnings) = try skippedStep(history(versions: 3))
    #expect(injectedFault.outcome == .noticed(by: .pathsAgree))
    #expect(
      injectedFault.description
        == "hops that skip versions left out a step of version 2, for each Note: rank = "
        + "length(old.text)")
    #expect(warnings.isEmpty)
  }

  @Test("if what the step writes is ignored, it is missed, and the run says so")
  func ifWhatTheStepWritesIsIgnoredItIsMissedAndTheRunSaysSo() throws {
    let (injectedFault, warnings) = try skippedStep(history(versions: 3, ignoring: ["Note.rank"]))
    #expect(injectedFault.outcome == .missed)
    #expect(warnings.map(\.name) == ["injected-fault-missed"])
  }

  @Test("with one path and no invariant nobody could notice")
  func withOnePathAndNoInvariantNobodyCouldNotice() throws {
    var history = history(versions: 2)
    let (injectedFault, warnings) = try skippedStep(history)
    #expect(
      injectedFault.outcome
        == .notApplicable(
          reason: "only an invariant could tell what the steps are for"))
    #expect(warnings.isEmpty)
    history.stages[1].invariants = [
      HistoryInvariant(
        "rank", type: "Note", since: 1, holds: "new.rank IS length(old.text)")
    ]
    #expect(try skippedStep(history).0.outcome == .noticed(by: .invariant))
  }

  @Test("a step without effect is no injected fault") func aStepWithoutEffectIsNoInjectedFault()
    throws
  {
    var history = history(versions: 3)
    history.stages[1].steps = [
      MigrationStep(.enumerate(type: "Note", where: nil, set: [], delete: false))
    ]
    #expect(
      try skippedStep(history).0.outcome
        == .notApplicable(reason: "no step that was left out made a difference"))
  }

  @Test("a step that is left out somewhere runs on the hop into its version")
  func aStepThatIsLeftOutSomewhereRunsOnTheHopIntoItsVersion() throws {
    func ranks(everywhere: Bool, path: [UInt64]) throws -> [Value] {
      let history = history(versions: 3)
      let subject = try #require(history.omissions(everywhere: everywhere).first?.subject())
      var graph = ObjectGraph(schema: history.stages[0].schema)
      graph.append([.string("four")], type: 0)
      let store = try subject.makeStore(.memory, at: 1, holding: graph, in: "")
      defer { store.discard() }
      for version in path { _ = try store.upgrade(to: version) }
      return try store.snapshot().graph.tables[0].columns[1]
    }
    #expect(try ranks(everywhere: false, path: [2, 3]) == [.int(4)])
    #expect(try ranks(everywhere: false, path: [3]) == [.int(0)])
    #expect(try ranks(everywhere: true, path: [2, 3]) == [.int(0)])
  }
}
