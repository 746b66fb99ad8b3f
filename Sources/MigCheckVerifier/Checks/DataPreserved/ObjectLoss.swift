import MigCheckModel
import MigCheckText

/// The part of `data-preserved` that looks at objects that are there no more.
enum ObjectLoss {
  static func violations(
    ofType index: Int, outcomes: ObjectOutcomes, context: HopContext
  ) -> [DataPreserved.Violation] {
    let plan = context.plan.types[index]
    guard !plan.isDropped, !context.record.mayDeleteAny(plan.name) else { return [] }
    if !context.record.knowsObjects, isOrBecomesEmbedded(index, context) { return [] }
    var violations = [(cause: UpgradeRecord.Cause?, violation: DataPreserved.Violation)]()
    func add(_ cause: UpgradeRecord.Cause?, _ key: Int64) {
      if let known = violations.firstIndex(where: { $0.cause == cause }) {
        violations[known].violation.count += 1
      } else {
        var violation = DataPreserved.Violation(.objectGone(cause), of: plan.name, object: key)
        if cause == nil, let suspect = context.record.suspect(plan.name) {
          violation.reason = suspect.reason
          violation.reasonPlace = suspect.place
          violation.goesAlong = suspect.isCascade
          violation.takesAll = suspect.takesAll
        }
        violations.append((cause, violation))
      }
    }
    // Nothing is lost with a copy, but the objects that shared it no longer do.
    for position in outcomes.copied[index] {
      let key = context.before.key(of: index, at: position)
      let cause = context.record.cause(of: key, type: plan.name)
      if case .engine(let removal) = cause, removal.leavesCopies, !removal.isDeclared {
        add(cause, key)
      }
    }
    for position in outcomes.gone[index] {
      let key = context.before.key(of: index, at: position)
      let cause = context.record.cause(of: key, type: plan.name)
      switch cause {
      case .overwritten: continue
      case .engine(let removal): if removal.isDeclared { continue }
      case .migration, nil: break
      }
      if context.record.isDeleted(key, type: plan.name)
        || isMisplaced(key, type: plan.name, context: context)
      {
        continue
      }
      if let place = context.before.place(of: index, at: position),
        isExcused(place, outcomes: outcomes, context: context)
      {
        continue
      }
      add(cause, key)
    }
    return violations.map(\.violation)
  }

  /// What happens to objects then is up to the engine and the author.
  private static func isOrBecomesEmbedded(_ index: Int, _ context: HopContext) -> Bool {
    context.before.schema.types[index].isEmbedded
      || context.plan.types[index].new.map { context.after.schema.types[$0].isEmbedded } ?? false
  }

  /// An object that is in the store but has no place in the graph: `embedded-one-parent` tells.
  private static func isMisplaced(_ key: Int64, type: Name, context: HopContext) -> Bool {
    context.after.snapshot.misplaced.contains {
      $0.key == key && $0.type == type
    }
  }

  /// Whether an embedded object went with its parent, or with what happened to the property that
  /// held it, which is judged there.
  private static func isExcused(
    _ place: SnapshotIndex.Inline, outcomes: ObjectOutcomes, context: HopContext
  ) -> Bool {
    let plan = context.plan.types[place.parentType]
    let parent = context.before.schema.types[place.parentType]
    guard let new = plan.new, outcomes.survives(place.parentKey, type: place.parentType),
      let column = parent.storedIndex(of: place.property)
    else { return true }
    if plan.isPropertyDropped[column] { return true }
    let names = context.record.names(of: place.property, type: plan.name)
    let newType = context.after.schema.types[new]
    guard let newColumn = newType.storedIndex(of: names[names.count - 1]) else { return true }
    let relation = HopPlan.relation(
      parent.storedProperties[column], newType.storedProperties[newColumn])
    if case .retyped = relation { return true }
    if names.count == 1, context.record.isRenameTarget(place.property, of: plan.name) {
      return true
    }
    return names.contains {
      context.record.written($0, of: plan.name).contains(place.parentKey)
    }
  }
}
