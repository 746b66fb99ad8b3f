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
      check: "side-effects", code: "valuesGarbled", type: "book", property: "shelf", isWarning: true
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
      check: "side-effects", code: "valuesGarbled", type: "person", property: "name",
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
      check: "side-effects", code: "valuesGarbled", type: "note", property: "tags", isWarning: true),
    Mistake(
      "a text that is no JSON", before: ["CREATE TABLE entry (id INTEGER PRIMARY KEY, data TEXT)"],
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
  ]
}
