import MigCheckText

/// Where a graph lives while it is upgraded.
public enum StoreKind: String, Sendable, CaseIterable, Codable {
  case memory, file
}

/// `Person.email`: a property of an object type, or without a property the type itself.
public struct PropertyPath: Sendable, Hashable, CustomStringConvertible {
  public var type: Name
  /// `nil`: the type as a whole.
  public var property: Name?

  public init(type: Name, property: Name? = nil) {
    self.type = type
    self.property = property
  }

  public var description: String { property.map { "\(type).\($0)" } ?? type.text }
}

/// What an author says of every object of a type that has come from one version to another.
public struct Invariant: Sendable {
  public var name: String
  public var type: Name
  /// The version at which the store started.
  public var since: UInt64
  /// What must be true of each object; `nil` for Swift code.
  public var expression: SQLExpression?
  /// Where it was written; `nil`: nothing says.
  package var source: SourcePlace?

  public init(name: String, type: Name, since: UInt64, expression: SQLExpression?) {
    self.name = name
    self.type = type
    self.since = since
    self.expression = expression
  }
}

/// One version of a store as its authors declare it.
public struct SubjectVersion: Sendable {
  public var number: UInt64
  public var schema: Schema
  /// Data that this version drops on purpose.
  public var drops: [PropertyPath]
  public var invariants: [Invariant]
  /// Where it was written; `nil`: nothing says.
  package var source: SourcePlace?
  /// The steps of the migration into it, in order, as far as it is known where they were written.
  package var stepSources: [StepSource] = []

  public init(
    number: UInt64, schema: Schema, drops: [PropertyPath] = [], invariants: [Invariant] = []
  ) {
    self.number = number
    self.schema = schema
    self.drops = drops
    self.invariants = invariants
  }
}

/// Anything that can be verified: it holds a graph at a version, is upgraded and read back.
public protocol Subject: Sendable {
  var name: String { get }
  /// The stable name of the engine whose upgrade rules hold, as reports show it.
  var rules: String { get }
  /// In increasing order of their numbers.
  var versions: [SubjectVersion] { get }

  /// Refuses what cannot be meant, before anything is run.
  ///
  /// - Throws: `InputError` for what is certainly a mistake.
  func validate() throws

  /// Properties that comparisons leave out.
  var ignoring: [PropertyPath] { get }

  /// A new store at one of the versions, holding a graph.
  ///
  /// - Parameters:
  ///   - graph: its schema is that version's.
  ///   - directory: an existing folder for the files of a file store; the caller removes it.
  /// - Throws: `UpgradeError`, for instance for a schema that is not valid.
  func makeStore(
    _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any SubjectStore

  /// What can be known of upgrades beyond the content of the stores; nothing, unless it is said.
  var evidence: Evidence { get }
}

extension Subject {
  public var evidence: Evidence { Evidence() }

  /// Nothing is known to be a mistake.
  public func validate() throws {}
}

/// One store of a subject, at one version at a time. Used by one thread at a time.
public protocol SubjectStore: AnyObject {
  var version: UInt64 { get }

  /// An independent copy in the same state.
  func fork() throws -> any SubjectStore

  /// From now on the migrations of this store see another time, and draw other random numbers, than
  /// those of all other stores: a second run of a hop is compared with the first.
  func perturbEnvironment()

  /// Upgrades to a version, in one hop.
  ///
  /// - Returns: what the migration did, as far as that is known of this hop.
  /// - Throws: `UpgradeError`; the store is then as it was.
  func upgrade(to version: UInt64) throws -> MigrationTrace

  /// Closes the store and opens it again at its version.
  ///
  /// - Returns: whether a migration ran, which it should not.
  func reopen() throws -> Bool

  /// The content as the schema of the store's version shows it.
  func snapshot() throws -> Snapshot

  /// The schema as the store itself tells it.
  func schema() throws -> Schema

  /// Everything a later hop can read: all of the content, hidden parts and identities included.
  /// Two stores with equal states go the same way from here on.
  func state() throws -> any StoreState

