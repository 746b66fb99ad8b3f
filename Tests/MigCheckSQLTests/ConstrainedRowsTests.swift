import MigCheckModel
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

@Suite("Rows for constraints on how values look") struct ConstrainedRowsTests {
  @Test(
    "tables are filled",
    arguments: Sweep.part(
      [
        "hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32)",
        "hash BLOB NOT NULL CHECK (hash IS NULL OR 33 = LENGTH(t.hash)) UNIQUE",
        "hash BLOB NOT NULL CHECK (length(hash) IN (20, 32))",
        "hash BLOB NOT NULL CHECK (length(hash) >= 16)",
        "hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*')",
        "code TEXT NOT NULL UNIQUE CHECK (length(\"code\") BETWEEN 3 AND 5)",
        "code TEXT NOT NULL CHECK (code GLOB '[A-Z][A-Z]-[0-9]*')",
        "code TEXT NOT NULL CHECK (code GLOB '[^a-z]?[]x]')",
        "id TEXT PRIMARY KEY CHECK (id GLOB '[0-9a-f][0-9a-f]-*' AND length(id) = 8)",
      ], oneOf: 3))
  func fills(_ column: String) throws {
    let table = "CREATE TABLE t (\(column), note TEXT)"
    let report = try SQLFolderRuns.report(
      [table, "ALTER TABLE t ADD COLUMN extra TEXT"], trials: 10)
    #expect(report.verdict == .passed, "\(report.coverage)")
  }

  @Test(
    "one graph holds a value whose loss would show in each column",
    arguments: Sweep.part(
      [
        "chore_id INTEGER NOT NULL", "chore_id INTEGER NOT NULL REFERENCES chore",
        "undone TINYINT NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))",
        "done TINYINT NOT NULL DEFAULT 1 CHECK (done IN (0, 1))", "active BOOLEAN DEFAULT false",
        "state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'done'))",
        "size INTEGER CHECK (size BETWEEN 0 AND 3)", "settings JSON NOT NULL DEFAULT '{}'",
      ], oneOf: 3))
  func everyColumn(_ column: String) throws {
    let tables = """
      CREATE TABLE chore (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE);
      CREATE TABLE task (id INTEGER PRIMARY KEY, \(column));
      CREATE TABLE log (id INTEGER PRIMARY KEY, noted TEXT, \(column), task_id INTEGER);
      """
    let report = try SQLFolderRuns.report(
      [tables, "ALTER TABLE chore ADD COLUMN extra TEXT"], trials: 1)
    #expect(report.verdict == .passed, "\(report.coverage)")
  }

