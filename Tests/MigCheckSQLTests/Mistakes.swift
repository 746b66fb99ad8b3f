/// A mistake as people make it, and its mending.
struct Mistake: Sendable, CustomStringConvertible {
  var name: String
  /// The scripts of the versions before.
  var before: [String]
  var wrong: String
  var mended: String
  /// The check that has to fail.
  var check: String
  /// The kind, or the code, of the finding.
  var code: String?
  var type: String?
  var property: String?
  /// Whether it is a warning, since an author may mean it.
  var isWarning = false
  var foreignKeys = false

  var description: String { name }

  init(
    _ name: String, before: [String], wrong: String, mended: String, check: String,
    code: String? = nil, type: String? = nil, property: String? = nil, isWarning: Bool = false,
    foreignKeys: Bool = false
  ) {
    self.name = name
    self.before = before
    self.wrong = wrong
    self.mended = mended
    self.check = check
    self.code = code
    self.type = type
    self.property = property
    self.isWarning = isWarning
    self.foreignKeys = foreignKeys
  }
}

extension Mistake {
  static let all: [Mistake] =
    failing + losing + structural + hazardous + unnoticed + misread
    + duplicates + repaired + moved + leftOut + forgotten
    + referring + partly

  // MARK: Hops that fail only when there are rows

