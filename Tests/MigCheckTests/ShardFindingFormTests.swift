import MigCheckCoreData
import MigCheckModel
import MigCheckReports
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

/// A finding has one form in JSON, in the report and in the part of a shard that a merge reads.
@Suite struct ShardFindingFormTests {
  private static func members(_ json: JSON?) -> [JSON.Member] {
    if case .object(let members)? = json { members } else { [] }
  }

  private static func elements(_ json: JSON?) -> [JSON] {
    if case .array(let elements)? = json { elements } else { [] }
  }

  /// What tells a finding from others.
  private static func name(_ finding: JSON) -> String {
    ["check", "kind", "hop", "path", "otherPath", "trial"]
      .map { finding[$0]?.compactText ?? "missing" }.joined(separator: " ")
  }

  @Test(
    "what the part of a shard says of a finding, its report says word for word",
    .enabled(if: Sweep.isFull))
  func theReportSaysWordForWordWhatThePartSays() throws {
    var options = VerificationOptions(trials: 10, jobs: 1)
    options.shrinkBudget = 40
    options.shard = Shard(index: 1, count: 2)
    let text = try JSONReport.text(Verifier(ShardMergeTests.buggy(), options: options).run())
    let report = try JSON.parse(text)
    let stored = Self.elements(report["shard"]?["part"]?["buckets"]).compactMap { $0["finding"] }
    let shown = Self.elements(report["findings"])
    #expect(shown.count > 2)
    for finding in shown {
      let own = try #require(stored.first { Self.name($0) == Self.name(finding) })
      // Which longer hops have the same failure shows when all findings are chosen.
      for member in Self.members(own) where !["violation", "alsoAt"].contains(member.key) {
        guard member.key == "counterexample" else {
          #expect(finding[member.key]?.compactText == member.value.compactText, "\(member.key)")
          continue
        }
        let example = try #require(finding["counterexample"])
        for part in Self.members(member.value) where !["version", "graph"].contains(part.key) {
          #expect(example[part.key]?.compactText == part.value.compactText, "\(part.key)")
        }
      }
    }
  }
}
