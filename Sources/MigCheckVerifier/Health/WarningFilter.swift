import MigCheckModel
import MigCheckText

/// Which warnings a run does not report.
struct WarningFilter {
  private let names: [HealthWarning.Kind]

  /// - Throws: `VerificationError` for a name that no warning has.
  init(_ options: VerificationOptions, for subject: any Subject) throws {
    let known = Self.names(for: subject)
    if let unknown = options.silenced.first(where: { !known.contains($0) }) {
      let near = nearest(to: unknown.rawValue, among: known.map(\.rawValue))
      throw VerificationError(
        .invalidOption,
        "There is no warning \"\(unknown)\" to silence; "
          + (near.map { "did you mean \"\($0)\"?" }
            ?? "the warnings are: \(known.map(\.rawValue).joined(separator: ", "))."))
    }
    names = options.silenced
  }

  /// - Parameter result: of a run whose names were known.
  init(of result: RunResult) {
    names = result.scope.silenced
  }

  /// All that can be silenced in a run of a subject, in byte order.
  static func names(for subject: any Subject) -> [HealthWarning.Kind] {
    let all =
      HealthWarning.Kind.all + HealthWarning.Kind.checks
      + (subject.evidence.defects?.defectNames ?? []).map { HealthWarning.Kind($0) }
      + subject.evidence.faultCodes.map { HealthWarning.Kind($0) }
      // Where defaults alone differ.
      + (subject.evidence.mappings == nil ? [] : [HealthWarning.Kind(PathsAgree.name)])
    return all.sorted { $0.rawValue.precedes($1.rawValue) }
  }

  /// Takes the silenced warnings out of a report, and says in the report how many they were.
  func apply(to report: inout Report) {
    let count = report.warnings.count + report.findings.count
    report.warnings.removeAll { names.contains($0.name) }
    report.findings.removeAll {
      ($0.isExempt || $0.failure.violation.isWarning && !$0.isUndecided)
        && ([$0.check.rawValue] + [$0.code].compactMap(\.self))
          .contains { names.contains(HealthWarning.Kind($0)) }
    }
    report.silencedWarnings = count - report.warnings.count - report.findings.count
  }

  /// In byte order, each name once.
  static func sorted(_ names: [HealthWarning.Kind]) -> [HealthWarning.Kind] {
    var result = [HealthWarning.Kind]()
    for name in names.sorted(by: { $0.rawValue.precedes($1.rawValue) })
    where result.last != name { result.append(name) }
    return result
  }
}
