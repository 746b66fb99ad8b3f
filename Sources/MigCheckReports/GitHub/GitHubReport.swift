import MigCheckText
import MigCheckVerifier

/// Commands by which a step of GitHub Actions annotates files.
///
/// GitHub shows ten errors and ten warnings of a step, whichever come first: here the worst nine of
/// each, and how many more there are.
struct GitHubReport {
  let document: ReportDocument

  private static let limit = 9

  var text: String {
    let problems = document.classes.problems.map { command("error", $0) }
    let warnings =
      document.classes.warnings.map { command("warning", $0) } + document.warnings.map(command)
    var lines = shown(problems, "finding") + shown(warnings, "warning")
    if document.verdict == "vacuous" {
      let missing = document.notExercised.prefix(3).joined(separator: "; ")
      lines.insert(
        Self.command(
          "error", title: "\(document.history): vacuous",
          "\(document.meaning ?? "") \(missing)"), at: 0)
    }
    let counts = "\(document.verdict): \(document.counts)"
    lines.append(Self.command("notice", title: "migcheck \(document.history)", counts))
    return lines.map { $0 + "\n" }.joined()
  }

  private func shown(_ commands: [String], _ noun: String) -> [String] {
    guard commands.count > Self.limit + 1 else { return commands }
    let rest = commands.count - Self.limit
    return commands.prefix(Self.limit) + [
      Self.command(
        "notice", title: "migcheck \(document.history)",
        "\(rest.of("more \(noun)")); the report has all of them")
    ]
  }

  private func command(_ kind: String, _ finding: ReportDocument.Finding) -> String {
    let place = document.location(of: finding)
    return Self.command(
      kind, file: place?.file, line: place?.line,
      title: "\(finding.name) \(finding.place) \(finding.hop.text)",
      WarningPresentation.line(finding.message))
  }

  private func command(_ warning: ReportDocument.Warning) -> String {
    Self.command(
      "warning", file: document.file,
      title: [warning.name, warning.hop?.text].compactMap(\.self).joined(separator: " "),
      WarningPresentation.line("\(warning.message) \(warning.remedy)"))
  }

  private static func command(
    _ kind: String, file: String? = nil, line: Int? = nil, title: String, _ message: String
  ) -> String {
    let properties = [
      file.map { "file=\(escaped($0, isProperty: true))" }, line.map { "line=\($0)" },
      "title=\(escaped(title, isProperty: true))",
    ].compactMap(\.self)
    return "::\(kind) \(properties.joined(separator: ","))::\(escaped(message, isProperty: false))"
  }

  /// As the runner reads it back: `%`, line breaks, and in properties `:` and `,`.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.printable()
  }
}