  @Test(
    "rows that a database ignores do not count as its rows",
    arguments: [
      ("code TEXT", "SELECT 1 FROM t WHERE length(code) = length(NEW.code)"),
      ("code TEXT UNIQUE ON CONFLICT IGNORE", "SELECT 1 WHERE NEW.code IS NULL"),
      ("code TEXT", "SELECT 1"),
    ])
  func ignored(column: String, condition: String) throws {
    let (subject, folder) = try SQLFolderRuns.subject([
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, \(column));
      CREATE TRIGGER ignores BEFORE INSERT ON t WHEN EXISTS (\(condition))
      BEGIN SELECT RAISE(IGNORE); END;
      """
    ])
    var graph = ObjectGraph(schema: subject.versions[0].schema)
    for number in 1...6 { graph.append([.int(Int64(number)), .string("a")], type: 0) }
    let version = subject.versions[0].number
    let starts = try #require(subject.evidence.starts)
    let rows = starts.accepted(graph, at: version)
    #expect(!starts.isAccepted(graph, at: version) && starts.isAccepted(rows, at: version))
    let refusal = #expect(throws: UpgradeError.self) {
      try subject.makeStore(.file, at: version, holding: graph, in: folder.path)
    }
    let reason =
      column.contains("UNIQUE") ? "UNIQUE constraint failed: t.code" : "a trigger ignores the row"
    #expect(refusal?.message == "The start rows are refused: \(reason).")
    let store = try subject.makeStore(.memory, at: version, holding: rows, in: folder.path)
    defer { store.discard() }
    #expect(try store.snapshot().graph.tables[0].count == rows.tables[0].count)
    #expect((rows.objectCount == 0) == (condition == "SELECT 1"))
    withExtendedLifetime(folder) {}
  }

  @Test("values of a fixed length begin as they were")
  func lengths() throws {
    let column = DatabaseSchema.Column(
      name: "hash", declaredType: "BLOB", isRequired: true, defaultValue: nil, isGenerated: false)
    let length = try #require(
      FixedLength(of: column, in: [SQLToken.tokens(of: "(length(hash) = 4")]))
    #expect(length.fitted(.data([1, 2])) == .data([1, 2, 0, 0]))
    #expect(length.fitted(.data([1, 2, 3, 4, 5])) == .data([1, 2, 3, 4]))
    #expect(length.fitted(.string("é")) == .string("é000"))
    #expect(length.fitted(.null) == .null)
    #expect(FixedLength(of: column, in: [SQLToken.tokens(of: "(length(hash) > 4")]) == nil)
    #expect(FixedLength(of: column, in: [SQLToken.tokens(of: "(length(other) = 4")]) == nil)
  }

  /// As many rows as the number says would be made: without end for most numbers.
  @Test("a column that a query counts up to holds small numbers")
  func counts() throws {
    let report = try SQLFolderRuns.report(
      [
        "CREATE TABLE song (id INTEGER PRIMARY KEY, plays INTEGER NOT NULL, size INTEGER)",
        """
        CREATE TABLE play (song_id INTEGER REFERENCES song(id), number INTEGER);
        WITH most AS (SELECT max(plays) AS plays FROM song),
          n(number) AS (
            SELECT 1 UNION ALL
            SELECT number + 1 FROM n WHERE number < (SELECT plays FROM most))
        INSERT INTO play SELECT id, number FROM song JOIN n WHERE number <= plays;
        """,
      ])
    #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
    #expect(report.verdict == .passed)
  }

  @Test(
    "only a query that reads itself and counts has such columns",
    arguments: [
      (
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < (SELECT max(a) FROM t)) "
          + "UPDATE t SET b = (SELECT max(i) FROM n)", ["a", "i", "n"]
      ),
      (
        "INSERT INTO u WITH RECURSIVE n AS NOT MATERIALIZED (SELECT a AS i FROM t UNION ALL "
          + "SELECT i - 1 FROM n WHERE i > 0) SELECT i FROM n", ["a", "i", "n", "t"]
      ),
      ("WITH n(i) AS (SELECT a + 1 FROM t) UPDATE t SET b = (SELECT max(i) FROM n)", []),
      ("WITH n(i) AS (SELECT a FROM t UNION SELECT b FROM n JOIN t ON a = i) DELETE FROM t", []),
      ("UPDATE t SET a = CAST(b + 1 AS INTEGER)", []),
    ])
  func countedColumns(_ statement: String, names: [String]) {
    let found = CountedColumns(in: [SQLToken.tokens(of: statement)]).names
    #expect(Set(names).isSubset(of: found), "\(found)")
    #expect(names.isEmpty == found.isEmpty, "\(found)")
    #expect(!found.contains("b"))
  }

  @Test(
    "numbers that a script moves out of the way do not lie there already",
    arguments: Sweep.part(
      [
        "UPDATE t SET place = -place; UPDATE t SET place = 1 - place",
        "UPDATE t SET name = 'x', place = -(place + 1); UPDATE t SET place = -place",
        "UPDATE t SET place = 0 - t.place; UPDATE t SET place = -1 * place + 3",
        "UPDATE t SET place = place + 1000000; UPDATE t SET place = place - 999999",
        "UPDATE t SET name = 'x', place = (50000 + t.place)",
      ], oneOf: 3))
  func movedNumbers(_ script: String) throws {
    let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, place INTEGER UNIQUE, name TEXT)"
    func codes(_ script: String) throws -> [String] {
      try SQLFolderRuns.report([table, script]).findings.compactMap(\.code)
    }
    #expect(try codes(script) == [])
    #expect(try codes("UPDATE t SET place = place + 1") == ["constraintFailed"])
  }
}
