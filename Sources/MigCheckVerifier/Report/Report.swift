import MigCheckModel

/// What a run found. Holds nothing that depends on time, on the machine or on the number of jobs,
/// unless timings were asked for.
public struct Report: Sendable {
  /// What the run came to.
  public enum Verdict: String, Sendable {
    /// All was exercised, and nothing failed.
    case passed
    /// There are findings.
    case failed
    /// Nothing failed, but whether something fails could not be decided: a setting that nothing states
    /// decides it, or a comparison was too large.
    case undecided
    /// Nothing failed, but something was not exercised.
    case vacuous
  }

  /// A version with what its authors call it.
  package struct VersionName: Sendable, Codable, Equatable {
    package var version: UInt64
    package var name: String

    package init(version: UInt64, name: String) {
      self.version = version
      self.name = name
    }
  }

  /// A step of the migration between two neighbouring versions that deletes objects of a type, as its
  /// author says.
  package struct PurposefulRemoval: Sendable, Equatable, Codable {
    package var hop: Hop
    package var type: Name
    package var place: SourcePlace
  }

  /// How many of something were planned, and how many ran.
  public struct Count: Sendable, Equatable, Codable {
    /// How many ran.
    public var run: Int
    /// How many were planned.
    public var planned: Int

    package init(run: Int = 0, planned: Int = 0) {
      self.run = run
      self.planned = planned
    }

    /// Whether all that was planned ran.
    public var isComplete: Bool { run >= planned }
  }

  /// Something that the run left out, since its time was up or it was interrupted.
  public struct Cut: Sendable, Equatable {
    /// What was cut.
    public enum Phase: String, Sendable {
      /// Start versions that are searched for hazards.
      case hazards
      /// Upgrades that are searched for known defects of the engine.
      case engineDefects
      /// Trials of all kinds.
      case trials
      /// Upgrades that are broken on purpose.
      case injectedFaults
    }

    /// What was cut.
    public var phase: Phase
    /// How much of it ran.
    public var count: Count

    package init(_ phase: Phase, _ count: Count) {
      self.phase = phase
      self.count = count
    }
  }

  /// What identifies the run.
  public var scope: RunScope
  /// What was tried.
  public var effort: RunEffort
  /// The paths from all start versions together; at most `UInt64.max`.
  public var paths: UInt64
  /// Whether the run ended early.
  public var isInterrupted: Bool
  /// What failed or could not be decided, one for each cause, and what is accepted.
  public var findings: [Finding]
  package var coverage: Coverage
  /// Without those that were silenced.
  public var warnings: [HealthWarning]
  /// How many warnings the silenced names kept out of the report.
  public var silencedWarnings: Int
  /// What upgrades take away from users, by the upgrade between neighbouring versions.
  package var droppedData: [DroppedData]
  /// Types of which comparisons leave out all objects.
  package internal(set) var ignoredTypes: [Name] = []
  /// What migrations delete on purpose, in the order of the versions.
  package internal(set) var purposefulRemovals: [PurposefulRemoval] = []
  /// What was left out since the run had to end; empty: nothing.
  public var cuts: [Cut]
  /// Accepted findings that the run did not meet: perhaps they are mended.
  public var unmet: [AcceptedFinding] = []
  /// `nil` unless the run was asked to measure.
  package var timings: Timings?
  /// What the authors call versions, in the order of their numbers; empty: nothing but these.
  package internal(set) var versionNames: [VersionName] = []
  /// The versions, and between which of them stores were upgraded; `nil`: it is not known.
  package var map: RunMap?
  /// A likely misunderstanding behind the findings; `nil`: none is known.
  public internal(set) var advice: String?
  /// Which part of a run this is about, with what a merge needs; `nil`: the whole run.
  package var shard: ShardReport?

  package init(
    _ scope: RunScope, _ effort: RunEffort = RunEffort(), paths: UInt64 = 0,
    isInterrupted: Bool = false, findings: [Finding] = [], coverage: Coverage = Coverage(),
    warnings: [HealthWarning] = [], silencedWarnings: Int = 0, droppedData: [DroppedData] = [],
    cuts: [Cut] = [], timings: Timings? = nil, shard: ShardReport? = nil
  ) {
    self.scope = scope
    self.effort = effort
    self.paths = paths
    self.isInterrupted = isInterrupted
    self.findings = findings
    self.coverage = coverage
    self.warnings = warnings
    self.silencedWarnings = silencedWarnings
    self.droppedData = droppedData
    self.cuts = cuts
    self.timings = timings
    self.shard = shard
  }

  /// Of a shard: over what it ran itself. Whether everything was exercised shows when all shards
  /// are merged.
  public var verdict: Verdict {
    let standings = Set(findings.map(\.standing))
    if standings.contains(.fails) { return .failed }
    if standings.contains(.undecided) { return .undecided }
    return isExercised && !isInterrupted && isWhole ? .passed : .vacuous
  }
}

extension Report {
  /// Whether everything that had to be tried was tried. For a part of a run that is not known.
  private var isExercised: Bool { shard != nil || coverage.isComplete }

  /// Whether all graphs were made and tried that are made on purpose. How many random graphs there
  /// are is a matter of the time that there is.
  private var isWhole: Bool {
    replays.isComplete && witnesses.isComplete && !cuts.contains { $0.phase == .hazards }
  }
}

// What reports are read by most.
extension Report {
  /// The name of the subject.
  public var history: String { scope.history }
  /// The rules of the subject's engine.
  public var rules: String { scope.rules }
  /// The first version that stores are made at.
  public var from: UInt64 { scope.from }
  /// The version at which all paths end.
  public var to: UInt64 { scope.to }
  /// The seed, which decides every random choice.
  public var seed: UInt64 { scope.seed }
  /// The kinds of store in which graphs are upgraded.
  public var stores: [StoreKind] { scope.stores }
  /// The names of warnings that the run was asked to silence, in byte order.
  public var silenced: [HealthWarning.Kind] { scope.silenced }
  /// Cases of the corpus.
  public var replays: Count { effort.replays }
  /// Graphs made to provoke hazards.
  public var witnesses: Count { effort.witnesses }
  /// Random graphs.
  public var trials: Count { effort.trials }
  /// How many hops ran in trials, each store counted; repetitions for other ends are not.
  public var upgrades: Int { effort.upgrades }
}
