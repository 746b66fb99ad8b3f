import MigCheckText

/// A step of a migration that visits the objects of a type and evaluates expressions for them.
public struct ObjectStep: Sendable {
  /// A property and the expression that it is set to.
  public struct Assignment: Sendable {
    /// The property that is set.
    public var property: Name
    /// The expression that gives its value.
    public var expression: SQLExpression

    /// An assignment of an expression to a property.
    public init(_ property: Name, _ expression: SQLExpression) {
      self.property = property
      self.expression = expression
    }
  }

  /// Its place among the steps of the version, from 0.
  public var position: Int
  /// The type whose objects the step visits.
  public var type: Name
  /// What must be true of an object for the step to concern it; `nil`: nothing.
  public var condition: SQLExpression?
  /// What the step sets, in its order; empty if that is not known.
  public var assignments: [Assignment]
  /// The step runs only on stores that come from these versions; `nil`: from any.
  public var onlyFrom: [UInt64]?
  /// The step runs only on the way to these versions; `nil`: to any.
  public var onlyTo: [UInt64]?

  /// A step that visits objects, at a position from 0.
  public init(
    position: Int, type: Name, condition: SQLExpression?, assignments: [Assignment] = [],
    onlyFrom: [UInt64]? = nil, onlyTo: [UInt64]? = nil
  ) {
    self.position = position
    self.type = type
    self.condition = condition
    self.assignments = assignments
    self.onlyFrom = onlyFrom
    self.onlyTo = onlyTo
  }
}

/// A step of a migration that concerns the objects for which a condition holds, and of which it is only
/// known whether there were any.
public struct ConditionalStep: Sendable {
  /// Its place among the steps of the version, from 0.
  public var position: Int
  /// The type whose objects it changes, deletes or copies.
  public var type: Name
  /// As the author wrote it.
  public var condition: String
  /// Where it is written, such as `2_users.sql:3`; `nil`: the position says it.
  public var place: String?
  /// Whether no object can meet the condition.
  public var isContradiction: Bool

  /// A step that concerns the objects for which a condition holds, at a position from 0.
  public init(
    position: Int, type: Name, condition: String, place: String? = nil,
    isContradiction: Bool = false
  ) {
    self.position = position
    self.type = type
    self.condition = condition
    self.place = place
    self.isContradiction = isContradiction
  }
}

/// Where expressions are evaluated.
public enum ConditionPlace: Sendable, Hashable {
  /// A step of the migration into a version, by its position there.
  case step(version: UInt64, position: Int)
  /// An invariant of a version, by its position there.
  case invariant(version: UInt64, position: Int)
}

/// An expression to be evaluated beside those of a place, for the same objects.
public struct ConditionProbe: Sendable {
  /// Names the probe to the watch that gave it.
  public var id: Int
  /// SQL that comes to 0, 1 or 2.
  public var text: String

  /// A probe with the number by which results name it.
  public init(id: Int, text: String) {
    self.id = id
    self.text = text
  }
}

/// Is told by upgrades how its probes evaluated for the objects that they met.
///
/// Used by many threads at a time.
public protocol ConditionWatch: AnyObject, Sendable {
  /// The kind of store that tells; it would be the same in others.
  var kind: StoreKind { get }

  /// Probes of which something is not known yet. Empty as soon as all is known, so that upgrades
  /// then cost no more than without a watch.
  func probes(at place: ConditionPlace) -> [ConditionProbe]

  /// - Parameter results: for each probe, whether it evaluated to 1, and whether to 2.
  func saw(_ results: [(probe: Int, one: Bool, two: Bool)])

  /// Objects of a type are visited by code that cannot be read.
  func saw(_ visit: CodeVisit)

  /// Code does something whose result is unclear.
  func saw(_ doubt: CodeDoubt)
}

extension ConditionWatch {
  /// Ignores the visit.
  public func saw(_ visit: CodeVisit) {}
  /// Ignores the doubt.
  public func saw(_ doubt: CodeDoubt) {}
}

/// That code of a migration, which cannot be read beforehand, visits the objects of a type.
public struct CodeVisit: Sendable, Hashable {
  /// The version of the store before the upgrade.
  public var from: UInt64
  /// The version that the upgrade leads to.
  public var to: UInt64
  /// The type whose objects are visited.
  public var type: Name
  /// Whether the store or its new schema has the type.
  public var isKnown: Bool
  /// Whether there was an object.
  public var isMet: Bool

  /// A visit on the way between two versions.
  public init(from: UInt64, to: UInt64, type: Name, isKnown: Bool, isMet: Bool) {
    self.from = from
    self.to = to
    self.type = type
    self.isKnown = isKnown
    self.isMet = isMet
  }
}

/// That code of a migration does something whose result in the engine is unclear, so that it was
/// let pass.
public struct CodeDoubt: Sendable, Hashable, Codable {
  /// The version that the upgrade leads to.
  public var to: UInt64
  /// The type that it is about.
  public var type: Name
  /// The property that it is about.
  public var property: Name
  /// One sentence.
  public var message: String
  /// One sentence: what to do instead.
  public var remedy: String

  /// A doubt on the way to a version.
  public init(to: UInt64, type: Name, property: Name, message: String, remedy: String) {
    self.to = to
    self.type = type
    self.property = property
    self.message = message
    self.remedy = remedy
  }
}
