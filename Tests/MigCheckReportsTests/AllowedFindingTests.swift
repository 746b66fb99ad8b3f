import MigCheckModel
import MigCheckVerifier
import Testing

@testable import MigCheckReports

/// Findings that a comment in the migrations allows.
@Suite struct AllowedFindingTests {
  private static var report: Report {
    var report = SampleReports.failed
    for place in report.findings.indices where report.findings[place].severity == .accepted {
      report.findings[place].acceptance = .allowed(reason: "cents, as shown", place: "2_x.sql:3")
    }
    return report
  }

  @Test("text lists them with the comment")
  func text() {
    let text = TextReport().text(Self.report)
    #expect(text.contains("\nallowed by comments in the migrations:\n"))
    #expect(text.contains("\n      2_x.sql:3: cents, as shown\n"))
    #expect(!text.contains("known and accepted:"))
  }

  @Test("SARIF says that the reason is in the source, and other formats give it")
  func others() {
    let (allowed, listed) = (Self.report, SampleReports.failed)
    #expect(allowed.formatted(.sarif).contains("\"inSource\""))
    #expect(!allowed.formatted(.sarif).contains("\"external\""))
    #expect(!listed.formatted(.sarif).contains("\"inSource\""))
    for format in [ReportFormat.json, .sarif, .junit, .html] {
      #expect(allowed.formatted(format).contains("cents, as shown"), "\(format)")
    }
    #expect(allowed.formatted(.json).contains("\"because\": \"allowed\""))
  }
}
