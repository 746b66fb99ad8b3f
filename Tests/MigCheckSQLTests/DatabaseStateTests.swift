import MigCheckModel
import MigCheckSQLite
import Testing

@testable import MigCheckSQL

@Suite("States of databases")
struct DatabaseStateTests {
  private static let schema = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
    """

  /// A database after some statements, in memory.
  private func database(
    _ statements: String, of subject: SQLFolderSubject
  ) throws -> ScratchDatabase {
    let database = try #require(subject.upgrades.databases.entry(1)).template.copy(to: ":memory:")
    try database.connection.execute(statements)
    return database
  }

  @Test("Equal rows are one state, whatever pages hold them")
  func otherPages() throws {
    let (subject, folder) = try SQLFolderRuns.subject([Self.schema, "DELETE FROM note"])
    let first = try database("INSERT INTO person VALUES (1, 'Ada')", of: subject)
    let second = try database(
      """
      INSERT INTO note VALUES (1, printf('%.*c', 20000, 'x'));
      INSERT INTO person VALUES (1, 'Ada');
      DELETE FROM note;
      """, of: subject)
    #expect(first.connection.image() != second.connection.image())
    let states = try [first, second].map { try DatabaseState(of: $0, version: 1) }
    // What happens to a database later changes no state of it.
    try second.connection.execute("DELETE FROM person")
    #expect(states[0].isIdentical(to: states[1]) && states[1].isIdentical(to: states[0]))
    #expect(states[0].fingerprint == states[1].fingerprint)
    withExtendedLifetime(folder) {}
  }

  @Test(
    "Other rows, another schema and another number of a row are other states",
    arguments: [
      "UPDATE person SET name = 'Ida'", "UPDATE person SET name = CAST(name AS BLOB)",
      "UPDATE person SET id = 2", "INSERT INTO note VALUES (1, NULL)",
      "CREATE INDEX i ON note (text)",
      "DROP TABLE note",
    ])
  func otherRows(statement: String) throws {
    let (subject, folder) = try SQLFolderRuns.subject([Self.schema, "DELETE FROM note"])
    let insertion = "INSERT INTO person VALUES (1, 'Ada');"
    let states = try [insertion, insertion + statement].map {
      try DatabaseState(of: database($0, of: subject), version: 1)
    }
    #expect(!states[0].isIdentical(to: states[1]))
    #expect(states[0].isIdentical(to: states[0]))
    withExtendedLifetime(folder) {}
  }

  @Test("Equal pages at another version are another state")
  func otherVersion() throws {
    let (subject, folder) = try SQLFolderRuns.subject([Self.schema, "DELETE FROM note"])
    let database = try database("", of: subject)
    let states = try [1, 2].map { try DatabaseState(of: database, version: $0) }
    #expect(!states[0].isIdentical(to: states[1]))
    withExtendedLifetime(folder) {}
  }
}
