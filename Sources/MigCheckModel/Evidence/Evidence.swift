/// What a subject can tell of upgrades beyond the content of its stores.
///
/// Nothing of it is required. A check that lacks the evidence it needs does the best that is still
/// true, or the report says that it was not applicable, and why.
///
/// A subject that wraps another one passes all of this on in one line, with `wrapped(_:)`.
public struct Evidence: Sendable {
  /// How the objects of two snapshots of one store are known to be the same.
  public enum Identity: Sendable {
    /// By `Snapshot.keys`, which name an object through every hop.
    case exact
    /// By the primary key, as long as the migration does not write it; objects of a type without
    /// one are not known.
    case primaryKey
    /// Likewise, and objects of a type without a primary key by their row ids, which
    /// `Snapshot.keys` holds for the rows of such a type.
    case primaryKeyOrRowID
    /// Not at all: snapshots are graphs without names.
    case none
  }

  /// The most that upgrades say of what they wrote.
  public enum Trace: Sendable {
    /// `MigrationTrace.objects`.
    case objects
    /// `MigrationTrace.columns`.
    case columns
    /// Always `MigrationTrace.unknown`.
    case none
  }

  /// How objects are recognised after an upgrade.
  public var identity: Identity
  /// How much is known of what a migration wrote.
  public var trace: Trace
  /// The migrations, as far as they can be read; `nil`: not at all.
  public var steps: (any ReadableSteps)?
  /// Makes what evaluates expressions of migrations for objects that are in no store; `nil`: it
  /// cannot be done.
  public var makeCompiler: (@Sendable () -> (any ExpressionCompiler)?)?
  /// `nil`: no defects of the engine are known.
  public var defects: (any KnownDefects)?
  /// `nil`: the engine has no hazards of its own.
  public var hazards: (any KnownHazards)?
  /// `nil`: invariants cannot be tried.
  public var invariants: (any InvariantEvaluation)?
  /// What the engine does with values.
  public var values: ValueRules
  /// Upgrades that can be interrupted; `nil`: none is of real files.
  public var crashes: (any CrashingUpgrades)?
  /// Whether migrations treat objects one by one, so that what becomes of one does not depend on
  /// others or on their order. Where statements see all objects at once, that they do is no sign of
  /// a mistake.
  public var isObjectByObject = true
  /// The most objects of a type for which an upgrade that runs no code of the author treats each object as
  /// if those without a link to it were not there; 0: for none. Only the numbers that a step gives to
  /// objects depend on others, and primary keys, of which each is there once. A store that holds several
  /// start graphs then shows what a store of each would show.
  package var componentwiseObjects = 0
  /// Whether an upgrade may give something else when it runs again on an equal store, as an app's code may. If
  /// not, trials in two stores do not repeat hops: the second store does.
  package var mayDifferWhenRepeated = true
  /// Whether an upgrade that passes a version may go on from there just as one that begins there. The run
  /// then passes all versions at which paths stop: see `PassingTrace`.
  package var goesOnAsNew = false
  /// Whether an upgrade that skips versions runs the migration into each of them all the same, so that
  /// its schema is there for a while; else the newest schema alone counts.
  public var runsEachVersion = false
  /// Whether properties are columns of tables in a database, so that the place of one among the others
  /// tells whether it may be an earlier one under a new name.
  public var propertiesAreColumns = false
  /// What holds of upgrades that are an app's own code; `nil`: they are a model of it, or SQL.
  public var appUpgrade: AppUpgradeEvidence?
  /// Which graphs stores can begin with; `nil`: all that the schema admits.
  public var starts: (any StartGraphs)?
  /// Where the content of versions comes from; `nil`: names tell, and the trace of a migration.
  package var mappings: (any KnownMappings)?
  /// What is assumed of the content of stores beyond their schemas, one sentence each, for people to
  /// check; `nil`: nothing.
  package var assumptions: [String] = []
  /// What goes wrong when parts of an app open one store in different ways; empty: nothing is known.
  package var openers: [OpenerProblem] = []
  /// Releases before the newest one whose own code can be run on stores of later versions, which are
  /// then `NewerStore`s; empty: none can.
  package var olderReleases: [OlderRelease] = []
  /// The codes of all faults that upgrades may report, in byte order, by which their warnings are
  /// silenced and explained; empty: upgrades report none.
  package var faultCodes: [String] = []
  /// Of these, the codes of those that say what a migration does to values, which may be intended.
  package var valueFaultCodes: [String] = []
  /// What comments in the migrations say to be intended.
  package var allowances: [Allowance] = []
  /// What to say of a run in which upgrades between these versions failed, beside its findings: a
  /// likely misunderstanding of how the subject is declared. `nil`: nothing.
  package var advice: (@Sendable (_ failed: [(from: UInt64, to: UInt64)]) -> String?)?

