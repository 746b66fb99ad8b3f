extension Coverage {
  /// One atomic condition of a migration step or of an invariant, and how it came out where it
  /// decided something.
  public struct ConditionCoverage: Sendable, Equatable, Codable {
    /// The version whose migration or invariant it is of.
    public var version: UInt64
    /// The position of the step in the migration, from 0; `nil` for an invariant.
    public var step: Int?
    /// The name of the invariant.
    public var invariant: String?
    public var type: String
    /// The property that the step sets by it; `nil` for what the step or the invariant asks.
    public var property: String?
    /// As the author wrote it; of `coalesce` and the like the test that they make.
    public var condition: String
    public var wasTrue: Bool
    /// False or null.
    public var wasNotTrue: Bool

    public init(
      version: UInt64, step: Int? = nil, invariant: String? = nil, type: String,
      property: String? = nil, condition: String, wasTrue: Bool = false, wasNotTrue: Bool = false
    ) {
      self.version = version
      self.step = step
      self.invariant = invariant
      self.type = type
      self.property = property
      self.condition = condition
      self.wasTrue = wasTrue
      self.wasNotTrue = wasNotTrue
    }

    public var isMetBothWays: Bool { wasTrue && wasNotTrue }
  }

  /// One step of a migration that visits objects.
  public struct StepCoverage: Sendable, Equatable, Codable {
    public var version: UInt64
    /// The position in the migration, from 0.
    public var step: Int
    public var type: String
    public var condition: String?
    /// Whether there was an object that it concerned.
    public var ran: Bool

    public init(
      version: UInt64, step: Int, type: String, condition: String? = nil, ran: Bool = false
    ) {
      self.version = version
      self.step = step
      self.type = type
      self.condition = condition
      self.ran = ran
    }

    public var isExercised: Bool { ran }
  }
}
