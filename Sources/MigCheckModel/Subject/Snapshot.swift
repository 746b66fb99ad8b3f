/// The content of a store as its schema shows it, with the identity of every object.
public struct Snapshot: Sendable {
  /// The version of the store.
  public var version: UInt64
  /// The objects, with all values.
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

  /// An embedded object that does not have exactly one parent.
  public struct MisplacedObject: Sendable, Equatable {
    /// The embedded type.
    public var type: Name
    /// The key of the object.
    public var key: Int64
    /// 0, or at least 2.
    public var parents: Int

    /// An embedded object with the number of its parents.
    public init(type: Name, key: Int64, parents: Int) {
      self.type = type
      self.key = key
      self.parents = parents
    }
  }

  /// A link whose target does not exist.
  public struct DanglingLink: Sendable, Equatable {
    /// The type of the object that holds the link.
    public var type: Name
    /// The key of the object that holds the link; without exact identity its row.
    public var key: Int64
    /// The property that holds the link.
    public var property: Name

    /// A dangling link, found by the object and property that hold it.
    public init(type: Name, key: Int64, property: Name) {
      self.type = type
      self.key = key
      self.property = property
    }
  }

  /// A snapshot; `keys` is parallel to the tables of the graph.
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
