import Foundation
import MigCheckModel
import Testing

@testable import MigCheckSQL

@Suite("Folders of migrations") struct MigrationFolderTests {
  /// A way in which projects name their scripts: names, and the order that must come out.
  struct Layout: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var files: [String]
    var order: [String]
    var numbers: [UInt64]
  }

  static let layouts: [Layout] = [
    Layout(
      testDescription: "natural numbers", files: ["10_c.sql", "2_b.sql", "1_a.sql"],
      order: ["1_a.sql", "2_b.sql", "10_c.sql"], numbers: [1, 2, 10]),
    Layout(
      testDescription: "padded numbers from zero",
      files: ["0000_odd_names.sql", "0001_x.sql", "0003_y.sql", "meta/_journal.json"],
      order: ["0000_odd_names.sql", "0001_x.sql", "0003_y.sql"], numbers: [0, 1, 3]),
    Layout(
      testDescription: "timestamps with mixed separators",
      files: [
        "2024-03-13_170000_b.sql", "2024-03-12-235959_a.sql", "20240314000000_c.sql",
        "2024_03_15_c.sql",
      ],
      order: [
        "2024-03-12-235959_a.sql", "2024-03-13_170000_b.sql", "20240314000000_c.sql",
        "2024_03_15_c.sql",
      ],
      numbers: [20_240_312_235_959, 20_240_313_170_000, 20_240_314_000_000, 20_240_315_000_000]),
    Layout(
      testDescription: "Flyway",
      files: ["V1__init.sql", "V2__x.sql", "V10__y.sql", "U2__x.sql", "R__views.sql"],
      order: ["V1__init.sql", "V2__x.sql", "V10__y.sql"], numbers: [1, 2, 10]),
    Layout(
      testDescription: "Flyway with dotted versions", files: ["V1.10__b.sql", "V1_9__a.sql"],
      order: ["V1_9__a.sql", "V1.10__b.sql"], numbers: [1, 2]),
    Layout(
      testDescription: "folders named after releases",
      files: ["0.10/schema.sql", "0.9/2_b.sql", "0.9/10_c.sql", "0.9.1/x.sql"],
      order: ["0.9", "0.9.1", "0.10"], numbers: [1, 2, 3]),
    Layout(
      testDescription: "up.sql and down.sql in folders",
      files: [
        "2023-01-02-000000_b/up.sql", "2023-01-02-000000_b/down.sql",
        "2023-01-01-000000_a/up.sql",
      ],
      order: ["2023-01-01-000000_a", "2023-01-02-000000_b"],
      numbers: [20_230_101_000_000, 20_230_102_000_000]),
    Layout(
      testDescription: "SQLDelight", files: ["10.sqm", "2.sqm", "1.sqm", "Note.sq"],
      order: ["1.sqm", "2.sqm", "10.sqm"], numbers: [1, 2, 10]),
    Layout(
      testDescription: "migration.sql in folders",
      files: ["20230101000000_a/migration.sql", "migration_lock.toml"],
      order: ["20230101000000_a"], numbers: [20_230_101_000_000]),
    Layout(
      testDescription: ".up.sql beside .down.sql",
      files: ["000001_a.up.sql", "000001_a.down.sql", "000002_b.up.sql"],
      order: ["000001_a.up.sql", "000002_b.up.sql"], numbers: [1, 2]),
    Layout(
      testDescription: "a word behind the number that begins with a digit",
      files: ["1_2fa_tokens.sql", "2_3d.sql"], order: ["1_2fa_tokens.sql", "2_3d.sql"],
      numbers: [1, 2]),
    Layout(
      testDescription: "scripts for several databases",
      files: [
        "V0001.Initial.sqlite.up.sql", "V0001.Initial.mysql.up.sql", "V0001.Initial.all.down.sql",
        "V0002.Duo_Devices.all.up.sql", "V0003.X.postgres.up.sql", "V0010.Y.sqlite.up.sql",
        "V0010.Y.sqlite.down.sql",
      ],
      order: [
        "V0001.Initial.sqlite.up.sql", "V0002.Duo_Devices.all.up.sql", "V0010.Y.sqlite.up.sql",
      ], numbers: [1, 2, 10]),
    Layout(
      testDescription: "the database behind an underscore",
      files: ["0001_a_postgres.up.sql", "0001_a_sqlite.up.sql", "0001_a_sqlite.down.sql"],
      order: ["0001_a_sqlite.up.sql"], numbers: [1]),
    Layout(
      testDescription: "a sentence that ends in another database",
      files: ["1_a.sql", "2_import_from_mysql.sql"],
      order: ["1_a.sql", "2_import_from_mysql.sql"], numbers: [1, 2]),
    Layout(
      testDescription: "a script for SQLite in the place of one for all",
      files: ["20200101_a.up.sql", "20200101_a.sqlite3.up.sql", "20200101_a.mysql.up.sql"],
      order: ["20200101_a.sqlite3.up.sql"], numbers: [20_200_101]),
    Layout(
      testDescription: "folders with scripts for several databases",
      files: [
        "54/1a.sql", "54/2b.sql.sqlite", "54/2b.sql.postgres", "55/sqlite.sql", "55/mysql.sql",
      ],
      order: ["54", "55"], numbers: [54, 55]),
    Layout(
      testDescription: "one file without a number", files: ["schema.sql"], order: ["schema.sql"],
      numbers: [1]),
    Layout(
      testDescription: "a file without a number among others", files: ["1.sql", "schema.sql"],
      order: ["1.sql"], numbers: [1]),
    Layout(
      testDescription: "a number behind the same word in all names",
      files: ["version-001.sql", "version-010.sql", "version-009.sql", "schema.sql"],
      order: ["version-001.sql", "version-009.sql", "version-010.sql"], numbers: [1, 9, 10]),
    Layout(
      testDescription: "a number behind a word and a letter",
      files: ["upgrade-v2.sql", "upgrade-v10.sql", "upgrade-v1.sql"],
      order: ["upgrade-v1.sql", "upgrade-v2.sql", "upgrade-v10.sql"], numbers: [1, 2, 10]),
    Layout(
      testDescription: "steps of a folder numbered behind the same word",
      files: ["2/upgrade_020_b.sql", "2/upgrade_010_a.sql", "10/upgrade_000_c.sql"],
      order: ["2", "10"], numbers: [2, 10]),
    Layout(
      testDescription: "a folder for each database",
      files: [
        "sqlite/1_a.sql", "sqlite/2_b.sql", "postgres/1_a.sql", "mysql/1/up.sql", "README.md",
      ],
      order: ["1_a.sql", "2_b.sql"], numbers: [1, 2]),
    Layout(
      testDescription: "folders of migrations in a folder for SQLite",
      files: ["SQLite3/2_b/up.sql", "SQLite3/1_a/up.sql"], order: ["1_a", "2_b"], numbers: [1, 2]),
    Layout(
      testDescription: "two scripts of one day, as yoyo names them",
      files: [
        "20210131_02_b1c2d-posts.sql", "20210131_01_x9y8z-users.sql",
        "20210131_01_x9y8z-users.rollback.sql", "20210201_01_aaaaa-tags.sql",
      ],
      order: [
        "20210131_01_x9y8z-users.sql", "20210131_02_b1c2d-posts.sql", "20210201_01_aaaaa-tags.sql",
      ], numbers: [1, 2, 3]),
    Layout(
      testDescription: "days with a time behind them",
      files: ["20210131T120000Z_b.sql", "20210131T090000Z_a.sql", "20210201T000000Z_c.sql"],
      order: ["20210131T090000Z_a.sql", "20210131T120000Z_b.sql", "20210201T000000Z_c.sql"],
      numbers: [1, 2, 3]),
    Layout(
      testDescription: "a second number where the first ones tell names apart",
      files: ["20210131_2_columns.sql", "20210201_a.sql"],
      order: ["20210131_2_columns.sql", "20210201_a.sql"], numbers: [20_210_131, 20_210_201]),
    Layout(
      testDescription: "do and undo, as postgrator names them",
      files: ["001.do.a.sql", "001.undo.a.sql", "002.do.sql", "002.undo.sql"],
      order: ["001.do.a.sql", "002.do.sql"], numbers: [1, 2]),
    Layout(
      testDescription: "a rollback beside its script",
      files: ["1_a.sql", "1_a_rollback.sql", "2_b.sql", "2_b-undo.sql", "3_add_rollback.sql"],
      order: ["1_a.sql", "2_b.sql", "3_add_rollback.sql"], numbers: [1, 2, 3]),
    Layout(
      testDescription: "the direction before the number",
      files: ["up_001.sql", "up_002.sql", "down_001.sql", "down_002.sql"],
      order: ["up_001.sql", "up_002.sql"], numbers: [1, 2]),
    Layout(
      testDescription: "the folder around the only one with numbers",
      files: ["migrations/1_a.sql", "migrations/2_b.sql", "schema.sql", "seeds/dev.txt"],
      order: ["1_a.sql", "2_b.sql"], numbers: [1, 2]),
    Layout(
      testDescription: "a folder for each direction",
      files: ["up/1_a.sql", "up/2_b.sql", "down/1_a.sql", "down/2_b.sql"],
      order: ["1_a.sql", "2_b.sql"], numbers: [1, 2]),
    Layout(
      testDescription: "a folder with steps beside a script with a number",
      files: ["1_a.sql", "2_b/1.sql", "2_b/2.sql"], order: ["1_a.sql", "2_b"], numbers: [1, 2]),
    Layout(
      testDescription: "a folder that is called after a database beside scripts for all",
      files: ["1_a.sql", "sqlite/1_b.sql"], order: ["1_a.sql"], numbers: [1]),
  ]

  @Test("layouts of real projects", arguments: layouts)
  func layout(_ layout: Layout) throws {
    let folder = try TestFolder(
      Dictionary(uniqueKeysWithValues: layout.files.map { ($0, "SELECT 1;") }))
    let read = try MigrationFolder(path: folder.path, settings: FolderSettings())
    #expect(read.migrations.map(\.name) == layout.order)
    #expect(read.migrations.map(\.number) == layout.numbers)
  }

  @Test("statements know their lines, and a trigger is one statement")
  func statementsKnowTheirLines() {
    let script =
      "-- first\r\nCREATE TABLE a (x TEXT DEFAULT ';'); /* ; */\n\n"
      + "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  UPDATE a SET x = 1;\n  DELETE FROM a;\nEND;\n"
      + "--> statement-breakpoint\n;;\nINSERT INTO a VALUES ('it''s') -- no semicolon"
    let statements = SQLStatement.all(in: script, file: "1.sql")
    #expect(statements.map(\.line) == [2, 4, 10])
    #expect(statements[1].text.hasSuffix("END"))
    #expect(statements[2].text == "INSERT INTO a VALUES ('it''s')")
  }

  @Test(
    "a file without statements is a version", arguments: ["", "-- nothing\n", ";\n", "\u{FEFF}"])
  func emptyFile(content: String) throws {
    let folder = try TestFolder(["1_a.sql": content])
    let read = try MigrationFolder(path: folder.path, settings: FolderSettings())
    #expect(read.migrations.map(\.statements.count) == [0])
  }

  @Test(
    "of a file with both ways only the way up is taken",
    arguments: [
      "-- migrate:up\nSELECT 1;\n-- migrate:down\nSELECT 2;",
      "-- migrate:up\r\nSELECT 1;\r\n-- migrate:down\r\nSELECT 2;\r\n",
      "-- +goose Up\n-- +goose StatementBegin\nSELECT 1;\n-- +goose StatementEnd\n-- +goose Down\nSELECT 2;",
      "-- +micrate Up\n-- SQL in section 'Up' is run\nSELECT 1;\n\n-- +micrate Down\nSELECT 2;",
      "-------\n-- Up\n-------\nSELECT 1;\n-------\n-- Down\n-------\nSELECT 2;",
      "-- UP\r\nSELECT 1;\r\n-- DOWN\r\nSELECT 2;\r\n",
      "-- Up Migration\nSELECT 1;\n-- Down Migration\nSELECT 2;",
      "# Users\n\n# --- !Ups\nSELECT 1;\n# --- !Downs\nSELECT 2;",
      "-- !Ups\nSELECT 1;\n-- !Downs\nSELECT 2;",
      "-- // users\nSELECT 1;\n\n-- //@UNDO\nSELECT 2;", "SELECT 1;\n--//@UNDO\nSELECT 2;",
      "SELECT 1;\n---- create above / drop below ----\nSELECT 2;",
      "-- SQL: up\nSELECT 1;\n-- SQL: down\nSELECT 2;",
    ])
  func bothWays(script: String) throws {
    let folder = try TestFolder(["1_a.sql": script])
    let read = try MigrationFolder(path: folder.path, settings: FolderSettings())
    #expect(read.migrations[0].statements.map(\.text) == ["SELECT 1"])
  }

  @Test(
    "comments that mark no part",
    arguments: [
      "-- Down\nSELECT 1;\n-- the table of what is\n", "-- Up to here\nSELECT 1;\n-- Down there",
      "-- going up\nSELECT 1;\n-- sit down", "-- Up\nSELECT 1;\n-- Downs and ups",
    ])
  func noMark(script: String) throws {
    let folder = try TestFolder(["1_a.sql": script + "\nSELECT 2;"])
    let read = try MigrationFolder(path: folder.path, settings: FolderSettings())
    #expect(read.migrations[0].statements.map(\.text) == ["SELECT 1", "SELECT 2"])
  }

  @Test(
    "what asks for no transaction around a script",
    arguments: [
      ("-- +goose Up\n-- +goose NO TRANSACTION\nSELECT 1;", true),
      ("-- migrate:up transaction:false\nSELECT 1;\n-- migrate:down\n", true),
      ("-- migrate:up\nSELECT 1;\n-- migrate:down transaction:false\n", false),
      ("-- +migrate Up notransaction\nSELECT 1;", true),
      ("-- +migrate Up\nSELECT 1;\n-- +migrate Down notransaction\n", false),
      ("-- no-transaction\nSELECT 1;", true), ("-- atlas:txmode none\n\nSELECT 1;", true),
      ("-- there is no transaction here\nSELECT 1;", false),
    ])
  func refusedTransaction(script: String, isRefused: Bool) throws {
    let folder = try TestFolder(["1_a.sql": script])
    let read = try MigrationFolder(path: folder.path, settings: FolderSettings())
    #expect(read.migrations[0].runsAlone == isRefused)
  }

  @Test("of lines for several databases those for SQLite are taken") func linesOfDatabases() throws
  {
    let folder = try TestFolder([
      "00-latest.sql": "-- v0 -> v4: Latest revision\nCREATE TABLE a (x, y, z);",
      "01.sql": "-- v0 -> v1: Initial revision\nCREATE TABLE a (x);",
      "02.sql": "-- v2: Postgres only\n-- only: postgres\n\nALTER TABLE a ALTER x TYPE y;",
      "03.sql":
        "-- only: postgres\nSELECT 1::BIGINT;\n-- only: sqlite for next 2 lines\nSELECT 2;\n"
        + "SELECT 3;\n-- only: postgres until \"end only\"\nSELECT 4;\n\nSELECT 5;\n"
        + "-- end only postgres\nSELECT -- only: seen\n-- only: sqlite (line commented)\n--6;\n"
        + "-- only: postgres\n7;\nSELECT 8;",
      "04.sql": "-- transaction: sqlite-fkey-off\n-- only: postgres for now needs it\nSELECT 9",
    ])
    let read = try MigrationFolder(path: folder.path, settings: FolderSettings())
    #expect(read.migrations.map(\.number) == [1, 2, 3, 4])
    #expect(read.migrations[1].statements.isEmpty)
    #expect(read.migrations[2].statements.map(\.line) == [4, 5, 11, 16])
    #expect(
      read.migrations[2].statements[2].summary
        == "SELECT -- only: seen -- only: sqlite (line commented) 6")
    #expect(
      read.migrations[3].statements.map(\.summary) == [
        "PRAGMA foreign_keys = OFF", "BEGIN", "SELECT 9", "COMMIT", "PRAGMA foreign_keys = ON",
      ])
    #expect(
      read.explanation.contains(
        "left out: 00-latest.sql, which leads to the last version at once; --fresh compares upgraded "
          + "stores with what it makes"))
  }

  @Test("of folders of several databases that for SQLite is taken, and said to be")
  func foldersOfDatabases() throws {
    let script = "SELECT 1;"
    let folder = try TestFolder([
      "sqlite/1_a.sql": script, "postgres/1_a.sql": script, "mysql/1_a.sql": script,
    ])
    let read = try MigrationFolder(path: folder.path, settings: FolderSettings())
    #expect(
      read.explanation.first
        == "taken: the scripts in sqlite; left out: those in mysql and postgres, for other databases "
        + "than SQLite")
    try FileManager.default.removeItem(atPath: folder.path + "/sqlite")
    #expect {
      try MigrationFolder(path: folder.path, settings: FolderSettings())
    } throws: {
      "\($0)"
        == "\(folder.path): the scripts in mysql and postgres are for other databases than SQLite; "
        + "name the folder that holds those for SQLite"
    }
  }

  @Test("settings in the folder for SQLite count, and two such folders are an error")
  func settingsOfDatabases() throws {
    let folder = try TestFolder([
      "sqlite/1_a.sql": "SELECT 1;", "postgres/1_a.sql": "SELECT 1;",
      "sqlite/migcheck.json": #"{"foreignKeys": false}"#, "migcheck.json": "{}",
    ])
    let settings = try FolderSettings(of: folder.path)
    #expect(settings.foreignKeys == false)
    #expect(settings.file == folder.path + "/sqlite/migcheck.json")
    let doubled = try TestFolder(["sqlite/1_a.sql": "SELECT 1;", "sqlite3/1_a.sql": "SELECT 1;"])
    #expect {
      try MigrationFolder(path: doubled.path, settings: FolderSettings())
    } throws: {
      "\($0)"
        == "\(doubled.path): there are several folders with scripts for SQLite: sqlite and sqlite3; "
        + "name one of them"
    }
  }

  @Test("placeholders are filled in, and what is unknown has a place") func placeholders() throws {
    let folder = try TestFolder(["1_a.sql": "SELECT 1;\nSELECT '${owner}';"])
    var settings = FolderSettings()
    #expect {
      try MigrationFolder(path: folder.path, settings: settings)
    } throws: {
      "\($0)"
        == "1_a.sql: line 2: the placeholder \"${owner}\" has no value; give it one with "
        + "--define owner=…"
    }
    settings.definitions = ["owner": "Ada"]
    let read = try MigrationFolder(path: folder.path, settings: settings)
    #expect(read.migrations[0].statements[1].text == "SELECT 'Ada'")
  }

  @Test("files of one number are told apart by a letter or a version behind it")
  func letters() throws {
    func order(_ names: [String]) throws -> [String] {
      let folder = try TestFolder(Dictionary(uniqueKeysWithValues: names.map { ($0, "") }))
      return try MigrationFolder(path: folder.path, settings: FolderSettings()).migrations.map(
        \.name)
    }
    for names in [
      ["001_first.sql", "002_a_new_room.sql", "002_b_replace_room.sql", "003_last.sql"],
      ["001.sql", "002a.sql", "002b.sql"], ["9-A-first.sql", "9-b-second.sql"],
      ["019_v0_4_9_disable.sql", "019_v0_4_26_model.sql"],
    ] {
      #expect(try order(names.reversed()) == names)
    }
  }

  @Test("two files of one number are refused with their names") func twoOfOneNumber() throws {
    let folder = try TestFolder(["3_a.sql": "", "03_b.sql": "", "4_c.sql": ""])
    #expect {
      try MigrationFolder(path: folder.path, settings: FolderSettings())
    } throws: {
      "\($0)"
        == "\(folder.path): the order of \"03_b.sql\", \"3_a.sql\" is not clear, since their numbers "
        + "do not tell them apart; rename one of them, or list all files in order as \"order\" in "
        + "migcheck.json"
    }
    try folder.write(
      Data(#"{"order": ["3_a.sql", "03_b.sql", "4_c.sql"]}"#.utf8), to: "migcheck.json")
    let read = try MigrationFolder(
      path: folder.path, settings: FolderSettings(of: folder.path))
    #expect(read.migrations.map(\.name) == ["3_a.sql", "03_b.sql", "4_c.sql"])
    #expect(read.migrations.map(\.number) == [1, 2, 3])
  }

  @Test("a folder with two scripts of one number is settled by listing its scripts")
  func twoOfOneNumberInAFolder() throws {
    let folder = try TestFolder([
      "1/init.sql": "SELECT 0", "2/00_a.sql": "SELECT 'a'", "2/00_b.sql": "SELECT 'b'",
    ])
    func problem(_ order: String?) throws -> String {
      if let order { try folder.write(Data("{\"order\": \(order)}".utf8), to: "migcheck.json") }
      let error = #expect(throws: InputError.self) {
        try MigrationFolder(path: folder.path, settings: FolderSettings(of: folder.path))
      }
      return error?.problem ?? ""
    }
    #expect(try problem(nil).contains(#"order of "2/00_a.sql", "2/00_b.sql" is not clear"#))
    #expect(try problem(#"["1", "2"]"#).contains("is not clear"))
    #expect(try problem(#"["1", "2/00_b.sql"]"#) == #""2/00_a.sql" is not listed"#)
    #expect(
      try problem(#"["2/00_a.sql", "1", "2/00_b.sql"]"#)
        == #""2/00_b.sql" stands apart from the other scripts of "2""#)
    #expect(
      try problem(#"["1", "2/00_b.sql", "2/00_b.sql"]"#) == #""2/00_b.sql" stands here twice"#)
    try folder.write(
      Data(#"{"order": ["1", "2/00_b.sql", "2/00_a.sql"]}"#.utf8), to: "migcheck.json")
    let read = try MigrationFolder(path: folder.path, settings: FolderSettings(of: folder.path))
    #expect(read.migrations.map(\.name) == ["1", "2"])
    #expect(read.migrations[1].statements.map(\.text) == ["SELECT 'b'", "SELECT 'a'"])
  }

  @Test("numbers behind different words are no order")
  func differentWords() throws {
    let folder = try TestFolder(["schema-v1.sql": "", "schema-v2.sql": "", "upgrade-v1.sql": ""])
    let error = #expect(throws: InputError.self) {
      try MigrationFolder(path: folder.path, settings: FolderSettings())
    }
    #expect(error?.problem.contains("is not clear") == true)
  }

  @Test("files that are no UTF-8 text are refused with their line")
  func otherEncodings() throws {
    func message(_ bytes: [UInt8]) throws -> String {
      let folder = try TestFolder()
      try folder.write(Data(bytes), to: "1_a.sql")
      do {
        _ = try MigrationFolder(path: folder.path, settings: FolderSettings())
        return "read"
      } catch {
        return "\(error)"
      }
    }
    #expect(
      try message(Array("SELECT 1;\n-- caf".utf8) + [0xE9])
        == "1_a.sql: line 2: the file is no valid UTF-8; save it as UTF-8")
    #expect(
      try message([0xFF, 0xFE, 0x53, 0x00])
        == "1_a.sql: line 1: the file is UTF-16; save it as UTF-8")
  }

  @Test("SQLDelight's imports and Kotlin types are left out, and lines keep their numbers")
  func kotlinTypes() {
    let script = """
      import com.example.Kind;
      import kotlin.collections.List;

      CREATE TABLE item (
        id INTEGER AS Item.Id NOT NULL PRIMARY KEY,
        kinds TEXT AS List<Map<String, Kind>> NOT NULL, done INTEGER AS kotlin.Boolean,
        "as" TEXT, twice INTEGER AS (id * 2), text TEXT CHECK (CAST(text AS TEXT) <> '')
      );
      ALTER TABLE item ADD COLUMN kind TEXT AS Kind DEFAULT 'a';
      CREATE TABLE copy AS SELECT id AS number FROM item;
      """
    let lines = SQLDelightScript(script).text.split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      lines == [
        "", "", "", "CREATE TABLE item (", "id INTEGER NOT NULL PRIMARY KEY,",
        "kinds TEXT NOT NULL, done INTEGER ,",
        "\"as\" TEXT, twice INTEGER AS (id * 2), text TEXT CHECK (CAST(text AS TEXT) <> '')", ");",
        "ALTER TABLE item ADD COLUMN kind TEXT DEFAULT 'a';",
        "CREATE TABLE copy AS SELECT id AS number FROM item;",
      ])
  }

  @Test("a folder without migrations is not found") func noMigrations() throws {
    let folder = try TestFolder(["README.md": ""])
    #expect {
      try MigrationFolder(path: folder.path, settings: FolderSettings())
    } throws: {
      ($0 as? InputError)?.kind == .notFound
        && "\($0)".contains("there are no migrations (*.sql, *.sqm) in this folder")
    }
  }

  @Test("gaps and what is left out are told") func explanation() throws {
    let folder = try TestFolder([
      "1_a.sql": "", "2_b.sql": "", "5_c.sql": "", "5_c.down.sql": "", "seed.sql": "",
    ])
    let read = try MigrationFolder(path: folder.path, settings: FolderSettings())
    #expect(
      read.explanation == [
        "3 migrations by the numbers in their names: 1_a.sql … 5_c.sql", "no file for 3–4",
        "left out: 5_c.down.sql, which do not lead up", "left out: seed.sql, which has no number",
      ])
  }

  @Test("a schema beside the scripts may be that of a store that was never upgraded")
  func schemaBeside() throws {
    let folder = try TestFolder(["1_a.sql": "", "2_b.sql": "", "schema.sql": ""])
    let read = try MigrationFolder(path: folder.path, settings: FolderSettings())
    #expect(
      read.explanation.last
        == "left out: schema.sql, which has no number; --fresh compares upgraded stores with what it "
        + "makes")
    var settings = FolderSettings()
    settings.fresh = "\(folder.path)/schema.sql"
    let compared = try MigrationFolder(path: folder.path, settings: settings)
    #expect(
      compared.explanation == ["2 migrations by the numbers in their names: 1_a.sql … 2_b.sql"])
  }

  @Test("settings that are not understood are refused with their place")
  func settings() throws {
    func message(_ json: String) throws -> String {
      let folder = try TestFolder(["migcheck.json": json])
      do {
        _ = try FolderSettings(of: folder.path)
        return "read"
      } catch {
        return String("\(error)".dropFirst(folder.path.count))
      }
    }
    #expect(
      try message(#"{"drop": []}"#)
        == "/migcheck.json: drop: there is no such setting; did you mean \"drops\"?")
    #expect(
      try message(#"{"drops": [{"what": "user.age"}]}"#)
        == "/migcheck.json: drops[0].reason: it is missing; say why, for whoever reads it later")
    #expect(try message("{").hasPrefix("/migcheck.json: line 1, column 2: "))
  }
}
