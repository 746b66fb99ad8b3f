import App
import GRDB
import MigCheck
import MigCheckGRDB
import MigCheckTesting
import Testing

@Suite struct MigrationTests {
  @Test("ten migrations keep all data") func correct() async throws {
    let report = try await verifyMigrations(
      of: .grdb(AppDatabase.migrator(), configuration: AppDatabase.configuration),
      from: "v7 joined", to: "v10 search", trials: 60)
    #expect(report.verdict == .passed)
    #expect(report.findings.isEmpty)
  }

  @Test("one of ten that leaves a column out of its copy is found") func wrong() async throws {
    try await withKnownIssue {
      let report = try await verifyMigrations(
        of: .grdb(
          AppDatabase.migrator(forgetsColumn: true), configuration: AppDatabase.configuration),
        from: "v7 joined", to: "v8 required score", trials: 2)
      let finding = try #require(report.findings.first)
      #expect(finding.type?.text == "player" && finding.property?.text == "slug")
      #expect(report.findings.count == 1)
    } matching: { issue in
      issue.description.contains("player.slug")
    }
  }

  @Test("a migration that fails only when there are rows is found with its statement")
  func failing() async throws {
    var migrator = AppDatabase.migrator()
    migrator.registerMigration("v11 unique") { db in
      try db.create(index: "player_slug", on: "player", columns: ["slug"], options: .unique)
    }
    try await withKnownIssue {
      try await verifyMigrations(
        of: .grdb(migrator, configuration: AppDatabase.configuration), from: "v10 search",
        trials: 60)
    } matching: { issue in
      issue.description.contains("The upgrade fails with constraintFailed. v11 unique")
    }
  }

