extension Mistake {
  // MARK: Rows that a copy leaves out though the new table could hold them

  private static let members = [
    """
    CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE member (
      id INTEGER PRIMARY KEY, gone INTEGER NOT NULL DEFAULT 0, email TEXT, club INTEGER);
    """
  ]

  /// A copy into a member table with other constraints.
  private static func copy(_ columns: String, _ query: String) -> String {
    """
    CREATE TABLE fresh (id INTEGER PRIMARY KEY, gone INTEGER NOT NULL DEFAULT 0, \(columns));
    INSERT INTO fresh (id, gone, email, club) \(query);
    DROP TABLE member;
    ALTER TABLE fresh RENAME TO member;
    """
  }

  private static func leftOut(
    _ name: String, _ columns: String, wrong: String, mended: String
  ) -> Mistake {
    Mistake(
      name, before: members, wrong: copy(columns, wrong), mended: copy(columns, mended),
      check: "data-preserved", code: "objectGone", type: "member")
  }

  static let leftOut: [Mistake] = [
    leftOut(
      "a join beside the IS NOT NULL of a column that becomes required",
      "email TEXT NOT NULL, club INTEGER",
      wrong: """
        SELECT m.id, m.gone, m.email, m.club FROM member m JOIN club c ON c.id = m.club
          WHERE m.email IS NOT NULL
        """,
      mended: """
        SELECT m.id, m.gone, m.email, m.club FROM member m LEFT JOIN club c ON c.id = m.club
          WHERE m.email IS NOT NULL
        """),
    leftOut(
      "a condition within a query beside the IS NOT NULL of a column that becomes required",
      "email TEXT NOT NULL, club INTEGER",
      wrong: """
        SELECT id, gone, email, club FROM (SELECT * FROM member WHERE gone = 0)
          WHERE email IS NOT NULL
        """,
      mended: "SELECT id, gone, email, club FROM (SELECT * FROM member) WHERE email IS NOT NULL"),
    leftOut(
      "one row of those which are alike, of some that are not", "email TEXT UNIQUE, club INTEGER",
      wrong: """
        SELECT min(id), gone, email, club FROM member WHERE gone = 0 AND email IS NOT NULL
          GROUP BY email
        """,
      mended: """
        SELECT min(id), gone, email, club FROM member WHERE email IS NOT NULL GROUP BY email
        """),
    leftOut(
      "rows with NULL in a new key that become one", "email TEXT UNIQUE, club INTEGER",
      wrong: """
        SELECT id, gone, email, club FROM (
          SELECT *, ROW_NUMBER() OVER (PARTITION BY email ORDER BY id) AS place FROM member)
          WHERE place = 1
        """,
      mended: """
        SELECT id, gone, email, club FROM (
          SELECT *, ROW_NUMBER() OVER (PARTITION BY email ORDER BY id) AS place FROM member)
          WHERE place = 1 OR email IS NULL
        """),
    leftOut(
      "groups of fewer columns than a new key has",
      "email TEXT, club INTEGER, UNIQUE (gone, email)",
      wrong: """
        SELECT min(id), gone, email, club FROM member WHERE email IS NOT NULL GROUP BY email
        """,
      mended: """
        SELECT min(id), gone, email, club FROM member WHERE email IS NOT NULL GROUP BY email, gone
        """),
    leftOut(
      "rows of a new key of which none stays", "email TEXT NOT NULL UNIQUE, club INTEGER",
      wrong: """
        SELECT id, gone, email, club FROM member m WHERE email IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM member o WHERE o.email = m.email AND o.id <> m.id AND o.gone <= m.gone)
        """,
      mended: """
        SELECT id, gone, email, club FROM member m WHERE email IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM member o WHERE o.email = m.email AND o.id < m.id)
        """),
    renamed(
      "a table renamed by a copy whose join finds nothing for some rows",
      wrong: """
        CREATE TABLE person (
          id INTEGER PRIMARY KEY, gone INTEGER NOT NULL DEFAULT 0, email TEXT, club INTEGER,
          place TEXT);
        INSERT INTO person (id, gone, email, club, place)
          SELECT m.id, m.gone, m.email, m.club, c.name FROM member m JOIN club c ON c.id = m.club;
        DROP TABLE member;
        """,
      mended: """
        CREATE TABLE person (
          id INTEGER PRIMARY KEY, gone INTEGER NOT NULL DEFAULT 0, email TEXT, club INTEGER,
          place TEXT);
        INSERT INTO person (id, gone, email, club, place)
          SELECT m.id, m.gone, m.email, m.club, c.name FROM member m
          LEFT JOIN club c ON c.id = m.club;
        DROP TABLE member;
        """, code: "rowsWithoutPartner", isWarning: false),
    renamed(
      "a table renamed by a copy with a condition",
      wrong: """
        CREATE TABLE person (id INTEGER PRIMARY KEY, email TEXT, club INTEGER);
        INSERT INTO person SELECT id, email, club FROM member WHERE gone = 0;
        DROP TABLE member;
        """,
      mended: """
        CREATE TABLE person (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, club INTEGER);
        INSERT INTO person SELECT min(id), email, club FROM member WHERE email IS NOT NULL
          GROUP BY email;
        DROP TABLE member;
        """, code: "rowsLeftOut", isWarning: true),
    Mistake(
      "references that keep the numbers of a table renamed by a copy",
      before: [
        """
        CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE member (id INTEGER PRIMARY KEY, club INTEGER NOT NULL REFERENCES club (id));
        """
      ],
      wrong: renumbered("club"),
      mended: renumbered(
        "(SELECT t.id FROM team t JOIN club c ON c.name = t.name WHERE c.id = member.club)"),
      check: "side-effects", code: "referencesKeepNumbers", type: "club"),
    mistaken(
      "a column made from another one, which lives on",
      wrong: "ifnull(first, ''), ifnull(first, '')",
      mended: "ifnull(first, ''), ifnull(last, first)", property: "last"),
    mistaken(
      "columns that change places within calls", wrong: "trim(ifnull(last, '')), ifnull(first, '')",
      mended: "trim(ifnull(first, '')), ifnull(last, '')", property: "first"),
    Mistake(
      "columns that change places by two updates", before: places,
      wrong: """
        UPDATE place SET north = east WHERE id > 3;
        UPDATE place SET east = north WHERE id > 3;
        """,
      mended: "UPDATE place SET north = east, east = north WHERE id > 3",
      check: "side-effects", code: "updatesSwapped", type: "place", property: "north"),
    Mistake(
      "columns that change places by two updates from their own table", before: places,
      wrong: """
        UPDATE place SET north = p.east FROM place AS p WHERE p.id = place.id;
        UPDATE place SET east = p.north FROM place AS p WHERE p.id = place.id;
        """,
      mended: """
        UPDATE place SET north = p.east, east = p.north FROM place AS p WHERE p.id = place.id;
        """,
      check: "side-effects", code: "updatesSwapped", type: "place", property: "north"),
  ]

