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
