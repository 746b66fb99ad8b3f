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
    InformationKept.self,
    EngineAgrees.self,
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

  // By what they look at.
  static let ofStarts = definitions.compactMap { $0 as? any StartCheck.Type }
  static let ofSteps = definitions.compactMap { $0 as? any StepCheck.Type }
  static let ofStates = definitions.compactMap { $0 as? any StateCheck.Type }
  static let ofHops = definitions.compactMap { $0 as? any HopCheck.Type }
  static let ofPaths = definitions.compactMap { $0 as? any PathCheck.Type }
  static let ofEnds = definitions.compactMap { $0 as? any EndsCheck.Type }
  static let ofFollowUps = definitions.compactMap { $0 as? any FollowUpCheck.Type }
  static let ofCrashes = definitions.compactMap { $0 as? any CrashCheck.Type }
}
