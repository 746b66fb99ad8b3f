import MigCheckModel
import MigCheckText

/// `invariant`: what the author says of every object that lives on.
enum InvariantCheck: PathCheck {
  static let name = "invariant"
  static let demand = "what you wrote yourself about every object that lives on"
  static let needs: NeededEvidence = [.identity, .invariants]

  enum Violation: CheckViolation {
    case fails(Invariant, object: Int64, count: Int)
    case cannotBeEvaluated(Invariant, Refusal)

    enum Kind: String, CaseIterable { case invariantFails, invariantCannotBeEvaluated }

    /// The invariant in question.
    struct Invariant: Sendable, Codable {
      var name: Name
      var type: Name
      /// As the author wrote it; `nil` for one in Swift.
      var expression: String?
    }

    static let check = Check.invariant

    var kind: Kind {
      switch self {
      case .fails: .invariantFails
      case .cannotBeEvaluated: .invariantCannotBeEvaluated
      }
    }

    private var invariant: Invariant {
      switch self {
      case .fails(let invariant, _, _), .cannotBeEvaluated(let invariant, _): invariant
      }
    }

    var code: String? {
      if case .cannotBeEvaluated(_, let refusal) = self { refusal.code.rawValue } else { nil }
    }
    var type: Name? { invariant.type }
    var subject: Name? { invariant.name }
    var object: Int64? { if case .fails(_, let object, _) = self { object } else { nil } }
    var count: Int { if case .fails(_, _, let count) = self { count } else { 1 } }
    var label: String? { invariant.name.text }

    func sentence(at site: FailureSite) -> String {
      let name = ValueText.escaped(invariant.name.text)
      switch self {
      case .fails: return "The invariant \"\(name)\" does not hold of \(place)."
      case .cannotBeEvaluated(_, let refusal):
        return "The invariant \"\(name)\" of \(place) cannot be evaluated: "
          + "\(refusal.code.rawValue).\(refusal.explanation)"
      }
    }

    func rows(at site: FailureSite) -> [FailureRow] {
      guard case .fails = self else { return [] }
      guard let expression = invariant.expression else { return [row("object")] }
      return [row("object"), FailureRow("holds", value: ValueText.escaped(expression))]
    }
  }

  /// Invariants of a version hold for stores that started where the invariant says.
  static func violations(in context: PathContext) -> [Violation] {
    let begin = context.start.version
    return context.version.invariants.enumerated().filter { $1.since == begin }.compactMap {
      let outcome = outcome(
        of: $1, evaluation: context.evaluation, version: context.version.number,
        from: context.start, to: context.end)
      context.noteObjects($0, outcome.objects)
      return outcome.violation
    }
  }

  /// - Returns: the violation, if there is one, and for how many objects the invariant was tried.
  private static func outcome(
    of invariant: Invariant, evaluation: any InvariantEvaluation, version: UInt64,
    from start: Snapshot, to end: Snapshot
  ) -> (violation: Violation?, objects: Int) {
    let own = Violation.Invariant(
      name: invariant.name, type: invariant.type, expression: invariant.expression?.text)
    do {
      let outcome = try evaluation.evaluate(invariant, of: version, from: start, to: end)
      guard let first = outcome.violations.first else { return (nil, outcome.objects) }
      return (.fails(own, object: first, count: outcome.violations.count), outcome.objects)
    } catch is Cancelled {
      return (nil, 0)
    } catch {
      let refusal = error as? UpgradeError ?? UpgradeError(.authorError, "\(error)")
      return (.cannotBeEvaluated(own, Refusal(refusal)), 0)
    }
  }
}

extension Check {
  /// Asserts what the author wrote about every object that lives on.
  public static let invariant = Check(InvariantCheck.self)
}
