import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

/// Two stores that differ in one value must differ after the upgrade.
@Suite struct InformationKeptTests {
  /// The findings; where another check gives the reason for a loss, that one takes the place of this.
  private func findings(_ scripts: [String]) throws -> [Finding] {
    try SQLFolderRuns.report(scripts, trials: 30, quickTrials: 6).findings
  }

  private static let start = """
    CREATE TABLE note (
      id INTEGER PRIMARY KEY, text TEXT, score INTEGER, done INTEGER, state TEXT, made TEXT,
      price REAL, extra TEXT);
    CREATE TABLE log (id INTEGER PRIMARY KEY, note_id INTEGER, text TEXT);
    """

  private static func rebuilt(_ column: String, as expression: String) -> String {
    let columns = ["id", "text", "score", "done", "state", "made", "price", "extra"]
    let values = columns.map { $0 == column ? expression : $0 }.joined(separator: ", ")
    return """
      CREATE TABLE fresh (
        id INTEGER PRIMARY KEY, text TEXT, score INTEGER, done INTEGER, state TEXT, made TEXT,
        price REAL, extra TEXT);
      INSERT INTO fresh SELECT \(values) FROM note;
      DROP TABLE note;
      ALTER TABLE fresh RENAME TO note;
      """
  }

  // MARK: Found

  @Test(
    "a copy that gives every row the same value is an error",
    arguments: Sweep.part(
      ["'x'", "NULL", "'text'", "extra", "COALESCE('', text)", "(SELECT 'a')"], oneOf: 3))
  func constant(_ expression: String) throws {
    let found = try findings([Self.start, Self.rebuilt("text", as: expression)])
    #expect(found.contains { $0.severity == .error && $0.property == "text" })
    #expect(found.allSatisfy { $0.property == "text" || $0.code == "constantFirst" })
  }