  static let failing: [Mistake] = [
    Mistake(
      "a required column added without a default",
      before: ["CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT)"],
      wrong: "ALTER TABLE city ADD COLUMN country TEXT NOT NULL",
      mended: "ALTER TABLE city ADD COLUMN country TEXT NOT NULL DEFAULT ''",
      check: "upgrade-succeeds", code: "statementFailed"),
    Mistake(
      "a column added whose default is the time of day",
      before: ["CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT)"],
      wrong: "ALTER TABLE city ADD COLUMN seen TEXT DEFAULT CURRENT_TIMESTAMP",
      mended: "ALTER TABLE city ADD COLUMN seen TEXT",
      check: "upgrade-succeeds", code: "statementFailed"),
    Mistake(
      "a scalar subquery that finds nothing",
      before: [
        """
        CREATE TABLE account (id INTEGER PRIMARY KEY, owner TEXT NOT NULL UNIQUE);
        CREATE TABLE invoice (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, total INTEGER NOT NULL);
        """
      ],
      wrong: """
        CREATE TABLE new_invoice (
          id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL, total INTEGER NOT NULL);
        INSERT INTO new_invoice (id, account_id, total)
          SELECT id, (SELECT a.id FROM account a WHERE a.owner = invoice.owner), total FROM invoice;
        DROP TABLE invoice;
        ALTER TABLE new_invoice RENAME TO invoice;
        """,
      mended: """
        CREATE TABLE new_invoice (
          id INTEGER PRIMARY KEY, account_id INTEGER, total INTEGER NOT NULL);
        INSERT INTO new_invoice (id, account_id, total)
          SELECT id, (SELECT a.id FROM account a WHERE a.owner = invoice.owner), total FROM invoice;
        DROP TABLE invoice;
        ALTER TABLE new_invoice RENAME TO invoice;
        """, check: "upgrade-succeeds", code: "nullForRequired"),
    Mistake(
      "a unique index over duplicates",
      before: ["CREATE TABLE member (id INTEGER PRIMARY KEY, email TEXT)"],
      wrong: "CREATE UNIQUE INDEX member_email ON member(email)",
      mended: """
        UPDATE member SET email = email || '#' || id
          WHERE id NOT IN (SELECT MIN(id) FROM member GROUP BY email);
        UPDATE member SET email = 'member#' || id
          WHERE email IN (SELECT email FROM member GROUP BY email HAVING COUNT(*) > 1);
        UPDATE member SET email = NULL
          WHERE email IN (SELECT email FROM member GROUP BY email HAVING COUNT(*) > 1);
        CREATE UNIQUE INDEX member_email ON member(email);
        """, check: "upgrade-succeeds", code: "constraintFailed", type: "member",
      property: "email"),
    Mistake(
      "NULL copied into a column that became required",
      before: ["CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT)"],
      wrong: """
        CREATE TABLE note_new (id INTEGER PRIMARY KEY, body TEXT NOT NULL DEFAULT '');
        INSERT INTO note_new (id, body) SELECT id, body FROM note;
        DROP TABLE note;
        ALTER TABLE note_new RENAME TO note;
        """,
      mended: """
        CREATE TABLE note_new (id INTEGER PRIMARY KEY, body TEXT NOT NULL DEFAULT '');
        INSERT INTO note_new (id, body) SELECT id, COALESCE(body, '') FROM note;
        DROP TABLE note;
        ALTER TABLE note_new RENAME TO note;
        """, check: "upgrade-succeeds", code: "nullForRequired"),
    Mistake(
      "an INSERT that omits a required column",
      before: [
        """
        CREATE TABLE song (id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist TEXT);
        """
      ],
      wrong: """
        CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL);
        INSERT INTO artist (name) SELECT DISTINCT artist FROM song WHERE artist IS NOT NULL;
        """,
      mended: """
        CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL);
        INSERT INTO artist (name, slug)
          SELECT DISTINCT artist, lower(artist) FROM song WHERE artist IS NOT NULL;
        """, check: "upgrade-succeeds", code: "nullForRequired"),
    Mistake(
      "a CHECK that old rows break",
      before: ["CREATE TABLE item (id INTEGER PRIMARY KEY, state TEXT NOT NULL)"],
      wrong: """
        CREATE TABLE item2 (
          id INTEGER PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('new', 'old')));
        INSERT INTO item2 SELECT id, state FROM item;
        DROP TABLE item;
        ALTER TABLE item2 RENAME TO item;
        """,
      mended: """
        CREATE TABLE item2 (
          id INTEGER PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('new', 'old')));
        INSERT INTO item2
          SELECT id, CASE WHEN state IN ('new', 'old') THEN state ELSE 'new' END FROM item;
        DROP TABLE item;
        ALTER TABLE item2 RENAME TO item;
        """, check: "upgrade-succeeds", code: "constraintFailed"),
    Mistake(
      "a case that compares with NULL",
      before: ["CREATE TABLE task (id INTEGER PRIMARY KEY, done_at TEXT)"],
      wrong: """
        CREATE TABLE task2 (id INTEGER PRIMARY KEY, done_at TEXT, state TEXT NOT NULL);
        INSERT INTO task2 SELECT id, done_at, CASE done_at WHEN NULL THEN 'open' END FROM task;
        DROP TABLE task;
        ALTER TABLE task2 RENAME TO task;
        """,
      mended: """
        CREATE TABLE task2 (id INTEGER PRIMARY KEY, done_at TEXT, state TEXT NOT NULL);
        INSERT INTO task2
          SELECT id, done_at, CASE WHEN done_at IS NULL THEN 'open' ELSE 'done' END FROM task;
        DROP TABLE task;
        ALTER TABLE task2 RENAME TO task;
        """, check: "upgrade-succeeds", code: "nullForRequired"),
    Mistake(
      "a key rewritten that collides with a deleted row",
      before: [
        """
        CREATE TABLE label (
          name TEXT PRIMARY KEY NOT NULL, deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)));
        """
      ],
      wrong: "UPDATE label SET name = lower(name) WHERE deleted = 0",
      mended: "UPDATE OR IGNORE label SET name = lower(name) WHERE deleted = 0",
      check: "upgrade-succeeds", code: "duplicatePrimaryKey"),
    Mistake(
      "a substring that is one too short",
      before: ["CREATE TABLE path (id INTEGER PRIMARY KEY, url TEXT NOT NULL)"],
      wrong: """
        ALTER TABLE path ADD COLUMN scheme TEXT;
        UPDATE path SET scheme = substr(url, 1, 3);
        CREATE UNIQUE INDEX path_url ON path(url, scheme);
        """,
      mended: """
        ALTER TABLE path ADD COLUMN scheme TEXT;
        UPDATE path SET scheme = substr(url, 1, 4);
        CREATE INDEX path_url ON path(url, scheme);
        """, check: "upgrade-succeeds", code: "constraintFailed"),
    Mistake(
      "a column dropped that an index needs when rows are there",
      before: [
        "CREATE TABLE price (id INTEGER PRIMARY KEY, net INTEGER NOT NULL, gross INTEGER NOT NULL)"
      ],
      wrong: """
        CREATE TABLE price2 (id INTEGER PRIMARY KEY, net INTEGER NOT NULL, CHECK (net >= 0));
        INSERT INTO price2 SELECT id, net FROM price;
        DROP TABLE price;
        ALTER TABLE price2 RENAME TO price;
        """,
      mended: """
        CREATE TABLE price2 (id INTEGER PRIMARY KEY, net INTEGER NOT NULL, CHECK (net >= 0));
        INSERT INTO price2 SELECT id, max(net, 0) FROM price;
        DROP TABLE price;
        ALTER TABLE price2 RENAME TO price;
        """, check: "upgrade-succeeds", code: "constraintFailed"),
    Mistake(
      "references left dangling where foreign keys are enforced",
      before: [
        """
        CREATE TABLE album (id INTEGER PRIMARY KEY, archived INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE track (id INTEGER PRIMARY KEY, album_id INTEGER REFERENCES album(id));
        """
      ],
      wrong: "DELETE FROM album WHERE archived = 1",
      mended: """
        UPDATE track SET album_id = NULL
          WHERE album_id IN (SELECT id FROM album WHERE archived = 1);
        DELETE FROM album WHERE archived = 1;
        """, check: "upgrade-succeeds", code: "constraintFailed", foreignKeys: true),
    Mistake(
      "a new address put in the place of an old one, where somebody has entered both",
      before: [
        """
        CREATE TABLE host_source (
          id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, enabled INTEGER NOT NULL DEFAULT 1);
        """
      ],
      wrong: """
        UPDATE host_source SET url = 'https://lists.example/hosts.txt'
          WHERE url = 'http://old.example/hosts';
        """,
      mended: """
        UPDATE OR IGNORE host_source SET url = 'https://lists.example/hosts.txt'
          WHERE url = 'http://old.example/hosts';
        """, check: "upgrade-succeeds", code: "constraintFailed"),
    Mistake(
      "a foreign key added over references to rows that were deleted long ago",
      before: [
        """
        CREATE TABLE account (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE draft (id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL, content TEXT);
        """
      ],
      wrong: """
        CREATE TABLE draft2 (
          id INTEGER PRIMARY KEY,
          account_id INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE, content TEXT);
        INSERT INTO draft2 SELECT id, account_id, content FROM draft;
        DROP TABLE draft;
        ALTER TABLE draft2 RENAME TO draft;
        """,
      mended: """
        DELETE FROM draft WHERE account_id NOT IN (SELECT id FROM account);
        CREATE TABLE draft2 (
          id INTEGER PRIMARY KEY,
          account_id INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE, content TEXT);
        INSERT INTO draft2 SELECT id, account_id, content FROM draft;
        DROP TABLE draft;
        ALTER TABLE draft2 RENAME TO draft;
        """, check: "upgrade-succeeds", code: "constraintFailed", foreignKeys: true),
    Mistake(
      "a row brought along under a number that is taken",
      before: ["CREATE TABLE cup (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL)"],
      wrong: "INSERT INTO cup (id, amount) VALUES (1, 250)",
      mended: "INSERT INTO cup (amount) SELECT 250 WHERE NOT EXISTS (SELECT 1 FROM cup)",
      check: "upgrade-succeeds", code: "duplicatePrimaryKey"),
  ]

  // MARK: Hops that lose or garble silently

  static let person = """
    CREATE TABLE person (
      id INTEGER PRIMARY KEY, first TEXT, last TEXT, age INTEGER, team_id INTEGER);
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
    """

  private static func rebuild(_ columns: String, _ copy: String) -> String {
    """
    CREATE TABLE person_new (\(columns));
    \(copy);
    DROP TABLE person;
    ALTER TABLE person_new RENAME TO person;
    """
  }

  private static let reordered =
    "id INTEGER PRIMARY KEY, last TEXT, first TEXT, age INTEGER, team_id INTEGER"
  private static let sameColumns =
    "id INTEGER PRIMARY KEY, first TEXT, last TEXT, age INTEGER, team_id INTEGER"

