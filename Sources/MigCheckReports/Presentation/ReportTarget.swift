import MigCheckText
import MigCheckVerifier

/// A format and the file that a report goes to, as people write them: `html=migcheck.html`.
package struct ReportTarget: Sendable {
  package let format: ReportFormat
  package let path: String

  /// - Throws: an error whose description continues the name of the option or variable.
  package init(_ text: String) throws(ReportTargetError) {
    let names = ReportFormat.all.map(\.name)
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let format = ReportFormat(named: name) else {
      let lower = name.lowercased()
      let meant =
        ReportFormat(named: lower)?.name ?? nearest(to: lower, among: names + ["auto"])
      let remedy =
        meant.map { "did you mean \"\($0)\"?" }
        ?? "the formats are \(names.joined(separator: ", "))"
      let shown = ValueText.escaped(String(name.prefix(60)))
      throw ReportTargetError("knows no format \"\(shown)\"; \(remedy)", names: nil)
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ReportTargetError("\(name) names no file; write \(name)=FILE", names: name)
    }
    self.format = format
    path = String(parts[1])
  }
}

package struct ReportTargetError: Error, CustomStringConvertible {
  package let description: String
  /// The format for which no file was named; `nil`: there is no such format.
  package let format: String?

  init(_ description: String, names format: String?) {
    self.description = description
    self.format = format
  }
}
