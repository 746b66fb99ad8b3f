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
  private let plans: Locked<[[HopPlan?]]>

  init(
    versions: [SubjectVersion], changes: [[TypeChange]], expressions: [[MigrationExpression]],
    mappings: (any KnownMappings)? = nil
  ) {
    self.versions = versions
    self.changes = changes
    self.expressions = expressions
    self.mappings = mappings
    plans = Locked(
      versions.indices.map { Array(repeating: nil, count: versions.count - $0 - 1) })
  }

  func plan(from: Int, to: Int) -> HopPlan {
    if let known = plans.withLock({ $0[from][to - from - 1] }) { return known }
    let plan = HopPlan(
      versions[from...to], changes: changes[(from + 1)...to],
      migrations: expressions[(from + 1)...to],
      mapping: mappings?.mapping(from: versions[from].number, to: versions[to].number))
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
  /// of those that both versions have, and the added one not behind all. `nil`: places tell nothing.
  private let isElsewhere: [[Bool]]?
  private let namedRemovals: [NamedRemoval]

  /// Of all types that both versions have, in the order of the old one; none that loses nothing.
  ///
  /// - Parameter places: whether the places of properties tell which of them may be renamed ones.
  static func changes(
    from old: SubjectVersion, to new: SubjectVersion, places: Bool
  ) -> [TypeChange] {
    old.schema.types.compactMap { type in
      guard let next = new.schema.type(named: type.name) else { return nil }
      let removed = type.storedProperties.filter { next.storedIndex(of: $0.name) == nil }
      guard !removed.isEmpty else { return nil }
      return TypeChange(
        from: type, to: next, removed: removed, places: places,
        namedRemovals: new.namedRemovals.filter { $0.path.type == type.name })
    }
  }

  private init(
    from type: ObjectType, to next: ObjectType, removed: [Property], places: Bool,
    namedRemovals: [NamedRemoval]
  ) {
    self.type = type.name
    self.removed = removed
    self.namedRemovals = namedRemovals
    added = next.storedProperties.filter { type.storedIndex(of: $0.name) == nil }
    guard places else {
      isElsewhere = nil
      return
    }
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

  /// Whether places tell which properties may be renamed ones.
  var hasPlaces: Bool { isElsewhere != nil }

  /// Whether one of the properties may be the other under a new name, as far as their names and their
  /// places among the columns of a table tell.
  ///
  /// Where a table is made anew, its author puts each column where it belongs, so that one that has
  /// another name and stands elsewhere is another column. One at the end may be there as `ADD COLUMN`
  /// has no other place for it. Whoever drops a column by its name before the other is there could not
  /// copy anything: only like names make that one its heir.
  func resemble(_ removed: Property, _ added: Property) -> Bool {
    Self.haveLikeNames(removed, added)
      || !standsElsewhere(removed, added)
        && !namedRemovals.contains {
          $0.path.property == removed.name && $0.laterAdditions.contains(added.name)
        }
  }

  func standsElsewhere(_ removed: Property, _ added: Property) -> Bool {
    guard let isElsewhere,
      let new = self.added.firstIndex(where: { $0.name == added.name }),
      let old = self.removed.firstIndex(where: { $0.name == removed.name })
    else { return false }
    return isElsewhere[new][old]
  }

  static func haveLikeNames(_ removed: Property, _ added: Property) -> Bool {
    NameStem(removed.name.text).sharesWord(with: NameStem(added.name.text))
      || NameStem(removed.name.text).isLike(NameStem(added.name.text))
  }
}
