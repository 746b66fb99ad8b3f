import Foundation
import Testing

@testable import MigCheckSQLite

@Suite("Images of databases")
struct DatabaseImageTests {
  private static let content = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
    CREATE INDEX person_name ON person (name);
    INSERT INTO person VALUES (1, 'Ada'), (2, 'Grace');
    PRAGMA user_version = 3
    """

  /// A file that is gone with the test.
  private final class File {
    let path = NSTemporaryDirectory() + "migcheck-image-\(UUID().uuidString)"

    deinit { SQLiteConnection.removeFiles(at: path) }
  }

  private func memory(_ statements: String = content) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute(statements)
    return connection
  }

  /// The only value that a query returns, as text.
  private func value(_ query: String, _ connection: SQLiteConnection) throws -> String {
    let statement = try connection.prepare(query)
    #expect(try statement.step())
    return statement.text(0)
  }

  @Test("The same statements make the same image in memory and in a file with a log")
  func sameStatements() throws {
    let file = File()
    let connection = try SQLiteConnection(path: file.path)
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute(Self.content)
    let image = try #require(connection.image())
    #expect(try memory().image() == image)
    connection.close()
    #expect(try SQLiteConnection(path: file.path).image() == image)
  }

  @Test("Numbers of changes do not count")
  func counters() throws {
    let connection = try memory()
    let image = try #require(connection.image())
    try connection.execute("UPDATE person SET name = 'Ida' WHERE id = 1")
    try connection.execute("UPDATE person SET name = 'Ada' WHERE id = 1")
    try connection.execute("PRAGMA schema_version = 99")
    let other = try #require(connection.image())
    #expect(other == image)
    #expect(other.comparableBytes == image.comparableBytes)
  }

  @Test(
    "Everything else does",
    arguments: [
      "UPDATE person SET name = 'Ida' WHERE id = 1", "DELETE FROM person WHERE id = 2",
      "CREATE TABLE note (id)", "DROP INDEX person_name", "PRAGMA user_version = 4",
      "PRAGMA application_id = 7", "ALTER TABLE person RENAME COLUMN name TO title",
    ])
  func changes(statement: String) throws {
    let connection = try memory()
    let image = try #require(connection.image())
    try connection.execute(statement)
    let other = try #require(connection.image())
    #expect(other != image)
    #expect(other.comparableBytes != image.comparableBytes)
  }

  @Test("What is not committed counts")
  func openTransaction() throws {
    let connection = try memory()
    let image = connection.image()
    try connection.execute("BEGIN; DELETE FROM person")
    #expect(connection.image() != image)
    try connection.execute("ROLLBACK")
    #expect(connection.image() == image)
  }

  @Test("A database in memory takes over an image, also that of a file with a log")
  func loading() throws {
    let file = File()
    let connection = try SQLiteConnection(path: file.path)
    try connection.execute("PRAGMA encoding = 'UTF-16'; PRAGMA page_size = 1024")
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute(Self.content)
    let image = try #require(connection.image())
    let copy = try SQLiteConnection(path: ":memory:")
    try copy.load(image)
    #expect(try value("SELECT group_concat(name) FROM person", copy) == "Ada,Grace")
    #expect(copy.image() == image)
    try copy.execute("INSERT INTO person VALUES (3, printf('%.*c', 9000, 'x'))")
    #expect(try value("SELECT count(*) FROM person", connection) == "2")
  }

  @Test("An image becomes a file with a journal")
  func writing() throws {
    let file = File()
    let image = try #require(memory().image())
    try image.write(to: file.path)
    let connection = try SQLiteConnection(path: file.path)
    #expect(try value("PRAGMA journal_mode", connection) == "delete")
    #expect(try value("PRAGMA integrity_check", connection) == "ok")
    #expect(try value("PRAGMA user_version", connection) == "3")
    #expect(connection.image() == image)
  }

  @Test("An empty database has no image")
  func empty() throws { #expect(try SQLiteConnection(path: ":memory:").image() == nil) }

  @Test("A folder that is not there is an error")
  func unwritable() throws {
    let image = try #require(memory().image())
    #expect(throws: SQLiteError.self) { try image.write(to: "/nowhere/at/all.sqlite") }
  }
}
