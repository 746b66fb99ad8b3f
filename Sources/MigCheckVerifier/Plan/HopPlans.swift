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
  private let areColumns: Bool
  private let plans: Locked<[[HopPlan?]]>

  init(
    versions: [SubjectVersion], expressions: [[MigrationExpression]],
    mappings: (any KnownMappings)? = nil, runsEachVersion: Bool = false,
    areColumns: Bool = false
  ) {
    self.versions = versions
    self.expressions = expressions
    self.mappings = mappings
    self.runsEachVersion = runsEachVersion
    self.areColumns = areColumns
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
      runsEachVersion: runsEachVersion, areColumns: areColumns)
    plans.withLock { $0[from][to - from - 1] = plan }
    return plan
  }
}

/// The stored properties that a type loses and gets between neighbouring versions.
struct TypeChange: Sendable {
  var type: Name
  var removed: [Property]
  var added: [Property]
  /// By the positions of an added and of a removed property: whether they stand behind different ones
  /// of those that both versions have, and the added one not behind all.
  private let isElsewhere: [[Bool]]

  /// Of all types that both schemas have, in the order of the old one; none that loses nothing.
  static func changes(from old: Schema, to new: Schema) -> [TypeChange] {
    old.types.compactMap { type in
      guard let next = new.type(named: type.name) else { return nil }
      let removed = type.storedProperties.filter { next.storedIndex(of: $0.name) == nil }
      guard !removed.isEmpty else { return nil }
      return TypeChange(from: type, to: next, removed: removed)
    }
  }

  private init(from type: ObjectType, to next: ObjectType, removed: [Property]) {
    self.type = type.name
    self.removed = removed
    added = next.storedProperties.filter { type.storedIndex(of: $0.name) == nil }
    /// What stands before a property, of those that both versions have.
    func neighbour(of property: Property, in own: ObjectType, and other: ObjectType) -> Name? {
      own.storedProperties.prefix { $0.name != property.name }.last {
        other.storedIndex(of: $0.name) != nil
      }?.name
    }
    let kept = next.storedProperties.last { type.storedIndex(of: $0.name) != nil }?.name
    isElsewhere = added.map { new in
      let place = neighbour(of: new, in: next, and: type)
      return removed.map { old in
        place != kept && place != neighbour(of: old, in: type, and: next)
      }
    }
  }

  /// Whether one of the properties may be the other under a new name, as far as their names and their
  /// places among the columns of a table tell.
  ///
  /// Where a table is made anew, its author puts each column where it belongs, so that one that has
  /// another name and stands elsewhere is another column. One at the end may be there as `ADD COLUMN`
  /// has no other place for it.
  func resemble(_ removed: Property, _ added: Property) -> Bool {
    !standsElsewhere(removed, added) || Self.haveLikeNames(removed, added)
  }

  func standsElsewhere(_ removed: Property, _ added: Property) -> Bool {
    guard let new = self.added.firstIndex(where: { $0.name == added.name }),
      let old = self.removed.firstIndex(where: { $0.name == removed.name })
    else { return false }
    return isElsewhere[new][old]
  }

  static func haveLikeNames(_ removed: Property, _ added: Property) -> Bool {
    NameStem(removed.name.text).sharesWord(with: NameStem(added.name.text))
      || NameStem(removed.name.text).isLike(NameStem(added.name.text))
  }
}
