extension Mistake {
  // MARK: What is moved in part, and what is taken for something else

  private static let items = [
    """
    CREATE TABLE item (
      id INTEGER PRIMARY KEY, phase TEXT, fields TEXT NOT NULL DEFAULT '{}', kind TEXT,
      deleted_at TEXT);
    CREATE TABLE link (
      id INTEGER PRIMARY KEY, item_id INTEGER NOT NULL, phase TEXT NOT NULL);
    """
  ]

  private static let skills = [
    """
    CREATE TABLE skill (
      id TEXT PRIMARY KEY NOT NULL, user_id TEXT NOT NULL, title TEXT NOT NULL, name TEXT);
    """
  ]

  /// Names for titles, where `number` is what stands behind those that are alike.
  private static func names(_ number: String) -> String {
    """
    WITH ranked AS (
      SELECT id, user_id, lower(trim(title)) AS base,
        row_number() OVER (PARTITION BY user_id, lower(trim(title)) ORDER BY id) AS place
      FROM skill)
    UPDATE skill SET name = (
      SELECT CASE WHEN place = 1 THEN base ELSE base || '-' || \(number) END
      FROM ranked WHERE ranked.id = skill.id);
    CREATE UNIQUE INDEX skill_name ON skill(user_id, name);
    """
  }

  private static let bookmarks = [
    "CREATE TABLE bookmark (id INTEGER PRIMARY KEY, label TEXT NOT NULL, port INTEGER NOT NULL)"
  ]

