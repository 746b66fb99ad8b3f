import Foundation
import MigCheckGeneration
import MigCheckModel

/// What a run verifies, and how thoroughly.
public struct VerificationOptions: Sendable {
  /// How the upgrade paths of a trial are run.
  public enum Exploration: String, Sendable, Codable, CaseIterable {
    /// Equal states at one version are merged: about *n*² hops for *n* versions.
    case merged
    /// Every path by itself: up to 2ⁿ⁻² paths; the same verdicts, later.
    case separate
  }

  /// The oldest start version; `nil`: the first of the history.
  public var from: UInt64?
  /// The version at which all paths end; `nil`: the last of the history.
  public var to: UInt64?
  /// How many random graphs are tried, beside the witnesses and the corpus.
  public var trials = 200
  /// The same seed gives the same report.
  public var seed = Self.defaultSeed
  /// Where the graphs live; memory comes before file whatever the order is here.
  public var stores = StoreKind.allCases
  /// Which paths stores take; `nil`: those that the subject names.
  public var paths: UpgradePaths?
  /// Whether trials share stores. Changes no report of upgrades that treat objects one by one; where upgrades are
  /// statements or code, a report may show more without.
  public var isBatched = true
  /// Takes no part in the verdict.
  public var exploration = Exploration.merged
  /// The last version that has been released: what upgrades into it or before it do wrong cannot be
  /// changed any more, is reported as shipped, and fails nothing. `nil`: what the subject says.
  public var shipped: UInt64?
  /// Findings that are known and accepted: they are reported, and fail nothing.
  public var accepted: [AcceptedFinding] = []
  /// How many threads run trials. Takes no part in the result.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// After how many seconds the run ends with what it has; `nil`: never. Holds for all of it, from
  /// looking for hazards to shrinking.
  public var timeLimit: Double?
  /// The folder in which the scratch folder of the run is made, and removed at the end.
  public var directory = Self.defaultDirectory
  /// How many runs the shrinking of one finding may take.
  public var shrinkBudget = 500
  /// Whether `order-independent` and `local` are errors where a migration numbers objects, or holds
  /// code that may.
  public var strict = false
  /// Earlier findings to replay first, and the place where new ones go.
  package var savedFindings: (any Corpus)?
  /// How the run was started, for its report; `nil`: nothing says.
  package var origin: RunMap.Origin?
  /// Which part of the trials is run; `nil`: all of them. Merge the reports of all shards for the
  /// verdict of the whole run. Nothing but this decides it: a library does not follow the
  /// environment.
  public var shard: Shard?
  /// What random graphs hold, and how often.
  package var generation = GenerationSettings()
  /// What `timeLimit` is measured with.
  package var clock = RunClock.monotonic
  /// Called from the run's threads, one call at a time.
  public var progress: (@Sendable (RunProgress) -> Void)?
  /// Ends the run at its next step once it is requested.
  public var interruption: Interruption?
  /// Names of warnings that are only counted. A name that no warning has is an error.
  public var silenced: [HealthWarning.Kind] = []
  /// Whether the report holds timings, and warnings that depend on time.
  public var timings = false
  /// Called at the end of the run with each warning that depends on time, unless it is silenced or
  /// `timings` puts it into the report.
  public var timeWarning: (@Sendable (HealthWarning) -> Void)?

  /// Where scratch files go unless `TMPDIR` says otherwise: into memory where Linux offers room for
  /// that, as a run makes and removes thousands of small files; else the system's own folder.
  public static var defaultDirectory: String {
    #if os(Linux)
      let memory = "/dev/shm"
      if ProcessInfo.processInfo.environment["TMPDIR"] == nil, access(memory, W_OK) == 0 {
        if hasRoom(memory) { return memory }
        // Perhaps it is runs that died who take the room.
        AbandonedFolders.remove(in: memory)
        if hasRoom(memory) { return memory }
      }
    #endif
    return NSTemporaryDirectory()
  }

  #if os(Linux)
    private static func hasRoom(_ folder: String) -> Bool {
      var status = statvfs()
      return statvfs(folder, &status) == 0
        && UInt64(status.f_bavail) * UInt64(status.f_frsize) >= 256 << 20
    }
  #endif

  /// More than any machine can run, and few enough that sums do not overflow.
  package static let mostTrials = 1_000_000_000_000
  /// Each job is a thread with a stack of its own.
  package static let mostJobs = 1024

  /// The seed of runs that name none.
  public static let defaultSeed: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// All versions, 200 random graphs, both stores, the default seed. Change what should differ:
  ///
  ///     var options = VerificationOptions()
  ///     options.trials = 1000
  public init() {}

  /// Options with the values that tests vary most.
  ///
  /// - Parameter change: sets what has no parameter.
  package init(
    from: UInt64? = nil, to: UInt64? = nil, trials: Int = 200, seed: UInt64 = Self.defaultSeed,
    stores: [StoreKind] = StoreKind.allCases, jobs: Int? = nil,
    _ change: (inout Self) -> Void = { _ in }
  ) {
    self.from = from
    self.to = to
    self.trials = trials
    self.seed = seed
    self.stores = stores
    if let jobs { self.jobs = jobs }
    change(&self)
  }
}

/// How far a run has come.
public struct RunProgress: Sendable, Equatable {
  /// What a run is doing.
  public enum Phase: String, Sendable {
    /// Start graphs are upgraded.
    case trials
    /// Counterexamples are made smaller.
    case shrinking
    /// Before the trials: migrations that are read and tried, and versions of which graphs are looked
    /// for that meet hazards.
    case migrations, hazards
    /// Of mutation testing: mistakes that are tried, and invariants that may notice them.
    case mistakes, invariants
    /// Of an import from a repository: tags and commits that are read.
    case tags, commits

    /// The former name.
    @available(*, deprecated, renamed: "migrations")
    public static var scripts: Phase { .migrations }
  }

  /// What the run is doing.
  public var phase: Phase
  /// Trials that are done, or findings that are shrunk, and so on.
  public var done: Int
  /// How many there are.
  public var total: Int

  package init(phase: Phase, done: Int, total: Int) {
    self.phase = phase
    self.done = done
    self.total = total
  }
}

/// A request to end a run early, made from any thread.
public final class Interruption: Sendable {
  private let flag = Locked(false)
  /// Another one that counts as well, and whether some time is up.
  private let others: @Sendable () -> Bool

  /// A request that was not made yet.
  public init() {
    others = { false }
  }

  /// One that is requested with another one, or once some time has passed from now on: a limit for
  /// several runs together.
  ///
  /// - Parameter seconds: `nil`: no limit.
  package init(beside other: Interruption?, after seconds: Double?, clock: RunClock) {
    let begin = clock.seconds()
    others = {
      if other?.isRequested ?? false { return true }
      return seconds.map { clock.seconds() - begin >= $0 } ?? false
    }
  }

  /// The run ends before the next upgrade of the trials that are under way, and reports what it has.
  public func request() { flag.withLock { $0 = true } }

  /// Whether the run is to end.
  public var isRequested: Bool { flag.withLock { $0 } || others() }
}
