import MigCheckModel

// A small app with authors and books, over four versions: correct, and with mistakes.

extension SQLSubject {
  private static let first = Version(
    1,
    """
    CREATE TABLE Author (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL, born INTEGER)
    """,
    """
    CREATE TABLE Book (
      id INTEGER PRIMARY KEY NOT NULL, title TEXT NOT NULL, pages INTEGER, cover BLOB,
      author INTEGER REFERENCES Author(id))
    """)
  private static let second = Version(
    2, "ALTER TABLE Book ADD COLUMN rating INTEGER NOT NULL DEFAULT 3",
    "UPDATE Book SET pages = NULL WHERE pages < 0")
  private static let last = Version(
    4, "ALTER TABLE Author RENAME COLUMN name TO fullName",
    "UPDATE Author SET born = 1970 WHERE born IS NULL")

  /// The version that makes titles optional, for which SQLite needs a new table.
  private static func rebuild(copying rows: String) -> Version {
    Version(
      3,
      """
      CREATE TABLE NewBook (
        id INTEGER PRIMARY KEY NOT NULL, title TEXT, pages INTEGER, cover BLOB,
        author INTEGER REFERENCES Author(id), rating INTEGER NOT NULL DEFAULT 3)
      """,
      "INSERT INTO NewBook SELECT \(rows)", "DROP TABLE Book",
      "ALTER TABLE NewBook RENAME TO Book")
  }

  private static let everyBook = "id, title, pages, cover, author, rating FROM Book"

  /// Loses nothing.
  package static func library(hasEvidence: Bool = true) throws -> SQLSubject {
    try SQLSubject(
      "Library", [first, second, rebuild(copying: everyBook), last], hasEvidence: hasEvidence)
  }

  /// The copy into the new table leaves out books without an author.
  package static func libraryThatLosesBooks(hasEvidence: Bool = true) throws -> SQLSubject {
    let join =
      "Book.id, title, pages, cover, author, rating FROM Book JOIN Author ON author = Author.id"
    return try SQLSubject(
      "Library", [first, second, rebuild(copying: join), last], hasEvidence: hasEvidence)
  }

  /// The hop from version 3 to the last one forgets the year of birth, but the others do not.
  package static func libraryWithShortcut(hasEvidence: Bool = true) throws -> SQLSubject {
    try SQLSubject(
      "Library", [first, second, rebuild(copying: everyBook), last],
      shortcuts: [
        Shortcut(
          from: 3, to: 4, "ALTER TABLE Author RENAME COLUMN name TO fullName")
      ], hasEvidence: hasEvidence)
  }

  /// The number of pages moves to a new column, and nothing is copied.
  package static func libraryThatForgetsARename(hasEvidence: Bool = true) throws -> SQLSubject {
    let fifth = Version(
      5, "ALTER TABLE Book ADD COLUMN pageCount INTEGER", "ALTER TABLE Book DROP COLUMN pages")
    return try SQLSubject(
      "Library", [first, second, rebuild(copying: everyBook), last, fifth],
      hasEvidence: hasEvidence)
  }
}
