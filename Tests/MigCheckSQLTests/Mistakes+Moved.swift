extension Mistake {
  // MARK: Rows and values that move, and meet others where they come to

  private static let songs = [
    """
    CREATE TABLE list (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE song (
      id INTEGER PRIMARY KEY, list_id INTEGER NOT NULL, title TEXT NOT NULL, place INTEGER NOT NULL,
      album TEXT, UNIQUE (list_id, place));
    """
  ]

  private static let accounts = [
    """
    CREATE TABLE income (id INTEGER PRIMARY KEY, amount REAL NOT NULL, note TEXT);
    CREATE TABLE expense (id INTEGER PRIMARY KEY, amount REAL NOT NULL, note TEXT);
    """
  ]

  private static let games = [
    """
    CREATE TABLE team (code TEXT PRIMARY KEY NOT NULL);
    CREATE TABLE game (
      id INTEGER PRIMARY KEY, won INTEGER NOT NULL, lost INTEGER NOT NULL,
      total INTEGER GENERATED ALWAYS AS (won + lost) STORED,
      team TEXT REFERENCES team (code) ON UPDATE CASCADE, open TEXT,
      made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
      seen TEXT NOT NULL DEFAULT (datetime('now', 'localtime')), settings TEXT NOT NULL);
    """
  ]

  private static func rebuild(_ total: String, _ team: String, copied: String) -> String {
    """
    CREATE TABLE fresh (
      id INTEGER PRIMARY KEY, won INTEGER NOT NULL, lost INTEGER NOT NULL, total INTEGER\(total),
      team TEXT REFERENCES team (code)\(team), open TEXT DEFAULT 'f',
      made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
      seen TEXT NOT NULL DEFAULT (datetime('now', 'localtime')), settings TEXT NOT NULL);
    INSERT INTO fresh (\(copied)) SELECT \(copied) FROM game;
    DROP TABLE game;
    ALTER TABLE fresh RENAME TO game;
    """
  }

  private static let plain = "id, won, lost, team, open, made, seen, settings"
  private static let computed = " GENERATED ALWAYS AS (won + lost) STORED"

  static let moved: [Mistake] = [
    Mistake(
      "places within lists that move on", before: songs,
      wrong: "UPDATE song SET place = place - 1",
      mended: """
        CREATE TABLE fresh (
          id INTEGER PRIMARY KEY, list_id INTEGER NOT NULL, title TEXT NOT NULL,
          place INTEGER NOT NULL, album TEXT, UNIQUE (list_id, place));
        INSERT INTO fresh SELECT id, list_id, title, place - 1, album FROM song;
        DROP TABLE song;
        ALTER TABLE fresh RENAME TO song;
        """, check: "upgrade-succeeds", code: "constraintFailed"),
    Mistake(
      "a list for NOT IN whose NULLs are in some rows of a condition", before: songs,
      wrong: "DELETE FROM list WHERE name NOT IN (SELECT album FROM song WHERE id > 0)",
      mended: """
        DELETE FROM list WHERE name NOT IN (
          SELECT album FROM song WHERE id > 0 AND album IS NOT NULL)
        """, check: "side-effects", code: "nullInList", type: "list", isWarning: true),
    Mistake(
      "rows of two tables with the same keys", before: accounts,
      wrong: """
        CREATE TABLE movement (id INTEGER PRIMARY KEY, amount REAL NOT NULL, note TEXT);
        INSERT OR IGNORE INTO movement (id, amount, note) SELECT id, amount, note FROM income;
        INSERT OR IGNORE INTO movement (id, amount, note) SELECT id, -amount, note FROM expense;
        DROP TABLE income;
        DROP TABLE expense;
        """,
      mended: """
        CREATE TABLE movement (id INTEGER PRIMARY KEY, amount REAL NOT NULL, note TEXT);
        INSERT INTO movement (amount, note) SELECT amount, note FROM income;
        INSERT INTO movement (amount, note) SELECT -amount, note FROM expense;
        DROP TABLE income;
        DROP TABLE expense;
        """, check: "side-effects", code: "rowsPassedOver", type: "movement", property: "id",
      isWarning: true),
    Mistake(
      "rows of two tables that are alike", before: accounts,
      wrong: """
        CREATE TABLE movement (id INTEGER PRIMARY KEY AUTOINCREMENT, amount REAL NOT NULL, note TEXT);
        INSERT INTO movement (amount, note)
          SELECT amount, note FROM income UNION SELECT -amount, note FROM expense;
        DROP TABLE income;
        DROP TABLE expense;
        """,
      mended: """
        CREATE TABLE movement (id INTEGER PRIMARY KEY AUTOINCREMENT, amount REAL NOT NULL, note TEXT);
        INSERT INTO movement (amount, note)
          SELECT amount, note FROM income UNION ALL SELECT -amount, note FROM expense;
        DROP TABLE income;
        DROP TABLE expense;
        """, check: "side-effects", code: "alikeRowsUnited", type: "movement", isWarning: true),
    Mistake(
      "an update for rows that the one before it has taken", before: games,
      wrong: """
        UPDATE game SET open = 1 WHERE open = 't';
        UPDATE game SET open = 0 WHERE open = 't';
        """,
      mended: """
        UPDATE game SET open = 1 WHERE open = 't';
        UPDATE game SET open = 0 WHERE open = 'f';
        """, check: "side-effects", code: "updateIsIdle", type: "game", property: "open",
      isWarning: true),
    Mistake(
      "a foreign key that follows its target no more", before: games,
      wrong: rebuild(computed, "", copied: plain),
      mended: rebuild(computed, " ON UPDATE CASCADE", copied: plain),
      check: "side-effects", code: "structureLost", isWarning: true),
    Mistake(
      "a computed column that becomes a plain one", before: games,
      wrong: rebuild("", " ON UPDATE CASCADE", copied: "total, " + plain),
      mended: rebuild(computed, " ON UPDATE CASCADE", copied: plain),
      check: "side-effects", code: "structureLost", isWarning: true),
    Mistake(
      "moments of UTC that are taken for local time", before: games,
      wrong: "UPDATE game SET made = strftime('%Y-%m-%d %H:%M:%SZ', made, 'utc')",
      mended: "UPDATE game SET made = made || 'Z'",
      check: "side-effects", code: "zoneMistaken", type: "game", property: "made",
      isWarning: true),
    Mistake(
      "moments of local time that are taken for UTC", before: games,
      wrong: """
        ALTER TABLE game ADD COLUMN seen_at INTEGER;
        UPDATE game SET seen_at = CAST(strftime('%s', game.seen) AS INTEGER);
        """,
      mended: """
        ALTER TABLE game ADD COLUMN seen_at INTEGER;
        UPDATE game SET seen_at = CAST(strftime('%s', game.seen, 'utc') AS INTEGER);
        """, check: "side-effects", code: "zoneMistaken", type: "game", property: "seen_at",
      isWarning: true),
    Mistake(
      "a unique index over two values of a document", before: games,
      wrong: """
        CREATE UNIQUE INDEX once ON game (
          json_extract(settings, '$.own.host'), json_extract(settings, '$.own.port'))
        """,
      mended: """
        DELETE FROM game WHERE id NOT IN (
          SELECT MIN(id) FROM game
            GROUP BY json_extract(settings, '$.own.host'), json_extract(settings, '$.own.port'));
        CREATE UNIQUE INDEX once ON game (
          json_extract(settings, '$.own.host'), json_extract(settings, '$.own.port'))
        """, check: "upgrade-succeeds", code: "constraintFailed"),
  ]
}
