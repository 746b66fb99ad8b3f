/// A way in which an upgrade ends before it is complete, as it may on a user's device.
public struct CrashPoint: Sendable, Hashable, Codable {
  /// Raw values are stable: reports and case files hold them.
  public enum Kind: String, Sendable, CaseIterable, Codable {
    /// The process ends after a statement of the migration.
    case killedAfterStatement
    /// The process ends before something is written.
    case killed
    /// One write fails, or what stands for one: making a file shorter, deleting it, waiting until the
    /// disk has it.
    case failedWrite
    /// No file can grow any more.
    case fullDisk
    /// The machine stops, and all is lost that the disk was not waited for.
    case powerLoss
    /// Likewise, but only the second half of the last write is lost.
    case tornWrite
    /// Likewise, but what is lost is any part of what the disk was not waited for.
    case reorderedWrites
  }

  /// What ends the upgrade.
  public var kind: Kind
  /// The statement after which, or the operation on files at which it happens, counted from 1.
  public var moment: Int

  /// An interruption of one kind, at a moment counted from 1.
  public init(_ kind: Kind, at moment: Int) {
    self.kind = kind
    self.moment = moment
  }
}

/// Makes stores whose upgrades can be interrupted: real files, written by what writes them on a
/// user's device.
public protocol CrashingUpgrades: Sendable {
  /// Whether each version on the way is recorded by itself, so that upgrades to the next version show
  /// all that can be left of longer ones.
  var commitsEachVersion: Bool { get }

  /// A new store in files at one of the versions, holding a graph.
  ///
  /// - Parameter directory: an existing folder for its files; the caller removes it.
  /// - Throws: `UpgradeError`, for instance for a graph that no store can hold.
  func makeStore(
    at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any CrashingStore
}

extension CrashingUpgrades {
  /// Upgrades over several versions are interrupted too.
  public var commitsEachVersion: Bool { false }
}

/// A store whose upgrades can be interrupted. It is not interrupted itself, copies of it are.
public protocol CrashingStore: SubjectStore {
  /// An independent copy in the same state.
  func copy() throws -> any CrashingStore

  /// How often each kind of interruption could happen on an upgrade to a version; kinds that cannot
  /// happen are left out. The same store gives the same answer each time.
  ///
  /// - Throws: `UpgradeError` if the upgrade is refused.
  func moments(upgradingTo version: UInt64) throws -> [CrashPoint.Kind: Int]

  /// Upgrades a copy, interrupts it, closes it as the end of its process would, and opens what is
  /// left, as the next start does before it upgrades.
  ///
  /// - Throws: `UpgradeError` if what is left cannot be opened.
  func crashed(
    at point: CrashPoint, upgradingTo version: UInt64
  ) throws -> CrashedUpgrade

  /// All that decides how the store goes on, once what was interrupted is undone, as its files hold it:
  /// of two stores with the same bytes only one is upgraded. `nil`: nothing is known of that.
  var recoveredBytes: [UInt8]? { get }

  /// The names of all that the store has beside the content that its schema shows, such as indexes
  /// and triggers, in a stable order: an interrupted upgrade must leave no more of it, and no less.
  var structure: [String] { get throws }
}

extension CrashingStore {
  /// A copy, as `copy()` makes it.
  public func fork() throws -> any SubjectStore { try copy() }

  /// Nothing is known of it.
  public var structure: [String] { [] }

  /// Each is upgraded.
  public var recoveredBytes: [UInt8]? { nil }
}

/// What an interrupted upgrade left.
public struct CrashedUpgrade {
  /// At the version that it says it has.
  public var store: any CrashingStore
  /// The statement that was the last, or that was under way, in words; `nil`: nothing says.
  ///
  /// Found when it is asked for: most interruptions are not reported.
  public var statement: String? {
    get { inWords() }
    set { inWords = { newValue } }
  }
  private var inWords: () -> String?
  /// Where that statement stands; `nil`: nothing says.
  package var place: () -> SourcePlace? = { nil }
  /// What is taken for granted, in sentences, where that is no more than likely; `nil`: nothing.
  package var assumption: String?
  /// What the next upgrade takes away that is nowhere else, as the rest of "the next upgrade …"; `nil`:
  /// nothing that is known. To be asked before that upgrade; throws `UpgradeError` if the store cannot be
  /// read.
  package var loss: () throws -> String? = { nil }
  /// Whether it is what a process that ran on its own left at some moment, which the same seed may not
  /// come upon again.
  package var isSampled = false

  /// The store that is left, and the last statement if it is known.
  public init(
    store: any CrashingStore, statement: @autoclosure @escaping () -> String? = nil
  ) {
    self.store = store
    inWords = statement
  }
}
