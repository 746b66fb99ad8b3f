extension Mistake {
  // MARK: What is forgotten, or stands in the wrong place

  private static let monitors = [
    "CREATE TABLE monitor (id INTEGER PRIMARY KEY, name TEXT, ssl INTEGER, note TEXT)"
  ]

  static let forgotten: [Mistake] = [
    Mistake(
      "a parameter that nothing binds", before: monitors,
      wrong: "UPDATE monitor SET note = 'self' WHERE name = :name",
      mended: "UPDATE monitor SET note = 'self' WHERE name = 'a:b'",
      check: "side-effects", code: "parameterUnbound", isWarning: true),
    Mistake(
      "a column renamed to make room, and dropped unread", before: monitors,
      wrong: """
        ALTER TABLE monitor RENAME COLUMN ssl TO ssl_old;
        ALTER TABLE monitor ADD COLUMN ssl BOOLEAN NOT NULL DEFAULT 0;
        ALTER TABLE monitor DROP COLUMN ssl_old;
        """,
      mended: """
        ALTER TABLE monitor RENAME COLUMN ssl TO ssl_old;
        ALTER TABLE monitor ADD COLUMN ssl BOOLEAN NOT NULL DEFAULT 0;
        UPDATE monitor SET ssl = 1 WHERE ssl_old = 1;
        ALTER TABLE monitor DROP COLUMN ssl_old;
        """, check: "side-effects", code: "setAsideColumnLost", type: "monitor", property: "ssl"),
    Mistake(
      "a column renamed to make room, and dropped unread, in other words", before: monitors,
      wrong: """
        ALTER TABLE "Monitor" RENAME [note] TO "old note";
        ALTER TABLE monitor ADD NOTE BLOB;
        UPDATE monitor SET name = trim(name) WHERE ssl = 1;
        ALTER TABLE monitor DROP [old note];
        """,
      mended: """
        ALTER TABLE "Monitor" RENAME [note] TO "old note";
        ALTER TABLE monitor ADD NOTE BLOB;
        UPDATE monitor SET name = trim(name), note = "OLD NOTE";
        ALTER TABLE monitor DROP [old note];
        """, check: "side-effects", code: "setAsideColumnLost", type: "monitor", property: "note"),
  ]
}
