import MigCheckModel

/// The part of `data-preserved` that looks at what an author named as the source of something, and
/// the engine knows by another name: no object or value goes there.
enum MisnamedSource {
  static func violations(
    in context: HopContext, outcomes: ObjectOutcomes
  ) -> [DataPreserved.Violation] {
    (context.plan.mapping?.misnamed ?? []).compactMap { misnaming in
      var violation =
        misnaming.place.property.map {
          values(of: misnaming, into: $0, context: context, outcomes: outcomes)
        } ?? objects(of: misnaming, context: context)
      violation?.identifier = misnaming.identifier
      return violation
    }
  }

  private static func objects(
    of misnaming: HopMapping.Misnaming, context: HopContext
  ) -> DataPreserved.Violation? {
    guard let type = context.before.schema.index(of: misnaming.source),
      context.before.count(of: type) > 0, !context.plan.types[type].isDropped
    else { return nil }
    return DataPreserved.Violation(
      .typeGone(misnaming.place.type), of: misnaming.source,
      object: context.before.key(of: type, at: 0), count: context.before.count(of: type))
  }

  private static func values(
    of misnaming: HopMapping.Misnaming, into name: Name, context: HopContext,
    outcomes: ObjectOutcomes
  ) -> DataPreserved.Violation? {
    let (before, after) = (context.before, context.after)
    guard let newType = after.schema.index(of: misnaming.place.type),
      let type = context.plan.oldType[newType],
      let column = before.schema.types[type].storedIndex(of: misnaming.source),
      let newColumn = after.schema.types[newType].storedIndex(of: name),
      !context.plan.types[type].isPropertyDropped[column]
    else { return nil }
    let property = before.schema.types[type].storedProperties[column]
    let written = context.record.written(name, of: misnaming.place.type)
    let lost = outcomes.pairs[type].filter { pair in
      let value = before.value(of: type, at: pair.old, column: column)
      let other = after.value(of: newType, at: pair.new, column: newColumn)
      return !property.isInsignificant(value)
        && !written.contains(after.key(of: newType, at: pair.new))
        && outcomes.normalizedOld(value) != outcomes.normalizedNew(other)
    }
    guard let first = lost.first else { return nil }
    let value = before.value(of: type, at: first.old, column: column)
    return DataPreserved.Violation(
      .lostRename(
        DataPreserved.Removal(
          property: misnaming.source, value: before.snapshot.text(of: value),
          successor: name.text)),
      of: before.schema.types[type].name, object: before.key(of: type, at: first.old),
      count: lost.count)
  }
}
