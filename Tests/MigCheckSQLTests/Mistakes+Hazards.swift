extension Mistake {
  // MARK: Rows that a schema admits and an author may not think of

  private static let people = [
    """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
    CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT);
    """
  ]

  static let hazardous: [Mistake] = [
    Mistake(
      "a query for one value that finds several rows", before: people,
      wrong: """
        ALTER TABLE player ADD COLUMN team_id INTEGER;
        UPDATE player SET team_id = (SELECT t.id FROM team t WHERE t.name = player.team);
        """,
      mended: """
        ALTER TABLE player ADD COLUMN team_id INTEGER;
        UPDATE player SET team_id = (SELECT MIN(t.id) FROM team t WHERE t.name = player.team);
        """, check: "side-effects", code: "severalRows", type: "player", property: "team_id",
      isWarning: true),
    Mistake(
      "a query for one value of a copy that finds several rows", before: people,
      wrong: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT, city TEXT);
        INSERT INTO fresh (id, name, team, city)
          SELECT id, name, team, COALESCE((SELECT city FROM team WHERE team.name = player.team), '')
          FROM player;
        DROP TABLE player;
        ALTER TABLE fresh RENAME TO player;
        """,
      mended: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT, city TEXT);
        INSERT INTO fresh (id, name, team, city)
          SELECT id, name, team, COALESCE(
            (SELECT city FROM team WHERE team.name = player.team ORDER BY id LIMIT 1), '')
          FROM player;
        DROP TABLE player;
        ALTER TABLE fresh RENAME TO player;
        """, check: "side-effects", code: "severalRows", type: "player", property: "city",
      isWarning: true),
    Mistake(
      "a copy whose join finds several rows for a key", before: people,
      wrong: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT, city TEXT);
        INSERT INTO fresh SELECT p.id, p.name, p.team, t.city
          FROM player p LEFT JOIN team t ON t.name = p.team;
        DROP TABLE player;
        ALTER TABLE fresh RENAME TO player;
        """,
      mended: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT, city TEXT);
        INSERT INTO fresh SELECT p.id, p.name, p.team, MIN(t.city)
          FROM player p LEFT JOIN team t ON t.name = p.team GROUP BY p.id;
        DROP TABLE player;
        ALTER TABLE fresh RENAME TO player;
        """, check: "upgrade-succeeds", code: "duplicatePrimaryKey"),
    Mistake(
      "a copy that doubles rows of a table without a key",
      before: [
        "CREATE TABLE score (player TEXT, points INTEGER); CREATE TABLE nick (player TEXT, name TEXT);"
      ],
      wrong: """
        CREATE TABLE fresh (player TEXT, points INTEGER, name TEXT);
        INSERT INTO fresh (player, points, name)
          SELECT s.player, s.points, n.name FROM score s LEFT JOIN nick n ON n.player = s.player;
        DROP TABLE score;
        ALTER TABLE fresh RENAME TO score;
        """,
      mended: """
        CREATE TABLE fresh (player TEXT, points INTEGER, name TEXT);
        INSERT INTO fresh (player, points, name)
          SELECT s.player, s.points, (SELECT MAX(n.name) FROM nick n WHERE n.player = s.player)
          FROM score s;
        DROP TABLE score;
        ALTER TABLE fresh RENAME TO score;
        """, check: "side-effects", code: "rowsMultiplied", type: "score"),
    Mistake(
      "a case that compares with NULL, of which nobody notices anything",
      before: ["CREATE TABLE job (id INTEGER PRIMARY KEY, ended TEXT)"],
      wrong: """
        ALTER TABLE job ADD COLUMN state TEXT;
        UPDATE job SET state = CASE ended WHEN NULL THEN 'open' ELSE 'done' END;
        """,
      mended: """
        ALTER TABLE job ADD COLUMN state TEXT;
        UPDATE job SET state = CASE WHEN ended IS NULL THEN 'open' ELSE 'done' END;
        """, check: "side-effects", code: "neverTrue"),
    Mistake(
      "a condition that compares with NULL",
      before: ["CREATE TABLE job (id INTEGER PRIMARY KEY, ended TEXT, state TEXT)"],
      wrong: "UPDATE job SET state = NULL, ended = '' WHERE id > 0 AND ended = NULL",
      mended: "UPDATE job SET state = NULL, ended = '' WHERE id > 0 AND ended IS NULL",
      check: "side-effects", code: "neverTrue"),
    Mistake(
      "a date that a function cannot read",
      before: ["CREATE TABLE article (id INTEGER PRIMARY KEY, published_date TEXT)"],
      wrong: """
        UPDATE article SET published_date = strftime('%Y-%m-%dT%H:%M:%fZ', published_date)
          WHERE published_date IS NOT NULL;
        """,
      mended: """
        UPDATE article SET published_date = strftime('%Y-%m-%dT%H:%M:%fZ', published_date)
          WHERE strftime('%Y-%m-%dT%H:%M:%fZ', published_date) IS NOT NULL;
        """, check: "side-effects", code: "valuesGarbled", type: "article",
      property: "published_date", isWarning: true),
    Mistake(
      "a moment as a text that is taken for seconds",
      before: ["CREATE TABLE post (id INTEGER PRIMARY KEY, made DATETIME NOT NULL)"],
      wrong: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, made TEXT NOT NULL);
        INSERT INTO fresh SELECT id, datetime(made, 'unixepoch') FROM post;
        DROP TABLE post;
        ALTER TABLE fresh RENAME TO post;
        """,
      mended: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, made TEXT NOT NULL);
        INSERT INTO fresh
          SELECT id, COALESCE(
            CASE typeof(made) WHEN 'integer' THEN datetime(made, 'unixepoch') END, made) FROM post;
        DROP TABLE post;
        ALTER TABLE fresh RENAME TO post;
        """, check: "upgrade-succeeds", code: "nullForRequired"),
    Mistake(
      "a day number of what is no date",
      before: ["CREATE TABLE log (id INTEGER PRIMARY KEY, seen TEXT)"],
      wrong: "ALTER TABLE log ADD COLUMN day REAL; UPDATE log SET day = julianday(seen);",
      mended: """
        ALTER TABLE log ADD COLUMN day REAL;
        UPDATE log SET day = COALESCE(julianday(seen), 0);
        """, check: "side-effects", code: "valuesGarbled", type: "log", property: "day",
      isWarning: true),
    Mistake(
      "a text that becomes a number, though it is none",
      before: ["CREATE TABLE price (id INTEGER PRIMARY KEY, amount TEXT)"],
      wrong: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, amount REAL);
        INSERT INTO fresh SELECT id, CAST(amount AS REAL) FROM price;
        DROP TABLE price;
        ALTER TABLE fresh RENAME TO price;
        """,
      mended: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, amount REAL);
        INSERT INTO fresh
          SELECT id, CASE WHEN amount GLOB '*[a-zA-Z]*' THEN NULL ELSE CAST(amount AS REAL) END
          FROM price;
        DROP TABLE price;
        ALTER TABLE fresh RENAME TO price;
        """, check: "side-effects", code: "valuesGarbled", type: "price", property: "amount",
      isWarning: true),
    Mistake(
      "NOT IN over a list that may hold NULL",
      before: [
        """
        CREATE TABLE session (id INTEGER PRIMARY KEY, token_id INTEGER);
        CREATE TABLE token (id INTEGER PRIMARY KEY, hash TEXT);
        """
      ],
      wrong: "DELETE FROM token WHERE id NOT IN (SELECT token_id FROM session)",
      mended: """
        DELETE FROM token
          WHERE id NOT IN (SELECT token_id FROM session WHERE token_id IS NOT NULL)
        """, check: "side-effects", code: "nullInList", type: "token", isWarning: true),
    Mistake(
      "a CASE that forgets other values",
      before: ["CREATE TABLE task (id INTEGER PRIMARY KEY, priority TEXT)"],
      wrong:
        "UPDATE task SET priority = CASE priority WHEN 'low' THEN '1' WHEN 'high' THEN '2' END",
      mended: """
        UPDATE task SET priority =
          CASE priority WHEN 'low' THEN '1' WHEN 'high' THEN '2' ELSE priority END
        """, check: "side-effects", code: "caseUncovered", type: "task", property: "priority",
      isWarning: true),
    Mistake(
      "a CASE of a copy that forgets other values",
      before: ["CREATE TABLE task (id INTEGER PRIMARY KEY, state INTEGER, title TEXT)"],
      wrong: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, state TEXT, title TEXT);
        INSERT INTO fresh
          SELECT t.id, CASE WHEN t.state = 0 THEN 'open' WHEN t.state = 1 THEN 'done' END, t.title
          FROM task AS t;
        DROP TABLE task;
        ALTER TABLE fresh RENAME TO task;
        """,
      mended: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, state TEXT, title TEXT);
        INSERT INTO fresh
          SELECT t.id, CASE WHEN t.state = 0 THEN 'open' WHEN t.state IS NOT NULL THEN 'done' END,
            t.title
          FROM task AS t;
        DROP TABLE task;
        ALTER TABLE fresh RENAME TO task;
        """, check: "side-effects", code: "caseUncovered", type: "task", property: "state",
      isWarning: true),

    // MARK: What hangs on tables

    Mistake(
      "a trigger of another table that follows a renamed one",
      before: [
        """
        CREATE TABLE task (id INTEGER PRIMARY KEY, state TEXT NOT NULL);
        CREATE TABLE event (id INTEGER PRIMARY KEY, task_id INTEGER, kind TEXT);
        CREATE TRIGGER task_state AFTER UPDATE OF state ON task BEGIN
          INSERT INTO event (task_id, kind) VALUES (NEW.id, 'state');
        END;
        """
      ],
      wrong: """
        ALTER TABLE event RENAME TO old_event;
        CREATE TABLE event (id INTEGER PRIMARY KEY, task_id INTEGER, kind TEXT, at TEXT);
        INSERT INTO event (id, task_id, kind) SELECT id, task_id, kind FROM old_event;
        DROP TABLE old_event;
        """,
      mended: """
        PRAGMA legacy_alter_table = ON;
        ALTER TABLE event RENAME TO old_event;
        CREATE TABLE event (id INTEGER PRIMARY KEY, task_id INTEGER, kind TEXT, at TEXT);
        INSERT INTO event (id, task_id, kind) SELECT id, task_id, kind FROM old_event;
        DROP TABLE old_event;
        PRAGMA legacy_alter_table = OFF;
        """, check: "side-effects", code: "triggerBroken", type: "task"),
    Mistake(
      "a unique index over an expression, lost in a rebuild",
      before: [
        """
        CREATE TABLE service (id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT);
        CREATE UNIQUE INDEX service_name ON service(lower(name));
        """
      ],
      wrong: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT, pid INTEGER);
        INSERT INTO fresh (id, name, path) SELECT id, name, path FROM service;
        DROP TABLE service;
        ALTER TABLE fresh RENAME TO service;
        """,
      mended: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT, pid INTEGER);
        INSERT INTO fresh (id, name, path) SELECT id, name, path FROM service;
        DROP TABLE service;
        ALTER TABLE fresh RENAME TO service;
        CREATE UNIQUE INDEX service_lower_name ON service (lower(name));
        """, check: "side-effects", code: "uniqueIndexLost", type: "service"),
    Mistake(
      "columns filled with their own names by queries",
      before: ["CREATE TABLE bookmark (id INTEGER PRIMARY KEY, label TEXT, host TEXT)"],
      wrong: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, label TEXT, host TEXT, port INTEGER);
        INSERT INTO fresh (id, label, host) SELECT id, label, host FROM bookmark;
        UPDATE fresh SET host = (SELECT 'host' FROM bookmark b WHERE b.id = fresh.id);
        DROP TABLE bookmark;
        ALTER TABLE fresh RENAME TO bookmark;
        """,
      mended: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, label TEXT, host TEXT, port INTEGER);
        INSERT INTO fresh (id, label, host) SELECT id, label, host FROM bookmark;
        UPDATE fresh SET host = (SELECT host FROM bookmark b WHERE b.id = fresh.id);
        DROP TABLE bookmark;
        ALTER TABLE fresh RENAME TO bookmark;
        """, check: "side-effects", code: "ownName", type: "bookmark", property: "host"),
  ]
}