  /// A table whose rows all get another key.
  private static let newKeys = """
    CREATE TABLE other (id INTEGER PRIMARY KEY, text TEXT);
    INSERT INTO other SELECT ~id, text FROM note;
    DROP TABLE note;
    ALTER TABLE other RENAME TO note;
    """

  static let losing: [Mistake] = [
    Mistake(
      "SELECT * after the order of columns changed", before: [person],
      wrong: rebuild(reordered, "INSERT INTO person_new SELECT * FROM person"),
      mended: rebuild(
        reordered,
        "INSERT INTO person_new (id, first, last, age, team_id) "
          + "SELECT id, first, last, age, team_id FROM person"),
      check: "data-preserved", code: "valueChanged", type: "person", property: "first"),
    Mistake(
      "two columns swapped in a copy", before: [person],
      wrong: rebuild(
        sameColumns,
        "INSERT INTO person_new (id, first, last, age, team_id) "
          + "SELECT id, first, last, team_id, age FROM person"),
      mended: rebuild(
        sameColumns,
        "INSERT INTO person_new (id, first, last, age, team_id) "
          + "SELECT id, first, last, age, team_id FROM person"),
      check: "data-preserved", code: "valueChanged", type: "person", property: "age"),
    Mistake(
      "a column left out of a copy", before: [person],
      wrong: rebuild(
        sameColumns,
        "INSERT INTO person_new (id, first, last, age) SELECT id, first, last, age FROM person"),
      mended: rebuild(sameColumns, "INSERT INTO person_new SELECT * FROM person"),
      check: "data-preserved", code: "valueChanged", type: "person", property: "team_id"),
    Mistake(
      "ids renumbered by a rebuild", before: [person],
      wrong: rebuild(
        sameColumns,
        "INSERT INTO person_new (first, last, age, team_id) "
          + "SELECT first, last, age, team_id FROM person"),
      mended: rebuild(sameColumns, "INSERT INTO person_new SELECT * FROM person"),
      check: "data-preserved", type: "person"),
    Mistake(
      "ids renumbered by a copy that gives NULL for them", before: [person],
      wrong: rebuild(
        sameColumns, "INSERT INTO person_new SELECT NULL, first, last, age, team_id FROM person"),
      mended: rebuild(sameColumns, "INSERT INTO person_new SELECT * FROM person"),
      check: "data-preserved", code: "unexplained", type: "person"),
    Mistake(
      "ids lost as a table made anew has no key",
      before: ["CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)"],
      wrong: """
        CREATE TABLE other (id INTEGER, text TEXT);
        INSERT INTO other (text) SELECT text FROM note;
        DROP TABLE note;
        ALTER TABLE other RENAME TO note;
        """,
      mended: """
        CREATE TABLE other (id INTEGER PRIMARY KEY, text TEXT);
        INSERT INTO other SELECT id, text FROM note;
        DROP TABLE note;
        ALTER TABLE other RENAME TO note;
        """, check: "data-preserved", type: "note", property: "id"),
    Mistake(
      "rows that a copy loses behind a DELETE with a condition",
      before: [
        """
        CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE car (id INTEGER PRIMARY KEY, owner_id INTEGER, plate TEXT);
        """
      ],
      wrong: """
        DELETE FROM car WHERE plate = 'test';
        CREATE TABLE car2 (id INTEGER PRIMARY KEY, owner_id INTEGER, plate TEXT, owner TEXT);
        INSERT INTO car2 SELECT car.id, owner_id, plate, owner.name
          FROM car JOIN owner ON owner.id = owner_id;
        DROP TABLE car;
        ALTER TABLE car2 RENAME TO car;
        """,
      mended: """
        DELETE FROM car WHERE plate = 'test';
        CREATE TABLE car2 (id INTEGER PRIMARY KEY, owner_id INTEGER, plate TEXT, owner TEXT);
        INSERT INTO car2 SELECT car.id, owner_id, plate, owner.name
          FROM car LEFT JOIN owner ON owner.id = owner_id;
        DROP TABLE car;
        ALTER TABLE car2 RENAME TO car;
        """, check: "data-preserved", type: "car"),
    Mistake(
      "rows that get other numbers behind a DELETE with a condition",
      before: [
        """
        CREATE TABLE car (id INTEGER PRIMARY KEY, plate TEXT);
        CREATE TABLE trip (id INTEGER PRIMARY KEY, car_id INTEGER);
        """
      ],
      wrong: """
        DELETE FROM car WHERE plate = 'test';
        ALTER TABLE car RENAME TO old;
        CREATE TABLE car (id INTEGER PRIMARY KEY, plate TEXT NOT NULL DEFAULT '');
        INSERT INTO car (plate) SELECT ifnull(plate, '') FROM old;
        DROP TABLE old;
        """,
      mended: """
        DELETE FROM car WHERE plate = 'test';
        ALTER TABLE car RENAME TO old;
        CREATE TABLE car (id INTEGER PRIMARY KEY, plate TEXT NOT NULL DEFAULT '');
        INSERT INTO car (id, plate) SELECT id, ifnull(plate, '') FROM old;
        DROP TABLE old;
        """, check: "data-preserved", type: "car"),
    Mistake(
      "columns that change places in a copy with a join and an ON CONFLICT",
      before: [
        """
        CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE player (id INTEGER PRIMARY KEY, first TEXT, last TEXT, team_id INTEGER);
        """
      ],
      wrong: """
        CREATE TABLE player2 (id INTEGER PRIMARY KEY, first TEXT, last TEXT, team_id INTEGER, team TEXT);
        INSERT INTO player2 SELECT p.id, p.last, p.first, p.team_id, t.name
          FROM player p LEFT JOIN team t ON t.id = p.team_id WHERE true ON CONFLICT DO NOTHING;
        DROP TABLE player;
        ALTER TABLE player2 RENAME TO player;
        """,
      mended: """
        CREATE TABLE player2 (id INTEGER PRIMARY KEY, first TEXT, last TEXT, team_id INTEGER, team TEXT);
        INSERT INTO player2 SELECT p.id, p.first, p.last, p.team_id, t.name
          FROM player p LEFT JOIN team t ON t.id = p.team_id WHERE true ON CONFLICT DO NOTHING;
        DROP TABLE player;
        ALTER TABLE player2 RENAME TO player;
        """, check: "data-preserved", type: "player"),
    Mistake(
      "references left in a log table that has no foreign key",
      before: [
        "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)",
        "CREATE TABLE log (id INTEGER PRIMARY KEY, note_id INTEGER, line TEXT)",
      ],
      wrong: newKeys, mended: newKeys + "UPDATE log SET note_id = ~note_id;",
      check: "links-resolve", type: "log", property: "note_id"),
    Mistake(
      "a copy that gives every row one value", before: [person],
      wrong: rebuild(
        sameColumns, "INSERT INTO person_new SELECT id, first, last, 0, team_id FROM person"),
      mended: rebuild(sameColumns, "INSERT INTO person_new SELECT * FROM person"),
      check: "side-effects", code: "allConstant", type: "person", property: "age",
      isWarning: true),
    Mistake(
      "a copy that gives every row NULL", before: [person],
      wrong: rebuild(
        sameColumns, "INSERT INTO person_new SELECT id, first, last, NULL, team_id FROM person"),
      mended: rebuild(sameColumns, "INSERT INTO person_new SELECT * FROM person"),
      check: "side-effects", code: "allNull", type: "person", property: "age", isWarning: true),
    Mistake(
      "a join that drops rows", before: [person],
      wrong: rebuild(
        sameColumns,
        "INSERT INTO person_new SELECT p.id, first, last, age, team_id FROM person p "
          + "JOIN team t ON t.id = p.team_id"),
      mended: rebuild(
        sameColumns,
        "INSERT INTO person_new SELECT p.id, first, last, age, team_id FROM person p "
          + "LEFT JOIN team t ON t.id = p.team_id"),
      check: "data-preserved", code: "objectGone", type: "person"),
    Mistake(
      "INSERT OR IGNORE that swallows rows",
      before: ["CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"],
      wrong: """
        CREATE TABLE tag2 (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        INSERT OR IGNORE INTO tag2 SELECT * FROM tag;
        DROP TABLE tag;
        ALTER TABLE tag2 RENAME TO tag;
        """,
      mended: """
        DELETE FROM tag WHERE id NOT IN (SELECT MIN(id) FROM tag GROUP BY name);
        CREATE TABLE tag2 (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        INSERT OR IGNORE INTO tag2 SELECT * FROM tag;
        DROP TABLE tag;
        ALTER TABLE tag2 RENAME TO tag;
        """, check: "data-preserved", code: "objectGone", type: "tag"),
    Mistake(
      "a DELETE where an UPDATE was meant", before: [person],
      wrong: "DELETE FROM person",
      mended: "UPDATE person SET team_id = NULL WHERE age < 18",
      check: "data-preserved", code: "objectGone", type: "person"),
    Mistake(
      "a DELETE whose condition is always true", before: [person],
      wrong: "DELETE FROM person WHERE id IS NOT NULL",
      mended: "DELETE FROM person WHERE first IS NOT NULL AND last IS NULL",
      check: "side-effects", code: "deletesEverything", type: "person"),
    Mistake(
      "a column overwritten with its own name", before: [person],
      wrong: rebuild(
        sameColumns,
        "INSERT INTO person_new (id, first, last, age, team_id) "
          + "SELECT id, first, 'last', age, team_id FROM person"),
      mended: rebuild(
        sameColumns,
        "INSERT INTO person_new (id, first, last, age, team_id) "
          + "SELECT id, first, \"last\", age, team_id FROM person"),
      check: "side-effects", code: "ownName", type: "person", property: "last", isWarning: true),
    Mistake(
      "an UPDATE that sets everything to NULL", before: [person],
      wrong: "UPDATE person SET team_id = NULL",
      mended: "UPDATE person SET team_id = NULL WHERE team_id NOT IN (SELECT id FROM team)",
      check: "side-effects", code: "allNull", type: "person", property: "team_id",
      isWarning: true),
    Mistake(
      "the only copy gone between two drops", before: [person],
      wrong: """
        CREATE TABLE backup AS SELECT * FROM person;
        DROP TABLE person;
        CREATE TABLE person (\(sameColumns));
        DROP TABLE backup;
        """,
      mended: """
        CREATE TABLE backup AS SELECT * FROM person;
        DROP TABLE person;
        CREATE TABLE person (\(sameColumns));
        INSERT INTO person SELECT * FROM backup;
        DROP TABLE backup;
        """, check: "data-preserved", code: "objectGone", type: "person"),
    Mistake(
      "a drop too many after a rebuild", before: [person],
      wrong: """
        DROP TABLE IF EXISTS person_new;
        CREATE TABLE person_new (\(sameColumns));
        INSERT INTO person_new SELECT * FROM person;
        DROP TABLE person;
        DROP TABLE IF EXISTS person_new;
        CREATE TABLE person (\(sameColumns));
        """,
      mended: rebuild(sameColumns, "INSERT INTO person_new SELECT * FROM person"),
      check: "data-preserved", code: "objectGone", type: "person"),
    Mistake(
      "a column dropped while its successor is never filled", before: [person],
      wrong: """
        ALTER TABLE person ADD COLUMN surname TEXT;
        ALTER TABLE person DROP COLUMN last;
        """,
      mended: "ALTER TABLE person RENAME COLUMN last TO surname",
      check: "data-preserved", code: "lostRename", type: "person", property: "last"),
    Mistake(
      "a rebuild that renames a column and forgets to copy it", before: [person],
      wrong: rebuild(
        "id INTEGER PRIMARY KEY, first TEXT, surname TEXT, age INTEGER, team_id INTEGER",
        "INSERT INTO person_new (id, first, age, team_id) SELECT id, first, age, team_id "
          + "FROM person"),
      mended: rebuild(
        "id INTEGER PRIMARY KEY, first TEXT, surname TEXT, age INTEGER, team_id INTEGER",
        "INSERT INTO person_new (id, first, surname, age, team_id) "
          + "SELECT id, first, last, age, team_id FROM person"),
      check: "data-preserved", code: "lostRename", type: "person", property: "last"),
    Mistake(
      "a rebuild in the other order that copies the wrong column", before: [person],
      wrong: """
        ALTER TABLE person RENAME TO person_old;
        CREATE TABLE person (\(sameColumns));
        INSERT INTO person (id, first, last, age, team_id)
          SELECT id, first, first, age, team_id FROM person_old;
        DROP TABLE person_old;
        """,
      mended: """
        ALTER TABLE person RENAME TO person_old;
        CREATE TABLE person (\(sameColumns));
        INSERT INTO person (id, first, last, age, team_id)
          SELECT id, first, last, age, team_id FROM person_old;
        DROP TABLE person_old;
        """, check: "data-preserved", code: "valueChanged", type: "person", property: "last"),
    Mistake(
      "rows of a table without a key lose a column",
      before: ["CREATE TABLE log (at TEXT, line TEXT, level INTEGER)"],
      wrong: """
        CREATE TABLE log2 (at TEXT, level INTEGER, line TEXT);
        INSERT INTO log2 (at, line) SELECT at, line FROM log;
        DROP TABLE log;
        ALTER TABLE log2 RENAME TO log;
        """,
      mended: """
        CREATE TABLE log2 (at TEXT, level INTEGER, line TEXT);
        INSERT INTO log2 (at, line, level) SELECT at, line, level FROM log;
        DROP TABLE log;
        ALTER TABLE log2 RENAME TO log;
        """, check: "data-preserved", code: "valueChanged", type: "log", property: "level"),
    Mistake(
      "a table of pairs that is copied without its extra column",
      before: [
        """
        CREATE TABLE member (
          team INTEGER NOT NULL, person INTEGER NOT NULL, role TEXT, PRIMARY KEY (team, person));
        """
      ],
      wrong: """
        CREATE TABLE member2 (
          team INTEGER NOT NULL, person INTEGER NOT NULL, role TEXT, PRIMARY KEY (team, person)
        ) WITHOUT ROWID;
        INSERT INTO member2 (team, person) SELECT team, person FROM member;
        DROP TABLE member;
        ALTER TABLE member2 RENAME TO member;
        """,
      mended: """
        CREATE TABLE member2 (
          team INTEGER NOT NULL, person INTEGER NOT NULL, role TEXT, PRIMARY KEY (team, person)
        ) WITHOUT ROWID;
        INSERT INTO member2 SELECT * FROM member;
        DROP TABLE member;
        ALTER TABLE member2 RENAME TO member;
        """, check: "data-preserved", code: "valueChanged", type: "member", property: "role"),
    Mistake(
      "children that go with the old table of their parents",
      before: [
        """
        CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE child (
          id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES parent(id) ON DELETE CASCADE);
        """
      ],
      wrong: """
        CREATE TABLE parent2 (id INTEGER PRIMARY KEY, name TEXT, note TEXT);
        INSERT INTO parent2 (id, name) SELECT id, name FROM parent;
        DROP TABLE parent;
        ALTER TABLE parent2 RENAME TO parent;
        """,
      mended: """
        PRAGMA foreign_keys = OFF;
        BEGIN;
        CREATE TABLE parent2 (id INTEGER PRIMARY KEY, name TEXT, note TEXT);
        INSERT INTO parent2 (id, name) SELECT id, name FROM parent;
        DROP TABLE parent;
        ALTER TABLE parent2 RENAME TO parent;
        COMMIT;
        PRAGMA foreign_keys = ON;
        """, check: "data-preserved", code: "objectGone", type: "child", foreignKeys: true),
    Mistake(
      "references that lead nowhere after keys were rewritten",
      before: [
        """
        CREATE TABLE room (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE booking (id INTEGER PRIMARY KEY, room_id INTEGER REFERENCES room(id));
        CREATE TABLE booking_log (id INTEGER PRIMARY KEY, room_id INTEGER REFERENCES room(id));
        """
      ],
      wrong: """
        UPDATE booking SET room_id = room_id + 100000;
        UPDATE room SET id = id + 100000;
        """,
      mended: """
        UPDATE booking SET room_id = room_id + 100000;
        UPDATE booking_log SET room_id = room_id + 100000;
        UPDATE room SET id = id + 100000;
        """, check: "links-resolve", type: "booking_log", property: "room_id"),
  ]

