import MigCheckModel
import MigCheckText

/// What comments in the migrations of a run say to be intended, and which findings that concerns.
struct Allowances: Sendable, Equatable, Codable {
  private let all: [Allowance]
  /// The codes of faults that say what a migration does to values.
  private let valueFaultCodes: [String]

  /// - Parameter versions: those that upgrades of the run lead into.
  /// - Throws: `InputError` for a name that no finding has.
  init(_ evidence: Evidence, into versions: [UInt64]) throws {
    let names = Check.definitions.map { $0.name } + evidence.faultCodes
    for allowance in evidence.allowances where !names.contains(allowance.name) {
      let near = nearest(to: allowance.name, among: names)
      throw InputError(
        file: allowance.place.file, line: allowance.place.line,
        problem: "no finding has the name \(quoted(allowance.name))",
        remedy: near.map { "did you mean \(quoted($0))?" }
          ?? "write the name of a check, such as information-kept, or of a warning, as reports show it"
      )
    }
    all = evidence.allowances.filter { versions.contains($0.version) }
    valueFaultCodes = evidence.valueFaultCodes
  }

  var isEmpty: Bool { all.isEmpty }

  /// The first one that concerns a finding; `nil`: none does.
  func first(of finding: Finding) -> Allowance? { all.first { concerns($0, finding) } }

  /// What to say of those that concern no finding of a run.
  func idle(in findings: [Finding]) -> [HealthWarning] {
    all.filter { allowance in !findings.contains { concerns(allowance, $0) } }.map { allowance in
      let others = findings.filter { covers(allowance, $0) && $0.severity != .accepted }
      return .idleAllowance(allowance, others: others.map(\.warningName))
    }
  }

  private func concerns(_ allowance: Allowance, _ finding: Finding) -> Bool {
    guard covers(allowance, finding) else { return false }
    if finding.check == .sideEffects, let code = finding.code {
      return allowance.allows(fault: code, ofValues: valueFaultCodes.contains(code))
    }
    return allowance.name.isIdentical(to: finding.check.rawValue)
  }

  private func covers(_ allowance: Allowance, _ finding: Finding) -> Bool {
    if let source = finding.source, source.line != nil { return allowance.covers(source) }
    // What has no statement of its own belongs to the migration as a whole.
    return allowance.statement == nil && finding.hop.to == allowance.version
  }
}
