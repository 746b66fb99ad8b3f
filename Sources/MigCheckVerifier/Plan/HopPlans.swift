import MigCheckModel

/// The plans of all hops of a span, each made when it is first asked for: there are about half as
/// many as the square of the number of versions.
final class HopPlans: Sendable {
  private let versions: [SubjectVersion]
  /// By version: what the migration into it evaluates.
  private let expressions: [[MigrationExpression]]
  /// By version: what differs from the one before.
  private let changes: [[TypeChange]]
  private let mappings: (any KnownMappings)?
  private let runsEachVersion: Bool
  private let plans: Locked<[[HopPlan?]]>

  init(
    versions: [SubjectVersion], expressions: [[MigrationExpression]],
    mappings: (any KnownMappings)? = nil, runsEachVersion: Bool = false
  ) {
    self.versions = versions
    self.expressions = expressions
    self.mappings = mappings
    self.runsEachVersion = runsEachVersion
    changes =
      [[]]
      + zip(versions, versions.dropFirst()).map {
        TypeChange.changes(from: $0.schema, to: $1.schema)
      }
    plans = Locked(
      versions.indices.map { Array(repeating: nil, count: versions.count - $0 - 1) })
  }

  func plan(from: Int, to: Int) -> HopPlan {
    if let known = plans.withLock({ $0[from][to - from - 1] }) { return known }
    let plan = HopPlan(
      versions[from...to], changes: changes[(from + 1)...to],
      migrations: expressions[(from + 1)...to],
      mapping: mappings?.mapping(from: versions[from].number, to: versions[to].number),
      runsEachVersion: runsEachVersion)
    plans.withLock { $0[from][to - from - 1] = plan }
    return plan
  }
}

/// The stored properties that a type loses and gets between neighbouring versions.
struct TypeChange: Sendable {
  var type: Name
  var removed: [Property]
  var added: [Property]

  /// Of all types that both schemas have, in the order of the old one; none that loses nothing.
  static func changes(from old: Schema, to new: Schema) -> [TypeChange] {
    old.types.compactMap { type in
      guard let next = new.type(named: type.name) else { return nil }
      let removed = type.storedProperties.filter { next.storedIndex(of: $0.name) == nil }
      guard !removed.isEmpty else { return nil }
      return TypeChange(
        type: type.name, removed: removed,
        added: next.storedProperties.filter { type.storedIndex(of: $0.name) == nil })
    }
  }
}
