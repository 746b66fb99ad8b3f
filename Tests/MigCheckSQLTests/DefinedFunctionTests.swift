import MigCheckModel
import MigCheckSQLite
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("Functions that an app defines") struct DefinedFunctionTests {
  private static func flaw(_ texts: String...) -> String? {
    var functions = [DefinedFunction]()
    do {
      for text in texts { try functions.define(text) }
      return nil
    } catch {
      return "\(error.problem); \(error.remedy)"
    }
  }

  private static let form = "write name(x) = expression, such as 'slug(x) = lower(trim(x))'"

  @Test(
    "are refused in one sentence where they are wrong",
    arguments: [
      ("slug", "this is not the definition of a function; \(form)"),
      ("slug(x)", "this is not the definition of a function; \(form)"),
      ("slug(x = 1", "this is not the definition of a function; \(form)"),
      ("slug(x) =", "the expression of slug() is missing; \(form)"),
      ("slug(1) = 2", "the arguments of slug() are not a list of names; \(form)"),
      ("slug(x, X) = 1", "slug() has two arguments X; name each differently"),
      (
        "slug(x) = ?1", "slug() uses the placeholder ?1, which has no value; name an argument"
      ),
      (
        "slug(x) = x) FROM (SELECT 1 AS x",
        "the parentheses of slug() do not match; close each that is open"
      ),
      (
        "slug(x) = lowr(x)",
        "slug(x) is not understood: no such function: lowr; it can call SQLite's functions, and those "
          + "that are defined before it"
      ),
      (
        "slug(x) = slug(x)",
        "slug(x) is not understood: no such function: slug; it can call SQLite's functions, and those "
          + "that are defined before it"
      ),
      (
        "slug(x) = y",
        "slug(x) is not understood: no such column: y; write an expression of its arguments"
      ),
      (
        "slug(x) = \"y\"",
        "slug(x) is not understood: no such column: y; write an expression of its arguments"
      ),
      (
        "slug(x) = (SELECT name FROM user)",
        "slug(x) is not understood: no such table: user; write an expression of its arguments"
      ),
      (
        "slug(x) = x; DROP TABLE user",
        "slug(x) is not understood: near \";\": syntax error; write an expression of its arguments"
      ),
    ])
  func refused(text: String, sentence: String) {
    #expect(Self.flaw(text) == sentence)
  }

  @Test("call those before them, and have several arguments or none") func order() {
    #expect(
      Self.flaw(
        "\"to slug\"([a], `b`) = lower(\"a\" || b)", "now_ms() = unixepoch() * 1000",
        "both(a, b) = \"to slug\"(a, b) || now_ms()", "both(a) = both(a, a) -- twice") == nil)
  }

  private static let scripts = [
    "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, uid TEXT, slug TEXT)",
    """
    UPDATE note SET slug = SLUG_OF(title, '-'), uid = new_id();
    CREATE UNIQUE INDEX note_slug ON note (slug_of(title, '-'), id);
    """,
    "CREATE VIEW slugs AS SELECT slug_of(title, ' ') AS slug FROM note",
  ]

  private func report(_ functions: [String]) throws -> Report {
    try SQLFolderRuns.report(Self.scripts, trials: 10, stores: [.memory, .file]) { settings in
      for function in functions { try? settings.define(function: function) }
    }
  }

  @Test("are called by scripts, indexes and views, in memory and in a file") func called() throws {
    let functions = [
      "slug_of(text, mark) = replace(lower(trim(text)), ' ', mark)",
      "new_id() = lower(hex(randomblob(16)))",
    ]
    let report = try report(functions)
    #expect(report.findings.map(\.message) == [])
    // Random numbers are the same in each run.
    #expect(try self.report(functions).findings.count == report.findings.count)
  }

  @Test("are asked for where they are missing") func missing() {
    #expect {
      try report(["new_id() = 1"])
    } throws: {
      "\($0)".hasPrefix("2_x.sql: line 1: no such function: SLUG_OF; SQLite ")
        && "\($0)".hasSuffix(
          "if the app defines it, say what it does with --define-function 'SLUG_OF(x) = …', or verify the "
            + "app's own code in Swift")
    }
  }

  @Test("a function that draws random numbers cannot be in an index, and neither what calls it")
  func random() {
    #expect {
      try report(["any() = random()", "slug_of(a, b) = a || any()", "new_id() = 1"])
    } throws: {
      "\($0)".contains("non-deterministic functions prohibited in index expressions")
    }
  }

  @Test("that never end are stopped like statements") func endless() throws {
    let loop =
      "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c)"
    #expect {
      let (subject, _) = try SQLFolderRuns.subject(
        [
          "CREATE TABLE note (id INTEGER)",
          "INSERT INTO note VALUES (1); UPDATE note SET id = endless(id)",
        ]
      ) { try? $0.define(function: "endless(x) = \(loop)") }
      _ = subject.versions
    } throws: {
      "\($0)".contains("2_x.sql: line 1")
    }
  }

  @Test("settings list them, and an option takes the place of one of the same name")
  func settings() throws {
    let folder = try TestFolder([
      "1_a.sql": "CREATE TABLE t (a TEXT)",
      "2_b.sql": "UPDATE t SET a = f(a) || g(a)",
      "migcheck.json": #"{"defineFunction": ["f(x) = lower(x)", "g(x) = f(x)"]}"#,
    ])
    var settings = try FolderSettings(of: folder.path)
    try settings.define(function: "F(x) = upper(x)")
    #expect(settings.functions.map(\.text) == ["F(x) = upper(x)", "g(x) = f(x)"])
    try settings.defineMissing(functions: ["g(y) = 1", "h(y) = g(y)"])
    #expect(settings.functions.map(\.signature) == ["F(x)", "g(x)", "h(y)"])
    let subject = try SQLFolderSubject(MigrationFolder(path: folder.path, settings: settings))
    #expect(subject.functionDefinitions.count == 3)
    #expect(
      subject.folder.explanation.contains(
        "F(x), g(x), h(y): as --define-function or migcheck.json says, and not the app's own code"))
  }

  @Test(
    "settings with a wrong one are refused",
    arguments: [
      (#"["f(x) = y"]"#, "defineFunction[0]: f(x) is not understood: no such column: y"),
      (#"[1]"#, "defineFunction[0]: this is not a text"),
      (#"["f(x) = 1", "F(y) = 2"]"#, "defineFunction[1]: the function is defined twice"),
      (#"{"f": "1"}"#, "defineFunction: the value is not what it should be"),
    ])
  func wrongSettings(value: String, part: String) throws {
    let folder = try TestFolder([
      "1_a.sql": "CREATE TABLE t (a TEXT)", "migcheck.json": "{\"defineFunction\": \(value)}",
    ])
    #expect {
      _ = try FolderSettings(of: folder.path)
    } throws: {
      "\($0)".contains(part)
    }
  }
}
