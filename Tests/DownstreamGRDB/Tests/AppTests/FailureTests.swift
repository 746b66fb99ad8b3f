import GRDB
import MigCheck
import MigCheckGRDB
import Testing

/// Migrations that end otherwise than by a statement that SQLite refuses.
@Suite struct FailureTests {
  private func text(
    isInterrupted: Bool = false, timeLimit: Double = 0.3, trials: Int = 20,
    _ last: @escaping @Sendable (Database) throws -> Void
  ) throws -> String {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in
      try db.create(table: "team") { t in t.primaryKey("id", .integer) }
      try db.create(table: "player") { t in
        t.primaryKey("id", .integer)
        t.belongsTo("team")
        t.column("name", .text)
      }
    }
    migrator.registerMigration("v2", migrate: last)
    var subject = try GRDBSubject(migrator, timeLimit: timeLimit)
    subject.isInterrupted = isInterrupted
    var options = VerificationOptions()
    options.trials = trials
    let report = try verify(subject, options: options)
    #expect(report.findings.count == 1)
    #expect(report.findings.first?.counterexample.objects == 1)
    return TextReport(colours: false).text(report).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  @Test(
    "NULL that is read as a String ends the migration, and not the test", arguments: [false, true])
  func decoding(isInterrupted: Bool) throws {
    let text = try text(isInterrupted: isInterrupted) { db in
      for row in try Row.fetchAll(db, sql: "SELECT id, name FROM player") {
        let name: String = row["name"]
        try db.execute(
          sql: "UPDATE player SET name = ? WHERE id = ?", arguments: [name, row["id"] as Int64])
      }
    }
    #expect(text.contains("v2 crashed after SELECT id, name FROM player."))
    #expect(text.contains("could not decode String from database value NULL"))
    #expect(text.contains("player#0 id any teamId null name null"))
  }

  @Test("a loop that never ends is stopped") func endless() throws {
    let text = try text { db in
      while try Table("player").fetchCount(db) > 0 {
        try db.execute(sql: "UPDATE player SET name = 'a'")
      }
    }
    #expect(text.contains("v2 did not end after UPDATE player SET name = 'a'"))
    #expect(text.contains("within 0.3 seconds"))
  }

  @Test("so is one without statements") func endlessWithoutStatements() throws {
    let text = try text(timeLimit: 0.1, trials: 1) { db in
      var count = try Table("player").fetchCount(db)
      while count > 0 { count = max(1, count &+ 1) }
    }
    #expect(text.contains("v2 did not end after SELECT COUNT(*) FROM \"player\""))
    #expect(text.contains("within 0.1 seconds"))
  }

  @Test("a migrator of new installs that fails is named as that one") func installs() {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { try $0.execute(sql: "CREATE TABLE team (id INTEGER)") }
    var fresh = DatabaseMigrator()
    fresh.registerMigration("install") { try $0.execute(sql: "CREATE INDEX i ON tema (id)") }
    let error = #expect(throws: InputError.self) {
      _ = try GRDBSubject(migrator, fresh: fresh)
    }
    let text = "\(String(describing: error))"
    #expect(text.contains("install") && text.contains("no such table: main.tema"))
    #expect(text.contains("in the migrator of new installs"))
  }

  @Test(
    "a configuration that no database can be upgraded with is refused",
    arguments: [
      ("readonly", "attempt to write a readonly database"), ("throwing", "no such function: fold"),
    ])
  func configuration(kind: String, sentence: String) {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { try $0.execute(sql: "CREATE TABLE team (id INTEGER)") }
    var configuration = Configuration()
    configuration.readonly = kind == "readonly"
    configuration.prepareDatabase { db in
      if kind == "throwing" { try db.execute(sql: "SELECT fold('a')") }
    }
    let error = #expect(throws: (any Error).self) {
      _ = try GRDBSubject(migrator, configuration: configuration)
    }
    #expect("\(String(describing: error))".contains(sentence))
  }

  @Test("an error of the migration's own is told with its text") func throwing() throws {
    struct TooMany: Error { var players: Int }
    let text = try text { db in
      let count = try Table("player").fetchCount(db)
      if count > 0 { throw TooMany(players: count) }
    }
    #expect(text.contains("v2 throws an error of its own: TooMany(players: 1)."))
  }

  @Test("references that a migration breaks are found at its end, without values of the row")
  func references() throws {
    let text = try text { try $0.execute(sql: "UPDATE player SET teamId = id + 1000") }
    #expect(
      text.contains(
        "FOREIGN KEY constraint violation - from player(teamId) to team(id), in: the check of "
          + "foreign keys at the end of the migration"))
  }

  @Test("a migration that crashes without rows is refused") func empty() {
    let error = #expect(throws: InputError.self) {
      _ = try text { db in
        let names = try String?.fetchAll(db, sql: "SELECT name FROM player")
        _ = names[0]
      }
    }
    #expect("\(String(describing: error))".contains("v2 crashed after SELECT name FROM player"))
  }
}
