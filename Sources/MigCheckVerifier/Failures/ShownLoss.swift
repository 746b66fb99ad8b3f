import MigCheckModel

/// A value that goes in an upgrade on one of two paths, seen where the counterexample of their
/// disagreement is run: it may be what the disagreement comes of, whatever the property is called
/// before and after.
package struct ShownLoss: Sendable, Codable, Equatable {
  package var hop: Hop
  package var type: Name
  /// Its name before the upgrade.
  package var property: Name
  /// The place of the object in the start graph.
  package var object: Int64?
  /// What the property held, as reports show it.
  package var value: String

  /// `nil`: the failure is not that a value goes.
  init?(_ failure: Failure) {
    guard let violation = failure.violation as? DataPreserved.Violation else { return nil }
    switch violation.loss {
    case .value(_, let change): (property, value) = (change.property, change.before)
    case .lostRename(let removal): (property, value) = (removal.property, removal.value)
    case .objectGone, .typeGone: return nil
    }
    (hop, type, object) = (failure.site.hop, violation.owner, violation.object)
  }
}