  @Test("stores that have applied any of the merged migrations are tried") func merged()
    async throws
  {
    func former() -> DatabaseMigrator {
      var migrator = AppDatabase.migrator()
      migrator.registerMigration("a") { try $0.execute(sql: "ALTER TABLE team ADD COLUMN a") }
      migrator.registerMigration("b") { try $0.execute(sql: "ALTER TABLE team ADD COLUMN b") }
      return migrator
    }
    func merging(forgets: Bool) -> DatabaseMigrator {
      var migrator = AppDatabase.migrator()
      migrator.registerMigration("a and b", merging: ["a", "b"]) { db, applied in
        if !applied.contains("a") { try db.execute(sql: "ALTER TABLE team ADD COLUMN a") }
        if forgets ? !applied.contains("a") : !applied.contains("b") {
          try db.execute(sql: "ALTER TABLE team ADD COLUMN b")
        }
      }
      return migrator
    }
    let configuration = AppDatabase.configuration
    try await verifyMigrations(
      of: .grdb(merging(forgets: false), configuration: configuration, former: former()),
      from: "v10 search", trials: 2)
    let error = #expect(throws: InputError.self) {
      _ = try GRDBSubject(
        merging(forgets: true), configuration: configuration, former: former())
    }
    #expect(
      "\(String(describing: error))".contains(
        "duplicate column name: b, in a store that has applied b"))
  }

  @Test("a migrator that erases databases is reported, and erases none here") func erasing()
    async throws
  {
    var migrator = AppDatabase.migrator()
    migrator.eraseDatabaseOnSchemaChange = true
    let report = try await verifyMigrations(
      of: .grdb(migrator, configuration: AppDatabase.configuration), from: "v9 initials", trials: 4)
    #expect(report.findings.map(\.code) == ["erasesDatabase"])
    #expect(report.verdict == .passed)
  }

  @Test("the last migration must give the schema of new installs") func newInstalls() async throws {
    func migrator(isFresh: Bool, hasDefault: Bool = true) -> DatabaseMigrator {
      var migrator = DatabaseMigrator()
      @Sendable func team(_ db: Database, _ hasScore: Bool) throws {
        try db.create(table: "team") { t in
          if hasScore { t.column("score", .integer).notNull().defaults(to: 0) }
          t.primaryKey("id", .integer)
          t.column("name", .text).notNull()
        }
      }
      guard !isFresh else {
        migrator.registerMigration("install") { db in
          try team(db, true)
          try db.create(indexOn: "team", columns: ["name"])
        }
        return migrator
      }
      migrator.registerMigration("v1") { try team($0, false) }
      migrator.registerMigration("v2") { db in
        try db.alter(table: "team") { t in
          let column = t.add(column: "score", .integer)
          if hasDefault { column.notNull().defaults(to: 0) }
        }
        if hasDefault { try db.create(indexOn: "team", columns: ["name"]) }
      }
      return migrator
    }
    try await verifyMigrations(
      of: .grdb(migrator(isFresh: false), fresh: migrator(isFresh: true)), trials: 2)
    try await withKnownIssue {
      let report = try await verifyMigrations(
        of: .grdb(
          migrator(isFresh: false, hasDefault: false), fresh: migrator(isFresh: true)), trials: 2)
      #expect(report.findings.map(\.code) == ["differsFromFresh", "columnOrderDiffers"])
    } matching: { issue in
      let text = issue.description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return text.contains("team is not as a new install makes it:")
        && text.contains("score may be NULL") && text.contains("the index on (name) is missing")
    }
  }

  @Test("what statements say beside that is told of migrations in code, too") func statements()
    async throws
  {
    func migrator(asks table: String) -> DatabaseMigrator {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("jobs") { db in
        try db.create(table: "job") { $0.primaryKey("id", .integer) }
        try db.create(table: "run") { t in
          t.primaryKey("id", .integer)
          t.column("log", .text)
          t.belongsTo("job")
        }
      }
      migrator.registerMigration("no orphans") { db in
        try db.execute(
          sql: "DELETE FROM run WHERE jobId IS NOT NULL AND jobId NOT IN (SELECT id FROM \(table))")
      }
      return migrator
    }
    try await verifyMigrations(of: .grdb(migrator(asks: "job")), trials: 2)
    try await withKnownIssue {
      let report = try await verifyMigrations(of: .grdb(migrator(asks: "run")), trials: 2)
      #expect(report.findings.map(\.code) == ["keysOfAnotherTable"])
    } matching: { issue in
      let text = issue.description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return text.contains("looks for it among the keys of run itself")
    }
  }

  /// A migrator whose second migration gives the column of all rows a new value.
  private func rewriting(
    _ value: String, _ arguments: @escaping @Sendable (Database) throws -> StatementArguments
  ) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("notes") { db in
      try db.create(table: "note") { t in
        t.primaryKey("id", .integer)
        t.column("text", .text).notNull()
      }
    }
    migrator.registerMigration("rewritten") { db in
      try db.create(table: "new_note") { t in
        t.primaryKey("id", .integer)
        t.column("text", .text).notNull()
      }
      try db.execute(
        sql: "INSERT INTO new_note SELECT id, \(value) FROM note", arguments: arguments(db))
      try db.drop(table: "note")
      try db.rename(table: "new_note", to: "note")
    }
    return migrator
  }

  @Test(
    "what the clock and random numbers decide is neither kept nor lost",
    arguments: ["datetime('now')", "hex(randomblob(8))", "?"])
  func chance(value: String) async throws {
    let migrator = rewriting(value) { db in
      value == "?" ? [try "\(db.transactionDate.timeIntervalSince1970)"] : []
    }
    try await verifyMigrations(of: .grdb(migrator), trials: 10)
  }

  @Test("one value for all rows is found") func constant() async throws {
    try await withKnownIssue {
      try await verifyMigrations(of: .grdb(rewriting("'none'") { _ in [] }), trials: 10)
    } matching: { issue in
      issue.description.contains("note.text has the same value after the upgrade")
    }
  }

  @Test("names of migrations that are not there are refused") func names() async throws {
    await #expect(throws: (any Error).self) {
      try await verifyMigrations(
        of: .grdb(AppDatabase.migrator(), configuration: AppDatabase.configuration), from: "v0")
    }
  }
}
