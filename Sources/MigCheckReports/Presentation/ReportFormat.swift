import MigCheckText
import MigCheckVerifier

/// A form of a report, for people or for other programs.
///
///     try report.formatted(.html).write(toFile: "migcheck.html", atomically: true, encoding: .utf8)
public struct ReportFormat: Sendable {
  /// The name by which `--report` knows it, such as `html`.
  public let name: String
  /// What it is for, in a phrase.
  package let purpose: String
  /// What files in it end with, such as `html`.
  public let fileExtension: String
  /// `nil`: a saved report does not hold what it shows.
  private let write: @Sendable (ReportContent) -> String?

  package init(
    _ name: String, _ purpose: String, fileExtension: String,
    write: @escaping @Sendable (ReportContent) -> String?
  ) {
    self.name = name
    self.purpose = purpose
    self.fileExtension = fileExtension
    self.write = write
  }

  /// As a terminal shows it.
  public static let text = ReportFormat("text", "as a terminal shows it", fileExtension: "txt") {
    $0.text?()
  }
  /// All facts, for other programs.
  public static let json = ReportFormat(
    "json", "all facts, for other programs", fileExtension: "json"
  ) {
    $0.json.prettyText + "\n"
  }
  /// One page with pictures, which needs nothing else.
  public static let html = ReportFormat("html", "a page for people", fileExtension: "html") {
    HTMLReport(document: $0.document).text
  }
  /// For comments of pull requests and summaries of jobs.
  public static let markdown = ReportFormat(
    "markdown", "for comments and job summaries", fileExtension: "md"
  ) {
    MarkdownReport(document: $0.document).text
  }
  /// For the test pages of CI services.
  public static let junit = ReportFormat(
    "junit", "for the test pages of CI services", fileExtension: "junit.xml"
  ) {
    JUnitReport(document: $0.document).text
  }
  /// For code scanning.
  public static let sarif = ReportFormat("sarif", "for code scanning", fileExtension: "sarif") {
    SARIFReport(document: $0.document).json.prettyText + "\n"
  }
  /// Annotations of GitHub Actions, which reads them from the output of a step.
  public static let github = ReportFormat(
    "github", "annotations of GitHub Actions", fileExtension: "github.txt"
  ) {
    GitHubReport(document: $0.document).text
  }
  /// For GitLab's Code Quality.
  public static let gitlab = ReportFormat(
    "gitlab", "for GitLab's Code Quality", fileExtension: "gitlab.json"
  ) {
    GitLabReport(document: $0.document).json.prettyText + "\n"
  }

  /// All of them. A further one is a file of its own, and a line here.
  public static let all: [ReportFormat] = [
    .text, .json, .html, .markdown, .junit, .sarif, .github, .gitlab,
  ]

  /// - Returns: `nil` for a name that no format has.
  public init?(named name: String) {
    guard let format = Self.all.first(where: { $0.name.isIdentical(to: name) }) else { return nil }
    self = format
  }

  /// - Returns: `nil` if the content does not hold what the format shows.
  package func formatted(_ content: ReportContent) -> String? { write(content) }
}

/// What a format is written from.
package struct ReportContent: Sendable {
  package var document: ReportDocument
  package var json: JSON
  /// What a terminal would show; `nil`: it is not known.
  package var text: (@Sendable () -> String)?

  package init(
    document: ReportDocument, json: JSON, text: (@Sendable () -> String)? = nil
  ) {
    self.document = document
    self.json = json
    self.text = text
  }

  package init(_ report: Report) {
    let json = JSONReport.json(report)
    self.init(
      document: ReportDocument(written: json), json: json, text: { TextReport().text(report) })
  }
}

extension Report {
  /// The report in one of the forms of `ReportFormat`.
  ///
  /// - Parameter format: such as `.html`.
  /// - Returns: the whole file, with a line break at its end.
  public func formatted(_ format: ReportFormat) -> String {
    format.formatted(ReportContent(self)) ?? ""
  }
}
