import RealmSwift

/// What the app opens its store with.
public let appBlock: MigrationBlock = migrationBlock
