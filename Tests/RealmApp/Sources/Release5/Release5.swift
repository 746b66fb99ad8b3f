import MigCheckRealm

public let blockOfRelease5: MigrationBlock = migrationBlock
