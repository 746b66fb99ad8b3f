import CSQLite
import Foundation
import MigCheckModel
import MigCheckSQLite
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

/// Databases of apps as the common runners leave them.
@Suite("Databases with the tables of runners") struct RunnerTableTests {
  struct Runner: Sendable, CustomTestStringConvertible {
    var name: String
    /// What the runner makes besides the scripts.
    var sql: String
    var tables: [String]

    var testDescription: String { name }
  }

  static let runners = [
    Runner(
      name: "Alembic",
      sql: "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
        + "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)); "
        + "INSERT INTO alembic_version VALUES ('a1b2')", tables: ["alembic_version"]),
    Runner(
      name: "Django",
      sql: "CREATE TABLE django_migrations (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, "
        + "app varchar(255) NOT NULL, name varchar(255) NOT NULL, applied datetime NOT NULL); "
        + "INSERT INTO django_migrations (app, name, applied) VALUES ('a', '0001', '2024-01-01')",
      tables: ["django_migrations"]),
    Runner(
      name: "Rails",
      sql: "CREATE TABLE schema_migrations (version varchar NOT NULL PRIMARY KEY); "
        + "CREATE TABLE ar_internal_metadata (key varchar NOT NULL PRIMARY KEY, value varchar); "
        + "INSERT INTO schema_migrations VALUES ('20240101000000'); "
        + "INSERT INTO ar_internal_metadata VALUES ('environment', 'production')",
      tables: ["ar_internal_metadata", "schema_migrations"]),
    Runner(
      name: "knex",
      sql: "CREATE TABLE knex_migrations (id integer not null primary key autoincrement, "
        + "name varchar(255), batch integer, migration_time datetime); "
        + "CREATE TABLE knex_migrations_lock (`index` integer not null primary key autoincrement, "
        + "is_locked integer); INSERT INTO knex_migrations_lock (is_locked) VALUES (0)",
      tables: ["knex_migrations", "knex_migrations_lock"]),
    Runner(
      name: "Flyway",
      sql: "CREATE TABLE flyway_schema_history (installed_rank INT NOT NULL PRIMARY KEY, "
        + "version VARCHAR(50), script VARCHAR(1000) NOT NULL, success BOOLEAN NOT NULL); "
        + "CREATE INDEX flyway_schema_history_s_idx ON flyway_schema_history (success); "
        + "INSERT INTO flyway_schema_history VALUES (1, '1', 'V1__x.sql', 1)",
      tables: ["flyway_schema_history"]),
    Runner(
      name: "goose",
      sql: "CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT, "
        + "version_id INTEGER NOT NULL, is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT "
        + "(datetime('now'))); INSERT INTO goose_db_version (version_id, is_applied) VALUES (1, 1)",
      tables: ["goose_db_version"]),
    Runner(
      name: "golang-migrate",
      sql: "CREATE TABLE schema_migrations (version uint64, dirty bool); "
        + "CREATE UNIQUE INDEX version_unique ON schema_migrations (version); "
        + "INSERT INTO schema_migrations VALUES (1, 0)", tables: ["schema_migrations"]),
    Runner(
      name: "sqlx",
      sql: "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL, "
        + "success BOOLEAN NOT NULL, checksum BLOB NOT NULL); "
        + "INSERT INTO _sqlx_migrations VALUES (1, 'x', 1, x'00')", tables: ["_sqlx_migrations"]),
    Runner(
      name: "refinery",
      sql: "CREATE TABLE refinery_schema_history (version int4 PRIMARY KEY, name VARCHAR(255))",
      tables: ["refinery_schema_history"]),
    Runner(
      name: "Diesel",
      sql: "CREATE TABLE __diesel_schema_migrations (version VARCHAR(50) PRIMARY KEY NOT NULL, "
        + "run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP); "
        + "INSERT INTO __diesel_schema_migrations (version) VALUES ('1')",
      tables: ["__diesel_schema_migrations"]),
    Runner(
      name: "Room",
      sql: "CREATE TABLE android_metadata (locale TEXT); "
        + "CREATE TABLE room_master_table (id INTEGER PRIMARY KEY, identity_hash TEXT); "
        + "INSERT INTO android_metadata VALUES ('en_US'); "
        + "INSERT INTO room_master_table VALUES (42, 'abc')",
      tables: ["android_metadata", "room_master_table"]),
    Runner(
      name: "Drizzle",
      sql: "CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, "
        + "created_at numeric); INSERT INTO __drizzle_migrations VALUES (1, 'x', 1)",
      tables: ["__drizzle_migrations"]),
    Runner(
      name: "Prisma",
      sql: "CREATE TABLE _prisma_migrations (id TEXT PRIMARY KEY NOT NULL, checksum TEXT NOT NULL, "
        + "finished_at DATETIME, applied_steps_count INTEGER UNSIGNED NOT NULL DEFAULT 0); "
        + "INSERT INTO _prisma_migrations (id, checksum) VALUES ('x', 'y')",
      tables: ["_prisma_migrations"]),
    Runner(
      name: "GRDB",
      sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY); "
        + "INSERT INTO grdb_migrations VALUES ('v1')", tables: ["grdb_migrations"]),
    Runner(
      name: "EF Core",
      sql: "CREATE TABLE \"__EFMigrationsHistory\" (\"MigrationId\" TEXT NOT NULL CONSTRAINT "
        + "\"PK___EFMigrationsHistory\" PRIMARY KEY, \"ProductVersion\" TEXT NOT NULL); "
        + "INSERT INTO \"__EFMigrationsHistory\" VALUES ('1', '9.0')",
      tables: ["__EFMigrationsHistory"]),
    Runner(
      name: "TypeORM",
      sql: "CREATE TABLE migrations (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, "
        + "timestamp bigint NOT NULL, name varchar NOT NULL); "
        + "INSERT INTO migrations (timestamp, name) VALUES (1, 'x')", tables: ["migrations"]),
    Runner(
      name: "Sequelize",
      sql: "CREATE TABLE SequelizeMeta (name VARCHAR(255) NOT NULL UNIQUE PRIMARY KEY); "
        + "INSERT INTO SequelizeMeta VALUES ('1.js')", tables: ["SequelizeMeta"]),
    Runner(
      name: "Liquibase",
      sql: "CREATE TABLE DATABASECHANGELOG (ID VARCHAR(255) NOT NULL, DATEEXECUTED DATETIME); "
        + "CREATE TABLE DATABASECHANGELOGLOCK (ID INT PRIMARY KEY NOT NULL, LOCKED BOOLEAN); "
        + "INSERT INTO DATABASECHANGELOG VALUES ('1', 'now')",
      tables: ["DATABASECHANGELOG", "DATABASECHANGELOGLOCK"]),
    Runner(
      name: "node-pg-migrate",
      sql: "CREATE TABLE pgmigrations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, run_on TEXT)",
      tables: ["pgmigrations"]),
    Runner(
      name: "a search index and a trigger",
      sql:
        "CREATE VIRTUAL TABLE found USING fts5(name); CREATE TABLE sync (id INTEGER PRIMARY KEY); "
        + "CREATE TRIGGER synced AFTER INSERT ON sync BEGIN SELECT 1; END; "
        + "INSERT INTO found VALUES ('x'); INSERT INTO sync VALUES (1)", tables: ["found", "sync"]),
  ]

  private static let scripts = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "ALTER TABLE user ADD COLUMN mail TEXT; CREATE TABLE tag (id INTEGER PRIMARY KEY)",
  ]

  private static func database(_ path: String, first: String = "", then sql: String) throws {
    let connection = try SQLiteConnection(path: path)
    if !first.isEmpty { try connection.execute(first) }
    try connection.execute(
      "\(scripts[0]); INSERT INTO user VALUES (1, 'é'), (2, 'b'); \(sql)")
    connection.close()
  }

  /// - Returns: the seed, and a report of its upgrades in memory and in a file.
  private static func run(
    _ subject: SQLFolderSubject, _ path: String, in folder: TestFolder
  ) throws -> (SeedDatabase, Report) {
    let seeded = try subject.seeded(by: path, at: nil, showsValues: true, scratch: folder.path)
    let seed = try #require(seeded.seed)
    var options = VerificationOptions(trials: 0)
    options.from = seed.version
    options.jobs = 1
    options.directory = folder.path
    options.savedFindings = Start(
      start: CorpusCase(name: "seed", version: seed.version, graph: seed.graph))
    return (seed, try Verifier(seeded, options: options).run())
  }

  private struct Start: Corpus {
    var start: CorpusCase

    func cases() throws -> [CorpusCase] { [start] }
    func save(_ finding: Finding) throws -> String { "kept" }
  }

  @Test("are left alone, and listed", arguments: runners)
  func runnerTables(runner: Runner) throws {
    let (subject, folder) = try SQLFolderRuns.subject(Self.scripts)
    let path = folder.path + ".sqlite"
    try Self.database(path, then: runner.sql)
    let (seed, report) = try Self.run(subject, path, in: folder)
    #expect(seed.version == 1)
    #expect(seed.otherTables == runner.tables)
    #expect(seed.graph.tables.map(\.count) == [2])
    #expect(report.findings.map(\.message) == [])
  }

  /// How a database is laid out in its file.
  struct Layout: Sendable, CustomTestStringConvertible {
    var pageSize: Int
    var reserved: Int32
    var vacuum: String
    var encoding: String
    var journal: String

    var testDescription: String {
      "pages of \(pageSize) with \(reserved) bytes reserved, \(vacuum), \(encoding), \(journal)"
    }

    private static let pageSizes = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536]

    /// Every sixteenth of the 648 combinations, in which each value of each part is found with each of
    /// another.
    static let sample = stride(from: 0, to: 648, by: 16).map { number in
      Layout(
        pageSize: pageSizes[number / 81], reserved: [0, 8, 32][number / 27 % 3],
        vacuum: ["NONE", "FULL", "INCREMENTAL"][number / 9 % 3],
        encoding: ["UTF-8", "UTF-16le", "UTF-16be"][number / 3 % 3],
        journal: ["DELETE", "WAL", "PERSIST"][number % 3])
    }
  }

  /// Makes an empty database, whose layout later statements keep.
  private static func create(_ path: String, _ layout: Layout) throws {
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    var reserved = layout.reserved
    try #require(
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved) == SQLITE_OK)
    try #require(
      sqlite3_exec(
        handle,
        """
        PRAGMA page_size = \(layout.pageSize); PRAGMA encoding = '\(layout.encoding)';
        PRAGMA auto_vacuum = \(layout.vacuum); CREATE TABLE t (a); DROP TABLE t;
        PRAGMA journal_mode = \(layout.journal)
        """, nil, nil, nil) == SQLITE_OK)
  }

  @Test("of any layout are upgraded", arguments: Sweep.part(Layout.sample, oneOf: 8))
  func layouts(layout: Layout) throws {
    let (subject, folder) = try SQLFolderRuns.subject(Self.scripts)
    let path = folder.path + ".sqlite"
    try Self.create(path, layout)
    try Self.database(path, then: "PRAGMA user_version = 1; PRAGMA application_id = 77")
    let header = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(100)
    #expect(header[20] == UInt8(layout.reserved))
    #expect(
      Int(header[16]) << 8 | Int(header[17]) == layout.pageSize & 0xFFFF | layout.pageSize >> 16)
    let (seed, report) = try Self.run(subject, path, in: folder)
    #expect(seed.graph.tables[0].columns[1] == [.string("é"), .string("b")])
    #expect(report.findings.map(\.message) == [])
    #expect(report.verdict == .passed)
  }
}