  /// Evidence with the given parts; the defaults say that nothing further is known.
  public init(
    identity: Identity = .none, trace: Trace = .none, steps: (any ReadableSteps)? = nil,
    makeCompiler: (@Sendable () -> (any ExpressionCompiler)?)? = nil,
    defects: (any KnownDefects)? = nil, invariants: (any InvariantEvaluation)? = nil,
    values: ValueRules = ValueRules(), crashes: (any CrashingUpgrades)? = nil,
    hazards: (any KnownHazards)? = nil, starts: (any StartGraphs)? = nil
  ) {
    self.identity = identity
    self.trace = trace
    self.steps = steps
    self.makeCompiler = makeCompiler
    self.defects = defects
    self.invariants = invariants
    self.values = values
    self.crashes = crashes
    self.hazards = hazards
    self.starts = starts
  }

  /// The same evidence for a subject around this one: further subjects that it gives, such as one
  /// that lacks a step, are wrapped likewise.
  public func wrapped(_ wrap: @escaping @Sendable (any Subject) -> any Subject) -> Evidence {
    var result = self
    // What is around the subject may do anything.
    result.componentwiseObjects = 0
    result.steps = steps.map { WrappedSteps(steps: $0, wrap: wrap) }
    return result
  }

  /// The same evidence for a subject around this one that runs other code and takes this one's upgrades
  /// for predictions: none of its steps can be left out.
  ///
  /// - Parameter watch: what the upgrades of this subject tell in the place of the watch of the other one.
  package func predicted(
    watchedBy watch: @escaping @Sendable (any ConditionWatch) -> any ConditionWatch,
    _ wrap: @escaping @Sendable (any Subject) -> any Subject
  ) -> Evidence {
    var result = self
    result.componentwiseObjects = 0
    result.steps = steps.map { WrappedSteps(steps: $0, wrap: wrap, watchOfPrediction: watch) }
    return result
  }
}

extension Evidence {
  /// Empty where steps cannot be read.
  package func expressions(into version: UInt64) -> [MigrationExpression] {
    steps?.expressions(into: version) ?? []
  }

  /// Steps that cannot be read are code.
  package func holdsCode(into version: UInt64) -> Bool { steps?.holdsCode(into: version) ?? true }
}

private struct WrappedSteps: ReadableSteps {
  let steps: any ReadableSteps
  let wrap: @Sendable (any Subject) -> any Subject
  /// `nil`: the upgrades are those of the steps.
  var watchOfPrediction: (@Sendable (any ConditionWatch) -> any ConditionWatch)?

  var definition: String { steps.definition }

  func expressions(into version: UInt64) -> [MigrationExpression] {
    steps.expressions(into: version)
  }

  func objectSteps(into version: UInt64) -> [ObjectStep] { steps.objectSteps(into: version) }

  func conditionalSteps(into version: UInt64) -> [ConditionalStep] {
    steps.conditionalSteps(into: version)
  }

  func literals(into version: UInt64) -> [Value] { steps.literals(into: version) }

  func holdsCode(into version: UInt64) -> Bool { steps.holdsCode(into: version) }

  func watched(by watch: any ConditionWatch) -> (any Subject)? {
    steps.watched(by: watchOfPrediction?(watch) ?? watch).map(wrap)
  }

  func omissions(everywhere: Bool) -> [StepOmission] {
    guard watchOfPrediction == nil else { return [] }
    return steps.omissions(everywhere: everywhere).map { omission in
      StepOmission(
        version: omission.version, step: omission.step, subject: omission.subject().map(wrap))
    }
  }

  func descriptions(into version: UInt64) -> [String] { steps.descriptions(into: version) }
}
