import MigCheckModel

/// What a run really tried.
public struct Coverage: Sendable, Codable {
  /// The paths from one start version.
  public struct Paths: Sendable, Equatable, Codable {
    public var from: UInt64
    public var to: UInt64
    /// How many paths there are; at most `UInt64.max`.
    public var count: UInt64
    /// How many of them ran to the end, in the trial in which most did, with at least one object.
    public var completed: UInt64
    /// How many a trial takes at most, where there are too many to take all; `nil`: all.
    public var planned: UInt64?

    public init(
      from: UInt64, to: UInt64, count: UInt64, completed: UInt64, planned: UInt64? = nil
    ) {
      self.from = from
      self.to = to
      self.count = count
      self.completed = completed
      self.planned = planned
    }

    public var isExercised: Bool { completed >= planned ?? count }
  }

  /// What the trials of a long history take of all upgrades.
  public struct Selection: Sendable, Equatable, Codable {
    /// Pairs of versions between which some trial goes without a stop.
    public var hops: Int
    /// All pairs of versions.
    public var allHops: Int

    public init(hops: Int, allHops: Int) {
      self.hops = hops
      self.allHops = allHops
    }
  }

  /// One way in which upgrades from a start version may go wrong.
  public struct HazardCoverage: Sendable, Equatable, Codable {
    /// The version of the witnesses.
    public var start: UInt64
    /// The hop with the change.
    public var hop: Hop
    public var type: String
    public var property: String?
    public var description: String
    /// How many graphs were made to provoke it.
    public var witnesses: Int
    /// How many of them held an object and ran.
    public var ran: Int
    /// Whether the type can have objects at the start version at all.
    public var isPossible: Bool

    public init(
      start: UInt64, hop: Hop, type: String, property: String?, description: String,
      witnesses: Int, ran: Int, isPossible: Bool
    ) {
      self.start = start
      self.hop = hop
      self.type = type
      self.property = property
      self.description = description
      self.witnesses = witnesses
      self.ran = ran
      self.isPossible = isPossible
    }

    public var isExercised: Bool { ran > 0 || !isPossible }
  }

  /// One of the author's invariants.
  public struct InvariantCoverage: Sendable, Equatable, Codable {
    public var name: String
    public var type: String
    public var hop: Hop
    /// For how many objects it was tried.
    public var objects: Int
    /// In how many of the random trials from its first version it was tried at all.
    public var random: Rate

    public init(name: String, type: String, hop: Hop, objects: Int, random: Rate = Rate()) {
      self.name = name
      self.type = type
      self.hop = hop
      self.objects = objects
      self.random = random
    }

    public var isExercised: Bool { objects > 0 }
  }

  public var paths: [Paths]
  /// What trials are limited to in a long history; `nil`: to nothing.
  public var selection: Selection?
  /// Every type of every start version that can have objects there.
  public var types: [TypeCoverage]
  public var hazards: [HazardCoverage]
  public var invariants: [InvariantCoverage]
  /// Of the checks that compare the upgrades of two graphs.
  public var comparisons: [Comparisons]
  /// Every atomic condition that can come out both ways, as far as is known.
  public var conditions: [ConditionCoverage]
  /// Every step of a migration that visits objects and can concern one.
  public var steps: [StepCoverage]
  /// Empty if none were tried, since the run found something or ended early.
  public var injectedFaults: [InjectedFault]

  public init(
    paths: [Paths] = [], selection: Selection? = nil, types: [TypeCoverage] = [],
    hazards: [HazardCoverage] = [],
    invariants: [InvariantCoverage] = [], comparisons: [Comparisons] = [],
    conditions: [ConditionCoverage] = [], steps: [StepCoverage] = [],
    injectedFaults: [InjectedFault] = []
  ) {
    self.paths = paths
    self.selection = selection
    self.types = types
    self.hazards = hazards
    self.invariants = invariants
    self.comparisons = comparisons
    self.conditions = conditions
    self.steps = steps
    self.injectedFaults = injectedFaults
  }

  /// Whether everything that could be tried was tried. A condition that came out one way only is
  /// shown, and no more: perhaps it cannot do otherwise.
  public var isComplete: Bool {
    paths.allSatisfy(\.isExercised) && types.allSatisfy(\.isExercised)
      && hazards.allSatisfy(\.isExercised) && invariants.allSatisfy(\.isExercised)
      && steps.allSatisfy(\.isExercised)
  }
}
