extension Mistake {
  // MARK: Statements that SQLite reads otherwise than they look

  private static let links = [
    """
    CREATE TABLE link (id INTEGER PRIMARY KEY, url TEXT NOT NULL, title TEXT, kind TEXT, state INTEGER
      NOT NULL DEFAULT 0, seen INTEGER NOT NULL DEFAULT 0, added_at TEXT NOT NULL DEFAULT '');
    """
  ]

  static let misread: [Mistake] = [
    Mistake(
      "duplicates among rows in one state, of which the others go as well", before: links,
      wrong: """
        DELETE FROM link WHERE id NOT IN (SELECT MAX(id) FROM link WHERE state = 0 GROUP BY url);
        """,
      mended: """
        DELETE FROM link WHERE state = 0
          AND id NOT IN (SELECT MAX(id) FROM link WHERE state = 0 GROUP BY url);
        """, check: "side-effects", code: "duplicatesAllGone", type: "link", isWarning: true),
    Mistake(
      "rows without a duplicate, which go with the duplicates", before: links,
      wrong: """
        DELETE FROM link WHERE id NOT IN (
          SELECT MIN(id) FROM link GROUP BY url, kind HAVING COUNT(*) > 1);
        """,
      mended: "DELETE FROM link WHERE id NOT IN (SELECT MIN(id) FROM link GROUP BY url, kind)",
      check: "side-effects", code: "duplicatesAllGone", type: "link", isWarning: true),
    Mistake(
      "duplicates of which none stays", before: links,
      wrong: """
        DELETE FROM link WHERE url IN (SELECT l.url FROM link AS l GROUP BY l.url HAVING COUNT(*) > 1);
        """,
      mended: """
        DELETE FROM link WHERE EXISTS (
          SELECT 1 FROM link AS l WHERE l.url = link.url AND l.id < link.id);
        """, check: "side-effects", code: "duplicatesAllGone", type: "link", isWarning: true),
    Mistake(
      "a second text that nothing is compared with", before: links,
      wrong: "UPDATE link SET state = 2 WHERE kind = 'gone' OR 'dead'",
      mended: "UPDATE link SET state = 2 WHERE kind = 'gone' OR kind = 'dead'",
      check: "side-effects", code: "textAsTruth"),
    Mistake(
      "assignments with AND between them", before: links,
      wrong: "UPDATE link SET state = 2 AND seen = 1 WHERE kind = 'gone'",
      mended: "UPDATE link SET state = 2, seen = 1 WHERE kind = 'gone'",
      check: "side-effects", code: "assignmentsJoined", type: "link", property: "state"),
    Mistake(
      "names in single quotes, with a value for NULL", before: links,
      wrong: "UPDATE link SET title = COALESCE('title', ''), kind = IFNULL('kind', 'x')",
      mended: "UPDATE link SET title = COALESCE(title, ''), kind = IFNULL(kind, 'x')",
      check: "side-effects", code: "ownName", type: "link", property: "title"),
    Mistake(
      "a copy to a table of another name without one of its columns", before: links,
      wrong: """
        CREATE TABLE bookmark (id INTEGER PRIMARY KEY, url TEXT NOT NULL, title TEXT, kind TEXT,
          state INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL DEFAULT 0, added_at TEXT NOT NULL DEFAULT '');
        INSERT INTO bookmark (id, url, title, kind, state, seen)
          SELECT id, url, title, kind, state, seen FROM link;
        DROP TABLE link;
        """,
      mended: """
        CREATE TABLE bookmark (id INTEGER PRIMARY KEY, url TEXT NOT NULL, title TEXT, kind TEXT,
          state INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL DEFAULT 0, added_at TEXT NOT NULL DEFAULT '');
        INSERT INTO bookmark (id, url, title, kind, state, seen, added_at)
          SELECT id, url, title, kind, state, seen, added_at FROM link;
        DROP TABLE link;
        """, check: "side-effects", code: "columnLeftOut", type: "bookmark", property: "added_at",
      isWarning: true),
    Mistake(
      "rows that move to another table without one of their columns", before: links,
      wrong: """
        CREATE TABLE feed (id INTEGER PRIMARY KEY, url TEXT NOT NULL, added_at TEXT NOT NULL DEFAULT
          (datetime('now')));
        INSERT INTO feed (id, url) SELECT id, url FROM link WHERE kind = 'feed';
        DELETE FROM link WHERE kind = 'feed';
        """,
      mended: """
        CREATE TABLE feed (id INTEGER PRIMARY KEY, url TEXT NOT NULL, added_at TEXT NOT NULL DEFAULT
          (datetime('now')));
        INSERT INTO feed (id, url, added_at) SELECT id, url, added_at FROM link WHERE kind = 'feed';
        DELETE FROM link WHERE kind = 'feed';
        """, check: "side-effects", code: "columnLeftOut", type: "feed", property: "added_at",
      isWarning: true),
    Mistake(
      "a text as the default of a boolean", before: links,
      wrong: "ALTER TABLE link ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT 'false'",
      mended: "ALTER TABLE link ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT FALSE",
      check: "side-effects", code: "textForBoolean", type: "link", property: "hidden",
      isWarning: true),
    Mistake(
      "names that are the same but for their case, in a column that becomes NOCASE",
      before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)"],
      wrong: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE);
        INSERT INTO fresh SELECT id, name FROM user;
        DROP TABLE user;
        ALTER TABLE fresh RENAME TO user;
        """,
      mended: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE);
        INSERT INTO fresh SELECT id, name FROM user
          WHERE id IN (SELECT MIN(id) FROM user GROUP BY lower(name));
        DROP TABLE user;
        ALTER TABLE fresh RENAME TO user;
        """, check: "upgrade-succeeds", code: "constraintFailed"),
  ]
}
