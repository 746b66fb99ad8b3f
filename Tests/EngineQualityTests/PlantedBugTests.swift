import EngineQuality
import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

/// Every planted mistake is found and shrunk to what shows it; without the mistake all is quiet.
@Suite struct PlantedBugTests {
  static func options(seed: UInt64, trials: Int) -> VerificationOptions {
    VerificationOptions(trials: trials, seed: seed, stores: [.memory])
  }

  static let bugs: [PlantedBug] = {
    do {
      return try PlantedBug.all()
    } catch {
      Issue.record(error)
      return []
    }
  }()

  @Test("There are many mistakes") func thereAreManyMistakes() {
    #expect(Self.bugs.count >= 80)
  }

  @Test(
    "A mistake is found and its counterexample is as small as can be",
    arguments: Sweep.part(bugs, oneOf: 12))
  func aMistakeIsFoundAndItsCounterexampleIsAsSmallAsCanBe(bug: PlantedBug) throws {
    let report = try Verifier(bug.buggy, options: Self.options(seed: 1, trials: 50)).run()
    #expect(report.verdict == .failed)
    let matching = report.findings.filter { bug.checks.contains($0.check.rawValue) }
    let sizes = matching.map { $0.counterexample.objects }
    #expect(sizes.min() == bug.objects)
    #expect(report.findings.allSatisfy { $0.counterexample.isMinimal })
  }

  @Test("Without the mistake nothing is found", arguments: Sweep.part(bugs, oneOf: 12))
  func withoutTheMistakeNothingIsFound(bug: PlantedBug) throws {
    let report = try Verifier(bug.fixed, options: Self.options(seed: 1, trials: 24)).run()
    // Numbering objects on purpose is a warning, and so is a step that makes values equal, as a half of
    // a whole number does.
    #expect(
      report.findings.allSatisfy {
        $0.severity == .warning && ($0.exemption != nil || $0.check == .informationKept)
      })
    let halves = ["old-instead-of-new", "product-overflows"]
    #expect(
      halves.contains(bug.name) || !report.findings.contains { $0.check == .informationKept })
    #expect(report.verdict == .passed)
    // All that is wrong with the repaired ones: Realm would damage texts as it copies an address.
    let copied = report.warnings.allSatisfy { $0.name == "realm-copied-string" }
    #expect(copied, "\(report.warnings)")
    #expect(report.warnings.isEmpty || bug.name.hasPrefix("embed"))
  }
}
