import MigCheckModel
import MigCheckText

/// Foreign keys that lead to a table which is not there.
struct BrokenReferences {
  static let code = "foreignKeyBroken"

  let target: String
  let columns: [PropertyPath]

  /// - Parameter isError: whether the app will notice.
  func fault(isError: Bool, place: SourcePlace?) -> HopFault {
    // Which of several columns are still broken differs from hop to hop: it is one fault all the same.
    let single = columns.count == 1 ? columns.first : nil
    var fault = HopFault(
      Self.code, type: single?.type, property: single?.property, subject: Name(target),
      isError: isError, message: message, place: place)
    fault.properties = columns
    return fault
  }

  private var message: String {
    let names = columns.map { "\($0)" }
    let shown = names.prefix(6).joined(separator: ", ")
    let rest = names.count > 6 ? " and \(names.count - 6) more" : ""
    return
      "\(shown)\(rest) \(names.count == 1 ? "refers" : "refer") to a table \(target), which is not "
      + "there: every insertion fails as soon as foreign keys are enforced."
  }

  /// What is left of a fault after later scripts of the same hop; `nil`: nothing.
  static func remainder(
    of fault: HopFault, in database: DatabaseSchema, mapping: SchemaMapping
  ) -> HopFault? {
    let left = fault.properties.filter { path in
      database.tables.contains { table in
        mapping.typeName(table.name) == path.type
          && table.foreignKeys.contains { key in
            database.table(named: key.target) == nil
              && mapping.propertyName(key.columns[0], of: table.name) == path.property
          }
      }
    }
    guard left.count < fault.properties.count else { return fault }
    guard !left.isEmpty else { return nil }
    var result = fault
    result.properties = left
    result.message = BrokenReferences(target: fault.subject?.text ?? "", columns: left).message
    return result
  }
}
