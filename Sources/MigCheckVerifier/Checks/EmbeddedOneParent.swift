import MigCheckModel
import MigCheckText

/// `embedded-one-parent`: each embedded object has exactly one incoming link.
enum EmbeddedOneParent: HopCheck {
  static let name = "embedded-one-parent"
  static let demand = "each embedded object has exactly one parent"

  struct Violation: CheckViolation {
    enum Kind: String, CaseIterable { case noParent, severalParents }

    static let check = Check.embeddedOneParent
    var embedded: Name
    var object: Int64?
    /// Of the example: 0, or at least 2.
    var parents: Int
    var count = 1

    var kind: Kind { parents == 0 ? .noParent : .severalParents }
    var type: Name? { embedded }

    func sentence(at site: FailureSite) -> String {
      parents == 0
        ? "An embedded object of type \(place) is left without a parent."
        : "An embedded object of type \(place) has \(parents) parents."
    }

    func rows(at site: FailureSite) -> [FailureRow] { [row("object")] }
  }

  static func isComponentwise(on plan: HopPlan) -> Bool { true }

  static func violations(in context: HopContext) -> [Violation] {
    var violations = [Violation]()
    for object in context.after.snapshot.misplaced {
      let isOlder = context.before.snapshot.misplaced.contains {
        ($0.key == object.key || context.identity != .exact) && $0.type == object.type
      }
      // What a version drops may leave objects behind that no schema shows any more.
      if isOlder || object.parents == 0 && context.plan.givesUpLinks(to: object.type) { continue }
      let next = Violation(embedded: object.type, object: object.key, parents: object.parents)
      let known = violations.firstIndex {
        $0.kind == next.kind && $0.embedded == next.embedded
      }
      if let known {
        violations[known].count += 1
      } else {
        violations.append(next)
      }
    }
    return violations
  }
}

extension Check {
  /// Asserts that each embedded object has exactly one parent.
  public static let embeddedOneParent = Check(EmbeddedOneParent.self)
}
