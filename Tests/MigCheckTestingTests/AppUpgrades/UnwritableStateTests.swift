import Foundation
import MigCheck
import MigCheckStoreFiles
import MigCheckVerifier
import Testing

/// States on the way that no store file can hold.
@Suite("States that no file can hold") struct UnwritableStateTests {
  private static let notes = History("Notes") {
    for version in 1...3 as ClosedRange<UInt64> {
      Version(version) { ObjectType("Note", ["text": .string]) }
    }
  }

  private func report(unwritable: UInt64?) throws -> Report {
    let subject = StoreFileSubject(
      Self.notes, format: GraphFormat(history: Self.notes, unwritable: unwritable),
      upgrade: .closure { file in
        let text = try String(contentsOf: file, encoding: .utf8)
        let version = try #require(
          text.range(of: #""version": [123]"#, options: .regularExpression))
        try text.replacingCharacters(in: version, with: #""version": 3"#)
          .write(to: file, atomically: true, encoding: .utf8)
      }, predicts: true)
    return try Verifier(subject, options: VerificationOptions(trials: 8, jobs: 1)).run()
  }

  @Test("the report names the upgrades that the model ran in the place of the app") func noted()
    throws
  {
    let report = try report(unwritable: 2)
    #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
    let item = try #require(
      report.coverage.notApplicable?.first { $0.check == .engineAgrees })
    #expect(
      item.reason
        == "no store file can hold what the store held before, so that the model ran in the place of the "
        + "app")
    #expect(item.hops?.map(\.hop.description) == ["2 → 3"])
  }

  @Test("nothing is noted where files hold everything") func nothing() throws {
    let report = try report(unwritable: nil)
    #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
    #expect(!(report.coverage.notApplicable ?? []).contains { $0.check == .engineAgrees })
  }
}
