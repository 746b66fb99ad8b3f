import MigCheckModel
import MigCheckText

/// One step that evaluates SQL expressions for the objects of a type.
///
/// It visits, in order of the keys: where the type is in both states, the old objects that are
/// still there; where it is only in the new state, all objects that are there; where it is only in
/// the old one, the old objects. For each the condition is evaluated; where it holds the
/// assignments are evaluated in order, each one checked and converted, and when none failed all
/// are written; then the object is deleted if the step says so, before the next one is visited.
package struct ObjectUpdate: Sendable {
  package struct Assignment: Sendable {
    package var name: Name
    /// The property that is written, or why it cannot be.
    package var target: Result<Property, UpgradeError>
    package var expression: SQLExpression

    package init(name: Name, target: Result<Property, UpgradeError>, expression: SQLExpression) {
      self.name = name
      self.target = target
      self.expression = expression
    }
  }

  package var typeName: Name
  /// The table in the old state, or `nil`: the type is new, and there is no `old`.
  package var oldTable: Int?
  /// The table in the new state, or `nil`: the type is gone, and there is no `new`.
  package var newTable: Int?
  /// The properties that `old` shows, with their names at the time of `begin`.
  package var oldProperties: [Property]
  /// The properties that `new` shows; each one the table has now.
  package var newProperties: [Property]
  /// Properties that `new` has, but that fail on being read.
  package var unreadable: [Name]
  package var condition: SQLExpression?
  /// In byte order of the names.
  package var assignments: [Assignment]
  package var deletes: Bool
  /// Whether the keys of the objects for which the condition held are wanted.
  package var records: Bool
  /// Properties of the type that no object holds, such as linking objects.
  package var computed: [Property]
  /// Whether it belongs to a second run of a hop, which sees another clock.
  package var isPerturbed: Bool
  /// What expressions name behind links of `old`, once it was looked for.
  package var oldPaths = LinkPaths()
  package var newPaths = LinkPaths()

  package init(
    typeName: Name, oldTable: Int?, newTable: Int?, oldProperties: [Property],
    newProperties: [Property], unreadable: [Name] = [], condition: SQLExpression?,
    assignments: [Assignment], deletes: Bool, records: Bool, computed: [Property] = [],
    isPerturbed: Bool = false
  ) {
    self.typeName = typeName
    self.oldTable = oldTable
    self.newTable = newTable
    self.oldProperties = oldProperties
    self.newProperties = newProperties
    self.unreadable = unreadable
    self.condition = condition
    self.assignments = assignments
    self.deletes = deletes
    self.records = records
    self.computed = computed
    self.isPerturbed = isPerturbed
  }
}

/// The outcome of an `ObjectUpdate`.
package struct AppliedUpdate: Sendable {
  /// The objects for which the condition held, if the update records them; increasing.
  package var matched: [Int64]
  /// All that was deleted, embedded objects included.
  package var deleted: [ObjectReference]
  /// Embedded objects that went because the link to them was overwritten.
  package var overwritten: [ObjectReference]

  package init(
    matched: [Int64] = [], deleted: [ObjectReference] = [], overwritten: [ObjectReference] = []
  ) {
    self.matched = matched
    self.deleted = deleted
    self.overwritten = overwritten
  }
}

extension ObjectUpdate {
  /// A value of the new state without links to objects that this update has deleted already.
  ///
  /// Expressions can tell only in lists and sets of `mixed`, whose entries vanish: a single link
  /// reads as null anyway.
  func without(_ value: Value, _ isDeleted: (Int64) throws -> Bool) rethrows -> Value {
    func stays(_ element: Value) throws -> Bool {
      guard case .link(let target) = element, target.type == newTable else { return true }
      return try !isDeleted(Int64(target.index))
    }
    switch value {
    case .list(let elements): return .list(try elements.filter(stays))
    case .set(let elements): return .set(try elements.filter(stays))
    default: return value
    }
  }
}
