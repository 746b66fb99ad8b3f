import GRDB
import MigCheck
import MigCheckGRDB
import Testing

@Suite struct MistakeTests {
  private func report(
    _ mistake: Mistake, _ last: @escaping @Sendable (Database) throws -> Void
  ) throws -> Report {
    var subject = try GRDBSubject(mistake.migrator(last))
    // The disk is another matter.
    subject.isInterrupted = false
    var options = VerificationOptions()
    options.trials = 60
    options.stores = [.memory]
    return try verify(subject, options: options)
  }

  @Test("a mistake is found with its statement", arguments: Mistake.all)
  func wrong(_ mistake: Mistake) throws {
    let report = try report(mistake, mistake.wrong)
    let text = TextReport(colours: false, explained: ["side-effects"]).text(report)
    let finding = try #require(
      report.findings.first { [$0.code, $0.kind].contains(mistake.code) }, "\(text)")
    #expect(finding.severity == (mistake.isWarning ? .warning : .error), "\(text)")
    #expect(report.findings.count == 1, "\(text)")
    // Lines are broken anywhere.
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(mistake.text), "\(text)")
    #expect(words.contains("v2"), "\(text)")
  }

  @Test("a mistake that is mended is silent", arguments: Mistake.all)
  func mended(_ mistake: Mistake) throws {
    let report = try report(mistake, mistake.mended)
    #expect(report.findings.isEmpty, "\(TextReport(colours: false).text(report))")
    #expect(report.verdict == .passed, "\(TextReport(colours: false).text(report))")
  }
}