  @Test(
    "values that become equal are a warning with the pair",
    arguments: Sweep.part(
      [
        ("price", "CAST(price * 100 AS INTEGER)"), ("text", "substr(text, 1, 40)"),
        ("text", "CAST(text AS INTEGER)"), ("score", "score / 10"),
      ], oneOf: 2))
  func merged(_ column: String, _ expression: String) throws {
    let found = try findings([Self.start, Self.rebuilt(column, as: expression)])
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.property?.text == column)
    let updated = try findings([Self.start, "UPDATE note SET \(column) = \(expression)"])
    #expect(updated.map(\.severity) == [.warning])
  }

  @Test("what is lost only where another value is null is a warning that says so")
  func inPart() throws {
    let found = try findings([Self.start, Self.rebuilt("text", as: "(text || extra)")])
    #expect(found.map(\.severity) == [.warning])
    #expect(
      found.first?.message == """
        note.text has the same value after the upgrade, whatever it was before, in objects like \
        this one.
        """)
  }

  // MARK: Silent

  @Test(
    "what an author does on purpose with values is no finding",
    arguments: Sweep.part(
      [
        // The same in another form.
        "UPDATE note SET text = trim(text)", "UPDATE note SET text = lower(trim(text))",
        "UPDATE note SET text = NULLIF(text, '')", "UPDATE note SET text = COALESCE(text, '')",
        // Chance.
        "UPDATE note SET extra = hex(randomblob(16))",
        "UPDATE note SET text = text || hex(randomblob(8))",
        "UPDATE note SET made = CURRENT_TIMESTAMP WHERE made IS NULL",
        // Closed vocabularies.
        "UPDATE note SET state = CASE state WHEN 'open' THEN 'o' WHEN 'done' THEN 'd' ELSE '?' END",
        "UPDATE note SET done = (done <> 0)",
        rebuilt("done", as: "CASE WHEN done THEN 1 ELSE 0 END"),
        "UPDATE note SET state = 'done' WHERE state = 'finished'",
        "UPDATE note SET state = CASE state WHEN 'finished' THEN 'done' ELSE state END",
        // Put elsewhere, then cleared.
        """
        UPDATE note SET text = COALESCE(text, '') || ' ' || COALESCE(extra, '');
        UPDATE note SET extra = NULL;
        """,
        "INSERT INTO log (note_id, text) SELECT id, text FROM note; UPDATE note SET text = NULL",
        // Made from other rows.
        "UPDATE note SET score = (SELECT count(*) FROM note AS o WHERE o.id <= note.id)",
        "UPDATE note SET price = price / (SELECT max(1, sum(abs(price))) FROM note)",
        "UPDATE note SET extra = (SELECT count(*) FROM log WHERE note_id = note.id)",
        "DELETE FROM note WHERE id NOT IN (SELECT min(id) FROM note GROUP BY text)",
        // Dates that are read.
        "UPDATE note SET made = strftime('%s', made)",
        // Another column made from it.
        "ALTER TABLE note ADD COLUMN upper TEXT; UPDATE note SET upper = upper(text)",
        """
        CREATE TRIGGER audit AFTER UPDATE ON note BEGIN
          INSERT INTO log (note_id, text) VALUES (old.id, old.text);
        END;
        UPDATE note SET score = score + 1;
        """,
        "ALTER TABLE note DROP COLUMN extra",
        "ALTER TABLE note RENAME COLUMN extra TO other",
        rebuilt("text", as: "text"),
      ], oneOf: 4))
  func silent(_ script: String) throws {
    let found = try findings([Self.start, script]).filter { $0.check == .informationKept }
    #expect(found.isEmpty, "\(found.map(\.message))")
  }

  @Test("a table that takes the place of another, filled by the app, is not compared with that")
  func replaced() throws {
    let found = try findings([
      "CREATE TABLE room (id INTEGER PRIMARY KEY, data TEXT NOT NULL)",
      "CREATE TABLE new_room (id INTEGER PRIMARY KEY, state TEXT, data TEXT NOT NULL)",
      "DROP TABLE room; ALTER TABLE new_room RENAME TO room",
    ])
    #expect(!found.contains { $0.check == .informationKept }, "\(found.map(\.message))")
  }

  @Test("a setting that names the column leaves it out")
  func rewritten() throws {
    let script = Self.rebuilt("price", as: "CAST(price AS INTEGER)")
    let report = try SQLFolderRuns.report([Self.start, script], trials: 10) {
      $0.rewrites = [FolderSettings.Entry(path: "note.price", version: "2")]
    }
    #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
  }

  // MARK: Spellings

  /// A column, an expression for it in the copy, and the type of the column afterwards.
  private struct Mistake {
    var column: String
    var expression: String
    var type: String?
  }

  private static let mistakes = [
    Mistake(column: "code", expression: "'x'"), Mistake(column: "code", expression: "NULL"),
    Mistake(column: "code", expression: "CAST(code AS INTEGER)", type: "INTEGER"),
    Mistake(column: "price", expression: "CAST(price * 100 AS INTEGER)", type: "INTEGER"),
    Mistake(column: "code", expression: "COALESCE('', code)"),
    Mistake(column: "code", expression: "zip"),
    Mistake(column: "made", expression: "strftime('%s', made)", type: "INTEGER"),
    Mistake(column: "code", expression: "substr(code, 1, instr(code, '@') - 1)"),
    Mistake(column: "code", expression: "code || zip"),
    Mistake(column: "code", expression: "CASE code WHEN 'a' THEN 'b' END"),
    Mistake(column: "zip", expression: "replace(zip, '0', '')"),
  ]

  private static let columns = ["title", "price", "code", "zip", "made"]

  private static let spellings:
    [@Sendable (_ values: String, _ table: (String) -> String) -> String] =
      [
        { values, table in
          "\(table("fresh")) INSERT INTO fresh SELECT id, \(values) FROM book; \(end)"
        },
        { values, table in
          "\(table("fresh")) INSERT INTO fresh SELECT id, \(values) FROM (SELECT * FROM book); \(end)"
        },
        { values, table in
          """
          \(table("fresh")) WITH src AS (SELECT * FROM book)
          INSERT INTO fresh (id, \(columns.joined(separator: ", "))) SELECT id, \(values) FROM src;
          \(end)
          """
        },
        { values, table in
          """
          CREATE TABLE keep AS SELECT id, \(values) FROM book; DROP TABLE book; \(table("book"))
          INSERT INTO book SELECT * FROM keep; DROP TABLE keep;
          """
        },
        { values, table in
          """
          ALTER TABLE book RENAME TO "old"; \(table("main.book"))
          INSERT INTO main.book SELECT o.id, \(values) /* as before */ FROM "old" AS o;
          DROP TABLE "old";
          """
        },
      ]

  private static let end = "DROP TABLE book; ALTER TABLE fresh RENAME TO book;"

  @Test(
    "a mistake in the copy of a table is found in every spelling",
    arguments: Sweep.part(Array(mistakes.indices), oneOf: 4))
  func spellings(_ number: Int) throws {
    let mistake = Self.mistakes[number]
    func table(_ name: String) -> String {
      let columns = zip(Self.columns, ["TEXT NOT NULL", "REAL", "TEXT", "TEXT", "TEXT"])
        .map { "\($0) \($0 == mistake.column ? mistake.type ?? $1 : $1)" }
      return "CREATE TABLE \(name) (id INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")));"
    }
    let start = """
      CREATE TABLE book (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, price REAL, code TEXT, zip TEXT, made TEXT);
      """
    let values = Self.columns.map { $0 == mistake.column ? "\(mistake.expression) AS \($0)" : $0 }
    for spelling in Self.spellings {
      let script = spelling(values.joined(separator: ", "), table)
      let report = try SQLFolderRuns.report([start, script], trials: 20, quickTrials: 10)
      let found = report.findings.filter { finding in
        finding.property?.text == mistake.column || finding.message.contains(mistake.column)
      }
      #expect(!found.isEmpty, "\(script)")
    }
  }
}
