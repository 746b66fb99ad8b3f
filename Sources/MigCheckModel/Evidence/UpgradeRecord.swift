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
  public enum Cause: Sendable, Hashable, Codable {
    /// The migration deleted them, or their parent.
    case migration
    /// The migration overwrote the link of their parent.
    case overwritten
    /// The engine did, by a rule of its own.
    case engine(EngineRemoval)
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
