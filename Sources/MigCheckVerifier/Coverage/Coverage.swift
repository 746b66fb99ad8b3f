import MigCheckModel

/// What a run really tried.
package struct Coverage: Sendable, Codable {
  /// What the trials of a long history take of all upgrades.
  package struct Selection: Sendable, Equatable, Codable {
    /// Pairs of versions between which some trial goes without a stop.
    package var hops: Int
    /// All pairs of versions.
    package var allHops: Int

    package init(hops: Int, allHops: Int) {
      self.hops = hops
      self.allHops = allHops
    }
  }

  /// One way in which upgrades from a start version may go wrong.
  package struct HazardCoverage: Sendable, Equatable, Codable {
    /// The version of the witnesses.
    package var start: UInt64
    /// The hop with the change.
    package var hop: Hop
    package var type: Name
    package var property: Name?
    package var description: String
    /// How many graphs were made to provoke it.
    package var witnesses: Int
    /// How many of them held an object and ran.
    package var ran: Int
    /// Whether the type can have objects at the start version at all.
    package var isPossible: Bool

    package init(
      start: UInt64, hop: Hop, type: Name, property: Name?, description: String,
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

    package var isExercised: Bool { ran > 0 || !isPossible }
  }

  /// One of the author's invariants.
  package struct InvariantCoverage: Sendable, Equatable, Codable {
    package var name: Name
    package var type: Name
    package var hop: Hop
    /// For how many objects it was tried.
    package var objects: Int
    /// In how many of the random trials from its first version it was tried at all.
    package var random: Rate

    package init(name: Name, type: Name, hop: Hop, objects: Int, random: Rate = Rate()) {
      self.name = name
      self.type = type
      self.hop = hop
      self.objects = objects
      self.random = random
    }

    package var isExercised: Bool { objects > 0 }
  }

  /// Versions that no upgrade leads into, though later versions are reached.
  package struct PassedBy: Sendable, Equatable, Codable {
    package var versions: [UInt64]
    /// Those that upgrades lead into.
    package var stops: [UInt64]
    /// What they have in common, as the object of "have".
    package var reason: String

    package init(versions: [UInt64], stops: [UInt64], reason: String) {
      self.versions = versions
      self.stops = stops
      self.reason = reason
    }
  }

  package var paths: [Paths]
  /// Upgrades that no trial runs, since only the app can; `nil`: trials run all of them.
  package var unjudged: Unjudged?
  /// `nil`: upgrades lead into all versions.
  package var passedBy: PassedBy?
  /// What is assumed of the content of stores, beyond their schemas, one sentence each; `nil`: nothing.
  package var assumptions: [String]?
  /// What trials are limited to in a long history; `nil`: to nothing.
  package var selection: Selection?
  /// Every type of every start version that can have objects there.
  package var types: [TypeCoverage]
  package var hazards: [HazardCoverage]
  package var invariants: [InvariantCoverage]
  /// Of the checks that compare the upgrades of two graphs.
  package var comparisons: [Comparisons]
  /// `nil`: the subject's upgrades cannot be interrupted.
  package var crashes: Crashes?
  /// In the order of their versions; `nil`: there are none.
  package var olderReleases: [OlderRelease]?
  /// Every atomic condition that can come out both ways, as far as is known.
  package var conditions: [ConditionCoverage]
  /// Every step of a migration that visits objects and can concern one.
  package var steps: [StepCoverage]
  /// `nil`: no migration has code that visits objects.
  package var code: CodeCoverage?
  /// `nil`: all checks judged all that they are about.
  package var notApplicable: [NotApplicable]?
  /// Start versions behind which an upgrade is refused, as is known and accepted: paths from there
  /// may have no end.
  package var excusedStarts: [UInt64] = []
  /// Empty if none were tried, since the run found something or ended early.
  package var injectedFaults: [InjectedFault]

  package init(
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
  package var isComplete: Bool {
    void == nil && paths.allSatisfy { $0.isExercised || excusedStarts.contains($0.from) }
      && types.allSatisfy { $0.isExercised || excusedStarts.contains($0.start) }
      && hazards.allSatisfy(\.isExercised) && invariants.allSatisfy(\.isExercised)
      && steps.allSatisfy(\.isExercised)
  }
}

extension Coverage {
  /// Takes note of upgrades that are refused, and may be.
  mutating func excuse(_ findings: [Finding]) {
    let refused = findings.filter { $0.severity == .accepted && $0.failure.violation.endsPath }
      .flatMap { [$0.hop] + $0.alsoAt }
    excusedStarts = paths.map(\.from).filter { start in refused.contains { start <= $0.from } }
  }
}
