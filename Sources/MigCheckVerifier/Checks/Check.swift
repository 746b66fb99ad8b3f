/// A property that must hold of every upgrade. The raw value is its stable name in reports.
public enum Check: String, Sendable, CaseIterable, Codable {
  case upgradeSucceeds = "upgrade-succeeds"
  case primaryKeyUnique = "primary-key-unique"
  case embeddedOneParent = "embedded-one-parent"
  case requiredSet = "required-set"
  case linksResolve = "links-resolve"
  case defaultsApplied = "defaults-applied"
  case dataPreserved = "data-preserved"
  case schemaMatches = "schema-matches"
  case reopenStable = "reopen-stable"
  case deterministic
  case pathsAgree = "paths-agree"
  case storesAgree = "stores-agree"
  case orderIndependent = "order-independent"
  case local
  case invariant
  case exercised

  /// Whether the check compares the upgrades of two start graphs.
  package var hasFollowUps: Bool { self == .orderIndependent || self == .local }
}
