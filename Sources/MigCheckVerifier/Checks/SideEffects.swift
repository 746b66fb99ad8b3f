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
    /// Whether a setting that nothing states decides; `nil`: no.
    var isBySetting: Bool?
    /// Whether a comment in the migration says that it is intended; `nil`: no.
    var isIntended: Bool?
    var message: String
    var place: SourcePlace?
    /// A row before and what is left of it.
    var examples: [ExampleRow] = []

    var kind: Kind { isError ? .partLost : .partPerhapsLost }
    var code: String? { fault }
    var isWarning: Bool { !isError && !isUndecided }
    var isUndecided: Bool { isBySetting ?? false }
    var dependsOnObjects: Bool { false }
    var source: SourcePlace? { place }
    var isAllowed: Bool { isIntended ?? false }

    func sentence(at site: FailureSite) -> String { message }

    func rows(at site: FailureSite) -> [FailureRow] {
      examples.map { FailureRow($0.isAfter ? "after" : "before", type: $0.table, value: $0.text) }
    }
  }

  /// A row of a table, as a report shows it.
  struct ExampleRow: Sendable, Codable {
    var isAfter: Bool
    var table: Name
    /// Its columns and values, or that it is gone.
    var text: String

    init(_ row: HopFault.Row) {
      isAfter = row.isAfter
      table = row.table
      guard let cells = row.cells else {
        text = "is gone"
        return
      }
      let texts = cells.map { cell in
        let value = ValueText.text(of: cell.value, schema: Schema([]), label: { _ in 0 })
        return "\(ValueText.escaped(cell.column)) = \(value)"
      }
      text = "(\(texts.joined(separator: ", ")))"
    }
  }

  static func isComponentwise(on plan: HopPlan) -> Bool { true }

  static func violations(in context: HopContext) -> [Violation] {
    context.record.faults.filter { fault in
      fault.repeats.map { $0 <= context.firstVersion } ?? true
    }.map { fault in
      Violation(
        fault: fault.code, type: fault.type, property: fault.property, subject: fault.subject,
        isError: fault.isError, isBySetting: fault.isUndecided ? true : nil,
        isIntended: fault.isAllowed ? true : nil, message: fault.message, place: fault.place,
        examples: fault.rows.map(ExampleRow.init))
    }
  }
}

extension Check {
  /// Asserts that no step does more than it says, such as dropping a trigger.
  public static let sideEffects = Check(SideEffects.self)
}
