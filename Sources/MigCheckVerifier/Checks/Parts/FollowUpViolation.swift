import MigCheckModel

/// How the upgrades of two start graphs do not agree.
enum FollowUpDifference: Sendable, Codable {
  case ends(EndDifference)
  /// One of them is refused.
  case outcomes(UnequalOutcomes)
}

/// A violation of a check that compares the upgrades of two start graphs.
protocol FollowUpViolation: CheckViolation {
  var difference: FollowUpDifference { get }
}

extension FollowUpViolation {
  var code: String? {
    switch difference {
    case .ends(let difference): difference.kind.rawValue
    case .outcomes(let outcomes): outcomes.refusal.code.rawValue
    }
  }

  var type: Name? {
    switch difference {
    case .ends(let difference): difference.type
    case .outcomes(let outcomes): outcomes.refusal.type
    }
  }

  var property: Name? {
    switch difference {
    case .ends(let difference): difference.property
    case .outcomes(let outcomes): outcomes.refusal.property
    }
  }

  var object: Int64? {
    if case .ends(let difference) = difference { difference.object } else { nil }
  }
  var count: Int { if case .ends(let difference) = difference { difference.count } else { 1 } }

  var label: String? {
    if case .ends(let difference) = difference { difference.label } else { code }
  }

  func rows(at site: FailureSite) -> [FailureRow] {
    let changed = site.change?.rowLabel ?? "changed"
    switch difference {
    case .ends(let difference):
      return [row("as above", difference.first), row(changed, difference.second)]
    case .outcomes(let outcomes):
      return [
        FailureRow("as above", value: outcomes.first), FailureRow(changed, value: outcomes.second),
      ]
    }
  }
}

extension FollowUp.Change {
  /// What was done to the start graph.
  fileprivate var rowLabel: String {
    switch self {
    case .reversed: "reversed"
    case .rotated: "rotated"
    case .object, .group: "with these"
    case .edited: "edited"
    }
  }
}
