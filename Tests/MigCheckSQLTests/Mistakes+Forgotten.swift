extension Mistake {
  // MARK: What is forgotten, or stands in the wrong place

  private static let monitors = [
    "CREATE TABLE monitor (id INTEGER PRIMARY KEY, name TEXT, ssl INTEGER, note TEXT)"
  ]

  private static let events = [
    "CREATE TABLE event (id INTEGER PRIMARY KEY, at TEXT, note TEXT)"
  ]

  private static let lists = [
    """
    CREATE TABLE list (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE item (id INTEGER PRIMARY KEY, list_id INTEGER, text TEXT);
    """
  ]

  private static let logs = [
    """
    CREATE TABLE option (name TEXT PRIMARY KEY NOT NULL, at TEXT NOT NULL);
    CREATE TABLE note (name TEXT PRIMARY KEY NOT NULL, made TEXT NOT NULL);
    CREATE TABLE log (
      id INTEGER PRIMARY KEY, kind TEXT, name TEXT NOT NULL, at TEXT NOT NULL DEFAULT '');
    """
  ]

  static let forgotten: [Mistake] =
    [
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
      Mistake(
        "a text that is no date, lost with its column", before: events,
        wrong: """
          ALTER TABLE event ADD COLUMN at_s INTEGER;
          UPDATE event SET at_s = unixepoch(at);
          ALTER TABLE event DROP COLUMN at;
          """,
        mended: """
          ALTER TABLE event ADD COLUMN at_s INTEGER;
          ALTER TABLE event ADD COLUMN at_raw TEXT;
          UPDATE event SET at_s = unixepoch(at);
          UPDATE event SET at_raw = at WHERE at_s IS NULL;
          ALTER TABLE event DROP COLUMN at;
          """, check: "side-effects", code: "valuesGarbled", type: "event", property: "at_s",
        isWarning: true),
      Mistake(
        "a text that is no date, lost in a copy", before: events,
        wrong: """
          CREATE TABLE fresh (id INTEGER PRIMARY KEY, at INTEGER, note TEXT);
          INSERT INTO fresh SELECT id, unixepoch(at), note FROM event;
          DROP TABLE event;
          ALTER TABLE fresh RENAME TO event;
          """,
        mended: """
          CREATE TABLE fresh (id INTEGER PRIMARY KEY, at INTEGER, note TEXT);
          INSERT INTO fresh SELECT id, unixepoch(at), json_object('at', at, 'note', note) FROM event;
          DROP TABLE event;
          ALTER TABLE fresh RENAME TO event;
          """, check: "side-effects", code: "valuesGarbled", type: "event", property: "at",
        isWarning: true),
      Mistake(
        "a text that is no number, lost in place", before: events,
        wrong: "UPDATE event SET note = CAST(note AS INTEGER)",
        mended: """
          ALTER TABLE event RENAME COLUMN note TO note_raw;
          ALTER TABLE event ADD COLUMN note INTEGER;
          UPDATE event SET note = CAST(note_raw AS INTEGER);
          """, check: "side-effects", code: "valuesGarbled", type: "event", property: "note",
        isWarning: true),
      Mistake(
        "a name that the table of the query has too, in a condition", before: lists,
        wrong: "DELETE FROM list WHERE NOT EXISTS (SELECT 1 FROM item WHERE list_id = id)",
        mended: "DELETE FROM list WHERE NOT EXISTS (SELECT 1 FROM item WHERE list_id = list.id)",
        check: "side-effects", code: "nameCaptured", type: "list", isWarning: true),
      Mistake(
        "a name that the table of the query has too, in a value", before: lists,
        wrong: """
          ALTER TABLE list ADD COLUMN count INTEGER NOT NULL DEFAULT 0;
          UPDATE list AS l SET count = COALESCE((SELECT count(*) FROM "Item" i WHERE ID = i.list_id), 0);
          """,
        mended: """
          ALTER TABLE list ADD COLUMN count INTEGER NOT NULL DEFAULT 0;
          UPDATE list AS l SET count = COALESCE((SELECT count(*) FROM "Item" i WHERE l.ID = i.list_id), 0);
          """, check: "side-effects", code: "nameCaptured", type: "list", isWarning: true),
      Mistake(
        "a name that the table of the query has too, in a copy", before: lists,
        wrong: """
          CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT, last TEXT);
          INSERT INTO fresh SELECT id, name, (SELECT max(text) FROM item WHERE list_id = id) FROM list;
          DROP TABLE list;
          ALTER TABLE fresh RENAME TO list;
          """,
        mended: """
          CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT, last TEXT);
          INSERT INTO fresh
            SELECT id, name, (SELECT max(text) FROM item WHERE list_id = l.id AND id = item.id)
              FROM list AS l;
          DROP TABLE list;
          ALTER TABLE fresh RENAME TO list;
          """, check: "side-effects", code: "nameCaptured", isWarning: true),
      Mistake(
        "a line that was copied, with its condition", before: logs,
        wrong: """
          UPDATE log SET at = COALESCE((SELECT at FROM option WHERE name = log.name), '') WHERE kind = 'o';
          UPDATE log SET at = COALESCE((SELECT made FROM note WHERE name = log.name), '') WHERE kind = 'o';
          """,
        mended: """
          UPDATE log SET at = COALESCE((SELECT at FROM option WHERE name = log.name), '') WHERE kind = 'o';
          UPDATE log SET at = COALESCE((SELECT made FROM note WHERE name = log.name), '') WHERE kind = 'n';
          UPDATE log SET kind = 'x' WHERE name = 'y';
          UPDATE log SET kind = kind || name WHERE name = 'y';
          UPDATE log SET kind = '' WHERE at = '';
          UPDATE log SET kind = trim(name) WHERE at = '';
          """, check: "side-effects", code: "updateOverwritten", type: "log", property: "at",
        isWarning: true),
      Mistake(
        "values that go where a query finds no row",
        before: [
          """
          CREATE TABLE s (id INTEGER PRIMARY KEY, a TEXT);
          CREATE TABLE t (id INTEGER PRIMARY KEY, s_id INTEGER, a TEXT, b TEXT);
          """
        ],
        wrong: "UPDATE t SET a = (SELECT a FROM s WHERE s.id = t.s_id)",
        mended: """
          UPDATE t SET a = (SELECT a FROM s WHERE s.id = t.s_id)
            WHERE EXISTS (SELECT 1 FROM s WHERE s.id = t.s_id);
          UPDATE t SET b = COALESCE((SELECT a FROM s WHERE s.id = t.s_id), b);
          ALTER TABLE t ADD COLUMN c TEXT;
          UPDATE t SET c = (SELECT a FROM s WHERE s.id = t.s_id);
          """, check: "side-effects", code: "valuesUnmatched", type: "t", property: "a",
        isWarning: true),
      Mistake(
        "duplicates of which none stays, as each has another one", before: logs,
        wrong: """
          DELETE FROM log WHERE EXISTS (SELECT 1 FROM log AS o WHERE o.name = log.name AND o.id <> log.id);
          CREATE UNIQUE INDEX log_name ON log (name);
          """,
        mended: """
          DELETE FROM log WHERE EXISTS (SELECT 1 FROM log AS o WHERE o.name = log.name AND o.id < log.id);
          CREATE UNIQUE INDEX log_name ON log (name);
          """, check: "side-effects", code: "duplicatesAllGone", type: "log", isWarning: true),
      Mistake(
        "duplicates of which none stays, as they are counted", before: logs,
        wrong: """
          DELETE FROM log WHERE (SELECT count(*) FROM log o WHERE o.name = log.name AND o.kind IS log.kind) > 1;
          CREATE UNIQUE INDEX log_name ON log (name, kind);
          """,
        mended: """
          DELETE FROM log WHERE (SELECT count(*) FROM log o
            WHERE o.name = log.name AND o.kind = log.kind AND o.id <= log.id) > 1;
          CREATE UNIQUE INDEX log_name ON log (name, kind);
          """, check: "side-effects", code: "duplicatesAllGone", type: "log", isWarning: true),
      Mistake(
        "duplicates of which none stays where they are of one time", before: logs,
        wrong: """
          DELETE FROM log WHERE EXISTS (
            SELECT 1 FROM log o WHERE o.name = log.name AND o.id <> log.id AND o.at >= log.at);
          CREATE UNIQUE INDEX log_name ON log (name);
          """,
        mended: """
          DELETE FROM log WHERE EXISTS (
            SELECT 1 FROM log o WHERE o.name = log.name
              AND (o.at > log.at OR o.at = log.at AND o.id > log.id));
          CREATE UNIQUE INDEX log_name ON log (name);
          """, check: "side-effects", code: "duplicatesAllGone", type: "log", isWarning: true),
      Mistake(
        "a part that is NULL, in a copy that names no columns", before: logs,
        wrong: """
          CREATE TABLE fresh (id INTEGER PRIMARY KEY, text TEXT);
          INSERT INTO fresh SELECT id, kind || ' ' || name FROM log;
          DROP TABLE log;
          ALTER TABLE fresh RENAME TO log;
          """,
        mended: """
          CREATE TABLE fresh (id INTEGER PRIMARY KEY, text TEXT);
          INSERT INTO fresh SELECT id, COALESCE(kind || ' ', '') || name FROM log;
          DROP TABLE log;
          ALTER TABLE fresh RENAME TO log;
          """, check: "side-effects", code: "operandLost", type: "log", property: "text",
        isWarning: true),
      Mistake(
        "a constant before the column, in an UPDATE", before: logs,
        wrong: "UPDATE log SET kind = coalesce('-', kind)",
        mended: "UPDATE log SET kind = coalesce(trim(kind), '-', kind)",
        check: "side-effects", code: "constantFirst", type: "log"),
      Mistake(
        "a constant before the column, in a copy", before: logs,
        wrong: """
          CREATE TABLE fresh (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT, at TEXT DEFAULT '');
          INSERT INTO fresh SELECT id, IFNULL('', kind), name, at FROM log;
          DROP TABLE log;
          ALTER TABLE fresh RENAME TO log;
          """,
        mended: """
          CREATE TABLE fresh (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT, at TEXT DEFAULT '');
          INSERT INTO fresh SELECT id, IFNULL(kind, ''), name, at FROM log;
          DROP TABLE log;
          ALTER TABLE fresh RENAME TO log;
          """, check: "side-effects", code: "constantFirst"),
      Mistake(
        "a slip of the pen between double quotes, in a copy", before: logs,
        wrong: """
          CREATE TABLE "fresh" (
          "id" INTEGER PRIMARY KEY, "kind" TEXT, "name" TEXT, "at" TEXT DEFAULT '');
          INSERT INTO "fresh" ("id", "kind", "name", "at") SELECT "id", "kidn", "name", "at" FROM "log";
          DROP TABLE "log";
          ALTER TABLE "fresh" RENAME TO "log";
          """,
        mended: """
          CREATE TABLE "fresh" (
          "id" INTEGER PRIMARY KEY, "kind" TEXT, "name" TEXT, "at" TEXT DEFAULT '');
          INSERT INTO "fresh" ("id", "kind", "name", "at") SELECT "id", "kind", "name", "at" FROM "log";
          DROP TABLE "log";
          ALTER TABLE "fresh" RENAME TO "log";
          """, check: "side-effects", code: "nameAsText", isWarning: true),
      Mistake(
        "a slip of the pen between double quotes, in a condition", before: logs,
        wrong: #"DELETE FROM "log" WHERE "sort" IS NOT NULL AND "name" = 'x'"#,
        mended: #"""
          UPDATE "log" SET "at" = "note", "kind" = 'option'
          WHERE "name" = "king" OR "name" IN ("kin", "nme");
          DELETE FROM "log" WHERE "kind" IS NOT NULL AND "name" = 'x';
          """#, check: "side-effects", code: "nameAsText", type: "log", isWarning: true),
    ] + nulls

  private static let nulls = [
    ("a call", "UPDATE log SET at = iif(kind = NULL, '', at)"),
    (
      "an assignment", "ALTER TABLE log ADD COLUMN k INTEGER; UPDATE log SET k = (log.kind <> NULL)"
    ),
    ("a condition that begins with it", "UPDATE log SET at = '' WHERE NULL != log.kind"),
    ("a list", "UPDATE log SET at = '' WHERE kind NOT IN ('', NULL)"),
    ("a view", "CREATE VIEW kinds AS SELECT id, kind = NULL AS none FROM log"),
    (
      "a trigger",
      "CREATE TRIGGER log_t AFTER UPDATE ON log WHEN new.kind <> NULL BEGIN DELETE FROM note; END"
    ),
    ("an index", "CREATE INDEX log_i ON log (name) WHERE kind = NULL"),
  ].map { name, wrong in
    Mistake(
      "a comparison with NULL in \(name)", before: logs, wrong: wrong,
      mended: """
        UPDATE log SET kind = NULL, at = iif(kind IS NULL, '', at), name = (kind IS NULL) || ''
          WHERE kind IS NOT NULL AND (kind IS NULL = 0) AND kind NOT IN ('', 'NULL');
        INSERT INTO log (id, name) SELECT -7, name FROM note WHERE 0
          ON CONFLICT (id) DO UPDATE SET (kind, at) = (NULL, ''), kind = NULL;
        CREATE VIEW kinds AS SELECT id, kind IS NULL AS none FROM log;
        CREATE TRIGGER log_t AFTER UPDATE OF kind ON log WHEN new.kind IS NOT NULL BEGIN
          UPDATE log SET at = '', kind = NULL WHERE id = new.id AND new.name = '?';
        END;
        CREATE INDEX log_i ON log (name) WHERE kind IS NULL;
        """, check: "side-effects", code: "neverTrue")
  }
}
