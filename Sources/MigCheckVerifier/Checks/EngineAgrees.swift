import MigCheckModel

/// `engine-agrees`: an upgrade that an app's own code ran led to what a model of its engine predicts.
///
/// A difference is a warning: apps write things when they open a store, and a model may be wrong.
enum EngineAgrees: HopCheck {
  static let name = "engine-agrees"
  static let demand =
    "the app's own upgrade does what migcheck's model of its engine predicts, if it has one"
  static let needs: NeededEvidence = [.prediction]

  enum Violation: CheckViolation {
    case differs(EndDifference)
    /// The app completed an upgrade that the model refuses.
    case completed(Refusal)

    enum Kind: String, CaseIterable { case engineDiffers, engineCompletes }

    static let check = Check.engineAgrees

    var kind: Kind {
      switch self {
      case .differs: .engineDiffers
      case .completed: .engineCompletes
      }
    }

    private var difference: EndDifference? {
      if case .differs(let difference) = self { difference } else { nil }
    }

    private var refusal: Refusal? {
      if case .completed(let refusal) = self { refusal } else { nil }
    }

    var code: String? { difference?.kind.rawValue ?? refusal?.code.rawValue }
    var type: Name? { difference?.type ?? refusal?.type }
    var property: Name? { difference?.property ?? refusal?.property }
    var object: Int64? { difference?.object }
    var count: Int { difference?.count ?? 1 }
    var isWarning: Bool { true }
    var label: String? { difference.map(\.label) ?? code }

    func sentence(at site: FailureSite) -> String {
      let end =
        "The app may write when it opens a store (name what it writes in ignoring), or the history is "
        + "not what the app does."
      switch self {
      case .completed(let refusal):
        return "The app completed an upgrade that migcheck's model of the engine refuses "
          + "(\(refusal.code.rawValue))."
      case .differs(let difference) where difference.isPresence:
        return
          "The app's upgrade and migcheck's model of the engine disagree on which objects of type "
          + "\(place) there are. \(end)"
      case .differs:
        return "The app's upgrade and migcheck's model of the engine disagree on \(place). \(end)"
      }
    }

    func rows(at site: FailureSite) -> [FailureRow] {
      guard let difference else { return [] }
      return [row("the app", difference.first), row("the model", difference.second)]
    }
  }

  static func isComponentwise(on plan: HopPlan) -> Bool { false }

  static func violations(in context: HopContext) -> [Violation] {
    switch context.prediction {
    case nil, .replacing: []
    case .refused(let error): [.completed(Refusal(error))]
    case .content(let predicted):
      context.comparison.differences(context.after.snapshot, predicted).map(Violation.differs)
    }
  }
}

extension Check {
  /// Asserts that an app's own upgrade does what the model of its engine predicts.
  public static let engineAgrees = Check(EngineAgrees.self)
}
