import MigCheckModel
import MigCheckStores
import MigCheckText
import Testing

@testable import MigCheckHistory

@Suite struct ProbeEvaluationTests {
  private final class Watch: ConditionWatch {
    let kind = StoreKind.memory
    let seen = Locked([Int]())

    func probes(at place: ConditionPlace) -> [ConditionProbe] { [] }

    func saw(_ results: [(probe: Int, one: Bool, two: Bool)]) {
      seen.withLock { $0 += results.map(\.probe) }
    }
  }

  @Test("a probe without an end is tried with two objects, and hides no other probe")
  func endlessProbe() throws {
    let endless = """
      (WITH RECURSIVE c(n) AS (SELECT old.a UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c)
      """
    let a = Property("a", .int)
    let watch = Watch()
    let probes = try #require(
      ProbeEvaluation(
        of: [
          ConditionProbe(id: 7, text: endless), ConditionProbe(id: 8, text: "(old.a > 3)"),
        ], watch, scope: ExpressionEvaluator.Scope(old: [a], new: nil, hasOrdinal: true)))
    let reads = (0..<6).map { ordinal in
      var reads = 0
      probes.evaluate(ordinal: ordinal) { _ in
        reads += 1
        return (.int(Int64(ordinal)), a)
      }
      return reads
    }
    // Both together, and each of them alone; then the other one.
    #expect(reads == [3, 2, 1, 1, 1, 1])
    probes.tell()
    #expect(watch.seen.withLock { $0 } == [8])
  }
}
