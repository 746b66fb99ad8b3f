extension Mistake {
  // MARK: What projects shipped and repaired later

  private static let products = [
    """
    CREATE TABLE product (id INTEGER PRIMARY KEY, price REAL NOT NULL, cents INTEGER, shop TEXT);
    CREATE TABLE shop (name TEXT, city TEXT);
    """
  ]

  private static let places = [
    """
    CREATE TABLE place (slug TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL);
    CREATE VIRTUAL TABLE found USING fts5(name, content='place');
    CREATE TRIGGER place_made AFTER INSERT ON place BEGIN
      INSERT INTO found (rowid, name) VALUES (new.rowid, new.name);
    END;
    """
  ]

  static let repaired: [Mistake] = [
    Mistake(
      "a text that a reference is compared with, while its target is compared with another one",
      before: [
        """
        CREATE TABLE root (space TEXT NOT NULL PRIMARY KEY);
        CREATE TABLE tree (
          id INTEGER PRIMARY KEY, root_space TEXT NOT NULL REFERENCES root(space),
          name TEXT NOT NULL);
        """
      ],
      wrong: """
        CREATE TABLE forest (space TEXT UNIQUE NOT NULL);
        INSERT INTO forest SELECT 'all' WHERE EXISTS (SELECT 1 FROM root WHERE space = 'all');
        UPDATE tree SET name = (SELECT space FROM forest WHERE space = 'all')
          WHERE root_space LIKE 'issue-%';
        """,
      mended: """
        CREATE TABLE forest (space TEXT UNIQUE NOT NULL);
        INSERT INTO forest SELECT 'all' WHERE EXISTS (SELECT 1 FROM root WHERE space = 'all');
        UPDATE tree SET name = ifnull((SELECT space FROM forest WHERE space = 'all'), name)
          WHERE root_space LIKE 'issue-%';
        """, check: "upgrade-succeeds", code: "nullForRequired", type: "tree", foreignKeys: true),
    Mistake(
      "a value of a key that becomes another one, which the same user has already",
      before: [
        """
        CREATE TABLE reaction (
          message_id TEXT NOT NULL, room_id TEXT NOT NULL, sender TEXT NOT NULL,
          emoji TEXT NOT NULL, date TEXT NOT NULL,
          PRIMARY KEY (message_id, room_id, sender, emoji));
        """
      ],
      wrong: "UPDATE reaction SET emoji = 'heart' WHERE emoji = '<3'",
      mended: """
        UPDATE OR IGNORE reaction SET emoji = 'heart' WHERE emoji = '<3';
        DELETE FROM reaction WHERE emoji = '<3';
        """, check: "upgrade-succeeds", code: "duplicatePrimaryKey", type: "reaction"),
    Mistake(
      "a row of constants with an address that a user may have entered",
      before: ["CREATE TABLE source (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE)"],
      wrong: "INSERT INTO source (url) VALUES ('https://example.org/hosts')",
      mended: "INSERT OR IGNORE INTO source (url) VALUES ('https://example.org/hosts')",
      check: "side-effects", code: "insertMeetsRow", type: "source", isWarning: true),
    Mistake(
      "an amount that a CAST makes smaller", before: products,
      wrong: "UPDATE product SET cents = CAST(price * 100 AS INTEGER)",
      mended: "UPDATE product SET cents = CAST(round(price * 100) AS INTEGER)",
      check: "side-effects", code: "fractionCut", type: "product", property: "cents",
      isWarning: true),
    Mistake(
      "an amount that a copy makes smaller", before: products,
      wrong: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, price INTEGER NOT NULL, cents INTEGER, shop TEXT);
        INSERT INTO fresh SELECT p.id, CAST(1000 * p.price AS INT), p.cents, p.shop FROM product AS p;
        DROP TABLE product;
        ALTER TABLE fresh RENAME TO product;
        """,
      mended: """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, price INTEGER NOT NULL, cents INTEGER, shop TEXT);
        INSERT INTO fresh
          SELECT p.id, CAST(1000 * p.price + 0.5 AS INT), p.cents, p.shop FROM product AS p;
        DROP TABLE product;
        ALTER TABLE fresh RENAME TO product;
        """, check: "side-effects", code: "fractionCut", type: "product", property: "price",
      isWarning: true),
    Mistake(
      "a division of integers for a column with fractions", before: products,
      wrong: "UPDATE product SET price = cents / 100 WHERE cents IS NOT NULL",
      mended: "UPDATE product SET price = cents / 100.0 WHERE cents IS NOT NULL",
      check: "side-effects", code: "integersDivided", type: "product", property: "price",
      isWarning: true),
    Mistake(
      "rows of a join of which any is taken", before: products,
      wrong: """
        ALTER TABLE product ADD COLUMN city TEXT;
        UPDATE product SET city = shop.city FROM shop WHERE shop.name = product.shop;
        """,
      mended: """
        ALTER TABLE product ADD COLUMN city TEXT;
        UPDATE product SET city = s.city
          FROM (SELECT name, max(city) AS city FROM shop GROUP BY name) AS s
          WHERE s.name = product.shop;
        """, check: "side-effects", code: "severalRows", type: "product", property: "city",
      isWarning: true),
    Mistake(
      "rows of a common table of which any is taken", before: products,
      wrong: """
        ALTER TABLE product ADD COLUMN city TEXT;
        WITH known AS (SELECT name, city FROM shop WHERE city IS NOT NULL)
        UPDATE product AS p SET city = known.city FROM known WHERE known.name = p.shop;
        """,
      mended: """
        ALTER TABLE product ADD COLUMN city TEXT;
        WITH known AS (SELECT name, min(city) AS city FROM shop WHERE city IS NOT NULL GROUP BY name)
        UPDATE product AS p SET city = known.city FROM known WHERE known.name = p.shop;
        """, check: "side-effects", code: "severalRows", type: "product", property: "city",
      isWarning: true),
    Mistake(
      "a table that is joined with itself, and not with the rows that are written",
      before: products,
      wrong: """
        UPDATE product SET cents = 99
          FROM product AS p, (SELECT id FROM product WHERE cents = 5 ORDER BY id LIMIT 1) AS first
          WHERE p.id = first.id;
        """,
      mended: """
        UPDATE product SET cents = 99
          FROM (SELECT id FROM product WHERE cents = 5 ORDER BY id LIMIT 1) AS first
          WHERE product.id = first.id;
        """, check: "side-effects", code: "everyRowUpdated", type: "product", property: "cents",
      isWarning: true),
    Mistake(
      "a function in quotes as a default", before: products,
      wrong: "ALTER TABLE product ADD COLUMN made TEXT NOT NULL DEFAULT 'CURRENT_TIMESTAMP'",
      mended: "ALTER TABLE product ADD COLUMN made TEXT NOT NULL DEFAULT ''",
      check: "side-effects", code: "callAsText", type: "product", property: "made",
      isWarning: true),
    Mistake(
      "a function in quotes as the default of a new table", before: products,
      wrong: """
        CREATE TABLE made (shop TEXT, at TEXT NOT NULL DEFAULT 'datetime(''now'')');
        INSERT INTO made (shop) SELECT DISTINCT shop FROM product;
        """,
      mended: """
        CREATE TABLE made (shop TEXT, at TEXT NOT NULL DEFAULT (datetime('now')));
        INSERT INTO made (shop) SELECT DISTINCT shop FROM product;
        """, check: "side-effects", code: "callAsText", type: "made", property: "at",
      isWarning: true),
    Mistake(
      "an index for a search that knows rows by the ids that they had", before: places,
      wrong: """
        CREATE TABLE fresh (slug TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL DEFAULT '');
        INSERT INTO fresh (slug, name) SELECT slug, name FROM place;
        DROP TABLE place;
        ALTER TABLE fresh RENAME TO place;
        CREATE TRIGGER place_made AFTER INSERT ON place BEGIN
          INSERT INTO found (rowid, name) VALUES (new.rowid, new.name);
        END;
        """,
      mended: """
        CREATE TABLE fresh (slug TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL DEFAULT '');
        INSERT INTO fresh (rowid, slug, name) SELECT rowid, slug, name FROM place;
        DROP TABLE place;
        ALTER TABLE fresh RENAME TO place;
        CREATE TRIGGER place_made AFTER INSERT ON place BEGIN
          INSERT INTO found (rowid, name) VALUES (new.rowid, new.name);
        END;
        """, check: "side-effects", code: "indexOutdated", type: "place", isWarning: true),
    Mistake(
      "an index for a search that is not told of texts that change", before: places,
      wrong: "UPDATE place SET name = name || ' gone' WHERE name <> ''",
      mended: """
        UPDATE place SET name = name || ' gone' WHERE name <> '';
        INSERT INTO found(found) VALUES ('rebuild');
        """, check: "side-effects", code: "indexOutdated", type: "place", isWarning: true),
    Mistake(
      "a column that the table of a query has not", before: products,
      wrong: "DELETE FROM product WHERE product.shop IN (SELECT shop FROM shop WHERE city = 'x')",
      mended: "DELETE FROM product WHERE product.shop IN (SELECT name FROM shop WHERE city = 'x')",
      check: "side-effects", code: "outerColumn", type: "product"),
    Mistake(
      "a column that the table of a query has not, beside another condition", before: products,
      wrong: """
        UPDATE product SET cents = NULL
          WHERE id > 0 AND shop NOT IN (SELECT shop FROM shop WHERE city = 'x')
        """,
      mended: """
        UPDATE product SET cents = NULL
          WHERE id > 0 AND shop NOT IN (SELECT name FROM shop WHERE city = 'x' AND name IS NOT NULL)
        """, check: "side-effects", code: "outerColumn", type: "product", isWarning: true),
  ]
}
