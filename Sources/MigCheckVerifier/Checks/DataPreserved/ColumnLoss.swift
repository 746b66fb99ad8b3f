import MigCheckModel
import MigCheckText

/// The part of `data-preserved` that looks at columns which no statement wrote, where nobody can
/// tell which rows are the same: every value of the column must still be there, as often as before.
enum ColumnLoss {
  /// Whether the values of a property can be counted without knowing whose they are.
  static func judges(_ property: Property) -> Bool {
    !property.isLink && property.type != .mixed && property.collection == nil
  }

  static func violations(
    ofType index: Int, context: HopContext
  ) -> [DataPreserved.Violation] {
    let plan = context.plan.types[index]
    let (before, after) = (context.before, context.after)
    guard let new = plan.new, !plan.isDropped, context.record.isKnown,
      !context.record.mayDelete(plan.name), !before.schema.types[index].isEmbedded,
      !after.schema.types[new].isEmbedded, before.count(of: index) <= after.count(of: new)
    else { return [] }
    let newType = after.schema.types[new]
    return before.schema.types[index].storedProperties.enumerated().compactMap { column, property in
      let names = context.record.names(of: property.name, type: plan.name)
      guard !plan.isPropertyDropped[column], judges(property),
        let newColumn = newType.storedIndex(of: names[names.count - 1]),
        case .kept = HopPlan.relation(property, newType.storedProperties[newColumn]),
        names.allSatisfy({ context.record.written($0, of: plan.name).isEmpty }),
        names.count > 1 || !context.record.isRenameTarget(property.name, of: plan.name)
      else { return nil }
      var left = [KeyValue: Int]()
      for position in 0..<after.count(of: new) {
        let value = after.value(of: new, at: position, column: newColumn)
        left[KeyValue(context.comparable(value)), default: 0] += 1
      }
      var violation: DataPreserved.Violation?
      for position in 0..<before.count(of: index) {
        let value = before.value(of: index, at: position, column: column)
        let key = KeyValue(context.comparable(value))
        if let count = left[key], count > 0 {
          left[key] = count - 1
        } else if violation == nil {
          let change = DataPreserved.ValueChange(
            property: property.name, before: before.snapshot.text(of: value), after: "absent",
            isLeftOut: context.record.isLeftOut(property.name, of: plan.name) ? true : nil)
          var first = DataPreserved.Violation(
            .value(.valueChanged, change), of: plan.name, object: nil)
          first.note(
            context.record.suspect(
              newType.storedProperties[newColumn].name, of: newType.name))
          violation = first
        } else {
          violation?.count += 1
        }
      }
      return violation
    }
  }
}
