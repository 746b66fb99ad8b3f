import MigCheckModel

/// `openers`: whichever part of the app opens the store first, nothing is lost or refused.
///
/// It follows from what an author says of the parts, and from no content: every graph shows it.
enum Openers: TrialCheck {
  static let name = "openers"
  static let demand =
    "whichever part of the app opens the store first, nothing is lost or refused"
  static let scope = CheckScope.hop

  struct Violation: CheckViolation {
    static let check = Check.openers
    var problem: OpenerProblem

    var kind: OpenerProblem.Code { problem.code }
    var type: Name? { problem.type }
    var property: Name? { problem.property }
    var subject: Name? { problem.opener }
    var source: SourcePlace? { problem.source }
    var label: String? { problem.code.rawValue }

    func sentence(at site: FailureSite) -> String { problem.sentence }

    func rows(at site: FailureSite) -> [FailureRow] {
      problem.order.enumerated().map { FailureRow("opening \($0 + 1)", value: $1) }
    }
  }
}

extension TrialRun {
  /// Reports what is known of the parts that open the store, where it begins at the trial's version.
  func reportOpeners() {
    let number = span.versions[start].number
    for problem in span.evidence.openers where problem.from == number {
      guard span.position(of: problem.to) != nil else { continue }
      report(
        Openers.Violation(problem: problem), hop: Hop(from: problem.from, to: problem.to),
        path: [problem.from, problem.to], store: kinds[0])
    }
  }
}

extension Check {
  public static let openers = Check(Openers.self)
}
