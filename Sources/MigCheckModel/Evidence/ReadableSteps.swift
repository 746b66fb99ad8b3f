import MigCheckText

/// The migrations of a subject, as far as they can be read.
public protocol ReadableSteps: Sendable {
  /// A text that changes when the migrations do, as far as they can be told apart; shards of one
  /// run are recognised by it.
  var definition: String { get }

  /// What can be read from the migration into `version` about values that matter to it: SQL
  /// expressions of its steps, each with the type whose objects it is evaluated for.
  func expressions(into version: UInt64) -> [MigrationExpression]

  /// The literals in the migration into `version`, in order, each once: strings, numbers as `int` or
  /// `double`. Values that the author wrote down are those that the migration tells from others.
  func literals(into version: UInt64) -> [Value]

  /// The steps of the migration into `version` that visit objects, as far as they can be read.
  func objectSteps(into version: UInt64) -> [ObjectStep]

  /// The steps of the migration into `version` that concern some objects of a type only, and see all of
  /// them at once; those of `objectSteps(into:)` are not among them.
  func conditionalSteps(into version: UInt64) -> [ConditionalStep]

  /// Whether the migration into `version` holds code that cannot be read, which may number objects,
  /// count them or compare them with each other on purpose.
  func holdsCode(into version: UInt64) -> Bool

  /// The subject, with upgrades and invariants that tell a watch what its probes come to; `nil`: it
  /// cannot be watched.
  func watched(by watch: any ConditionWatch) -> (any Subject)?

  /// What the migration into `version` does, a sentence or statement for each step; empty: that is
  /// not known.
  func descriptions(into version: UInt64) -> [String]

  /// Copies of the subject whose migration lacks a step, one for each step that can be left out:
  /// mistakes that the checks of a run should notice.
  ///
  /// - Parameter everywhere: whether the step never runs; else it is left out only where an upgrade
  ///   skips versions, and runs on the hop from its version's neighbour to its version.
  func omissions(everywhere: Bool) -> [StepOmission]
}

extension ReadableSteps {
  /// Empty: any two migrations look alike.
  public var definition: String { "" }
  /// None: no step can be read.
  public func objectSteps(into version: UInt64) -> [ObjectStep] { [] }
  /// None: no step can be read.
  public func conditionalSteps(into version: UInt64) -> [ConditionalStep] { [] }
  /// The literals of the expressions and conditions, each once.
  public func literals(into version: UInt64) -> [Value] {
    SQLToken.literals(
      in: expressions(into: version).flatMap { [$0.expression] + [$0.condition].compactMap(\.self) }
        .map(\.text))
  }
  /// `nil`: it cannot be watched.
  public func watched(by watch: any ConditionWatch) -> (any Subject)? { nil }
  /// None: no step can be left out.
  public func omissions(everywhere: Bool) -> [StepOmission] { [] }
  /// The steps that can be left out.
  public func descriptions(into version: UInt64) -> [String] {
    omissions(everywhere: true).filter { $0.version == version }.map(\.step)
  }
}

/// A copy of a subject whose migration lacks a step.
public struct StepOmission: Sendable {
  /// The version whose migration lacks the step.
  public var version: UInt64
  /// The step in plain words.
  public var step: String
  private let make: @Sendable () -> (any Subject)?

  /// - Parameter subject: is made each time that it is asked for, since a copy may be large and take
  ///   long to make; `nil`: the migration is none without the step.
  public init(
    version: UInt64, step: String, subject: @autoclosure @escaping @Sendable () -> (any Subject)?
  ) {
    self.version = version
    self.step = step
    make = subject
  }

  /// Makes the copy; `nil`: the migration cannot run without the step at all.
  public func subject() -> (any Subject)? { make() }
}

/// An SQL expression that a migration evaluates for the objects of a type.
public struct MigrationExpression: Sendable {
  /// The type whose objects it is evaluated for.
  public var type: Name
  /// The property that the result is written to; `nil` for a condition.
  public var property: Name?
  /// The expression, as the author wrote it.
  public var expression: SQLExpression
  /// Whether the result goes into an object that the migration creates, and no object is read.
  public var isOfNewObject: Bool
  /// What must be true of an object for the expression to be evaluated for it; `nil`: nothing.
  public var condition: SQLExpression?
  /// The word by which the expression reads the place of the object among those that are visited;
  /// `nil`: it does not.
  public var ordinal: Name?

  /// An expression of a step; `property` is `nil` for a condition.
  public init(
    type: Name, property: Name?, expression: SQLExpression, isOfNewObject: Bool = false,
    condition: SQLExpression? = nil, ordinal: Name? = nil
  ) {
    self.type = type
    self.property = property
    self.expression = expression
    self.isOfNewObject = isOfNewObject
    self.condition = condition
    self.ordinal = ordinal
  }
}

extension SQLToken {
  /// The literals of some texts of SQL, in order, each once.
  package static func literals(in texts: [String]) -> [Value] {
    var result = [Value]()
    for token in texts.flatMap(tokens(of:)) {
      let value: Value?
      switch token {
      case .text(let text): value = .string(text)
      case .number(let digits):
        value = Int64(digits).map(Value.int) ?? Double(digits).map(Value.double)
      default: value = nil
      }
      if let value, !result.contains(value) { result.append(value) }
    }
    return result
  }
}
