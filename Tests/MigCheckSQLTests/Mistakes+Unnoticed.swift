extension Mistake {
  // MARK: What no statement fails for, and no value that is lost without a statement shows

  private static let books = [
    """
    CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, member_id INTEGER, state INTEGER
      NOT NULL DEFAULT 0, shelf TEXT NOT NULL DEFAULT '');
    """
  ]

  static let unnoticed: [Mistake] = [
    Mistake(
      "a first owner for every row, and not only for those without one", before: books,
      wrong: "UPDATE book SET member_id = (SELECT MIN(id) FROM member)",
      mended: "UPDATE book SET member_id = (SELECT MIN(id) FROM member) WHERE member_id IS NULL",
      check: "side-effects", code: "valuesOverwritten", type: "book", property: "member_id",
      isWarning: true),
    Mistake(
      "positions that are counted while they change", before: books,
      wrong: """
        UPDATE book SET state = (SELECT count(*) FROM book AS other WHERE other.state < book.state);
        """,
      mended: """
        UPDATE book SET state = ranked.place
        FROM (SELECT id, rank() OVER (ORDER BY state) - 1 AS place FROM book) AS ranked
        WHERE ranked.id = book.id;
        """,
      check: "side-effects", code: "readsOwnWrites", type: "book", property: "state",
      isWarning: true),
    Mistake(
      "a column that is not there yet, in double quotes", before: books,
      wrong: """
        ALTER TABLE book RENAME TO old;
        CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, member_id INTEGER, state
          INTEGER NOT NULL DEFAULT 0, shelf TEXT NOT NULL DEFAULT '', added TEXT NOT NULL DEFAULT '');
        INSERT INTO book (id, title, member_id, state, shelf, added)
          SELECT "id", "title", "member_id", "state", "shelf", "added" FROM old;
        DROP TABLE old;
        """,
      mended: """
        ALTER TABLE book RENAME TO old;
        CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, member_id INTEGER, state
          INTEGER NOT NULL DEFAULT 0, shelf TEXT NOT NULL DEFAULT '', added TEXT NOT NULL DEFAULT '');
        ALTER TABLE old ADD COLUMN added TEXT NOT NULL DEFAULT '';
        INSERT INTO book (id, title, member_id, state, shelf, added)
          SELECT "id", "title", "member_id", "state", "shelf", "added" FROM old;
        DROP TABLE old;
        """,
      check: "side-effects", code: "ownName", type: "book", property: "added"),
    Mistake(
      "one owner by number for every row", before: books,
      wrong: "UPDATE book SET member_id = 1", mended: "UPDATE book SET member_id = 1 WHERE id > 1",
      check: "side-effects", code: "valuesOverwritten", type: "book", property: "member_id",
      isWarning: true),
    Mistake(
      "states that are moved up from the lowest on", before: books,
      wrong: """
        UPDATE book SET state = 1 WHERE state = 0;
        UPDATE book SET state = 2 WHERE state = 1;
        UPDATE book SET state = 3 WHERE state = 2;
        """,
      mended: """
        UPDATE book SET state = 3 WHERE state = 2;
        UPDATE book SET state = 2 WHERE state = 1;
        UPDATE book SET state = 1 WHERE state = 0;
        """, check: "side-effects", code: "updatesChained", type: "book", property: "state",
      isWarning: true),
    Mistake(
      "two states that were to change places", before: books,
      wrong: """
        UPDATE book SET shelf = 'b' WHERE id > 5 AND shelf = 'a';
        UPDATE book SET shelf = 'a' WHERE id > 5 AND shelf IN ('b', 'B');
        """,
      mended: """
        UPDATE book SET shelf = 'tmp' WHERE id > 5 AND shelf = 'a';
        UPDATE book SET shelf = 'a' WHERE id > 5 AND shelf IN ('b', 'B');
        UPDATE book SET shelf = 'b' WHERE id > 5 AND shelf = 'tmp';
        """, check: "side-effects", code: "updatesChained", type: "book", property: "shelf"),
    Mistake(
      "a text that is cut at a mark which it may not have", before: books,
      wrong: "UPDATE book SET shelf = substr(shelf, 1, instr(shelf, '/') - 1)",
      mended: """
        UPDATE book SET shelf = substr(shelf, 1, instr(shelf, '/') - 1) WHERE instr(shelf, '/') > 0
        """,
      check: "side-effects", code: "textCut", type: "book", property: "shelf", isWarning: true
    ),
    Mistake(
      "two texts that become NULL since one of them is",
      before: ["CREATE TABLE person (id INTEGER PRIMARY KEY, first TEXT NOT NULL, last TEXT)"],
      wrong: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO fresh (id, name) SELECT id, first || ' ' || last FROM person;
        DROP TABLE person;
        ALTER TABLE fresh RENAME TO person;
        """,
      mended: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO fresh (id, name) SELECT id, first || ' ' || COALESCE(last, '') FROM person;
        DROP TABLE person;
        ALTER TABLE fresh RENAME TO person;
        """,
      check: "side-effects", code: "operandLost", type: "person", property: "name",
      isWarning: true),
    Mistake(
      "documents that become texts",
      before: ["CREATE TABLE profile (id INTEGER PRIMARY KEY, items TEXT NOT NULL DEFAULT '[]')"],
      wrong: """
        UPDATE profile SET items = (SELECT json_group_array(value)
          FROM (SELECT value FROM json_each(profile.items) ORDER BY key DESC))
          WHERE json_type(items) = 'array' AND json_type(items, '$[0]') IN ('object', 'array');
        """,
      mended: """
        UPDATE profile SET items = (SELECT json_group_array(json(value))
          FROM (SELECT value FROM json_each(profile.items) ORDER BY key DESC))
          WHERE json_type(items) = 'array' AND json_type(items, '$[0]') IN ('object', 'array');
        """, check: "side-effects", code: "quotedTwice", type: "profile", property: "items"),
    Mistake(
      "a list that is put together from texts",
      before: ["CREATE TABLE note (id INTEGER PRIMARY KEY, tag TEXT NOT NULL)"],
      wrong: """
        ALTER TABLE note ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
        UPDATE note SET tags = '["' || tag || '"]' WHERE tag <> '';
        """,
      mended: """
        ALTER TABLE note ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
        UPDATE note SET tags = json_array(tag) WHERE tag <> '';
        """,
      check: "side-effects", code: "jsonJoined", type: "note", property: "tags", isWarning: true),
    Mistake(
      "a text that is no JSON",
      before: ["CREATE TABLE entry (id INTEGER PRIMARY KEY, data TEXT NOT NULL DEFAULT '')"],
      wrong: """
        ALTER TABLE entry ADD COLUMN title TEXT;
        UPDATE entry SET title = json_extract(data, '$.title');
        """,
      mended: """
        ALTER TABLE entry ADD COLUMN title TEXT;
        UPDATE entry SET title = json_extract(data, '$.title') WHERE json_valid(data);
        """,
      check: "side-effects", code: "jsonUnreadable", type: "entry", property: "data",
      isWarning: true),
    Mistake(
      "rows that are passed over since the one who made them is not known",
      before: [
        """
        CREATE TABLE item (id TEXT PRIMARY KEY NOT NULL, parent TEXT, author TEXT DEFAULT 'user');
        CREATE TABLE link (source TEXT NOT NULL, target TEXT NOT NULL, author TEXT NOT NULL,
          UNIQUE (source, target));
        """
      ],
      wrong: """
        INSERT OR IGNORE INTO link (source, target, author)
          SELECT i.id, i.parent, i.author FROM item i WHERE i.parent IN (SELECT id FROM item);
        UPDATE item SET parent = NULL WHERE parent IS NOT NULL;
        """,
      mended: """
        INSERT OR IGNORE INTO link (source, target, author)
          SELECT i.id, i.parent, COALESCE(i.author, '') FROM item i
          WHERE i.parent IN (SELECT id FROM item);
        UPDATE item SET parent = NULL WHERE parent IS NOT NULL;
        """,
      check: "side-effects", code: "rowsPassedOver", type: "link", property: "author",
      isWarning: true),
    Mistake(
      "rows of a table that is dropped, passed over for a CHECK",
      before: ["CREATE TABLE link (id INTEGER PRIMARY KEY, source TEXT NOT NULL)"],
      wrong: """
        CREATE TABLE task_link (id INTEGER PRIMARY KEY,
          source TEXT NOT NULL CHECK (source IN ('subject', 'manual')));
        INSERT OR IGNORE INTO task_link (id, source) SELECT id, source FROM link;
        DROP TABLE link;
        """,
      mended: """
        CREATE TABLE task_link (id INTEGER PRIMARY KEY,
          source TEXT NOT NULL CHECK (source IN ('subject', 'manual')));
        INSERT OR IGNORE INTO task_link (id, source)
          SELECT id, CASE WHEN source IN ('subject', 'manual') THEN source ELSE 'manual' END
          FROM link;
        DROP TABLE link;
        """,
      check: "side-effects", code: "rowsPassedOver", type: "task_link", property: "source",
      isWarning: true),
    Mistake(
      "rows that are replaced by others of which only some columns are known",
      before: [
        """
        CREATE TABLE contact (address TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, note TEXT);
        CREATE TABLE favourite (address TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL);
        """
      ],
      wrong: """
        ALTER TABLE contact ADD COLUMN favourite INTEGER NOT NULL DEFAULT 0;
        INSERT OR REPLACE INTO contact (address, name, favourite)
          SELECT address, name, 1 FROM favourite;
        DROP TABLE favourite;
        """,
      mended: """
        ALTER TABLE contact ADD COLUMN favourite INTEGER NOT NULL DEFAULT 0;
        INSERT INTO contact (address, name, favourite)
          SELECT address, name, 1 FROM favourite WHERE 1
          ON CONFLICT (address) DO UPDATE SET favourite = 1;
        DROP TABLE favourite;
        """,
      check: "data-preserved", code: "valueChanged", type: "contact", property: "note"),
    Mistake(
      "a table that is split by kind, with rows of no kind",
      before: [
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, kind TEXT, name TEXT, gone INTEGER DEFAULT 0)"
      ],
      wrong: """
        CREATE TABLE cat (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE dog (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO cat SELECT id, name FROM pet WHERE gone = 0 AND kind = 'cat';
        INSERT INTO dog SELECT p.id, p.name FROM pet AS p WHERE gone = 0 AND kind = 'dog';
        DROP TABLE pet;
        """,
      mended: """
        CREATE TABLE cat (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE dog (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO cat SELECT id, name FROM pet WHERE gone = 0 AND kind = 'cat';
        INSERT INTO dog SELECT p.id, p.name FROM pet AS p WHERE gone = 0 AND kind IS NOT 'cat';
        DROP TABLE pet;
        """,
      check: "side-effects", code: "rowsOfNoKind", type: "pet", isWarning: true),
    Mistake(
      "a key that is renamed over another row",
      before: ["CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT)"],
      wrong: "UPDATE OR REPLACE setting SET key = 'ui.theme' WHERE key = 'theme'",
      mended: """
        UPDATE OR IGNORE setting SET key = 'ui.theme' WHERE key = 'theme';
        DELETE FROM setting WHERE key = 'theme';
        """,
      check: "side-effects", code: "rowsReplaced", type: "setting", property: "key",
      isWarning: true),
    Mistake(
      "a date as a text in a column of numbers",
      before: ["CREATE TABLE entity (id INTEGER PRIMARY KEY, made INTEGER NOT NULL)"],
      wrong: """
        ALTER TABLE entity ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
        UPDATE entity SET written = CURRENT_TIMESTAMP;
        """,
      mended: """
        ALTER TABLE entity ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
        UPDATE entity SET written = strftime('%s', 'now');
        """,
      check: "side-effects", code: "textInNumber", type: "entity", property: "written",
      isWarning: true),
    Mistake(
      "seconds that are taken for days",
      before: ["CREATE TABLE play (id INTEGER PRIMARY KEY, made INTEGER)"],
      wrong: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, made TEXT);
        INSERT INTO fresh SELECT id, datetime(made / 1000) FROM play;
        DROP TABLE play;
        ALTER TABLE fresh RENAME TO play;
        """,
      mended: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, made TEXT);
        INSERT INTO fresh SELECT id, datetime(made / 1000, 'unixepoch') FROM play;
        DROP TABLE play;
        ALTER TABLE fresh RENAME TO play;
        """, check: "side-effects", code: "integerAsDays", type: "play", property: "made",
      isWarning: true),
    Mistake(
      "an index for a search that knows none of the texts that are there",
      before: ["CREATE TABLE message (id INTEGER PRIMARY KEY, body TEXT)"],
      wrong: """
        CREATE VIRTUAL TABLE found USING fts5(body, content=message, content_rowid=id);
        CREATE TRIGGER message_made AFTER INSERT ON message BEGIN
          INSERT INTO found (rowid, body) VALUES (new.id, new.body);
        END;
        """,
      mended: """
        CREATE VIRTUAL TABLE found USING fts5(body, content=message, content_rowid=id);
        CREATE TRIGGER message_made AFTER INSERT ON message BEGIN
          INSERT INTO found (rowid, body) VALUES (new.id, new.body);
        END;
        INSERT INTO found(found) VALUES ('rebuild');
        """, check: "side-effects", code: "indexUnfilled", type: "message", isWarning: true),
    Mistake(
      "an index of its own texts that only triggers fill",
      before: ["CREATE TABLE message (id INTEGER PRIMARY KEY, body TEXT)"],
      wrong: """
        CREATE VIRTUAL TABLE found USING fts5(body);
        CREATE TRIGGER message_made AFTER INSERT ON message BEGIN
          INSERT INTO found (rowid, body) VALUES (new.id, new.body);
        END;
        """,
      mended: """
        CREATE VIRTUAL TABLE found USING fts5(body);
        INSERT INTO found (rowid, body) SELECT id, body FROM message;
        CREATE TRIGGER message_made AFTER INSERT ON message BEGIN
          INSERT INTO found (rowid, body) VALUES (new.id, new.body);
        END;
        """, check: "side-effects", code: "indexUnfilled", type: "message", isWarning: true),
    Mistake(
      "a row of sqlite_sequence that is there already",
      before: ["CREATE TABLE point (id INTEGER PRIMARY KEY AUTOINCREMENT, lat REAL NOT NULL)"],
      wrong: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY AUTOINCREMENT, lat REAL NOT NULL, source TEXT);
        INSERT INTO fresh (id, lat) SELECT id, lat FROM point;
        DROP TABLE point;
        ALTER TABLE fresh RENAME TO point;
        INSERT OR IGNORE INTO sqlite_sequence (name, seq) VALUES ('point', 0);
        """,
      mended: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY AUTOINCREMENT, lat REAL NOT NULL, source TEXT);
        INSERT INTO fresh (id, lat) SELECT id, lat FROM point;
        DROP TABLE point;
        ALTER TABLE fresh RENAME TO point;
        INSERT INTO sqlite_sequence (name, seq) SELECT 'point', 0
          WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'point');
        """, check: "side-effects", code: "sequenceDoubled", type: "point", isWarning: true),
    Mistake(
      "a name with a _ that stands for any character",
      before: ["CREATE TABLE span (name TEXT PRIMARY KEY NOT NULL, until INTEGER)"],
      wrong: "DELETE FROM span WHERE name LIKE 'app_events%'",
      mended: "DELETE FROM span WHERE name LIKE 'app\\_events%' ESCAPE '\\'",
      check: "side-effects", code: "anyCharacter", type: "span", property: "name", isWarning: true),
  ]

  // MARK: Duplicates

  private static let invitations = [
    """
    CREATE TABLE invitation (id INTEGER PRIMARY KEY, team TEXT NOT NULL, email TEXT NOT NULL, url TEXT UNIQUE,
      UNIQUE (team, email));
    """
  ]

  private static let record = """
    CREATE TABLE record (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, sweep TEXT, made TEXT NOT NULL);
    """
  private static let note = """
    CREATE TABLE note (id INTEGER PRIMARY KEY, record INTEGER NOT NULL
      REFERENCES record(id) ON DELETE CASCADE);
    """

  static let duplicates: [Mistake] = [
    Mistake(
      "a unique index for rows of some kinds, of which there are duplicates", before: [record],
      wrong: """
        CREATE UNIQUE INDEX once ON record (kind, sweep) WHERE kind IN ('done', 'failed');
        """,
      mended: """
        DELETE FROM record WHERE kind IN ('done', 'failed') AND sweep IS NOT NULL AND id NOT IN (
          SELECT MAX(id) FROM record WHERE sweep IS NOT NULL GROUP BY kind, sweep);
        CREATE UNIQUE INDEX once ON record (kind, sweep) WHERE kind IN ('done', 'failed');
        """, check: "upgrade-succeeds", code: "constraintFailed"),
    Mistake(
      "rows with NULL that are taken for duplicates", before: [record],
      wrong: """
        DELETE FROM record WHERE id NOT IN (SELECT MAX(id) FROM record GROUP BY kind, sweep);
        CREATE UNIQUE INDEX once ON record (kind, sweep);
        """,
      mended: """
        DELETE FROM record WHERE sweep IS NOT NULL AND id NOT IN (
          SELECT MAX(id) FROM record GROUP BY kind, sweep);
        CREATE UNIQUE INDEX once ON record (kind, sweep);
        """, check: "side-effects", code: "nullsAreNoDuplicates", type: "record", property: "sweep",
      isWarning: true),
    Mistake(
      "duplicates that take others along", before: [record + note],
      wrong: """
        DELETE FROM record WHERE id > (SELECT MIN(r.id) FROM record r WHERE r.made = record.made);
        CREATE UNIQUE INDEX once ON record (made);
        """,
      mended: """
        UPDATE note SET record = (SELECT MIN(r.id) FROM record r WHERE r.made =
          (SELECT o.made FROM record o WHERE o.id = note.record));
        DELETE FROM record WHERE id > (SELECT MIN(r.id) FROM record r WHERE r.made = record.made);
        CREATE UNIQUE INDEX once ON record (made);
        """, check: "side-effects", code: "duplicatesTakeOthers", type: "note", isWarning: true,
      foreignKeys: true),
    Mistake(
      "a group that is asked for a value and not for a row", before: [record],
      wrong: """
        DELETE FROM record WHERE id NOT IN (SELECT id FROM record GROUP BY made HAVING MAX(sweep));
        """,
      mended: """
        DELETE FROM record WHERE id NOT IN (SELECT MAX(id) FROM record GROUP BY made);
        """, check: "side-effects", code: "havingValue", isWarning: true),
    Mistake(
      "addresses that are the same in lower case", before: invitations,
      wrong: "UPDATE invitation SET email = lower(email) WHERE email <> lower(email)",
      mended: """
        UPDATE invitation SET email = lower(email) WHERE NOT EXISTS (
          SELECT 1 FROM invitation o WHERE o.team = invitation.team AND o.id <> invitation.id
            AND lower(o.email) = lower(invitation.email));
        """, check: "upgrade-succeeds", code: "constraintFailed"),
    Mistake(
      "a text that is replaced by one that another row has", before: invitations,
      wrong: "UPDATE invitation SET url = 'https://new.example' WHERE url = 'http://old.example'",
      mended: """
        UPDATE OR IGNORE invitation SET url = 'https://new.example'
          WHERE url = 'http://old.example';
        """, check: "upgrade-succeeds", code: "constraintFailed"),
  ]
}
