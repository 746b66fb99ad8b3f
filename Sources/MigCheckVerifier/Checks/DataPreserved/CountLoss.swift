import MigCheckModel
import MigCheckText

/// The part of `data-preserved` that is certain where it is not known which objects are the same:
/// there are fewer objects of a type than before, and more are gone than a type that is new could
/// hold, if it has their data now.
enum CountLoss {
  static func violation(
    ofType index: Int, context: HopContext
  ) -> DataPreserved.Violation? {
    let plan = context.plan.types[index]
    let before = context.before
    guard !plan.isDropped, !before.schema.types[index].isEmbedded,
      let deleted = context.record.deletedCount(of: plan.name)
    else { return nil }
    if let new = plan.new, context.after.schema.types[new].isEmbedded { return nil }
    let lost = losses(ofType: index, context: context) - deleted
    guard lost > 0 else { return nil }
    var violation = DataPreserved.Violation(
      plan.new == nil ? .typeGone(nil) : .objectGone(nil), of: plan.name, object: nil, count: lost)
    if plan.new != nil, let suspect = context.record.suspect(plan.name) {
      violation.reason = suspect.reason
      violation.reasonPlace = suspect.place
      violation.goesAlong = suspect.isCascade
      violation.takesAll = suspect.takesAll
    }
    return violation
  }

  /// Whether one object less would be noticed.
  static func showsEachLoss(ofType index: Int, context: HopContext) -> Bool {
    losses(ofType: index, context: context) == 0
  }

  /// How many objects are gone at least; negative: so many more could be, and nobody would know.
  private static func losses(ofType index: Int, context: HopContext) -> Int {
    let kept = context.plan.types[index].new.map(context.after.count(of:)) ?? 0
    return context.before.count(of: index) - kept - addedObjects(context)
  }

  /// How many objects there are of types that the hop adds.
  private static func addedObjects(_ context: HopContext) -> Int {
    context.plan.oldType.indices.filter { context.plan.oldType[$0] == nil }
      .reduce(0) { $0 + context.after.count(of: $1) }
  }
}