  static let partly: [Mistake] = [
    Mistake(
      "a member of documents that is copied for rows that are not deleted, and removed from all",
      before: items,
      wrong: """
        INSERT INTO link (item_id, phase) SELECT id, json_extract(fields, '$.phase') FROM item
          WHERE deleted_at IS NULL AND json_extract(fields, '$.phase') IS NOT NULL;
        UPDATE item SET fields = json_remove(fields, '$.phase')
          WHERE json_extract(fields, '$.phase') IS NOT NULL;
        """,
      mended: """
        INSERT INTO link (item_id, phase) SELECT id, json_extract(fields, '$.phase') FROM item
          WHERE json_extract(fields, '$.phase') IS NOT NULL;
        UPDATE item SET fields = json_remove(fields, '$.phase')
          WHERE json_extract(fields, '$.phase') IS NOT NULL;
        """,
      check: "side-effects", code: "movedPartly", type: "item", property: "fields",
      isWarning: true),
    Mistake(
      "a column that is copied for rows that are not deleted, and emptied in all", before: items,
      wrong: """
        INSERT INTO link (item_id, phase) SELECT id, phase FROM item
          WHERE deleted_at IS NULL AND phase IS NOT NULL;
        UPDATE item SET phase = NULL WHERE phase IS NOT NULL;
        """,
      mended: """
        INSERT INTO link (item_id, phase) SELECT id, phase FROM item WHERE phase IS NOT NULL;
        UPDATE item SET phase = NULL WHERE phase IS NOT NULL;
        """,
      check: "side-effects", code: "movedPartly", type: "item", property: "phase", isWarning: true),
    Mistake(
      "a new column that gets the values of a dropped one for some rows", before: items,
      wrong: """
        ALTER TABLE item ADD COLUMN stage TEXT;
        UPDATE item SET stage = phase WHERE deleted_at IS NULL;
        ALTER TABLE item DROP COLUMN phase;
        """,
      mended: """
        ALTER TABLE item ADD COLUMN stage TEXT;
        UPDATE item SET stage = phase WHERE phase IS NOT NULL;
        ALTER TABLE item DROP COLUMN phase;
        """,
      check: "side-effects", code: "movedPartly", type: "item", property: "phase", isWarning: true),
    Mistake(
      "rows that are put away by one condition, and deleted by another one", before: items,
      wrong: """
        CREATE TABLE done (id INTEGER PRIMARY KEY, phase TEXT, fields TEXT, kind TEXT);
        INSERT INTO done (phase, fields, kind) SELECT phase, fields, kind FROM item
          WHERE kind = 'done' AND deleted_at IS NULL;
        DELETE FROM item WHERE kind = 'done';
        """,
      mended: """
        CREATE TABLE done (id INTEGER PRIMARY KEY, phase TEXT, fields TEXT, kind TEXT);
        INSERT INTO done (phase, fields, kind) SELECT phase, fields, kind FROM item
          WHERE kind = 'done';
        DELETE FROM item WHERE kind = 'done';
        """,
      check: "side-effects", code: "movedPartly", type: "item", isWarning: true),
    Mistake(
      "a column that a rebuild leaves out, copied before for some rows", before: items,
      wrong: """
        INSERT INTO link (item_id, phase) SELECT id, phase FROM item
          WHERE deleted_at IS NULL AND phase IS NOT NULL;
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, fields TEXT NOT NULL DEFAULT '{}', kind TEXT,
          deleted_at TEXT);
        INSERT INTO fresh SELECT id, fields, kind, deleted_at FROM item;
        DROP TABLE item;
        ALTER TABLE fresh RENAME TO item;
        """,
      mended: """
        INSERT INTO link (item_id, phase) SELECT id, phase FROM item WHERE phase IS NOT NULL;
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, fields TEXT NOT NULL DEFAULT '{}', kind TEXT,
          deleted_at TEXT);
        INSERT INTO fresh SELECT id, fields, kind, deleted_at FROM item;
        DROP TABLE item;
        ALTER TABLE fresh RENAME TO item;
        """,
      check: "side-effects", code: "movedPartly", type: "item", property: "phase", isWarning: true),
    Mistake(
      "a column's name in single quotes, for a column that takes its place", before: bookmarks,
      wrong: """
        ALTER TABLE 'bookmark' ADD 'label_new' TEXT NOT NULL DEFAULT '';
        UPDATE bookmark SET label_new = 'label';
        ALTER TABLE 'bookmark' DROP 'label';
        ALTER TABLE 'bookmark' RENAME COLUMN 'label_new' TO 'label';
        """,
      mended: """
        ALTER TABLE 'bookmark' ADD 'label_new' TEXT NOT NULL DEFAULT '';
        UPDATE bookmark SET label_new = label;
        ALTER TABLE 'bookmark' DROP 'label';
        ALTER TABLE 'bookmark' RENAME COLUMN 'label_new' TO 'label';
        """, check: "side-effects", code: "ownName", type: "bookmark", property: "label"),
    Mistake(
      "a name in single quotes, for a column under another name", before: bookmarks,
      wrong: """
        ALTER TABLE bookmark ADD COLUMN title TEXT NOT NULL DEFAULT '';
        UPDATE bookmark SET title = 'label';
        ALTER TABLE bookmark DROP COLUMN label;
        """,
      mended: """
        ALTER TABLE bookmark ADD COLUMN title TEXT NOT NULL DEFAULT '';
        UPDATE bookmark SET title = label;
        ALTER TABLE bookmark DROP COLUMN label;
        """,
      check: "side-effects", code: "ownName", type: "bookmark", property: "title",
      isWarning: true),
    Mistake(
      "numbers behind names that are alike, which another row has already", before: skills,
      wrong: names("place"), mended: names("hex(id)"), check: "upgrade-succeeds",
      code: "constraintFailed", type: "skill"),
    Mistake(
      "JSON that is changed as a text", before: items,
      wrong: """
        UPDATE item SET fields = replace(fields,
          '{"key":"a","type":"select"}]', '{"key":"a","type":"select"},{"key":"b"}]');
        """,
      mended: """
        UPDATE item SET fields = json_insert(fields, '$.fields[#]', json('{"key":"b"}'))
          WHERE json_type(fields, '$.fields') = 'array' AND NOT EXISTS (
            SELECT 1 FROM json_each(item.fields, '$.fields')
              WHERE json_extract(json_each.value, '$.key') = 'b');
        """,
      check: "side-effects", code: "jsonAsText", type: "item", property: "fields",
      isWarning: true),
    Mistake(
      "links to nothing, for rows without a reference",
      before: [
        """
        CREATE TABLE scene (id INTEGER PRIMARY KEY, title TEXT);
        CREATE TABLE gallery (
          id INTEGER PRIMARY KEY, scene_id INTEGER REFERENCES scene(id), title TEXT);
        """
      ],
      wrong: """
        CREATE TABLE scene_gallery (
          scene_id INTEGER REFERENCES scene(id), gallery_id INTEGER REFERENCES gallery(id));
        INSERT INTO scene_gallery SELECT scene_id, id FROM gallery;
        """,
      mended: """
        CREATE TABLE scene_gallery (
          scene_id INTEGER REFERENCES scene(id), gallery_id INTEGER REFERENCES gallery(id));
        INSERT INTO scene_gallery SELECT scene_id, id FROM gallery WHERE scene_id IS NOT NULL;
        """,
      check: "side-effects", code: "emptyLink", type: "scene_gallery", property: "scene_id",
      isWarning: true),
    Mistake(
      "postcodes that become numbers",
      before: ["CREATE TABLE address (id INTEGER PRIMARY KEY, city TEXT, zip TEXT)"],
      wrong: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, city TEXT, zip INTEGER);
        INSERT INTO fresh SELECT id, city, zip FROM address;
        DROP TABLE address;
        ALTER TABLE fresh RENAME TO address;
        """,
      mended: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, city TEXT, zip TEXT COLLATE NOCASE);
        INSERT INTO fresh SELECT id, city, zip FROM address;
        DROP TABLE address;
        ALTER TABLE fresh RENAME TO address;
        """,
      check: "side-effects", code: "leadingZeros", type: "address", property: "zip",
      isWarning: true),
    Mistake(
      "a reference with a default, where nothing says whether foreign keys are enforced",
      before: [
        """
        CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT);
        """
      ],
      wrong: """
        INSERT OR IGNORE INTO owner (id, name) VALUES (1, 'nobody');
        ALTER TABLE pet ADD COLUMN owner_id INTEGER NOT NULL DEFAULT 1 REFERENCES owner(id);
        """,
      mended: """
        INSERT OR IGNORE INTO owner (id, name) VALUES (1, 'nobody');
        ALTER TABLE pet ADD COLUMN owner_id INTEGER REFERENCES owner(id);
        UPDATE pet SET owner_id = 1;
        """, check: "side-effects", code: "refusedWhereEnforced", isWarning: true),
    Mistake(
      "numbers within JSON that become texts", before: items,
      wrong: """
        UPDATE item SET fields =
          json_replace(fields, '$.size', substr(json_extract(fields, '$.size'), 1, 2));
        """,
      mended: """
        UPDATE item SET fields =
          json_replace(fields, '$.size', CAST(json_extract(fields, '$.size') / 2 AS INTEGER))
          WHERE json_type(fields, '$.size') = 'integer';
        """,
      check: "side-effects", code: "jsonNumberAsText", type: "item", property: "fields",
      isWarning: true),
    Mistake(
      "an index of texts whose table gets another name",
      before: [
        """
        CREATE TABLE mms (id INTEGER PRIMARY KEY, body TEXT);
        CREATE VIRTUAL TABLE mms_fts USING fts5(body, content=mms, content_rowid=id);
        CREATE TRIGGER mms_ai AFTER INSERT ON mms BEGIN
          INSERT INTO mms_fts (rowid, body) VALUES (new.id, new.body);
        END;
        """
      ],
      wrong: "ALTER TABLE mms RENAME TO message",
      mended: """
        DROP TRIGGER mms_ai;
        DROP TABLE mms_fts;
        ALTER TABLE mms RENAME TO message;
        CREATE VIRTUAL TABLE message_fts USING fts5(body, content=message, content_rowid=id);
        INSERT INTO message_fts(message_fts) VALUES ('rebuild');
        CREATE TRIGGER message_ai AFTER INSERT ON message BEGIN
          INSERT INTO message_fts (rowid, body) VALUES (new.id, new.body);
        END;
        """, check: "side-effects", code: "indexWithoutTable", type: "message"),
    Mistake(
      "a list with NULL, of which a condition takes a part",
      before: [
        """
        CREATE TABLE part (id INTEGER PRIMARY KEY, root INTEGER, data BLOB);
        CREATE TABLE message (
          id INTEGER PRIMARY KEY, deleted INTEGER DEFAULT 0, subject TEXT, part_id INTEGER);
        """
      ],
      wrong:
        "DELETE FROM part WHERE root NOT IN (SELECT part_id FROM message WHERE deleted = 0)",
      mended: """
        DELETE FROM part WHERE root NOT IN (
          SELECT part_id FROM message WHERE deleted = 0 AND part_id IS NOT NULL)
        """, check: "side-effects", code: "nullInList", type: "part", isWarning: true),
  ]
}
