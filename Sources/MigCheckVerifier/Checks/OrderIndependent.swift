import MigCheckModel

/// `order-independent`: the order in which objects were inserted does not matter.
///
/// The objects of the start graph are put in another order; the order inside lists stays. Both
/// graphs must end in equal graphs, or both be refused, if for other reasons: which object is met
/// first decides which error it is.
enum OrderIndependent: FollowUpCheck {
  static let name = "order-independent"
  static let demand = "the order in which objects were inserted does not matter (sampled)"

  static let needs = NeededEvidence.independence

  struct Violation: FollowUpViolation {
    enum Kind: String, CaseIterable { case orderMatters, orderDecidesOutcome }

    static let check = Check.orderIndependent
    var difference: FollowUpDifference

    var kind: Kind {
      switch difference {
      case .ends: .orderMatters
      case .outcomes: .orderDecidesOutcome
      }
    }

    func sentence(at site: FailureSite) -> String {
      switch difference {
      case .ends(let difference):
        return difference.dependent(place) + " on the order in which the objects were inserted."
      case .outcomes(let outcomes):
        return "Whether the upgrade succeeds depends on the order in which the objects were "
          + "inserted: \(outcomes.refusal.code.rawValue).\(outcomes.refusal.explanation)"
      }
    }
  }

  static func judges(_ change: FollowUp.Change) -> Bool {
    switch change {
    case .reversed, .rotated: true
    case .object, .group, .edited: false
    }
  }

  static func changes(of schema: Schema) -> [FollowUp.Change] { [.reversed, .rotated] }

  static func change(of schema: Schema, turn: Int) -> FollowUp.Change? {
    let changes = changes(of: schema)
    return changes[turn / 2 % changes.count]
  }

  static func violation(in context: FollowUpContext) -> Violation? {
    let isKnown = context.comparison.identity != .none
    let aligned = isKnown ? context.alignedOther : context.other
    switch context.comparison.outcome(context.snapshot, aligned) {
    case .equal, .undecided: return nil
    case .different(let difference): return Violation(difference: .ends(difference))
    }
  }

  static func violation(
    _ outcomes: UnequalOutcomes, isRefusedAlone: () throws -> Bool
  ) rethrows -> Violation? {
    Violation(difference: .outcomes(outcomes))
  }
}

extension Check {
  /// Asserts that the order in which objects were inserted does not matter.
  public static let orderIndependent = Check(OrderIndependent.self)
}
