import GRDB
import MigCheck
import MigCheckGRDB
import Testing

/// Migrations that end otherwise than by a statement that SQLite refuses.
@Suite struct FailureTests {
  private func text(
    isInterrupted: Bool = false, _ last: @escaping @Sendable (Database) throws -> Void
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
    var subject = try GRDBSubject(migrator, timeLimit: 0.3)
    subject.isInterrupted = isInterrupted
    var options = VerificationOptions()
    options.trials = 20
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
