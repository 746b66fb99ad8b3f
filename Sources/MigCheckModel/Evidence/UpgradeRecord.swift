/// What one hop did, as far as the result alone does not tell.
public struct UpgradeRecord: Sendable {
  /// A property whose values went to another name.
  public struct Rename: Sendable, Equatable {
    /// The type of the property.
    public var type: Name
    /// The name before the hop.
    public var from: Name
    /// The name after the hop.
    public var to: Name

    /// A rename within one type.
    public init(type: Name, from: Name, to: Name) {
      self.type = type
      self.from = from
      self.to = to
    }
  }

  /// A property that the migration's own code wrote, and for which objects.
  public struct Write: Sendable {
    /// The type of the objects.
    public var type: Name
    /// The property that was written.
    public var property: Name
    /// Increasing.
    public var keys: [Int64]

    /// A write of a property of the objects with the given keys.
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

  /// Objects of a type that went away for one cause.
  public struct Deletion: Sendable {
    /// The type of the objects.
    public var type: Name
    /// Why they went away.
    public var cause: Cause
    /// Increasing.
    public var keys: [Int64]

    /// A deletion of the objects with the given keys.
    public init(type: Name, cause: Cause, keys: [Int64]) {
      self.type = type
      self.cause = cause
      self.keys = keys
    }
  }

  /// Objects of a type that the hop created.
  public struct Creation: Sendable {
    /// The type of the objects.
    public var type: Name
    /// Increasing.
    public var keys: [Int64]
    /// Parallel to `keys`: the object that each one is a copy of, or −1.
    public var originals: [Int64]

    /// A creation; `originals` must be as long as `keys`.
    public init(type: Name, keys: [Int64], originals: [Int64]) {
      self.type = type
      self.keys = keys
      self.originals = originals
    }
  }

  /// The properties that were renamed.
  public var renames: [Rename]
  /// What the migration's own code wrote.
  public var writes: [Write]
  /// The objects that went away, with their causes.
  public var deletions: [Deletion]
  /// The objects that came, with the originals of copies.
  public var creations: [Creation]

  /// A record of a hop; without arguments, that nothing was done.
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
