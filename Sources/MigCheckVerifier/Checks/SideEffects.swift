import MigCheckModel
import MigCheckText

/// `side-effects`: no step of a migration does more than it says.
///
/// The subject tells what does, as it alone knows what there is beside types and properties: a
/// trigger that goes with the table that is made anew, a reference that a rename turns elsewhere.
enum SideEffects: HopCheck {
  static let name = "side-effects"
  static let demand =
    "no step does more than it says: nothing that hangs on a type, such as a trigger or an index, is "
    + "lost by accident"

  struct Violation: CheckViolation {
    enum Kind: String, CaseIterable { case partLost, partPerhapsLost }

    static let check = Check.sideEffects
    var fault: String
    var type: Name?
    var property: Name?
    var subject: Name?
    var isError: Bool
    var message: String
    var place: SourcePlace?

    var kind: Kind { isError ? .partLost : .partPerhapsLost }
    var code: String? { fault }
    var isWarning: Bool { !isError }
    var dependsOnObjects: Bool { false }
    var source: SourcePlace? { place }

    func sentence(at site: FailureSite) -> String { message }
  }

  static func violations(in context: HopContext) -> [Violation] {
    context.record.faults.filter { fault in
      fault.repeats.map { $0 <= context.firstVersion } ?? true
    }.map { fault in
      Violation(
        fault: fault.code, type: fault.type, property: fault.property, subject: fault.subject,
        isError: fault.isError, message: fault.message, place: fault.place)
    }
  }
}

extension Check {
  public static let sideEffects = Check(SideEffects.self)
}
