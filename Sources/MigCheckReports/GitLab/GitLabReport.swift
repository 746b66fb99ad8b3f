import MigCheckText
import MigCheckVerifier

/// GitLab's Code Quality report: one entry for each finding that has a file to stand at.
struct GitLabReport {
  let document: ReportDocument

  var json: JSON {
    var known = [String: Int]()
    return .array(
      document.ranked.map { finding in
        let count = known[finding.fingerprint, default: 0]
        known[finding.fingerprint] = count + 1
        // GitLab drops all but one of those with the same fingerprint.
        let fingerprint =
          count == 0 ? finding.fingerprint : Fingerprint.text([finding.fingerprint, "\(count)"])
        let place = document.location(of: finding)
        return .object([
          .init("description", .string(description(of: finding))),
          .init("check_name", .string(finding.name)), .init("fingerprint", .string(fingerprint)),
          .init("severity", .string(Self.severity(finding.standing))),
          .init(
            "location",
            .object([
              .init("path", .string(place?.file ?? document.history)),
              .init("lines", .object([.init("begin", .integer(place?.line ?? 1))])),
            ])),
        ])
      })
  }

  private func description(of finding: ReportDocument.Finding) -> String {
    let message = WarningPresentation.line(finding.message)
    return "\(message) (\(document.history) \(finding.hop.text))"
  }

  private static func severity(_ standing: Finding.Standing) -> String {
    switch standing {
    case .fails: "critical"
    case .undecided: "major"
    case .warns: "minor"
    case .known: "info"
    }
  }
}
