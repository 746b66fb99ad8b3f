import Foundation
import GRDB

/// The database of an app with teams, players and matches, over ten releases.
public enum AppDatabase {
  /// As the app opens its database: one function and one collation of its own.
  public static var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.add(
        function: DatabaseFunction("slug", argumentCount: 1, pure: true) { values in
          String.fromDatabaseValue(values[0]).map { $0.lowercased() }
        })
      db.add(collation: DatabaseCollation("plain") { $0.compare($1) })
    }
    return configuration
  }

  /// - Parameter forgetsColumn: whether the eighth migration leaves a column out of its copy.
  public static func migrator(forgetsColumn: Bool = false) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1 teams") { db in
      try db.create(table: "team") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull()
      }
    }
    migrator.registerMigration("v2 players") { db in
      try db.create(table: "player") { t in
        t.primaryKey("id", .integer)
        t.column("teamId", .integer).references("team", onDelete: .cascade)
        t.column("name", .text).notNull()
        t.column("score", .integer)
      }
    }
    migrator.registerMigration("v3 slugs") { db in
      try db.alter(table: "player") { $0.add(column: "slug", .text) }
      try db.execute(sql: "UPDATE player SET slug = slug(name)")
    }
    migrator.registerMigration("v4 order") { db in
      try db.execute(sql: "CREATE INDEX player_name ON player(name COLLATE plain)")
    }
    migrator.registerMigration("v5 matches") { db in
      try db.create(table: "match") { t in
        t.primaryKey("day", .text)
        t.column("home", .integer).notNull().references("team")
        t.column("guest", .integer).notNull().references("team")
      }
    }
    migrator.registerMigration("v6 default score") { db in
      try db.execute(sql: "UPDATE player SET score = 0 WHERE score IS NULL")
    }
    migrator.registerMigration("v7 joined") { db in
      try db.alter(table: "player") { $0.add(column: "joined", .datetime) }
      try db.execute(sql: "UPDATE player SET joined = CURRENT_TIMESTAMP")
    }
    migrator.registerMigration("v8 required score") { db in
      try db.create(table: "new_player") { t in
        t.primaryKey("id", .integer)
        t.column("teamId", .integer).references("team", onDelete: .cascade)
        t.column("name", .text).notNull()
        t.column("score", .integer).notNull().defaults(to: 0)
        t.column("slug", .text)
        t.column("joined", .datetime)
      }
      let slug = forgetsColumn ? "" : ", slug"
      try db.execute(
        sql: """
          INSERT INTO new_player (id, teamId, name, score, joined\(slug))
          SELECT id, teamId, name, COALESCE(score, 0), joined\(slug) FROM player
          """)
      try db.drop(table: "player")
      try db.rename(table: "new_player", to: "player")
      try db.execute(sql: "CREATE INDEX player_name ON player(name COLLATE plain)")
    }
    migrator.registerMigration("v9 initials") { db in
      try db.alter(table: "team") { $0.add(column: "initials", .text) }
      for row in try Row.fetchAll(db, sql: "SELECT id, name FROM team") {
        let name: String = row["name"]
        try db.execute(
          sql: "UPDATE team SET initials = ? WHERE id = ?",
          arguments: [String(name.prefix(2)), row["id"] as Int64])
      }
    }
    migrator.registerMigration("v10 search") { db in
      try db.create(index: "player_score", on: "player", columns: ["score"])
    }
    return migrator
  }
}
