extension History {
  /// What happens to objects without a parent when their type becomes embedded.
  public enum Orphans: String, Sendable, CaseIterable {
    /// They are deleted.
    case delete
    /// The engine's strict check: the upgrade is refused.
    case keep
  }

  /// What happens to objects with several links when their type becomes embedded.
  public enum Shared: String, Sendable, CaseIterable {
    /// Each parent gets an object of its own.
    case copy
    /// The engine's strict check: the upgrade is refused.
    case keep
  }
}
