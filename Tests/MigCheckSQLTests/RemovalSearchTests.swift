import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

@Suite("Statements for which rows are gone") struct RemovalSearchTests {
  private static let old = "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, del INTEGER)"

  private func message(_ script: String) throws -> (text: String, line: Int?) {
    let report = try SQLFolderRuns.report([Self.old, script], trials: 20)
    let finding = try #require(
      report.findings.first { $0.check == .dataPreserved }, "\(report.findings.map(\.message))")
    return (finding.message, finding.source?.line)
  }

  @Test("a deletion without a condition is named") func deletion() throws {
    let (text, line) = try message("SELECT 1;\nDELETE FROM t;")
    #expect(
      text == "Objects of type t are gone: the DELETE at 2_x.sql:2 has no condition and takes "
        + "every row. If that is meant, the drops of the version have to say so.")
    #expect(line == 2)
  }

  @Test("of several copies the one that leaves rows out is named") func copies() throws {
    let (text, line) = try message(
      """
      CREATE TABLE b (id INTEGER PRIMARY KEY, a TEXT, del INTEGER);
      INSERT INTO b SELECT id, a, del FROM t WHERE del = 0;
      DROP TABLE t;
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, del INTEGER);
      INSERT INTO t SELECT id, a, del FROM b;
      DROP TABLE b;
      """)
    #expect(text.contains("the copy at 2_x.sql:2 does not take all rows along, as it has a WHERE"))
    #expect(line == 2)
  }

  @Test("rows of a coarser key are said to replace each other") func coarserKey() throws {
    let before = "CREATE TABLE d (owner TEXT NOT NULL, no TEXT NOT NULL, PRIMARY KEY (owner, no))"
    let script = """
      CREATE TABLE fresh (owner TEXT NOT NULL PRIMARY KEY, no TEXT NOT NULL);
      INSERT OR REPLACE INTO fresh SELECT owner, no FROM d;
      DROP TABLE d;
      ALTER TABLE fresh RENAME TO d;
      """
    let report = try SQLFolderRuns.report([before, script], trials: 20)
    #expect(
      report.findings.map(\.message) == [
        "Objects of type d are gone: the copy at 2_x.sql:2 does not take all rows along, as one row "
          + "replaces another that has the same key. If that is meant, the drops of the version have "
          + "to say so."
      ])
    #expect(report.findings.first?.source?.line == 2)
  }

  private static func rebuild(_ columns: String, _ copy: String) -> String {
    """
    CREATE TABLE fresh (\(columns));
    \(copy);
    DROP TABLE d;
    ALTER TABLE fresh RENAME TO d;
    """
  }

  @Test(
    "a table that says ON CONFLICT itself is named as the cause",
    arguments: [
      (
        rebuild(
          "owner TEXT NOT NULL PRIMARY KEY ON CONFLICT REPLACE, no TEXT",
          "INSERT INTO fresh SELECT owner, no FROM d"),
        "the copy at 2_x.sql:2 does not take all rows along, as PRIMARY KEY (owner) ON CONFLICT REPLACE "
          + "of fresh lets one row replace another that has the same key"
      ),
      (
        // As GRDB writes it.
        rebuild(
          "\"owner\" TEXT NOT NULL, \"no\" TEXT, PRIMARY KEY (\"owner\") ON CONFLICT REPLACE",
          "INSERT INTO main.\"fresh\" SELECT \"owner\", \"no\" FROM \"d\""),
        "as PRIMARY KEY (owner) ON CONFLICT REPLACE of fresh lets one row replace"
      ),
      (
        rebuild(
          "owner TEXT NOT NULL, no TEXT, CONSTRAINT once UNIQUE (owner) ON CONFLICT IGNORE",
          "INSERT INTO fresh SELECT owner, no FROM d"),
        "as UNIQUE (owner) ON CONFLICT IGNORE of fresh passes over a row that has the same key"
      ),
      (
        rebuild(
          "owner TEXT NOT NULL UNIQUE ON CONFLICT IGNORE, no TEXT",
          "INSERT OR REPLACE INTO fresh SELECT owner, no FROM d"),
        "does not take all rows along, as one row replaces another that has the same key. If"
      ),
    ])
  func conflictClauses(script: String, part: String) throws {
    let before = "CREATE TABLE d (owner TEXT NOT NULL, no TEXT)"
    let found = try SQLFolderRuns.report([before, script], trials: 20).findings.map(\.message)
    #expect(found.count == 1 && found[0].contains(part), "\(found)")
  }

  @Test(
    "rows that others replace in the same table are said to be",
    arguments: [
      (
        "UNIQUE (email) ON CONFLICT REPLACE", "UPDATE u SET email = lower(email)",
        "the UPDATE at 2_x.sql:1 replaces rows, as UNIQUE (email) ON CONFLICT REPLACE of u lets"
      ),
      (
        "UNIQUE (email) ON CONFLICT REPLACE", "INSERT INTO \"U\" (email) SELECT email FROM o",
        "the INSERT at 2_x.sql:1 replaces rows, as UNIQUE (email) ON CONFLICT REPLACE of U lets"
      ),
      (
        "UNIQUE (email)", "REPLACE INTO main.u (email) SELECT email FROM o",
        "the INSERT OR REPLACE at 2_x.sql:1 replaces rows of u that have the same key"
      ),
    ])
  func replacedRows(constraint: String, script: String, part: String) throws {
    let before =
      "CREATE TABLE u (id INTEGER PRIMARY KEY, email TEXT NOT NULL, \(constraint));"
      + "CREATE TABLE o (email TEXT NOT NULL)"
    let found = try SQLFolderRuns.report([before, script], trials: 40, quickTrials: 40).findings
    let own = found.filter { $0.check == .dataPreserved }.map(\.message)
    #expect(own.count == 1 && own[0].contains(part), "\(found.map(\.message))")
  }

  @Test(
    "rows are not gone that are the same as one which stays",
    arguments: [
      ("PRIMARY KEY (owner, no)", "INSERT OR IGNORE INTO fresh SELECT owner, no FROM d"),
      (
        "PRIMARY KEY (no, owner)",
        "INSERT OR IGNORE INTO main.[fresh] (no, owner) SELECT no, owner FROM d"
      ),
      (
        "UNIQUE (owner, no)",
        "INSERT INTO fresh SELECT owner, no FROM d WHERE true ON CONFLICT DO NOTHING"
      ),
      (
        "UNIQUE (owner, no)",
        "INSERT INTO fresh SELECT * FROM d WHERE true ON CONFLICT (owner, no) DO NOTHING"
      ),
      ("PRIMARY KEY (owner, no)", "REPLACE INTO fresh SELECT owner, no FROM d"),
      ("PRIMARY KEY (owner, no) ON CONFLICT IGNORE", "INSERT INTO fresh SELECT owner, no FROM d"),
      ("UNIQUE (owner, no) ON CONFLICT REPLACE", "INSERT INTO fresh SELECT owner, no FROM d"),
    ])
  func twins(key: String, copy: String) throws {
    let columns = "owner TEXT NOT NULL, no TEXT NOT NULL"
    for old in [columns, "id INTEGER PRIMARY KEY, \(columns)"]
    where old == columns || !copy.contains("*") {
      let found = try SQLFolderRuns.report(
        ["CREATE TABLE d (\(old))", Self.rebuild("\(columns), \(key)", copy)], trials: 40,
        quickTrials: 20
      ).findings
      #expect(found.map(\.message) == [], "\(old)")
    }
  }

  @Test(
    "rows are gone that differ from the one which stays, if only in one column",
    arguments: [
      ("UNIQUE (owner)", "INSERT OR IGNORE INTO fresh SELECT owner, no FROM d"),
      ("UNIQUE (owner, no)", "INSERT OR IGNORE INTO fresh SELECT owner, lower(no) FROM d"),
      (
        "UNIQUE (owner)",
        "INSERT INTO fresh SELECT owner, no FROM d WHERE true ON CONFLICT DO NOTHING"
      ),
      ("UNIQUE (owner, no)", "INSERT OR IGNORE INTO fresh SELECT owner, no FROM d WHERE no <> ''"),
      ("UNIQUE (owner COLLATE NOCASE, no)", "INSERT OR IGNORE INTO fresh SELECT owner, no FROM d"),
    ])
  func differentTwins(key: String, copy: String) throws {
    let columns = "owner TEXT NOT NULL, no TEXT NOT NULL"
    let found = try SQLFolderRuns.report(
      ["CREATE TABLE d (\(columns))", Self.rebuild("\(columns), \(key)", copy)], trials: 60,
      quickTrials: 60
    ).findings
    #expect(found.map(\.check) == [.dataPreserved])
    #expect(
      found.first?.message.contains("does not take all rows along, as ") ?? false,
      "\(found.map(\.message))")
  }

  @Test("rows with keys of their own are gone though all else is the same") func keptKeys() throws {
    let found = try SQLFolderRuns.report(
      [
        "CREATE TABLE d (id INTEGER PRIMARY KEY, no TEXT NOT NULL)",
        Self.rebuild(
          "id INTEGER PRIMARY KEY, no TEXT NOT NULL UNIQUE",
          "INSERT OR IGNORE INTO fresh SELECT id, no FROM d"),
      ], trials: 20
    ).findings
    #expect(found.map(\.check) == [.dataPreserved])
  }

  @Test("a query that joins the old table is not said to copy nothing of it") func joins() throws {
    let before = """
      CREATE TABLE d (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE o (d_id INTEGER NOT NULL, bio TEXT);
      """
    func found(_ query: String) throws -> [String] {
      try SQLFolderRuns.report(
        [before, Self.rebuild("id TEXT, label TEXT", "INSERT INTO fresh \(query)")], trials: 10
      ).findings.filter { $0.code == StructureFaults.rowsGivenUp }.map(\.message)
    }
    let some =
      "d is rebuilt as fresh from a query that takes only some of its rows (2_x.sql:2): the "
      + "others are lost. Start the query FROM d and join the other tables with LEFT JOIN."
    #expect(
      try found("SELECT 'u' || o.d_id, o.bio || d.name FROM o JOIN d ON d.id = o.d_id") == [some])
    #expect(
      try found("SELECT 'u' || d_id, bio || name FROM o, \"D\" x WHERE x.id = d_id") == [some])
    #expect(
      try found(
        "SELECT 'u' || d.id, name || coalesce(bio, '') FROM main.d LEFT JOIN o ON d_id = d.id")
        == [])
    #expect(
      try found("SELECT 'u' || d_id, bio FROM o")
        == [
          "d is rebuilt as fresh, and no statement copies its rows there: all of them are lost."
        ])
  }

  @Test("columns that rows lose which replace themselves are left out") func replacement() throws {
    let (text, line) = try message(
      "SELECT 1;\nINSERT OR REPLACE INTO t (id, a) SELECT id, trim(a) FROM t")
    #expect(
      text == "t.del is left out where its objects are copied, so that all its values are lost.")
    #expect(line == 2)
  }

  @Test("a column that is called like a table is not taken for it") func namesake() throws {
    let tables = """
      CREATE TABLE contact (id INTEGER PRIMARY KEY, label TEXT, note TEXT);
      CREATE TABLE card (id INTEGER PRIMARY KEY, contact TEXT, label TEXT);
      """
    func found(_ query: String) throws -> [String] {
      try SQLFolderRuns.report(
        [tables, "INSERT OR REPLACE INTO contact (id, label) \(query)"], trials: 20
      ).findings.map(\.message)
    }
    // One finding, not a warning of the same beside it.
    #expect(
      try found("SELECT id, contact FROM card")
        == ["contact.note has another value, though no migration wrote it."])
    #expect(
      try found("SELECT id, trim(label) FROM main.contact") == [
        "contact.note is left out where its objects are copied, so that all its values are lost."
      ])
  }

  @Test("a deletion by the length of a text, or by a function, is not said to take every row")
  func lengths() throws {
    func found(_ condition: String) throws -> [Finding.Severity] {
      try SQLFolderRuns.report(
        ["CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL)", "DELETE FROM t WHERE \(condition)"],
        trials: 10
      ).findings.map(\.severity)
    }
    #expect(try found("length(id) <> 32 OR id GLOB '*[^0-9a-fA-F]*'") == [])
    #expect(try found("printf('%s-%d', id, 7) <> 'k-7'") == [.warning])
    #expect(try found("length(id) <> 32 OR length(id) <> 33") == [.error])
  }

  private static let family = """
    CREATE TABLE parent (id INTEGER PRIMARY KEY, a TEXT);
    CREATE TABLE child (
      id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES Parent(id) ON DELETE CASCADE);
    CREATE TABLE toy (
      id INTEGER PRIMARY KEY, child_id INTEGER REFERENCES child(id) ON DELETE CASCADE);
    """

  private func cascade(
    _ script: String, transactions: Bool? = nil
  ) throws -> [(type: String, text: String, line: Int?, likewise: [String])] {
    let report = try SQLFolderRuns.report([Self.family, script], trials: 20) {
      $0.foreignKeys = true
      $0.transactions = transactions
    }
    return report.findings.filter { $0.check == .dataPreserved }
      .map {
        ($0.type?.text ?? "", $0.message, $0.source?.line, $0.likewise.map(\.description))
      }
  }

  @Test("a table is named whose rows take others along when it is dropped") func drop() throws {
    let found = try cascade(
      """
      CREATE TABLE parent2 (id INTEGER PRIMARY KEY, a TEXT);
      INSERT INTO parent2 SELECT * FROM parent;
      DROP TABLE parent;
      ALTER TABLE parent2 RENAME TO parent;
      """)
    #expect(found.map(\.type) == ["child"])
    #expect(found.map(\.line) == [3])
    #expect(found.map(\.likewise) == [["toy"]])
    let child = try #require(found.first)
    #expect(
      child.text
        == "Objects of type child are gone: the DROP TABLE at 2_x.sql:3 deletes the rows of parent, "
        + "and with them, as foreign keys are enforced, those of child, which refer to them with ON "
        + "DELETE CASCADE. If that is meant, the drops of the version have to say so.")
  }

  @Test(
    "the same of other statements that remove all rows of a table",
    arguments: Sweep.part(
      [
        ("ALTER TABLE parent RENAME TO old", "DROP TABLE old", "DROP TABLE"),
        ("CREATE TEMP TABLE old AS SELECT * FROM parent", "DELETE FROM parent", "DELETE"),
        (
          "CREATE TEMP TABLE old AS SELECT * FROM parent",
          "REPLACE INTO parent SELECT * FROM old", "REPLACE"
        ),
      ], oneOf: 3))
  func others(first: String, second: String, action: String) throws {
    let restore =
      action == "DELETE"
      ? "INSERT INTO parent SELECT * FROM old;"
      : action == "REPLACE" ? "" : "ALTER TABLE parent2 RENAME TO parent;"
    let copy =
      action == "DROP TABLE"
      ? "CREATE TABLE parent2 (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO parent2 SELECT * FROM old;"
      : ""
    let found = try cascade("\(first);\n\(copy)\n\(second);\n\(restore)")
    let child = try #require(found.first { $0.type == "child" }, "\(found)")
    #expect(child.text.contains("the \(action) at 2_x.sql:3 deletes the rows of parent"))
    #expect(child.line == 3)
  }

  @Test("a reference that becomes NULL as its table is dropped has the place of the DROP")
  func setNull() throws {
    let report = try SQLFolderRuns.report(
      [
        Self.family.replacing(
          "parent_id INTEGER REFERENCES Parent(id) ON DELETE CASCADE",
          with: """
            parent_id INTEGER REFERENCES Parent(id) ON DELETE SET NULL
            """),
        """
        CREATE TABLE parent2 (id INTEGER PRIMARY KEY, a TEXT);
        INSERT INTO parent2 SELECT * FROM parent;
        DROP TABLE parent;
        ALTER TABLE parent2 RENAME TO parent;
        """,
      ], trials: 20
    ) { $0.foreignKeys = true }
    let finding = try #require(report.findings.first { $0.property == "parent_id" })
    #expect(finding.check == .dataPreserved)
    #expect(finding.source?.line == 3)
    #expect(
      finding.message
        == "child.parent_id has another value, though no migration wrote it: the DROP TABLE at "
        + "2_x.sql:3 deletes the rows of parent, and as foreign keys are enforced, what refers to them "
        + "becomes NULL, as ON DELETE SET NULL says.")
  }

  @Test(
    "so has one of a table that refers to the one that it is to replace", arguments: [true, false])
  func clearedCopy(isEnforced: Bool) throws {
    let report = try SQLFolderRuns.report(
      [
        "CREATE TABLE file (id INTEGER PRIMARY KEY, name TEXT, preview INTEGER REFERENCES file)",
        """
        CREATE TABLE file_tmp (
          id INTEGER PRIMARY KEY, name TEXT, preview INTEGER REFERENCES file ON DELETE SET NULL);
        INSERT INTO file_tmp SELECT id, name, preview FROM file;
        DROP TABLE file;
        ALTER TABLE file_tmp RENAME TO file;
        """,
      ], trials: 20
    ) { $0.foreignKeys = isEnforced }
    guard isEnforced else { return #expect(report.findings.map(\.message) == []) }
    let finding = try #require(report.findings.first { $0.property == "preview" })
    #expect(finding.source?.line == 4)
    #expect(
      finding.message.contains(
        ": the DROP TABLE at 2_x.sql:4 deletes the rows of file, and as foreign keys are enforced, "
      ),
      "\(finding.message)")
  }

  @Test("columns that change places in a copy by position are told with those that they hold now")
  func shifted() throws {
    let report = try SQLFolderRuns.report(
      [
        """
        CREATE TABLE user (id INTEGER PRIMARY KEY, role TEXT NOT NULL, admin BOOLEAN NOT NULL)
        """,
        """
        CREATE TABLE user_tmp (id INTEGER PRIMARY KEY, admin BOOLEAN NOT NULL, role TEXT NOT NULL);
        INSERT INTO user_tmp SELECT * FROM user;
        DROP TABLE user;
        ALTER TABLE user_tmp RENAME TO user;
        """,
      ], trials: 20)
    let messages = report.findings.filter { $0.check == .dataPreserved }.map(\.message)
    #expect(
      messages.contains { text in
        text.hasSuffix("though no migration wrote it: its values are those of admin now.")
          || text.hasSuffix("though no migration wrote it: its values are those of role now.")
      }, "\(messages)")
  }

  @Test("a pragma that has no effect in the transaction around the script is named")
  func pragma() throws {
    let script = """
      PRAGMA foreign_keys(0);
      CREATE TABLE parent2 (id INTEGER PRIMARY KEY, a TEXT);
      INSERT INTO parent2 SELECT * FROM parent;
      DROP TABLE parent;
      ALTER TABLE parent2 RENAME TO parent;
      PRAGMA foreign_keys(1);
      """
    let found = try cascade(script, transactions: true)
    #expect(found.count == 1)
    #expect(
      found.allSatisfy {
        $0.text.contains(
          "; the PRAGMA at 2_x.sql:1 has no effect, since the script runs in a transaction.")
      }, "\(found)")
    #expect(try cascade(script, transactions: false).isEmpty)
    #expect(try cascade(script).isEmpty)
  }

  @Test(
    "what would happen in a transaction is a warning where nothing says whether there is one",
    arguments: Sweep.part([nil, true, false], oneOf: 3))
  func presumed(transactions: Bool?) throws {
    let report = try SQLFolderRuns.report(
      [
        Self.family,
        """
        PRAGMA foreign_keys = off;
        CREATE TABLE parent2 (id INTEGER PRIMARY KEY, a TEXT);
        INSERT INTO parent2 SELECT * FROM parent;
        DROP TABLE parent;
        ALTER TABLE parent2 RENAME TO parent;
        PRAGMA foreign_keys = on;
        """,
      ], trials: 20
    ) { $0.transactions = transactions }
    let warning = report.findings.first { $0.code == "cascadeInTransaction" }
    #expect((warning != nil) == (transactions == nil))
    #expect(report.findings.isEmpty == (transactions == false))
    guard let warning else { return }
    #expect(warning.severity == .warning)
    #expect(warning.source?.line == 4)
    #expect(
      warning.message.contains(
        "If the app runs this script in a transaction, its PRAGMA at 2_x.sql:1 has no effect, and "
          + "this statement removes or changes rows of child, toy as well"), "\(warning.message)")
    #expect(warning.message.contains("\"transactions\" in migcheck.json, true or false."))
  }

  @Test("a script that puts back what goes with a dropped table is taken to run in a transaction")
  func putsBack() throws {
    let family = """
      CREATE TABLE parent (id INTEGER PRIMARY KEY, a TEXT);
      CREATE TABLE child (
        id INTEGER PRIMARY KEY, parent_id INTEGER NOT NULL REFERENCES parent(id) ON DELETE CASCADE);
      CREATE TABLE toy (
        id INTEGER PRIMARY KEY, child_id INTEGER NOT NULL REFERENCES child(id) ON DELETE CASCADE);
      """
    let script = """
      PRAGMA foreign_keys = off;
      CREATE TEMPORARY TABLE saved_child AS SELECT * FROM child;
      CREATE TEMPORARY TABLE saved_toy AS SELECT * FROM toy;
      CREATE TABLE parent2 (id INTEGER PRIMARY KEY, a TEXT);
      INSERT INTO parent2 SELECT * FROM parent;
      DROP TABLE parent;
      ALTER TABLE parent2 RENAME TO parent;
      INSERT INTO child SELECT * FROM saved_child;
      INSERT INTO toy SELECT * FROM saved_toy;
      DROP TABLE saved_child;
      DROP TABLE saved_toy;
      PRAGMA foreign_keys = on;
      """
    let (subject, _) = try SQLFolderRuns.subject([family, script])
    #expect(
      subject.folder.explanation.contains {
        $0.hasPrefix("each script is taken to run in a transaction")
          && $0.contains("as 2_x.sql fails else")
      }, "\(subject.folder.explanation)")
    let findings = try SQLFolderRuns.report([family, script], trials: 20).findings
    #expect(findings.filter { $0.severity == .error }.map(\.message) == [])
    // Whoever says that there is none has it as it is.
    let refused = try SQLFolderRuns.report([family, script], trials: 20) {
      $0.transactions = false
    }
    #expect(refused.findings.contains { $0.check == .upgradeSucceeds })
  }

  @Test("Prisma runs no script in a transaction")
  func prisma() throws {
    let scripts = [
      "1_a/migration.sql": Self.family,
      "2_b/migration.sql": """
      PRAGMA foreign_keys=OFF;
      CREATE TABLE new_parent (id INTEGER PRIMARY KEY, a TEXT);
      INSERT INTO new_parent SELECT * FROM parent;
      DROP TABLE parent;
      ALTER TABLE new_parent RENAME TO parent;
      PRAGMA foreign_keys=ON;
      """,
    ]
    func codes(_ files: [String: String]) throws -> [String?] {
      let folder = try TestFolder(files)
      let subject = try SQLFolderSubject(
        MigrationFolder(path: folder.path, settings: FolderSettings()))
      var options = VerificationOptions(trials: 10)
      options.stores = [.memory]
      options.directory = folder.path
      return try Verifier(subject, options: options).run().findings.map(\.code)
    }
    #expect(try codes(scripts).contains("cascadeInTransaction"))
    let lock = ["migration_lock.toml": "provider = \"sqlite\""]
    #expect(try !codes(scripts.merging(lock) { $1 }).contains("cascadeInTransaction"))
  }

  @Test(
    "a runner that is known by its marks puts a transaction around the script",
    arguments: Sweep.part(["-- +goose Up", "-- migrate:up", "-- +migrate Up"], oneOf: 3),
    [nil, true, false])
  func wrapped(mark: String, isEnforced: Bool?) throws {
    func found(_ mark: String) throws -> [Finding] {
      try SQLFolderRuns.report(
        [
          Self.family,
          """
          \(mark)
          PRAGMA foreign_keys = off;
          CREATE TABLE parent2 (id INTEGER PRIMARY KEY, a TEXT);
          INSERT INTO parent2 SELECT * FROM parent;
          DROP TABLE parent;
          ALTER TABLE parent2 RENAME TO parent;
          PRAGMA foreign_keys = on;
          """,
        ], trials: 20
      ) { $0.foreignKeys = isEnforced }.findings
    }
    let findings = try found(mark)
    switch isEnforced {
    case nil:
      #expect(findings.map(\.code) == ["cascadeInTransaction"])
      #expect(findings.map(\.severity) == [.warning])
      #expect(
        findings.first?.message.contains(
          " runs this script in a transaction, in which its PRAGMA at 2_x.sql:2 has no effect: if the "
            + "app enforces foreign keys, this statement removes or changes rows of child, toy as well"
        )
          ?? false, "\(findings.map(\.message))")
    case true?:
      #expect(findings.first?.check == .dataPreserved && findings.first?.severity == .error)
    case false?: #expect(findings.isEmpty)
    }
    let refusals = [
      "-- +goose Up": "-- +goose Up\n-- +goose NO TRANSACTION",
      "-- migrate:up": "-- migrate:up transaction:false",
      "-- +migrate Up": "-- +migrate Up notransaction",
    ]
    #expect(try found(refusals[mark] ?? "").map(\.message) == [])
  }

  @Test(
    "SQLDelight runs a script in a transaction, also one that fails for rows of another sort",
    arguments: ["text", "strftime('%s', text)"])
  func sqlDelight(text: String) throws {
    let folder = try TestFolder([
      "1.sqm": """
      CREATE TABLE parent (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      CREATE TABLE child (
        id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES parent (id) ON DELETE CASCADE);
      """,
      "2.sqm": """
      PRAGMA foreign_keys = 0;
      CREATE TABLE fresh (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      INSERT INTO fresh SELECT id, \(text) FROM parent;
      DROP TABLE parent;
      ALTER TABLE fresh RENAME TO parent;
      PRAGMA foreign_keys = 1;
      """,
    ])
    let subject = try SQLFolderSubject(
      MigrationFolder(path: folder.path, settings: FolderSettings()))
    var options = VerificationOptions(trials: 10)
    options.stores = [.memory]
    options.directory = folder.path
    let findings = try Verifier(subject, options: options).run().findings
    let warning = findings.first { $0.code == "cascadeInTransaction" }
    #expect(
      warning?.message.hasPrefix(
        "SQLDelight runs this script in a transaction, in which its PRAGMA at 2.sqm:1 has no effect"
      )
        ?? false, "\(findings.map(\.message))")
    #expect(!findings.contains { $0.check == .crashSafe })
  }

  @Test(
    "what may leave rows out",
    arguments: [
      ("INSERT OR IGNORE INTO b SELECT * FROM t", "as INSERT OR IGNORE passes over"),
      ("REPLACE INTO b SELECT * FROM t", "as one row replaces another"),
      ("INSERT INTO b SELECT t.* FROM t JOIN u ON u.id = t.id", "as it has a join"),
      ("INSERT INTO b SELECT DISTINCT a FROM t", "as it makes one row of several"),
      ("INSERT INTO b SELECT * FROM t WHERE true ON CONFLICT DO NOTHING", "as ON CONFLICT settles"),
    ])
  func filters(sql: String, reason: String) {
    let statement = SQLStatement(text: sql, file: "x.sql", line: 1)
    #expect(RemovalSearch.filter(statement)?.hasPrefix(reason) == true)
  }

  @Test("what leaves none out")
  func plain() {
    for sql in [
      "INSERT INTO b SELECT * FROM t", "INSERT INTO b SELECT * FROM t LEFT JOIN u USING(x)",
    ] {
      #expect(RemovalSearch.filter(SQLStatement(text: sql, file: "x.sql", line: 1)) == nil)
    }
  }
}
