import MigCheckModel
import MigCheckText

/// The schema versions of one store, oldest first, and how a store becomes each of them.
///
/// A history is read from a file, or written in Swift; either way it is a plain value that can be
/// verified.
public struct History: Sendable {
  /// The name of the store, as reports show it; random graphs depend on it.
  public var name: String
  /// Whose upgrade rules hold.
  public var engine: EngineID
  /// In strictly increasing order of their numbers; gaps are allowed.
  public var stages: [HistoryVersion]
  /// Properties that comparisons leave out: those that were named, and then those whose values an app
  /// makes anew for each object, which cannot be taken out here.
  public var ignoring: [PropertyPath] {
    get { ignoredByName + fresh.filter { !ignoredByName.contains($0) } }
    set { ignoredByName = newValue.filter { !fresh.contains($0) } }
  }
  /// The properties that an author named to be left out.
  package private(set) var ignoredByName: [PropertyPath]
  /// Which chains of upgrades stores take.
  public var paths = UpgradePaths.all
  /// The last version that users have; `nil`: not said.
  public var shipped: UInt64?
  /// What only the histories of its engine say.
  package var options: any EngineOptions = NoEngineOptions()
  /// How many seconds of a processor's time a migration block may take in one upgrade; one that takes
  /// longer, or six times as long in all, is stopped, and that is a finding.
  public var blockTimeLimit = Self.defaultBlockTimeLimit
  package static let defaultBlockTimeLimit = 10.0
  /// Whether it was read from a file, whose places errors can name.
  package var isFromFile = false
  /// A step that does not run, as a mistake made on purpose; `nil`: all steps run.
  var omittedStep: OmittedStep?
  /// Is told what its probes come to in upgrades; `nil`: nobody watches.
  var watch: (any ConditionWatch)?

  /// A history of parts that are there already; `init(_:ignoring:paths:shipped:versions:)` reads better in code.
  public init(
    name: String, engine: EngineID, stages: [HistoryVersion], ignoring: [PropertyPath] = []
  ) {
    self.name = name
    self.engine = engine
    self.stages = stages
    ignoredByName = ignoring
  }

  /// The version of a number, or `nil` if the history has none.
  ///
  /// - Complexity: O(*n*) in the number of versions.
  public func stage(_ version: UInt64) -> HistoryVersion? {
    // A closure over elements would copy each of them.
    for index in stages.indices where stages[index].number == version { return stages[index] }
    return nil
  }

  /// The properties whose values an app makes anew for each object, in some version.
  private var fresh: [PropertyPath] {
    var paths = [PropertyPath]()
    // A whole version would be a copy.
    for stage in stages.indices {
      for path in stages[stage].freshProperties where !paths.contains(path) { paths.append(path) }
    }
    return paths
  }
}

/// One version of a history.
public struct HistoryVersion: Sendable {
  /// 0 … 2⁶⁴−2.
  public var number: UInt64
  /// The object types of the version.
  public var schema: Schema
  /// What the migration does on the way into this version, in order.
  package var steps: [MigrationStep]
  /// Data that this version drops on purpose: `"Person.age"` or `"Ghost"`.
  public var drops: [PropertyPath]
  /// What must hold of every object in a store that has just reached this version.
  public var invariants: [HistoryInvariant]
  /// What its stores hold, beyond the schema.
  package var assumptions: [DataAssumption] = []
  /// Where it was written; `nil`: nothing says.
  package var source: SourcePlace?
  /// What its engine knows of it, beyond the schema; `nil`: nothing.
  package var payload: (any EnginePayload)?
  /// What its authors call it, beside its number; `nil`: nothing.
  package var label: String?
  /// The types that it names in a file which says only what changed; `nil`: it says everything.
  package var changedTypes: [Name]?

  package init(
    number: UInt64, schema: Schema, steps: [MigrationStep] = [], drops: [PropertyPath] = [],
    invariants: [HistoryInvariant] = []
  ) {
    self.number = number
    self.schema = schema
    self.steps = steps
    self.drops = drops
    self.invariants = invariants
  }
}

