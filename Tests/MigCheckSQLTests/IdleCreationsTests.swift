import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("CREATE … IF NOT EXISTS of what is there already") struct IdleCreationsTests {
  private static let old = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
    CREATE INDEX person_name ON person(name);
    CREATE TRIGGER person_added AFTER INSERT ON person BEGIN SELECT 1; END;
    CREATE VIEW people AS SELECT name FROM person;
    """

  private func messages(_ scripts: [String]) throws -> [String] {
    try SQLFolderRuns.report([Self.old] + scripts, trials: 2).findings
      .filter { $0.code == IdleCreations.code }.map(\.message)
  }

  @Test(
    "is told where it would be something else",
    arguments: [
      (
        "CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, name TEXT, email TEXT, UNIQUE (name))",
        "as person is there already, without email."
      ),
      (
        "CREATE INDEX IF NOT EXISTS person_name ON person(name, id)",
        "CREATE INDEX IF NOT EXISTS does nothing, as person_name"
      ),
      ("CREATE UNIQUE INDEX IF NOT EXISTS person_name ON person(name)", "as person_name"),
      (
        "CREATE TRIGGER IF NOT EXISTS person_added AFTER INSERT ON person BEGIN SELECT 2; END",
        "DROP TRIGGER IF EXISTS person_added"
      ),
      ("CREATE VIEW IF NOT EXISTS \"people\" AS SELECT id, name FROM person", "as people is"),
    ])
  func told(script: String, part: String) throws {
    let found = try messages([script])
    #expect(found.count == 1 && found[0].contains(part), "\(found)")
  }

  @Test(
    "is silent where it is the same, or somebody makes up for it",
    arguments: [
      ["CREATE TABLE IF NOT EXISTS Person (ID INTEGER PRIMARY KEY, \"name\" text)"],
      ["create index if not exists [person_name] on person ( name )"],
      ["CREATE TRIGGER IF NOT EXISTS person_added AFTER INSERT ON person BEGIN SELECT 1; END"],
      ["DROP INDEX person_name; CREATE INDEX IF NOT EXISTS person_name ON person(name, id)"],
      [
        """
        CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, name TEXT, email TEXT);
        ALTER TABLE person ADD COLUMN email TEXT;
        """
      ],
      [
        "CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "ALTER TABLE person ADD COLUMN email TEXT",
      ],
      [
        "CREATE INDEX IF NOT EXISTS person_name ON person(name, id)",
        "DROP INDEX person_name; CREATE INDEX person_name ON person(name, id)",
      ],
      ["CREATE TABLE IF NOT EXISTS pet (id INTEGER PRIMARY KEY, name TEXT)"],
      ["CREATE TEMP TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, other TEXT)"],
    ])
  func silent(scripts: [String]) throws {
    #expect(try messages(scripts) == [])
  }

  // MARK: Unique keys

  private static let plain = "CREATE TABLE t (a TEXT, b TEXT)"
  private static let index = "CREATE UNIQUE INDEX t_key ON t (a, b)"
  private static let declared =
    "CREATE TABLE IF NOT EXISTS main.\"T\" (a TEXT, b TEXT, UNIQUE (a, b))"

  private func keyMessages(_ scripts: [String]) throws -> [String] {
    try SQLFolderRuns.report(scripts, trials: 2).findings
      .filter { $0.code == IdleCreations.code }.map(\.message)
  }

  @Test("a unique constraint that nothing brings is reported")
  func missingKey() throws {
    #expect(
      try keyMessages([Self.plain, Self.declared]) == [
        "CREATE TABLE IF NOT EXISTS does nothing, as t is there already, and is another one: UNIQUE "
          + "(a, b) is missing. A new install gets what is written here: create a unique index, or ignore this "
          + "if the old one is to stay."
      ])
  }

  @Test("a unique constraint that is but an index, which a later script drops, is reported with it")
  func droppedKey() throws {
    let found = try keyMessages([
      "\(Self.plain); \(Self.index)", Self.declared, "DROP INDEX IF EXISTS t_key",
    ])
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        ": UNIQUE (a, b) is only the index t_key, which 3_x.sql drops. A new install") ?? false,
      "\(found)")
  }

  @Test(
    "a unique constraint is not missed where an index keeps the same columns unique",
    arguments: [
      ["\(plain); \(index)", declared],
      ["\(plain); CREATE UNIQUE INDEX `k` ON t (b, a)", declared],
      [plain, "\(declared); \(index)"],
      [plain, declared, index],
      // Dropped on purpose after it was made for this.
      [plain, declared, index, "DROP INDEX t_key"],
      ["\(plain); \(index)", declared, "DROP INDEX t_key", "CREATE UNIQUE INDEX k ON T (a, b)"],
      [
        plain, declared,
        """
        CREATE TABLE n (a TEXT, b TEXT, UNIQUE (b, a));
        INSERT OR IGNORE INTO n SELECT a, b FROM t;
        DROP TABLE t; ALTER TABLE n RENAME TO t;
        """,
      ],
      [
        "CREATE TABLE t (a TEXT); CREATE UNIQUE INDEX k ON t (a COLLATE NOCASE)",
        "CREATE TABLE IF NOT EXISTS t (a TEXT, UNIQUE (a COLLATE NOCASE))",
      ],
    ])
  func repairedKey(scripts: [String]) throws {
    #expect(try keyMessages(scripts) == [])
  }

  @Test(
    "an index that keeps less than the constraint repairs nothing",
    arguments: [
      "CREATE INDEX k ON t (a, b)", "CREATE UNIQUE INDEX k ON t (a, b) WHERE a <> ''",
      "CREATE UNIQUE INDEX k ON t (a COLLATE NOCASE, b)",
      "CREATE UNIQUE INDEX k ON t (a, lower(b))",
    ])
  func otherIndex(index: String) throws {
    #expect(try keyMessages(["\(Self.plain); \(index)", Self.declared]).count == 1)
  }

  @Test(
    "an index or a trigger is not missed where one of another name does the same",
    arguments: [
      [
        "\(plain); CREATE INDEX k ON t (a)", "CREATE UNIQUE INDEX IF NOT EXISTS k ON t (a)",
        "CREATE UNIQUE INDEX other ON t (a)",
      ],
      [
        "\(plain); CREATE INDEX k ON t (a)",
        "CREATE INDEX IF NOT EXISTS k ON t (a, b); CREATE INDEX other ON \"t\" (a, b)",
      ],
      [
        "\(plain); \(index); CREATE INDEX k ON t (a)",
        "CREATE UNIQUE INDEX IF NOT EXISTS main.k ON t (b, a)",
      ],
      [
        "\(plain); CREATE TRIGGER k AFTER INSERT ON t BEGIN SELECT 1; END",
        "CREATE TRIGGER IF NOT EXISTS k AFTER INSERT ON t BEGIN SELECT 2; END",
        "CREATE TRIGGER k2 AFTER INSERT ON t BEGIN SELECT 2; END",
      ],
    ])
  func otherName(scripts: [String]) throws {
    #expect(try keyMessages(scripts) == [])
  }

  @Test("several indexes of a script are told once")
  func together() throws {
    let found = try messages([
      """
      CREATE INDEX IF NOT EXISTS person_name ON person(name, id);
      CREATE TRIGGER IF NOT EXISTS person_added AFTER INSERT ON person BEGIN SELECT 2; END;
      """,
      "CREATE INDEX one ON person(id); CREATE INDEX two ON person(id)",
      """
      CREATE INDEX IF NOT EXISTS one ON person(id, name);
      CREATE INDEX IF NOT EXISTS two ON person(id, name);
      """,
    ])
    #expect(found.count == 3, "\(found)")
    #expect(found.last?.hasSuffix("Likewise two.") ?? false, "\(found)")
  }
}
