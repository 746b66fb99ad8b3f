import MigCheckModel

/// An upgrade that was broken on purpose, and whether that was noticed: a run whose checks do not notice
/// it says little about mistakes of the same kind.
package struct InjectedFault: Sendable, Equatable, Codable {
  /// What was broken. The raw value is a stable name.
  package enum Kind: String, Sendable, CaseIterable, Codable {
    /// One hop loses an object.
    case dropObject = "drop-object"
    /// One hop loses the value of a property of one object.
    case nullProperty = "null-property"
    /// One hop swaps the values of two properties of one object.
    case swapProperties = "swap-properties"
    /// A step of the migration does not run where an upgrade skips versions.
    case skipStep = "skip-step"
  }

  package enum Outcome: Sendable, Equatable, Codable {
    case noticed(by: Check)
    case missed
    /// There was nothing to break, or nothing that a check could know to be wrong.
    case notApplicable(reason: String)
  }

  package var kind: Kind
  /// What was done to the upgrade, in plain words; of one that was not applicable what would have
  /// been.
  package var description: String
  package var outcome: Outcome

  package init(kind: Kind, description: String, outcome: Outcome) {
    self.kind = kind
    self.description = description
    self.outcome = outcome
  }

  package var isApplicable: Bool {
    if case .notApplicable = outcome { false } else { true }
  }

  package var isNoticed: Bool {
    if case .noticed = outcome { true } else { false }
  }
}
