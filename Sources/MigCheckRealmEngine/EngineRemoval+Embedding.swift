import MigCheckModel

// What Realm does with objects without exactly one parent when their type becomes embedded.

extension EngineRemoval {
  fileprivate static let silentOrphan = EngineRemoval(
    code: "silentOrphan",
    event: "are deleted, since it becomes embedded and nothing links to them", isDeclared: false)
  fileprivate static let declaredOrphan = EngineRemoval(
    code: "declaredOrphan",
    event: "are deleted, since it becomes embedded and nothing links to them", isDeclared: true)
  fileprivate static let silentCopy = EngineRemoval(
    code: "silentCopy", event: "are copied for each link, since it becomes embedded",
    isDeclared: false, leavesCopies: true)
  fileprivate static let declaredCopy = EngineRemoval(
    code: "declaredCopy", event: "are copied for each link, since it becomes embedded",
    isDeclared: true, leavesCopies: true)
}

extension UpgradeRecord.Cause {
  /// Nothing linked to them.
  ///
  /// - Parameter isDeclared: whether the author said what should happen.
  static func orphan(isDeclared: Bool) -> Self {
    .engine(isDeclared ? .declaredOrphan : .silentOrphan)
  }

  /// Each link got a copy.
  ///
  /// - Parameter isDeclared: whether the author said what should happen.
  static func copied(isDeclared: Bool) -> Self {
    .engine(isDeclared ? .declaredCopy : .silentCopy)
  }
}