  private static let places = [
    "CREATE TABLE place (id INTEGER PRIMARY KEY, north REAL, east REAL)"
  ]

  private static func mistaken(
    _ name: String, wrong: String, mended: String, property: String
  ) -> Mistake {
    func script(_ expressions: String) -> String {
      """
      CREATE TABLE fresh (id INTEGER PRIMARY KEY, first TEXT NOT NULL, last TEXT);
      INSERT INTO fresh SELECT p.id, \(expressions) FROM person AS p;
      DROP TABLE person;
      ALTER TABLE fresh RENAME TO person;
      """
    }
    return Mistake(
      name, before: ["CREATE TABLE person (id INTEGER PRIMARY KEY, first TEXT, last TEXT)"],
      wrong: script(wrong), mended: script(mended), check: "side-effects", code: "columnsMistaken",
      type: "person", property: property)
  }

  private static func renamed(
    _ name: String, wrong: String, mended: String, code: String, isWarning: Bool
  ) -> Mistake {
    Mistake(
      name, before: members, wrong: wrong, mended: mended, check: "side-effects", code: code,
      type: "member", isWarning: isWarning)
  }

  private static func renumbered(_ club: String) -> String {
    """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    INSERT INTO team (name) SELECT name FROM club ORDER BY name;
    CREATE TABLE fresh (id INTEGER PRIMARY KEY, club INTEGER NOT NULL REFERENCES team (id));
    INSERT INTO fresh (id, club) SELECT id, \(club) FROM member;
    DROP TABLE member;
    DROP TABLE club;
    ALTER TABLE fresh RENAME TO member;
    """
  }
}
