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
