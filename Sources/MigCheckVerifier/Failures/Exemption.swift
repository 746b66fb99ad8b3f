import MigCheckGeneration
import MigCheckModel

/// Why an author may mean that objects depend on each other, or on their order: what makes findings
/// of `order-independent` and `local` warnings unless a run is strict.
package enum Exemption: String, Sendable, Codable {
  /// The migration reads the place of an object in the enumeration.
  case ordinal
  /// The migration holds code that cannot be read, and may count objects or compare them.
  case code
}

extension Exemption {
  /// - Parameter expressions: those of the migration into the version.
  init?(of evidence: Evidence, into version: UInt64, expressions: [MigrationExpression]) {
    if expressions.contains(where: { $0.ordinal != nil }) {
      self = .ordinal
    } else if evidence.holdsCode(into: version) {
      self = .code
    } else {
      return nil
    }
  }
}

extension Finding {
  /// Whether it is a warning since an author may mean what was found.
  package var isExempt: Bool { exemption != nil && severity == .warning }
}