  /// Closes the store and removes its files.
  func discard()
}

extension SubjectStore {
  /// Nothing: migrations read the clock of the system, if any.
  public func perturbEnvironment() {}
}

/// All that a later hop can read from a store.
public protocol StoreState: Sendable {
  /// A hash for finding candidates quickly; equal states have equal hashes.
  var fingerprint: UInt64 { get }
  /// Whether no later hop can tell the two apart: exact equality, bit for bit, of all that one can
  /// read. False for a state of another subject.
  func isIdentical(to other: any StoreState) -> Bool
}

/// The content of a store as its schema shows it, with the identity of every object.
public struct Snapshot: Sendable {
  public var version: UInt64
  public var graph: ObjectGraph
  /// Per type of the graph's schema, per row: the key that names the object across upgrades.
  ///
  /// With exact identity an object that was in the start graph has its position there as its key,
  /// and keeps it. Increasing in each table; empty for embedded types, whose objects carry their
  /// own. Without exact identity no keys are needed: `Evidence.Identity` says which are read.
  public var keys: [[Int64]]
  /// Objects of embedded types whose number of parents is not one.
  public var misplaced: [MisplacedObject]
  /// Links whose target does not exist, and the properties that hold them.
  public var danglingLinks: [DanglingLink]

  public struct MisplacedObject: Sendable, Equatable {
    public var type: Name
    public var key: Int64
    /// 0, or at least 2.
    public var parents: Int

    public init(type: Name, key: Int64, parents: Int) {
      self.type = type
      self.key = key
      self.parents = parents
    }
  }

  public struct DanglingLink: Sendable, Equatable {
    public var type: Name
    /// The key of the object that holds the link; without exact identity its row.
    public var key: Int64
    public var property: Name

    public init(type: Name, key: Int64, property: Name) {
      self.type = type
      self.key = key
      self.property = property
    }
  }

  public init(
    version: UInt64, graph: ObjectGraph, keys: [[Int64]] = [], misplaced: [MisplacedObject] = [],
    danglingLinks: [DanglingLink] = []
  ) {
    self.version = version
    self.graph = graph
    self.keys = keys
    self.misplaced = misplaced
    self.danglingLinks = danglingLinks
  }
}

/// What one hop did, as far as the result alone does not tell.
public struct UpgradeRecord: Sendable {
  /// A property whose values went to another name.
  public struct Rename: Sendable, Equatable {
    public var type: Name
    public var from: Name
    public var to: Name

    public init(type: Name, from: Name, to: Name) {
      self.type = type
      self.from = from
      self.to = to
    }
  }

  /// A property that the migration's own code wrote, and for which objects.
  public struct Write: Sendable {
    public var type: Name
    public var property: Name
    /// Increasing.
    public var keys: [Int64]

    public init(type: Name, property: Name, keys: [Int64]) {
      self.type = type
      self.property = property
      self.keys = keys
    }
  }

  /// Why objects went away.
  public enum Cause: String, Sendable {
    /// The migration deleted them, or their parent.
    case migration
    /// The migration overwrote the link of their parent.
    case overwritten
    /// Their type became embedded, nothing linked to them, and the author said that they go.
    case declaredOrphan
    /// Their type became embedded, nothing linked to them, and nobody said what should happen.
    case silentOrphan
    /// Their type became embedded and each link got a copy, as the author said.
    case declaredCopy
    /// Their type became embedded and each link got a copy, and nobody said so.
    case silentCopy
  }

  public struct Deletion: Sendable {
    public var type: Name
    public var cause: Cause
    /// Increasing.
    public var keys: [Int64]

    public init(type: Name, cause: Cause, keys: [Int64]) {
      self.type = type
      self.cause = cause
      self.keys = keys
    }
  }

  public struct Creation: Sendable {
    public var type: Name
    /// Increasing.
    public var keys: [Int64]
    /// Parallel to `keys`: the object that each one is a copy of, or −1.
    public var originals: [Int64]

    public init(type: Name, keys: [Int64], originals: [Int64]) {
      self.type = type
      self.keys = keys
      self.originals = originals
    }
  }

  public var renames: [Rename]
  public var writes: [Write]
  public var deletions: [Deletion]
  public var creations: [Creation]

  public init(
    renames: [Rename] = [], writes: [Write] = [], deletions: [Deletion] = [],
    creations: [Creation] = []
  ) {
    self.renames = renames
    self.writes = writes
    self.deletions = deletions
    self.creations = creations
  }
}

extension PropertyPath: ExpressibleByStringLiteral {
  /// `"Person.email"` or `"Person"`. A type's name may hold no dot.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  public init(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      type: Name(String(parts[0])), property: parts.count > 1 ? Name(String(parts[1])) : nil)
  }
}