/// What an author says of every object that has come from one version to another, with the means to
/// evaluate it.
public struct HistoryInvariant: Sendable {
  /// What must be true of an object.
  package enum Condition: Sendable {
    /// An SQL expression over `old` and `new`.
    case expression(SQLExpression)
    /// Swift code: the object as it was at `since`, and as it is now.
    case closure(@Sendable (_ old: ObjectView, _ new: ObjectView) throws -> Bool)
  }

  /// What reports call it.
  public var name: Name
  /// The type whose objects it is about.
  public var type: Name
  /// The version at which the store started.
  public var since: UInt64
  package var condition: Condition
  /// Where it was written; `nil`: nothing says.
  package var source: SourcePlace?

  package init(name: Name, type: Name, since: UInt64, condition: Condition) {
    self.name = name
    self.type = type
    self.since = since
    self.condition = condition
  }
}

/// A read-only object of a snapshot, for invariants in Swift.
public struct ObjectView: Sendable {
  package let type: ObjectType
  package let values: [Value]

  package init(type: ObjectType, values: [Value]) {
    self.type = type
    self.values = values
  }

  /// The exact value of a stored property, or `nil` if the type has no property of that name.
  public func value(of property: String) -> Value? {
    type.storedIndex(of: Name(property)).map { values[$0] }
  }

  /// The value of a stored property as a plain Swift value, as `RealmMigrationObject` gives it; `nil`
  /// for null, for links, and if the type has no property of that name.
  public subscript(property: String) -> Any? {
    value(of: property).flatMap { Bridging.swiftValue($0) { _ in nil } }
  }
}

/// One step of a migration.
package struct MigrationStep: Sendable {
  package var action: Action
  /// The step runs only when the store that is upgraded was at one of these versions; `nil`:
  /// always.
  package var onlyFrom: [UInt64]?
  /// The step runs only when the store is upgraded to one of these versions; `nil`: to any.
  package var onlyTo: [UInt64]?
  /// The step runs only on the way to versions that have this property; `nil`: to any.
  package var ifProperty: PropertyPath?
  /// Whether it is the block that shipped with its version, for stores of every older version.
  package var isReleaseBlock = false
  /// Where it was written; `nil`: nothing says.
  package var source: SourcePlace?
  /// Its place in the history, where somebody watches what its conditions come to.
  package var place: ConditionPlace?

  package init(
    _ action: Action, onlyFrom: [UInt64]? = nil, onlyTo: [UInt64]? = nil,
    ifProperty: PropertyPath? = nil
  ) {
    self.action = action
    self.onlyFrom = onlyFrom
    self.onlyTo = onlyTo
    self.ifProperty = ifProperty
  }

  /// A property and the SQL expression that it is set to.
  package struct Assignment: Sendable, Equatable {
    package var property: Name
    package var expression: SQLExpression

    package init(_ property: Name, _ expression: SQLExpression) {
      self.property = property
      self.expression = expression
    }

    package init(_ property: Name, _ expression: String) {
      self.init(property, SQLExpression(expression))
    }
  }

  /// What a step does.
  package enum Action: Sendable {
    /// Moves the values of a property to another name.
    case renameProperty(type: Name, from: Name, to: Name)
    /// For each object for which `where` holds: sets properties, or deletes it.
    case enumerate(type: Name, where: SQLExpression?, set: [Assignment], delete: Bool)
    /// Adds an object; properties that are left out get the default of the new schema.
    case create(type: Name, value: [Assignment])
    /// Deletes all objects of a type.
    case deleteData(type: Name)
    /// Says what happens to objects without one parent when their type becomes embedded.
    case embed(type: Name, orphans: History.Orphans, shared: History.Shared)
    /// Code, which an engine runs.
    case code(MigrationBlock)
  }
}
