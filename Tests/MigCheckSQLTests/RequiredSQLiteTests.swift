import Testing

@testable import MigCheckSQL

@Suite("The SQLite that scripts need") struct RequiredSQLiteTests {
  private func feature(_ script: String, besides: [String] = []) -> String? {
    RequiredSQLite(SQLStatement.all(in: script, file: "1.sql"), besides: besides).map {
      "\($0.feature.name) 3.\($0.feature.minor)"
    }
  }

  @Test(
    "is told by what they use",
    arguments: [
      ("ALTER TABLE main.\"t\" DROP COLUMN a", "DROP COLUMN 3.35"),
      ("alter table t drop a", "DROP COLUMN 3.35"),
      ("ALTER TABLE [t] RENAME a TO b", "RENAME COLUMN 3.25"),
      ("CREATE TABLE t (a TEXT) WITHOUT ROWID, STRICT", "STRICT 3.37"),
      ("CREATE TABLE t (a, b GENERATED ALWAYS AS (a))", "a generated column 3.31"),
      ("ALTER TABLE t ADD COLUMN b INT AS (a + 1)", "a generated column 3.31"),
      ("INSERT INTO t VALUES (1) RETURNING id", "RETURNING 3.35"),
      ("DELETE FROM t WHERE a = 1 RETURNING *", "RETURNING 3.35"),
      ("UPDATE t SET a = s.a FROM s WHERE s.id = t.id", "UPDATE … FROM 3.33"),
      ("INSERT INTO t VALUES (1) ON CONFLICT (id) DO NOTHING", "ON CONFLICT DO 3.24"),
      (
        "INSERT INTO t VALUES (1) ON CONFLICT (id) DO NOTHING ON CONFLICT (a) DO UPDATE SET a = 1",
        "this form of ON CONFLICT DO 3.35"
      ),
      (
        "CREATE TRIGGER r AFTER INSERT ON t BEGIN UPDATE t SET a = s.a FROM s; SELECT 1; END",
        "UPDATE … FROM 3.33"
      ),
      ("SELECT row_number() OVER (ORDER BY a) FROM t", "a window function 3.25"),
      ("CREATE VIEW v AS SELECT sum(a) OVER w FROM t WINDOW w AS ()", "a window function 3.25"),
      ("SELECT count(*) FILTER (WHERE a > 1) FROM t", "FILTER 3.30"),
      ("SELECT a ->> '$.b' FROM t", "the operator -> 3.38"),
      ("SELECT * FROM t FULL OUTER JOIN s", "FULL JOIN 3.39"),
      ("SELECT a IS NOT DISTINCT FROM b FROM t", "IS DISTINCT FROM 3.39"),
      ("UPDATE t SET at = unixepoch()", "unixepoch() 3.38"),
      ("UPDATE t SET a = ceil(a), b = iif(a, 1, 2)", "ceil() 3.35"),
      ("SELECT group_concat(a, ',' ORDER BY b) FROM t", "ORDER BY within group_concat() 3.44"),
      ("CREATE VIRTUAL TABLE f USING fts5(a, tokenize='trigram')", "the tokenizer trigram 3.34"),
      ("UPDATE t SET a = TRUE", "TRUE or FALSE 3.23"),
    ])
  func told(script: String, expected: String) {
    #expect(feature(script) == expected)
  }

  @Test(
    "is not told by names that look like it",
    arguments: [
      "CREATE TABLE log (id INTEGER PRIMARY KEY, \"returning\" TEXT, strict TEXT)",
      "INSERT INTO log (id) SELECT id FROM format",
      "CREATE TABLE t (a INTEGER REFERENCES log(id), b TEXT UNIQUE ON CONFLICT IGNORE)",
      "CREATE TABLE t AS SELECT a AS \"generated\" FROM s",
      "DELETE FROM t WHERE a IN (SELECT b FROM s ORDER BY b)",
      "SELECT \"over\", 'RIGHT JOIN' FROM t -- STRICT",
      "UPDATE t SET a = (SELECT b FROM s WHERE s.id = t.id)",
      "ALTER TABLE t RENAME TO s", "ALTER TABLE t ADD COLUMN a TEXT DEFAULT 'x'",
    ])
  func notTold(script: String) {
    #expect(feature(script) == nil)
  }

  @Test("leaves functions out that the app defines") func defined() {
    #expect(feature("UPDATE t SET a = unhex(a)", besides: ["UNHEX"]) == nil)
  }

  @Test("names the newest feature with its place, and the first systems that have it")
  func explanation() {
    let statements = SQLStatement.all(
      in: "ALTER TABLE t RENAME COLUMN a TO b;\nALTER TABLE t DROP COLUMN c;\nSELECT iif(1, 2, 3);",
      file: "7_x.sql")
    #expect(
      RequiredSQLite(statements, besides: [])?.explanation
        == "the scripts need SQLite 3.35 or later, for DROP COLUMN at 7_x.sql:2; the first systems to "
        + "bring it are iOS 15 and Android 14 (API 34)")
    let json = SQLStatement.all(
      in: "UPDATE t SET a = json_extract(b, '$.c') RETURNING a", file: "1.sql")
    #expect(
      RequiredSQLite(json, besides: [])?.explanation.hasPrefix(
        "the scripts need SQLite 3.35 or later, and before 3.38 one that was built with JSON functions, "
          + "for RETURNING at 1.sql:1; ") ?? false)
    let new = SQLStatement.all(in: "SELECT unistr('a')", file: "1.sql")
    #expect(
      RequiredSQLite(new, besides: [])?.explanation.hasSuffix(
        "the first systems to bring it are iOS 26 and an Android after 14 (API 34)") ?? false)
  }
}
