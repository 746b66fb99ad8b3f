import MigCheckModel
import MigCheckText

/// The part of `data-preserved` that looks for a rename that nobody declared: a property goes
/// while another of the same type comes, and nothing is carried over.
enum LostRename {
  static func violations(
    in context: HopContext, outcomes: ObjectOutcomes
  ) -> [DataPreserved.Violation] {
    context.plan.suspicions.compactMap { violation(of: $0, context: context, outcomes: outcomes) }
  }

  private static func violation(
    of suspicion: HopPlan.Suspicion, context: HopContext, outcomes: ObjectOutcomes
  ) -> DataPreserved.Violation? {
    let before = context.before
    let name = context.plan.types[suspicion.type].name
    let record = context.record
    guard !record.isRenamed(suspicion.removed.name, of: name),
      !record.isUsed(suspicion.removed.name, of: name)
    else { return nil }
    let untouched = suspicion.added.filter { added in
      !record.isRenamed(added.name, of: name)
        && record.written(added.name, of: name).isEmpty
        && !isWrittenOnCondition(added, of: name, context: context)
    }
    guard let successor = untouched.first else { return nil }
    let holders = (0..<before.count(of: suspicion.type)).filter { position in
      !suspicion.removed.isInsignificant(
        before.value(of: suspicion.type, at: position, column: suspicion.column))
    }
    guard let example = holders.first,
      !isRead(suspicion, of: name, context: context),
      !isCarriedOver(
        suspicion.column, of: suspicion.type, context: context, outcomes: outcomes)
    else { return nil }
    let value = before.value(of: suspicion.type, at: example, column: suspicion.column)
    let isSameType = suspicion.removed.hasSameContent(as: successor)
    return DataPreserved.Violation(
      .lostRename(
        DataPreserved.Removal(
          property: suspicion.removed.name, value: before.snapshot.text(of: value),
          successor: successor.name.text, notation: isSameType ? nil : successor.notation)),
      of: name, object: before.key(of: suspicion.type, at: example), count: holders.count)
  }

  /// Whether a step writes the property for some objects only, and here for none.
  private static func isWrittenOnCondition(
    _ added: Property, of type: Name, context: HopContext
  ) -> Bool {
    let own = context.plan.expressions.filter { $0.type == type }
    return own.contains { $0.property == added.name }
      && own.contains { $0.property == nil }
  }

  /// Whether an expression that ran reads the property: its values went somewhere.
  private static func isRead(
    _ suspicion: HopPlan.Suspicion, of type: Name, context: HopContext
  ) -> Bool {
    context.plan.expressions.contains { expression in
      guard expression.type == type, let target = expression.property,
        !context.record.written(target, of: type).isEmpty
      else { return false }
      return expression.expression.names(suspicion.removed.name.text)
    }
  }

  /// Whether the values of a column show in a property of the type that the migration wrote, whole
  /// or as a part of a text.
  static func isCarriedOver(
    _ column: Int, of type: Int, context: HopContext, outcomes: ObjectOutcomes
  ) -> Bool {
    let plan = context.plan.types[type]
    guard let new = plan.new else { return false }
    let newType = context.after.schema.types[new]
    let property = context.before.schema.types[type].storedProperties[column]
    for name in context.record.writtenProperties(of: plan.name) {
      guard let newColumn = newType.storedIndex(of: name) else { continue }
      // Nobody can tell which objects are to be compared.
      guard context.identifies(type) else { return true }
      let written = context.record.written(name, of: plan.name)
      var (seen, missed) = (false, false)
      for pair in outcomes.pairs[type] {
        let old = context.before.value(of: type, at: pair.old, column: column)
        guard !property.isInsignificant(old),
          written.contains(context.before.key(of: type, at: pair.old))
        else { continue }
        let value = context.after.value(of: new, at: pair.new, column: newColumn)
        if value.shows(old) { seen = true } else { missed = true }
      }
      if seen, !missed { return true }
    }
    return false
  }
}

extension Value {
  fileprivate func shows(_ part: Value) -> Bool {
    if self == part { return true }
    guard case .string(let text) = self, case .string(let part) = part else { return false }
    return text.utf8.containsSequence(Array(part.utf8))
  }
}

extension Collection where Element: Equatable {
  fileprivate func containsSequence(_ part: [Element]) -> Bool {
    var start = startIndex
    while start != endIndex {
      if self[start...].starts(with: part) { return true }
      start = index(after: start)
    }
    return part.isEmpty
  }
}
