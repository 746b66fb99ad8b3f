import MigCheckModel

extension Coverage {
  /// One atomic condition of a migration step or of an invariant, and how it came out where it
  /// decided something.
  package struct ConditionCoverage: Sendable, Equatable, Codable {
    /// The version whose migration or invariant it is of.
    package var version: UInt64
    /// The position of the step in the migration, from 0; `nil` for an invariant.
    package var step: Int?
    /// The name of the invariant.
    package var invariant: Name?
    package var type: Name
    /// The property that the step sets by it; `nil` for what the step or the invariant asks.
    package var property: Name?
    /// As the author wrote it; of `coalesce` and the like the test that they make.
    package var condition: String
    package var wasTrue: Bool
    /// False or null.
    package var wasNotTrue: Bool

    package init(
      version: UInt64, step: Int? = nil, invariant: Name? = nil, type: Name,
      property: Name? = nil, condition: String, wasTrue: Bool = false, wasNotTrue: Bool = false
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

    package var isMetBothWays: Bool { wasTrue && wasNotTrue }
  }

  /// One step of a migration that visits objects.
  package struct StepCoverage: Sendable, Equatable, Codable {
    package var version: UInt64
    /// The position in the migration, from 0.
    package var step: Int
    package var type: Name
    package var condition: String?
    /// Where it is written, such as `users.history.json:3`; `nil`: version and position say it.
    package var place: String?
    /// Whether there was an object that it concerned.
    package var ran: Bool
    /// Whether a run is worth something without it: graphs are not made for its condition, so that
    /// none may meet it by chance. `nil`: it is not.
    package var isLeftToChance: Bool?

    package init(
      version: UInt64, step: Int, type: Name, condition: String? = nil, place: String? = nil,
      ran: Bool = false, isLeftToChance: Bool? = nil
    ) {
      self.version = version
      self.step = step
      self.type = type
      self.condition = condition
      self.place = place
      self.ran = ran
      self.isLeftToChance = isLeftToChance
    }

    package var isExercised: Bool { ran || isLeftToChance ?? false }
  }
}
