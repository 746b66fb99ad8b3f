import MigCheckModel

/// `openers`: whichever part of the app opens the store first, nothing is lost or refused.
///
/// It follows from what an author says of the parts, and from no content: every graph shows it.
enum Openers: StartCheck {
  static let name = "openers"
  static let demand =
    "whichever part of the app opens the store first, nothing is lost or refused"

  struct Violation: CheckViolation {
    static let check = Check.openers
    var problem: OpenerProblem

    var kind: OpenerProblem.Code { problem.code }
    var type: Name? { problem.type }
    var property: Name? { problem.property }
    var subject: Name? { problem.opener }
    var source: SourcePlace? { problem.source }
    var label: String? { problem.code.rawValue }
    /// A schema that is no longer what users have.
    var isAboutSources: Bool { problem.code == .versionForgotten }

    func sentence(at site: FailureSite) -> String { problem.sentence }

    func rows(at site: FailureSite) -> [FailureRow] {
      problem.order.enumerated().map { FailureRow("opening \($0 + 1)", value: $1) }
    }
  }
  /// What is known of the parts that open the store, where it begins at the trial's version.
  static func violations(in context: StartContext) -> [(violation: Violation, hop: Hop)] {
    let span = context.span
    let met = span.evidence.openers.filter {
      span.position(of: $0.from) != nil && span.position(of: $0.to) != nil
    }
    return met.enumerated().filter { place, problem in
      // One problem may show on several upgrades: it is reported on the first that is run.
      problem.from == context.start && !met[..<place].contains(where: problem.isSame)
    }.map { (Violation(problem: $1), Hop(from: $1.from, to: $1.to)) }
  }
}

extension OpenerProblem {
  /// Whether two are one problem, on whichever upgrades they show.
  fileprivate func isSame(as other: OpenerProblem) -> Bool {
    var other = other
    (other.from, other.to) = (from, to)
    return other == self
  }
}

extension Check {
  public static let openers = Check(Openers.self)
}
