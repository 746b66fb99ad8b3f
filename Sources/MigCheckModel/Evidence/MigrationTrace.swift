/// What one hop did, as far as the result alone does not tell.
///
/// Every hop says for itself how much is known of it: a subject that can follow most statements of
/// a migration answers `unknown` for the hop with the one that it cannot.
public enum MigrationTrace: Sendable {
  /// Which properties of which objects the migration wrote, and why objects came and went.
  case objects(UpgradeRecord)
  /// Which columns the statements of the migration wrote, in whatever rows.
  case columns(ColumnTrace)
  /// Anything may have been written, moved or deleted on purpose.
  case unknown

  /// Whether nothing is known of what was written.
  package var isUnknown: Bool {
    switch self {
    case .unknown: true
    case .columns(let columns): columns.saysFaultsAlone
    case .objects: false
    }
  }

  /// What is known object by object; `nil`: less than that.
  public var record: UpgradeRecord? {
    if case .objects(let record) = self { record } else { nil }
  }
}

/// What the statements of a migration did to the columns of tables.
///
/// What is not listed was not done: a property of a type that both versions have, under its name or
/// a new one of `renames`, kept its values unless `written` names it.
public struct ColumnTrace: Sendable {
  /// The columns that were renamed.
  public var renames: [UpgradeRecord.Rename]
  /// The properties that statements wrote, under their names after the hop.
  public var written: [PropertyPath]
  /// The types of which statements deleted objects where an author may mean it: their loss is no
  /// fault. Deletions that nobody may mean are not listed.
  public var deleted: [Name]
  /// Of some types in `deleted`, which objects those statements deleted: others that are gone went by
  /// something else.
  package var deletedObjects: [DeletedObjects] = []
  /// The types to which statements added objects.
  public var created: [Name]
  /// The types whose objects nobody can follow through this hop, whatever the identity is else.
  public var unidentified: [Name]
  /// The properties that a copy into a table made anew does not name, although it has them.
  public var leftOut: [PropertyPath] = []
  /// The properties that went for a reason that can be seen, under their names before the hop: a
  /// statement makes values of other ones from theirs, or drops an index over them by name.
  package var used: [PropertyPath] = []
  /// Why objects may be gone where no statement removes them as an author may mean it.
  package var removals: [SuspectedRemoval] = []
  /// Why properties may have other values where no statement writes them as an author may mean it.
  package var changes: [SuspectedChange] = []
  /// How statements wrote properties, the last statement of each property; a property of `written` that
  /// is not listed was written in a way that is not known.
  package var writes: [ColumnWrite] = []
  /// Properties that hold keys of objects which the hop gives others, and that it leaves as they are.
  package var staleReferences: [StaleReference] = []
  /// What the subject itself knows to be wrong.
  public var faults: [HopFault]
  /// Whether the rest is unknown: anything may have been written, moved or deleted on purpose.
  package var saysFaultsAlone = false

  /// A trace of a hop; what no argument lists was not done.
  public init(
    renames: [UpgradeRecord.Rename] = [], written: [PropertyPath] = [], deleted: [Name] = [],
    created: [Name] = [], unidentified: [Name] = [], faults: [HopFault] = []
  ) {
    self.renames = renames
    self.written = written
    self.deleted = deleted
    self.created = created
    self.unidentified = unidentified
    self.faults = faults
  }
}

extension ColumnTrace {
  /// Takes note of properties that an author says are written on purpose.
  package mutating func noteRewrites(of properties: [PropertyPath]) {
    written += properties
    writes += properties.map {
      ColumnWrite(property: $0, kind: .update, readsItself: false, place: nil)
    }
  }
}

/// How a statement wrote a property.
package struct ColumnWrite: Sendable {
  package enum Kind: Sendable {
    /// A query put the rows of a table into the one that takes its place.
    case copy
    /// An `UPDATE` gave existing rows other values.
    case update
  }

  /// Its names after the hop.
  package var property: PropertyPath
  package var kind: Kind
  /// Whether what is written is made from the property's own earlier value.
  package var readsItself: Bool
  /// Whether the author names `NULL` as a value of the property.
  package var namesNull = false
  /// Whether it is made by a function that reads dates.
  package var readsDates = false
  package var place: SourcePlace?

  package init(
    property: PropertyPath, kind: Kind, readsItself: Bool, namesNull: Bool = false,
    readsDates: Bool = false,
    place: SourcePlace?
  ) {
    self.property = property
    self.kind = kind
    self.readsItself = readsItself
    self.namesNull = namesNull
    self.readsDates = readsDates
    self.place = place
  }
}

/// A statement that takes objects away, or does not take them along, and does not say that it is
/// meant.
package struct SuspectedRemoval: Sendable {
  /// The name of the type before the hop.
  package var type: Name
  /// What the statement does, as a sentence without its full stop: `DELETE FROM a takes every row`.
  package var reason: String
  package var place: SourcePlace?
  /// Whether it removes objects of another type, to which these refer.
  package var isCascade: Bool
  /// Whether it is there to remove all objects of the type.
  package var takesAll: Bool

  package init(
    type: Name, reason: String, place: SourcePlace?, isCascade: Bool = false,
    takesAll: Bool = false
  ) {
    self.type = type
    self.reason = reason
    self.place = place
    self.isCascade = isCascade
    self.takesAll = takesAll
  }
}

/// The objects of a type that statements deleted as an author may mean it.
package struct DeletedObjects: Sendable {
  /// The name of the type before the hop.
  package var type: Name
  /// What each is known by: its primary key, or its row id.
  package var names: [Value]
  /// The keys that the objects have in snapshots; parallel to `names`, or empty where nobody has
  /// given them any.
  package var keys: [Int64] = []

  package init(type: Name, names: [Value]) {
    self.type = type
    self.names = names
  }
}

/// A property that is no link and holds keys of objects all the same, which it kept while the objects got
/// other ones.
package struct StaleReference: Sendable {
  /// Its name before the hop.
  package var property: PropertyPath
  /// Its name after the hop.
  package var newProperty: PropertyPath
  /// The key of the objects that it refers to, before the hop.
  package var key: PropertyPath
  /// Their key after the hop.
  package var newKey: PropertyPath
  /// What gives them other keys, as a sentence without its full stop.
  package var reason: String
  package var place: SourcePlace?

  package init(
    property: PropertyPath, newProperty: PropertyPath, key: PropertyPath, newKey: PropertyPath,
    reason: String, place: SourcePlace?
  ) {
    self.property = property
    self.newProperty = newProperty
    self.key = key
    self.newKey = newKey
    self.reason = reason
    self.place = place
  }
}

/// A statement that gives a property other values, and does not say that it is meant.
package struct SuspectedChange: Sendable {
  /// Its names after the hop.
  package var property: PropertyPath
  /// What the statement does, as a sentence without its full stop.
  package var reason: String
  package var place: SourcePlace?

  package init(property: PropertyPath, reason: String, place: SourcePlace?) {
    self.property = property
    self.reason = reason
    self.place = place
  }
}