  // MARK: What hangs on tables

  static let structural: [Mistake] = [
    Mistake(
      "a trigger lost in a rebuild",
      before: [
        """
        CREATE TABLE page (id INTEGER PRIMARY KEY, body TEXT, version INTEGER NOT NULL DEFAULT 0);
        CREATE TRIGGER page_version AFTER UPDATE OF body ON page BEGIN
          UPDATE page SET version = version + 1 WHERE id = new.id;
        END;
        """
      ],
      wrong: """
        CREATE TABLE page2 (id INTEGER PRIMARY KEY, body TEXT, version INTEGER NOT NULL DEFAULT 0);
        INSERT INTO page2 SELECT * FROM page;
        DROP TABLE page;
        ALTER TABLE page2 RENAME TO page;
        """,
      mended: """
        CREATE TABLE page2 (id INTEGER PRIMARY KEY, body TEXT, version INTEGER NOT NULL DEFAULT 0);
        INSERT INTO page2 SELECT * FROM page;
        DROP TABLE page;
        ALTER TABLE page2 RENAME TO page;
        CREATE TRIGGER page_version AFTER UPDATE OF body ON page BEGIN
          UPDATE page SET version = version + 1 WHERE id = new.id;
        END;
        """, check: "side-effects", code: "triggerLost", type: "page"),
    Mistake(
      "a unique index lost in a rebuild",
      before: [
        """
        CREATE TABLE page (id INTEGER PRIMARY KEY, slug TEXT);
        CREATE UNIQUE INDEX page_slug ON page(slug);
        """
      ],
      wrong: """
        CREATE TABLE page2 (id INTEGER PRIMARY KEY, slug TEXT, body TEXT);
        INSERT INTO page2 (id, slug) SELECT id, slug FROM page;
        DROP TABLE page;
        ALTER TABLE page2 RENAME TO page;
        """,
      mended: """
        CREATE TABLE page2 (id INTEGER PRIMARY KEY, slug TEXT UNIQUE, body TEXT);
        INSERT INTO page2 (id, slug) SELECT id, slug FROM page;
        DROP TABLE page;
        ALTER TABLE page2 RENAME TO page;
        """, check: "side-effects", code: "uniqueIndexLost", type: "page"),
    Mistake(
      "a copy that was tried with some rows first",
      before: ["CREATE TABLE visit (id INTEGER PRIMARY KEY, page TEXT)"],
      wrong: """
        CREATE TABLE visit2 (id INTEGER PRIMARY KEY, page TEXT, seconds INTEGER);
        INSERT INTO visit2 (id, page) SELECT id, page FROM visit ORDER BY id LIMIT 1000;
        DROP TABLE visit;
        ALTER TABLE visit2 RENAME TO visit;
        """,
      mended: """
        CREATE TABLE visit2 (id INTEGER PRIMARY KEY, page TEXT, seconds INTEGER);
        INSERT INTO visit2 (id, page) SELECT id, page FROM visit ORDER BY id LIMIT 1000;
        INSERT INTO visit2 (id, page) SELECT id, page FROM visit ORDER BY id LIMIT -1 OFFSET 1000;
        DROP TABLE visit;
        ALTER TABLE visit2 RENAME TO visit;
        """, check: "side-effects", code: "copyHasLimit", type: "visit", isWarning: true),
    Mistake(
      "a table made anew by CREATE TABLE … AS, which takes no key along",
      before: ["CREATE TABLE page (id INTEGER PRIMARY KEY, slug TEXT, views INTEGER)"],
      wrong: """
        CREATE TABLE page2 AS SELECT id, slug FROM page;
        DROP TABLE page;
        ALTER TABLE page2 RENAME TO page;
        """,
      mended: """
        CREATE TABLE page2 (id INTEGER PRIMARY KEY, slug TEXT);
        INSERT INTO page2 SELECT id, slug FROM page;
        DROP TABLE page;
        ALTER TABLE page2 RENAME TO page;
        """, check: "side-effects", code: "primaryKeyLost", type: "page"),
    Mistake(
      "a key of two columns that is forgotten in a rebuild",
      before: [
        "CREATE TABLE seat (hall TEXT NOT NULL, row TEXT NOT NULL, PRIMARY KEY (hall, row))"
      ],
      wrong: """
        ALTER TABLE seat RENAME TO old;
        CREATE TABLE seat (hall TEXT NOT NULL, row TEXT NOT NULL, note TEXT);
        INSERT INTO seat (hall, row) SELECT hall, row FROM old;
        DROP TABLE old;
        """,
      mended: """
        ALTER TABLE seat RENAME TO old;
        CREATE TABLE seat (hall TEXT NOT NULL, row TEXT NOT NULL, note TEXT, UNIQUE (row, hall));
        INSERT INTO seat (hall, row) SELECT hall, row FROM old;
        DROP TABLE old;
        """, check: "side-effects", code: "primaryKeyLost", type: "seat"),
    Mistake(
      "a key that is still one, and counts no more",
      before: ["CREATE TABLE page (id INTEGER PRIMARY KEY, slug TEXT)"],
      wrong: """
        CREATE TABLE page2 (id BIGINT PRIMARY KEY, slug TEXT);
        INSERT INTO page2 SELECT id, slug FROM page;
        DROP TABLE page;
        ALTER TABLE page2 RENAME TO page;
        """,
      mended: """
        CREATE TABLE page2 (id BIGINT NOT NULL PRIMARY KEY, slug TEXT);
        INSERT INTO page2 SELECT id, slug FROM page;
        DROP TABLE page;
        ALTER TABLE page2 RENAME TO page;
        """, check: "side-effects", code: "structureLost", isWarning: true),
    Mistake(
      "keys that a coarser key replaces",
      before: [
        """
        CREATE TABLE device (owner TEXT NOT NULL, number TEXT NOT NULL, name TEXT,
          PRIMARY KEY (owner, number));
        """
      ],
      wrong: """
        CREATE TABLE fresh (owner TEXT NOT NULL, number TEXT NOT NULL, name TEXT,
          PRIMARY KEY (owner));
        INSERT OR REPLACE INTO fresh SELECT owner, number, name FROM device;
        DROP TABLE device;
        ALTER TABLE fresh RENAME TO device;
        """,
      mended: """
        CREATE TABLE fresh (owner TEXT NOT NULL, number TEXT NOT NULL, name TEXT,
          PRIMARY KEY (owner, number));
        INSERT OR REPLACE INTO fresh SELECT owner, number, name FROM device;
        DROP TABLE device;
        ALTER TABLE fresh RENAME TO device;
        """, check: "data-preserved", type: "device"),
    Mistake(
      "foreign keys that follow a renamed table",
      before: [
        """
        CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE book (id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES author(id));
        """
      ],
      wrong: """
        ALTER TABLE author RENAME TO author_old;
        CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT, born INTEGER);
        INSERT INTO author (id, name) SELECT id, name FROM author_old;
        DROP TABLE author_old;
        """,
      mended: "ALTER TABLE author ADD COLUMN born INTEGER",
      check: "side-effects", code: "foreignKeyBroken", type: "book"),
    Mistake(
      "an index lost in a rebuild",
      before: [
        "CREATE TABLE page (id INTEGER PRIMARY KEY, slug TEXT); CREATE INDEX s ON page(slug)"
      ],
      wrong: """
        CREATE TABLE page2 (id INTEGER PRIMARY KEY, slug TEXT, body TEXT);
        INSERT INTO page2 (id, slug) SELECT id, slug FROM page;
        DROP TABLE page;
        ALTER TABLE page2 RENAME TO page;
        """,
      mended: """
        CREATE TABLE page2 (id INTEGER PRIMARY KEY, slug TEXT, body TEXT);
        INSERT INTO page2 (id, slug) SELECT id, slug FROM page;
        DROP TABLE page;
        ALTER TABLE page2 RENAME TO page;
        CREATE INDEX page_by_slug ON page(slug, body);
        """, check: "side-effects", code: "structureLost", isWarning: true),
    Mistake(
      "a default lost in a rebuild",
      before: ["CREATE TABLE page (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'draft')"],
      wrong: """
        CREATE TABLE page2 (id INTEGER PRIMARY KEY, state TEXT NOT NULL);
        INSERT INTO page2 SELECT id, state FROM page;
        DROP TABLE page;
        ALTER TABLE page2 RENAME TO page;
        """,
      mended: """
        CREATE TABLE page2 (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'draft');
        INSERT INTO page2 SELECT id, state FROM page;
        DROP TABLE page;
        ALTER TABLE page2 RENAME TO page;
        """, check: "side-effects", code: "structureLost", isWarning: true),
    Mistake(
      "a foreign key lost in a rebuild",
      before: [
        """
        CREATE TABLE author (id INTEGER PRIMARY KEY);
        CREATE TABLE book (id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES author(id));
        """
      ],
      wrong: """
        CREATE TABLE book2 (id INTEGER PRIMARY KEY, author_id INTEGER);
        INSERT INTO book2 SELECT * FROM book;
        DROP TABLE book;
        ALTER TABLE book2 RENAME TO book;
        """,
      mended: """
        CREATE TABLE book2 (id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES author(id));
        INSERT INTO book2 SELECT * FROM book;
        DROP TABLE book;
        ALTER TABLE book2 RENAME TO book;
        """, check: "side-effects", code: "structureLost", isWarning: true),
    Mistake(
      "a constraint that keeps values unique, lost in a rebuild",
      before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT UNIQUE, name TEXT)"],
      wrong: """
        CREATE TABLE user2 (id INTEGER PRIMARY KEY, email TEXT, name TEXT NOT NULL DEFAULT '');
        INSERT INTO user2 SELECT id, email, COALESCE(name, '') FROM user;
        DROP TABLE user;
        ALTER TABLE user2 RENAME TO user;
        """,
      mended: """
        CREATE TABLE user2 (id INTEGER PRIMARY KEY, email TEXT, name TEXT NOT NULL DEFAULT '');
        INSERT INTO user2 SELECT id, email, COALESCE(name, '') FROM user;
        DROP TABLE user;
        ALTER TABLE user2 RENAME TO user;
        CREATE UNIQUE INDEX user_by_email ON user(email);
        """, check: "side-effects", code: "structureLost", isWarning: true),
    Mistake(
      "the action of a foreign key, lost in a rebuild",
      before: [
        """
        CREATE TABLE author (id INTEGER PRIMARY KEY);
        CREATE TABLE book (
          id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES author(id) ON DELETE CASCADE);
        """
      ],
      wrong: """
        CREATE TABLE book2 (id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES author(id));
        INSERT INTO book2 SELECT * FROM book;
        DROP TABLE book;
        ALTER TABLE book2 RENAME TO book;
        """,
      mended: """
        CREATE TABLE book2 (
          id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES author(id) ON DELETE SET NULL);
        INSERT INTO book2 SELECT * FROM book;
        DROP TABLE book;
        ALTER TABLE book2 RENAME TO book;
        """, check: "side-effects", code: "structureLost", isWarning: true),
    Mistake(
      "a rebuild that forgets to copy the rows",
      before: ["CREATE TABLE song (id INTEGER PRIMARY KEY, title TEXT)"],
      wrong: """
        CREATE TABLE song2 (id INTEGER PRIMARY KEY, title TEXT NOT NULL DEFAULT '');
        DROP TABLE song;
        ALTER TABLE song2 RENAME TO song;
        """,
      mended: """
        CREATE TABLE song2 (id INTEGER PRIMARY KEY, title TEXT NOT NULL DEFAULT '');
        INSERT INTO song2 (id, title) SELECT id, COALESCE(title, '') FROM song;
        DROP TABLE song;
        ALTER TABLE song2 RENAME TO song;
        """, check: "side-effects", code: "rowsGivenUp"),
    Mistake(
      "an AUTOINCREMENT sequence reset by a rebuild",
      before: ["CREATE TABLE ticket (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT)"],
      wrong: """
        CREATE TABLE ticket2 (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT, note TEXT);
        INSERT INTO ticket2 (id, title) SELECT id, title FROM ticket;
        DROP TABLE ticket;
        ALTER TABLE ticket2 RENAME TO ticket;
        """,
      mended: """
        CREATE TABLE ticket2 (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT, note TEXT);
        INSERT INTO ticket2 (id, title) SELECT id, title FROM ticket;
        UPDATE sqlite_sequence
          SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'ticket')
          WHERE name = 'ticket2';
        DROP TABLE ticket;
        ALTER TABLE ticket2 RENAME TO ticket;
        """, check: "side-effects", code: "sequenceReset", isWarning: true),
    Mistake(
      "a view that reads a column which is gone",
      before: [
        """
        CREATE TABLE page (id INTEGER PRIMARY KEY, slug TEXT, title TEXT);
        CREATE VIEW titles AS SELECT id, title FROM page;
        """
      ],
      wrong: """
        CREATE TABLE page2 (id INTEGER PRIMARY KEY, slug TEXT, heading TEXT);
        INSERT INTO page2 (id, slug, heading) SELECT id, slug, title FROM page;
        DROP TABLE page;
        PRAGMA legacy_alter_table = ON;
        ALTER TABLE page2 RENAME TO page;
        PRAGMA legacy_alter_table = OFF;
        """,
      mended: """
        DROP VIEW titles;
        CREATE TABLE page2 (id INTEGER PRIMARY KEY, slug TEXT, heading TEXT);
        INSERT INTO page2 (id, slug, heading) SELECT id, slug, title FROM page;
        DROP TABLE page;
        ALTER TABLE page2 RENAME TO page;
        CREATE VIEW titles AS SELECT id, heading FROM page;
        """, check: "side-effects", code: "viewBroken"),
    Mistake(
      "a rebuild whose DROP takes the rows that refer to the table, where that is enforced",
      before: [
        """
        CREATE TABLE torrent (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE file (
          id INTEGER PRIMARY KEY, path TEXT,
          torrent_id INTEGER NOT NULL REFERENCES torrent(id) ON DELETE CASCADE);
        """
      ],
      wrong: """
        CREATE TABLE torrent2 (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO torrent2 SELECT id, name FROM torrent;
        DROP TABLE torrent;
        ALTER TABLE torrent2 RENAME TO torrent;
        """,
      mended: """
        CREATE TEMP TABLE saved AS SELECT * FROM file;
        CREATE TABLE torrent2 (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO torrent2 SELECT id, name FROM torrent;
        DROP TABLE torrent;
        ALTER TABLE torrent2 RENAME TO torrent;
        INSERT OR IGNORE INTO file SELECT * FROM saved;
        DROP TABLE saved;
        """, check: "side-effects", code: "cascadeWhereEnforced", isWarning: true),
    Mistake(
      "a rebuild whose DROP is refused as soon as a row refers to the table, where that is enforced",
      before: [
        """
        CREATE TABLE account (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE share (id INTEGER PRIMARY KEY, account_id INTEGER REFERENCES account(id));
        """
      ],
      wrong: """
        CREATE TABLE account2 (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO account2 SELECT id, name FROM account;
        DROP TABLE account;
        ALTER TABLE account2 RENAME TO account;
        """,
      mended: "ALTER TABLE account ADD COLUMN mail TEXT",
      check: "side-effects", code: "refusedWhereEnforced", isWarning: true),
    Mistake(
      "a PRAGMA foreign_keys that has no effect if the app runs the script in a transaction",
      before: [
        """
        CREATE TABLE node (id TEXT PRIMARY KEY NOT NULL, kind TEXT NOT NULL);
        CREATE TABLE vector (
          node_id TEXT PRIMARY KEY NOT NULL REFERENCES node(id) ON DELETE CASCADE, data BLOB);
        """
      ],
      wrong: """
        PRAGMA foreign_keys=OFF;
        CREATE TABLE node_new (id TEXT PRIMARY KEY NOT NULL, kind TEXT NOT NULL, note TEXT);
        INSERT INTO node_new (id, kind) SELECT id, kind FROM node;
        DROP TABLE node;
        ALTER TABLE node_new RENAME TO node;
        PRAGMA foreign_keys=ON;
        """,
      mended: "ALTER TABLE node ADD COLUMN note TEXT",
      check: "side-effects", code: "cascadeInTransaction", isWarning: true),
    Mistake(
      "an UPDATE that fires the trigger for the time of the last change",
      before: [
        """
        CREATE TABLE memo (id INTEGER PRIMARY KEY, text TEXT, updated_ts INTEGER NOT NULL DEFAULT 0);
        CREATE TRIGGER touch AFTER UPDATE OF text ON memo BEGIN
          UPDATE memo SET updated_ts = 1700000000 WHERE id = old.id;
        END;
        """
      ],
      wrong: "UPDATE memo SET text = trim(text) WHERE text LIKE ' %';",
      mended: """
        DROP TRIGGER touch;
        UPDATE memo SET text = trim(text) WHERE text LIKE ' %';
        CREATE TRIGGER touch AFTER UPDATE OF text ON memo BEGIN
          UPDATE memo SET updated_ts = 1700000000 WHERE id = old.id;
        END;
        """, check: "side-effects", code: "triggerFires", type: "memo", isWarning: true),
    Mistake(
      "a value from a document that only some documents have as text",
      before: [
        """
        CREATE TABLE post (id INTEGER PRIMARY KEY, payload TEXT NOT NULL DEFAULT '{}');
        """
      ],
      wrong: """
        CREATE TABLE post2 (
          id INTEGER PRIMARY KEY, payload TEXT NOT NULL DEFAULT '{}',
          place INTEGER CHECK (typeof(place) IN ('integer', 'null')));
        INSERT INTO post2 (id, payload, place)
          SELECT id, payload, json_extract(payload, '$.location.place') FROM post;
        DROP TABLE post;
        ALTER TABLE post2 RENAME TO post;
        """,
      mended: """
        CREATE TABLE post2 (
          id INTEGER PRIMARY KEY, payload TEXT NOT NULL DEFAULT '{}',
          place INTEGER CHECK (typeof(place) IN ('integer', 'null')));
        INSERT INTO post2 (id, payload, place)
          SELECT id, payload, CASE json_type(payload, '$.location.place') WHEN 'integer'
            THEN json_extract(payload, '$.location.place') END FROM post;
        DROP TABLE post;
        ALTER TABLE post2 RENAME TO post;
        """, check: "upgrade-succeeds", code: "constraintFailed"),
    Mistake(
      "a required column that is empty for texts of a pattern only",
      before: ["CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT NOT NULL)"],
      wrong: """
        CREATE TABLE file2 (id INTEGER PRIMARY KEY, path TEXT NOT NULL, kind TEXT NOT NULL);
        INSERT INTO file2 SELECT id, path, CASE WHEN path LIKE 'tmp/%.log' THEN NULL ELSE 'file' END
          FROM file;
        DROP TABLE file;
        ALTER TABLE file2 RENAME TO file;
        """,
      mended: """
        CREATE TABLE file2 (id INTEGER PRIMARY KEY, path TEXT NOT NULL, kind TEXT NOT NULL);
        INSERT INTO file2 SELECT id, path, CASE WHEN path LIKE 'tmp/%.log' THEN 'log' ELSE 'file' END
          FROM file;
        DROP TABLE file;
        ALTER TABLE file2 RENAME TO file;
        """, check: "upgrade-succeeds", code: "nullForRequired"),
    Mistake(
      "a DELETE that fires a trigger which takes rows of another table",
      before: [
        """
        CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT, hidden INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE song (id INTEGER PRIMARY KEY, album INTEGER, title TEXT);
        CREATE TRIGGER gone AFTER DELETE ON album BEGIN
          DELETE FROM song WHERE album = old.id;
        END;
        """
      ],
      wrong: "DELETE FROM album WHERE hidden = 1;",
      mended: """
        DROP TRIGGER gone;
        DELETE FROM album WHERE hidden = 1;
        CREATE TRIGGER gone AFTER DELETE ON album BEGIN
          DELETE FROM song WHERE album = old.id;
        END;
        """, check: "side-effects", code: "triggerFires", type: "song", isWarning: true),
  ]
}
