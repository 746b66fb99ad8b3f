import MigCheckText

/// The constraint of a database that a statement breaks.
package struct BrokenConstraint: Sendable, Hashable, Codable {
  package enum Kind: String, Sendable, Codable {
    case notNull, unique, primaryKey, foreignKey, check
    /// One of a trigger, of a virtual table or of a type.
    case other
  }

  package var kind: Kind
  /// The statement, shortened for people; `nil`: the end of a transaction.
  package var statement: Name?

  package init(_ kind: Kind, statement: Name?) {
    self.kind = kind
    self.statement = statement
  }
}
