import MigCheckModel
import MigCheckText

/// Which warnings a run does not report.
struct WarningFilter {
  private let names: [HealthWarning.Name]

  /// - Throws: `VerificationError` for a name that no warning has.
  init(_ options: VerificationOptions, for subject: any Subject) throws {
    let known = Self.names(for: subject)
    if let unknown = options.silenced.first(where: { !known.contains($0) }) {
      throw VerificationError(
        .invalidOption,
        "There is no warning \"\(unknown)\" to silence; those that there are: "
          + known.map(\.rawValue).joined(separator: ", ") + ".")
    }
    names = options.silenced
  }

  /// - Parameter result: of a run whose names were known.
  init(of result: RunResult) {
    names = result.silenced
  }

  /// All that can be silenced in a run of a subject, in byte order.
  static func names(for subject: any Subject) -> [HealthWarning.Name] {
    let all =
      HealthWarning.Name.all + HealthWarning.Name.checks
      + (subject.evidence.defects?.defectNames ?? []).map { HealthWarning.Name($0) }
    return all.sorted { $0.rawValue.precedes($1.rawValue) }
  }

  /// Takes the silenced warnings out of a report, and says in the report how many they were.
  func apply(to report: inout Report) {
    let count = report.warnings.count + report.findings.count
    report.warnings.removeAll { names.contains($0.name) }
    report.findings.removeAll {
      $0.isExempt && names.contains(HealthWarning.Name($0.check.rawValue))
    }
    report.silencedWarnings = count - report.warnings.count - report.findings.count
    report.silenced = Self.sorted(names)
  }

  /// In byte order, each name once.
  static func sorted(_ names: [HealthWarning.Name]) -> [HealthWarning.Name] {
    var result = [HealthWarning.Name]()
    for name in names.sorted(by: { $0.rawValue.precedes($1.rawValue) })
    where result.last != name { result.append(name) }
    return result
  }
}
