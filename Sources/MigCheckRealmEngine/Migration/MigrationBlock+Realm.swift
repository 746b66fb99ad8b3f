import MigCheckHistory

extension MigrationBlock {
  /// A block as a Realm configuration takes it.
  typealias RealmBody = @Sendable (RealmMigration) throws -> Void

  package init(realm body: @escaping @Sendable (RealmMigration) throws -> Void) {
    self.init(for: .realm, body)
  }

  /// `nil`: a block of another engine.
  var realmBody: RealmBody? { body as? RealmBody }
}

extension MigrationStep.Action {
  /// A migration block of Realm in Swift.
  package static func block(_ body: @escaping @Sendable (RealmMigration) throws -> Void) -> Self {
    .code(MigrationBlock(realm: body))
  }
}
