import MigCheckModel
import MigCheckText

/// `openers`: whichever part of the app opens the store first, nothing is lost or refused.
///
/// What an author says of the parts tells without any content: every graph shows it. Older releases whose
/// own code can be run are given stores of later versions.
enum Openers: StartCheck, StepCheck {
  static let name = "openers"
  static let demand =
    "whichever part of the app opens the store first, nothing is lost or refused"

  struct Violation: CheckViolation {
    static let check = Check.openers
    var problem: OpenerProblem
    /// Where it shows in the content, of an older release that changes it.
    var difference: SnapshotDifference?

    var kind: OpenerProblem.Code { problem.code }
    var type: Name? { problem.type }
    var property: Name? { problem.property }
    var subject: Name? { problem.opener }
    var object: Int64? { difference?.key }
    var source: SourcePlace? { problem.source }
    var label: String? { problem.code.rawValue }
    /// A schema that is no longer what users have.
    var isAboutSources: Bool { problem.code == .versionForgotten }
    /// A version may keep all that older releases use.
    var isWarning: Bool { problem.code == .acceptedByOlder }

    func sentence(at site: FailureSite) -> String { problem.sentence }

    func rows(at site: FailureSite) -> [FailureRow] {
      let openings = problem.order.enumerated().map { FailureRow("opening \($0 + 1)", value: $1) }
      guard let difference, difference.first != nil || difference.second != nil else {
        return openings
      }
      return openings + [row("before", difference.first), row("after", difference.second)]
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

  static func violation(of event: StepEvent) -> Violation? {
    guard case .openedByOlder(_, let release, let version, let outcome) = event else { return nil }
    return OpenerProblem(outcome, by: release, at: version).map {
      Violation(problem: $0, difference: outcome.difference)
    }
  }
}

extension OlderOutcome {
  /// Where it shows in the content.
  fileprivate var difference: SnapshotDifference? {
    if case .changed(let change, _) = self { change.difference } else { nil }
  }
}

extension OpenerProblem {
  /// Whether two are one problem, on whichever upgrades they show.
  fileprivate func isSame(as other: OpenerProblem) -> Bool {
    var other = other
    (other.from, other.to) = (from, to)
    return other == self
  }

  /// - Parameter version: what authors call the version of the store.
  /// - Returns: `nil`: the release did what it should.
  fileprivate init?(_ outcome: OlderOutcome, by release: OlderRelease, at version: String) {
    guard let code = outcome.code else { return nil }
    let (older, store) = ("The code of release \(release.name)", "a store of version \(version)")
    var (type, property) = (Name?.none, Name?.none)
    let sentence: String
    switch outcome {
    case .changed(let change, let refusal):
      (type, property) = (
        change.difference?.type ?? change.type, change.difference?.property ?? change.property
      )
      sentence =
        "\(older) " + (refusal == nil ? "changes \(store)" : "refuses \(store), but changes it")
        + ": \(ValueText.escaped(change.words)). It must refuse a later version before it writes."
    case .damaged(let refusal):
      sentence = "\(older) leaves \(store) in a state that cannot be read.\(refusal.explanation)"
    case .untouched(let refusal?):
      sentence = "\(older) does not refuse \(store) with an error.\(refusal.explanation)"
    case .untouched(nil):
      sentence =
        "\(older) accepts \(store) and changes nothing, so that the release goes on with tables that "
        + "it does not know. Ignore this if later versions keep all that the release uses."
    }
    self.init(
      code, opener: Name(release.name), from: release.version, to: release.version, type: type,
      property: property, sentence: sentence,
      order: ["the newest code, to version \(version)", "the code of release \(release.name)"],
      source: nil)
  }
}

extension OlderOutcome.Change {
  /// A clause, or several.
  fileprivate var words: String {
    guard let difference else { return clauses.joined(separator: "; ") }
    guard let property = difference.property else {
      return difference.second == "absent"
        ? "an object of \(difference.type) is missing"
        : "there is another object of \(difference.type)"
    }
    return "\(PropertyPath(type: difference.type, property: property)) has another value"
  }
}

extension Check {
  /// Asserts that nothing is lost or refused, whichever part of the app opens the store first.
  public static let openers = Check(Openers.self)
}
