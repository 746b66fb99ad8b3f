import MigCheckModel

/// What a check found to be wrong: facts only; `message` words them.
public struct Fault: Sendable, Codable {
  /// The kinds of fault. Raw values are stable.
  public enum Kind: String, Sendable, CaseIterable, Codable {
    case refused
    case duplicateKey
    case noParent, severalParents
    case nullInRequired
    case danglingLink
    case defaultNotApplied
    case valueChanged, replacedByRename, discardedMadeRequired, discardedRetyped
    case objectGone, typeGone, lostRename
    case schemaDiffers
    case migratedOnReopening, changedOnReopening, refusedOnReopening
    case notRepeatable
    case pathsDiffer, pathsUndecided
    case storesDiffer, storesDifferInOutcome
    case orderMatters, orderDecidesOutcome
    case additionMatters, additionDecidesOutcome
    case invariantFails, invariantCannotBeEvaluated
  }

  public var kind: Kind
  /// The error code of a refused upgrade, the cause for which objects went, or the kind of
  /// difference of two graphs.
  public var code: String?
  public var type: String?
  public var property: String?
  /// The key of an example: the place of an object in the start graph.
  public var object: Int64?
  /// For how many objects the same holds in the hop.
  public var count: Int
  /// The example's value before the hop, or at the end of the first path.
  public var before: String?
  /// The example's value after the hop, or at the end of the other path.
  public var after: String?
  /// A name that belongs to the fault: of an invariant, or of a property that was added.
  public var subject: String?
  /// What the engine says, or what a comparison lists; no part of the signature.
  public var detail: String?

  public init(
    _ kind: Kind, code: String? = nil, type: String? = nil, property: String? = nil,
    object: Int64? = nil, count: Int = 1, before: String? = nil, after: String? = nil,
    subject: String? = nil, detail: String? = nil
  ) {
    self.kind = kind
    self.code = code
    self.type = type
    self.property = property
    self.object = object
    self.count = count
    self.before = before
    self.after = after
    self.subject = subject
    self.detail = detail
  }

  /// The check that finds faults of this kind.
  public var check: Check {
    switch kind {
    case .refused: .upgradeSucceeds
    case .duplicateKey: .primaryKeyUnique
    case .noParent, .severalParents: .embeddedOneParent
    case .nullInRequired: .requiredSet
    case .danglingLink: .linksResolve
    case .defaultNotApplied: .defaultsApplied
    case .valueChanged, .replacedByRename, .discardedMadeRequired, .discardedRetyped,
      .objectGone, .typeGone, .lostRename:
      .dataPreserved
    case .schemaDiffers: .schemaMatches
    case .migratedOnReopening, .changedOnReopening, .refusedOnReopening: .reopenStable
    case .notRepeatable: .deterministic
    case .pathsDiffer, .pathsUndecided: .pathsAgree
    case .storesDiffer, .storesDifferInOutcome: .storesAgree
    case .orderMatters, .orderDecidesOutcome: .orderIndependent
    case .additionMatters, .additionDecidesOutcome: .local
    case .invariantFails, .invariantCannotBeEvaluated: .invariant
    }
  }
}

extension Fault {
  package init(refused error: UpgradeError) {
    self.init(
      .refused, code: error.code.rawValue, type: error.type, property: error.property,
      detail: error.message)
  }
}
