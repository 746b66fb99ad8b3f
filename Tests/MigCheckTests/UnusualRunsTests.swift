import MigCheckFormats
import MigCheckGeneration
import MigCheckHistory
import MigCheckModel
import MigCheckReports
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheck

/// Runs in which much comes together that seldom does: every one of them ends with a report.
@Suite struct UnusualRunsTests {
  /// Random histories with an invariant each, of which some paths are refused.
  private static func history(seed: UInt64) -> History {
    var source = RandomSource(seed: seed)
    let count = 2 + source.below(4)
    var history = RandomHistory.make(seed: seed, versions: count)
    let refused = 1 + source.below(count - 1)
    // Null in a required property, from some versions only.
    let step = MigrationStep(
      .enumerate(
        type: "Item", where: source.chance(50) ? nil : "ordinal > 0",
        set: [MigrationStep.Assignment("refused", "NULL")], delete: false),
      onlyFrom: source.chance(70) ? [UInt64(1 + source.below(refused))] : nil)
    if source.chance(80) {
      for position in history.stages.indices {
        history.stages[position].schema = history.stages[position].schema.addingToItem
      }
      history.stages[refused].steps.append(step)
    }
    for position in history.stages.indices.dropFirst() where source.chance(60) {
      let types = ["Item", "Part", "Nobody"]
      let conditions = ["1", "0", "old.nothing", "ordinal", "NULL", "json('{')"]
      history.stages[position].invariants = [
        HistoryInvariant(
          "i", type: source.pick(from: types), since: UInt64(1 + source.below(position + 2)),
          holds: source.pick(from: conditions))
      ]
    }
    return history
  }

  private static func options(_ seed: UInt64) -> VerificationOptions {
    VerificationOptions(
      trials: [0, 1, 6][Int(seed % 3)], stores: seed % 4 == 0 ? StoreKind.allCases : [.memory],
      jobs: 1
    ) { $0.shrinkBudget = 10 }
  }

  @Test("invariants beside refused paths never trap", arguments: Sweep.part(1...24, oneOf: 6))
  func invariantsBesideRefusedPathsNeverTrap(seed: UInt64) throws {
    let history = Self.history(seed: seed)
    guard (try? history.validate()) != nil else { return }
    let options = Self.options(seed)
    let report = try Verifier(history, options: options).run()
    for invariant in report.coverage.invariants {
      #expect(invariant.random.met <= invariant.random.trials)
    }
    for type in report.coverage.types { #expect(type.random.met <= type.random.trials) }
    #expect(TextReport().text(report).contains(history.name))
    // Whatever came of it, the parts of the run come to the same.
    var shards = [Report]()
    for index in 1...3 {
      var part = options
      part.shard = Shard(index: index, count: 3)
      shards.append(try Verifier(history, options: part).run())
    }
    #expect(TextReport().text(try ReportMerge(shards).report) == TextReport().text(report))
    guard seed % 6 == 0 else { return }
    _ = try MutationTesting(history, options: options).run()
  }

  @Test("an invariant beside a refused path is met in none of no trials")
  func anInvariantBesideARefusedPathIsMetInNoneOfNoTrials() throws {
    let schema = Schema([ObjectType("A", [Property("n", .int)])])
    let refusal = MigrationStep(
      .enumerate(
        type: "A", where: nil, set: [MigrationStep.Assignment("n", "NULL")], delete: false),
      onlyFrom: [1])
    let history = History(
      name: "M",
      stages: [
        HistoryVersion(number: 1, schema: schema), HistoryVersion(number: 2, schema: schema),
        HistoryVersion(
          number: 3, schema: schema, steps: [refusal],
          invariants: [HistoryInvariant("i", type: "A", since: 1, holds: "1")]),
      ])
    let report = try Verifier(history, options: VerificationOptions(trials: 30, jobs: 1)).run()
    let invariant = try #require(report.coverage.invariants.first)
    #expect(invariant.objects > 0)
    // Empty graphs run through; the others count for nothing.
    #expect(invariant.random.met == 0)
    #expect(report.verdict == .failed)
  }
}

extension Schema {
  /// The schema with a required property of `Item` that nothing else touches.
  fileprivate var addingToItem: Schema {
    Schema(
      types.map { type in
        guard type.name == "Item" else { return type }
        return ObjectType(
          type.name, primaryKey: type.primaryKey, embedded: type.isEmbedded,
          type.properties + [Property("refused", .int)])
      })
  }
}
