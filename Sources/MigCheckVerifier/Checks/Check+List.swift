extension Check {
  /// Every check, in the order in which documentation and reports name them: the one place beside
  /// its own file where a check is named.
  static let definitions: [any CheckDefinition.Type] = [
    UpgradeSucceeds.self,
    PrimaryKeyUnique.self,
    EmbeddedOneParent.self,
    RequiredSet.self,
    LinksResolve.self,
    DefaultsApplied.self,
    DataPreserved.self,
    SchemaMatches.self,
    SideEffects.self,
    Openers.self,
    ReopenStable.self,
    Deterministic.self,
    PathsAgree.self,
    StoresAgree.self,
    OrderIndependent.self,
    Local.self,
    InvariantCheck.self,
    CrashSafe.self,
    Exercised.self,
  ]

  /// Those that trials can fail.
  static let ofTrials = definitions.compactMap { $0 as? any TrialCheck.Type }
  /// Those that judge a completed hop by the contents before and after it.
  static let ofHops = definitions.compactMap { $0 as? any HopCheck.Type }
  /// Those that compare the upgrades of two start graphs.
  static let ofFollowUps = definitions.compactMap { $0 as? any FollowUpCheck.Type }
}
