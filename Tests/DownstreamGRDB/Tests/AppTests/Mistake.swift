import GRDB
import Testing

/// A mistake in a migration as people write them with GRDB, and its mending.
struct Mistake: Sendable, CustomTestStringConvertible {
  var name: String
  var before: @Sendable (Database) throws -> Void
  var wrong: @Sendable (Database) throws -> Void
  var mended: @Sendable (Database) throws -> Void
  /// The code of the finding.
  var code: String
  /// What its text has to name.
  var text: String
  var isWarning = false
  var checks = DatabaseMigrator.ForeignKeyChecks.deferred

  var testDescription: String { name }

  func migrator(_ last: @escaping @Sendable (Database) throws -> Void) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1", migrate: before)
    migrator.registerMigration("v2", foreignKeyChecks: checks, migrate: last)
    return migrator
  }
}

extension Mistake {
  @Sendable private static func people(_ db: Database) throws {
    try db.create(table: "team") { t in
      t.autoIncrementedPrimaryKey("id")
      t.column("name", .text).notNull()
    }
    try db.create(table: "player") { t in
      t.autoIncrementedPrimaryKey("id")
      t.column("name", .text).notNull()
      t.column("team", .text)
      t.column("joined", .text)
    }
  }

  @Sendable private static func teams(_ db: Database) throws {
    try db.create(table: "team") { t in
      t.primaryKey("id", .integer)
      t.column("name", .text).notNull()
    }
    try db.create(table: "player") { t in
      t.primaryKey("id", .integer)
      t.belongsTo("team", onDelete: .cascade)
      t.column("name", .text).notNull()
    }
  }

  @Sendable private static func copies(_ db: Database) throws {
    try db.create(table: "freshTeam") { t in
      t.primaryKey("id", .integer)
      t.column("name", .text).notNull().collate(.nocase)
    }
    try db.execute(sql: "INSERT INTO freshTeam SELECT id, name FROM team")
    try db.drop(table: "team")
    try db.rename(table: "freshTeam", to: "team")
  }

  static let all = queries + copied + loops

  // MARK: Rows that a schema admits

  private static let queries = [
    Mistake(
      name: "a query for one value that finds several rows", before: people,
      wrong: { db in
        try db.alter(table: "player") { $0.add(column: "teamId", .integer) }
        try db.execute(
          sql: "UPDATE player SET teamId = (SELECT id FROM team WHERE team.name = player.team)")
      },
      mended: { db in
        try db.alter(table: "player") { $0.add(column: "teamId", .integer) }
        try db.execute(
          sql: "UPDATE player SET teamId = (SELECT MIN(id) FROM team WHERE team.name = player.team)"
        )
      }, code: "severalRows", text: "player.teamId", isWarning: true),
    Mistake(
      name: "a date that a function cannot read", before: people,
      wrong: { try $0.execute(sql: "UPDATE player SET joined = date(joined)") },
      mended: {
        try $0.execute(sql: "UPDATE player SET joined = COALESCE(date(joined), joined)")
      }, code: "valuesGarbled", text: "player.joined becomes NULL", isWarning: true),
    Mistake(
      name: "a comparison with NULL", before: people,
      wrong: { db in
        try db.execute(
          sql: "UPDATE player SET joined = ? WHERE team = NULL", arguments: ["2020-01-01"])
      },
      mended: { db in
        try db.execute(
          sql: "UPDATE player SET joined = ? WHERE team IS NULL", arguments: ["2020-01-01"])
      }, code: "neverTrue", text: "team IS NULL"),
    Mistake(
      name: "a deletion that takes every row", before: people,
      wrong: { _ = try Table("player").filter(Column("id") != nil).deleteAll($0) },
      mended: { _ = try Table("player").filter(Column("team") == nil).deleteAll($0) },
      code: "deletesEverything", text: "player"),
    Mistake(
      name: "a key given by arguments that is there already",
      before: { db in
        try db.create(table: "setting") { t in
          t.primaryKey("key", .text)
          t.column("value", .text)
        }
      },
      wrong: { db in
        try db.execute(
          sql: "UPDATE setting SET key = ? WHERE key = ?", arguments: ["theme", "colour"])
      },
      mended: { db in
        try db.execute(
          sql: """
            UPDATE setting SET key = :new
            WHERE key = :old AND NOT EXISTS (SELECT 1 FROM setting WHERE key = :new)
            """, arguments: ["new": "theme", "old": "colour"])
      }, code: "duplicatePrimaryKey", text: "UPDATE setting SET key = ? WHERE key = ?"),
  ]

  // MARK: Copies

