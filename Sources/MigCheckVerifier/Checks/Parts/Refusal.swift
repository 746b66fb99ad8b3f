import MigCheckModel

/// Why a store refused an upgrade, as violations keep it.
package struct Refusal: Sendable, Codable {
  package var code: UpgradeError.Code
  /// What the engine says; no part of a signature.
  package var message: String
  package var type: Name?
  package var property: Name?
  /// Where the author wrote what fails; no part of a signature.
  package var place: SourcePlace?
  /// The constraint of a database that rows break; no part of a signature.
  package var constraint: BrokenConstraint?
  /// Whether it was stopped since it takes too much; no part of a signature; `nil`: it was not.
  package var reachesLimit: Bool?

  package init(_ error: UpgradeError) {
    (code, message) = (error.code, error.message)
    (type, property) = (error.type, error.property)
    place = error.place
    constraint = error.constraint
    reachesLimit = error.reachesLimit ? true : nil
  }

  /// ` Property 'Person.email' has …`, to follow a sentence; empty without a message.
  var explanation: String { message.isEmpty ? "" : " \(message)" }
}

extension UpgradeError.Code: Codable {}

/// Of two upgrades one completes and the other is refused.
package struct UnequalOutcomes: Sendable, Codable {
  package var refusal: Refusal
  /// Whether the first one is refused, and not the second.
  package var isFirst: Bool

  package init(_ refusal: Refusal, isFirst: Bool) {
    self.refusal = refusal
    self.isFirst = isFirst
  }

  var first: String { isFirst ? refusal.code.rawValue : Self.completed }
  var second: String { isFirst ? Self.completed : refusal.code.rawValue }

  static let completed = "completed"
}
