import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

@Suite("Mistakes of real migrations, and their mendings") struct MistakesTests {
  private func report(_ mistake: Mistake, _ script: String) throws -> Report {
    try SQLFolderRuns.report(
      mistake.before + [script], trials: Sweep.isComplete ? 200 : 50, quickTrials: 50
    ) {
      if mistake.foreignKeys { $0.foreignKeys = true }
    }
  }

  @Test("are found and shrunk to a few rows", arguments: Sweep.part(Mistake.all, oneOf: 48))
  func wrong(_ mistake: Mistake) throws {
    let report = try report(mistake, mistake.wrong)
    let summary = report.findings.map { "\($0.check) \($0.kind) \($0.code ?? "") \($0.message)" }
    let finding = try #require(
      report.findings.first { finding in
        // That all values are lost is said once, as an error.
        if finding.check == .informationKept, finding.severity == .error {
          return mistake.property.map { Name($0) == finding.property } ?? false
        }
        return "\(finding.check.rawValue)" == mistake.check
          && (mistake.code.map { $0 == finding.kind || $0 == finding.code } ?? true)
          && (mistake.type.map { Name($0) == finding.type } ?? true)
          && (mistake.property.map { Name($0) == finding.property } ?? true)
      }, "\(summary)")
    #expect(finding.counterexample.objects <= 3)
    #expect(
      finding.severity
        == (mistake.isWarning && finding.check != .informationKept ? .warning : .error))
    #expect(report.findings.count <= 3, "\(summary)")
    // The place is that of a statement of the script.
    let place = finding.source?.description ?? finding.message
    #expect(place.contains("\(mistake.before.count + 1)_x.sql"), "\(place)")
  }

  @Test("are silent when they are mended", arguments: Sweep.part(Mistake.all, oneOf: 48))
  func mended(_ mistake: Mistake) throws {
    let report = try report(mistake, mistake.mended)
    let summary = report.findings.map { "\($0.check) \($0.kind) \($0.code ?? "") \($0.message)" }
    #expect(report.findings.isEmpty, "\(summary)")
    #expect(report.verdict == .passed, "\(report.coverage)")
  }
}

extension Mistake: CustomTestStringConvertible {
  var testDescription: String { name }
}