  private static let copied = [
    Mistake(
      name: "a copy that doubles rows",
      before: { db in
        try db.create(table: "score") { t in
          t.column("player", .text)
          t.column("points", .integer)
        }
        try db.create(table: "nick") { t in
          t.column("player", .text)
          t.column("name", .text)
        }
      },
      wrong: { db in
        try db.execute(
          sql: """
            CREATE TABLE fresh (player TEXT, points INTEGER, name TEXT);
            INSERT INTO fresh (player, points, name)
              SELECT s.player, s.points, n.name FROM score s LEFT JOIN nick n ON n.player = s.player;
            DROP TABLE score;
            """)
        try db.rename(table: "fresh", to: "score")
      },
      mended: { db in
        try db.execute(
          sql: """
            CREATE TABLE fresh (player TEXT, points INTEGER, name TEXT);
            INSERT INTO fresh (player, points, name)
              SELECT s.player, s.points, (SELECT MAX(n.name) FROM nick n WHERE n.player = s.player)
              FROM score s;
            DROP TABLE score;
            """)
        try db.rename(table: "fresh", to: "score")
      }, code: "rowsMultiplied", text: "score"),
    Mistake(
      name: "an index over an expression that a new table lacks",
      before: { db in
        try teams(db)
        try db.execute(sql: "CREATE UNIQUE INDEX team_name ON team(lower(name))")
      },
      wrong: copies,
      mended: { db in
        try copies(db)
        try db.execute(sql: "CREATE UNIQUE INDEX team_name ON team(lower(name))")
      }, code: "uniqueIndexLost", text: "team_name"),
    Mistake(
      name: "a trigger that names what is gone",
      before: { db in
        try people(db)
        try db.execute(
          sql: """
            CREATE TRIGGER player_team AFTER DELETE ON team BEGIN
              UPDATE player SET team = NULL WHERE team = OLD.name;
            END
            """)
      },
      wrong: { db in
        try db.execute(sql: "PRAGMA legacy_alter_table = ON")
        try db.rename(table: "player", to: "person")
        try db.execute(sql: "PRAGMA legacy_alter_table = OFF")
      },
      mended: { try $0.rename(table: "player", to: "person") },
      code: "triggerBroken", text: "player_team"),
    Mistake(
      name: "rows that go with a dropped table, as foreign keys are checked at once", before: teams,
      wrong: { db in
        try db.execute(sql: "PRAGMA foreign_keys = OFF")
        try copies(db)
      },
      mended: { db in
        try db.alter(table: "team") { $0.add(column: "city", .text) }
      }, code: "objectGone", text: "PRAGMA at v2 has no effect", checks: .immediate),
    Mistake(
      name: "rows that stay with a dropped table, as foreign keys are deferred", before: teams,
      wrong: { db in
        try copies(db)
        try db.execute(sql: "DELETE FROM player")
      },
      mended: copies, code: "objectGone", text: "DELETE FROM player"),
  ]

  // MARK: Rows one by one

  private static let loops = [
    Mistake(
      name: "a loop that makes the same key of two rows",
      before: people,
      wrong: { db in
        try db.create(table: "tag") { t in t.primaryKey("name", .text) }
        let cursor = try Row.fetchCursor(db, sql: "SELECT team FROM player WHERE team IS NOT NULL")
        while let row = try cursor.next() {
          let name: String = row["team"]
          try db.execute(sql: "INSERT INTO tag (name) VALUES (?)", arguments: [name])
        }
      },
      mended: { db in
        try db.create(table: "tag") { t in t.primaryKey("name", .text) }
        let cursor = try Row.fetchCursor(
          db, sql: "SELECT DISTINCT team FROM player WHERE team IS NOT NULL")
        while let row = try cursor.next() {
          let name: String = row["team"]
          try db.execute(sql: "INSERT INTO tag (name) VALUES (?)", arguments: [name])
        }
      }, code: "duplicatePrimaryKey", text: "INSERT INTO tag (name) VALUES (?)"),
    Mistake(
      name: "a loop that finds a team of a name, and there are two", before: people,
      wrong: { db in
        try db.alter(table: "player") { $0.add(column: "teamId", .integer) }
        for row in try Row.fetchAll(db, sql: "SELECT id, team FROM player") {
          try db.execute(
            sql: "UPDATE player SET teamId = (SELECT id FROM team WHERE name = ?) WHERE id = ?",
            arguments: [row["team"] as String?, row["id"] as Int64])
        }
      },
      mended: { db in
        try db.alter(table: "player") { $0.add(column: "teamId", .integer) }
        for row in try Row.fetchAll(db, sql: "SELECT id, team FROM player") {
          try db.execute(
            sql:
              "UPDATE player SET teamId = (SELECT MIN(id) FROM team WHERE name = ?) WHERE id = ?",
            arguments: [row["team"] as String?, row["id"] as Int64])
        }
      }, code: "severalRows", text: "player.teamId", isWarning: true),
  ]
}
