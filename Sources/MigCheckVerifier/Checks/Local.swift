import MigCheckModel

/// `local`: adding unrelated objects changes nothing else.
///
/// What happens to the objects of the start graph must be the same with further objects beside them:
/// those that live on, copies of them, and all that they lead to. What else a migration makes is
/// left out on both sides.
enum Local: FollowUpCheck {
  static let name = "local"
  static let demand = "adding unrelated objects changes nothing else (sampled)"
  static let needs: NeededEvidence = [.identity, .independence]

  struct Violation: FollowUpViolation {
    enum Kind: String, CaseIterable { case additionMatters, additionDecidesOutcome }

    static let check = Check.local
    var difference: FollowUpDifference

    var kind: Kind {
      switch difference {
      case .ends: .additionMatters
      case .outcomes: .additionDecidesOutcome
      }
    }

    func sentence(at site: FailureSite) -> String {
      switch difference {
      case .ends(let difference):
        return difference.dependent(place) + " on objects that have nothing to do with it."
      case .outcomes(let outcomes):
        return "Whether the upgrade of some objects succeeds depends on others that have nothing "
          + "to do with them: \(outcomes.refusal.code.rawValue).\(outcomes.refusal.explanation)"
      }
    }
  }

  static func judges(_ change: FollowUp.Change) -> Bool {
    switch change {
    case .object, .group: true
    case .reversed, .rotated, .edited: false
    }
  }

  /// One object of each type, before and after the others; at last a group of all types.
  static func changes(of schema: Schema) -> [FollowUp.Change] {
    schema.types.filter { !$0.isEmbedded && !$0.isAbstract }.flatMap { type in
      [true, false].map { FollowUp.Change.object(type: type.name, isFirst: $0) }
    } + [.group]
  }

  /// A group has all types at once, so it has every second turn.
  static func change(of schema: Schema, turn: Int) -> FollowUp.Change? {
    let singles = Array(changes(of: schema).dropLast())
    return turn % 2 == 0 || singles.isEmpty ? .group : singles[turn / 2 % singles.count]
  }

  static func violation(in context: FollowUpContext) -> Violation? {
    let correspondence = context.correspondence
    let part = correspondence.part(of: context.snapshot)
    let otherPart = correspondence.aligned(
      correspondence.part(ofFollowUp: context.other), to: part)
    switch context.comparison.outcome(part, otherPart) {
    case .equal, .undecided: return nil
    case .different(let difference): return Violation(difference: .ends(difference))
    }
  }

  static func violation(
    _ outcomes: UnequalOutcomes, isRefusedAlone: () throws -> Bool
  ) rethrows -> Violation? {
    if !outcomes.isFirst {
      // That primary keys are unique is about all objects of a type together.
      if outcomes.refusal.code == .duplicatePrimaryKey { return nil }
      // The added objects bring it about by themselves.
      if try isRefusedAlone() { return nil }
    }
    return Violation(difference: .outcomes(outcomes))
  }
}

extension Check {
  /// Asserts that adding unrelated objects changes nothing else.
  public static let local = Check(Local.self)
}
