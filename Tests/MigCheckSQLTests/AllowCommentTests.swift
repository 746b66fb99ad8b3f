import MigCheckModel
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

/// Comments in scripts by which an author says that a finding is intended.
@Suite struct AllowCommentTests {
  private static func allowances(in script: String) throws -> [Allowance] {
    try AllowComment.allowances(
      in: script, file: "2_x.sql", version: 2,
      statements: SQLStatement.placed(in: script, file: "2_x.sql"))
  }

  // MARK: Reading

  @Test(
    "a comment is about the statement that follows, that it is in, or that ends on its line",
    arguments: [
      ("-- migcheck:allow a: why\nUPDATE x SET y = 1;\nDELETE FROM x", "UPDATE x SET y = 1"),
      ("UPDATE x SET y = 1; -- migcheck:allow a: why\nDELETE FROM x", "UPDATE x SET y = 1"),
      ("UPDATE x SET y = 1;\n-- migcheck:allow a: why\nDELETE FROM x", "DELETE FROM x"),
      ("DELETE FROM x;\nUPDATE x /* migcheck:allow a: why */ SET y = 1", nil),
      ("/*\n * migcheck:allow a: why\n */\n\n-- More.\nDELETE FROM x;", "DELETE FROM x"),
      ("-- MIGCHECK:ALLOW a : why\nDELETE FROM x", "DELETE FROM x"),
      ("--migcheck: allow a:why\r\nDELETE FROM x", "DELETE FROM x"),
    ] as [(String, String?)])
  func statement(_ script: String, _ text: String?) throws {
    let allowances = try Self.allowances(in: script)
    #expect(allowances.map(\.name) == ["a"] && allowances.map(\.reason) == ["why"])
    let statement = try #require(allowances[0].statement)
    #expect(statement.text == text || text == nil && statement.line == 2)
    let others = SQLStatement.all(in: script, file: "2_x.sql").map(\.source)
    #expect(others.filter(allowances[0].covers).map(\.text) == [statement.text])
  }

  @Test("one comment allows several findings, and the lines of a reason are one")
  func several() throws {
    let allowances = try Self.allowances(
      in: "/* migcheck:allow a, fractionCut: two\n   lines */ DELETE FROM x")
    #expect(allowances.map(\.name) == ["a", "fractionCut"])
    #expect(allowances.map(\.reason) == ["two lines", "two lines"])
  }

  @Test("a whole script is allowed something")
  func file() throws {
    let allowances = try Self.allowances(
      in: "DELETE FROM x;\nDELETE FROM y\n-- migcheck:allow-file a: why")
    #expect(allowances.map(\.statement) == [nil])
    #expect(allowances[0].covers(SourcePlace(file: "2_x.sql", line: 1, text: "DELETE FROM x")))
    #expect(!allowances[0].covers(SourcePlace(file: "3_x.sql", line: 1, text: "DELETE FROM x")))
  }

  @Test(
    "texts and sentences are not comments of this kind",
    arguments: [
      "INSERT INTO x VALUES ('-- migcheck:allow a')", "-- migcheck: see the notes\nDELETE FROM x",
      "-- migcheck found this\nDELETE FROM x", "-- see migcheck:allow in the notes\nDELETE FROM x",
      "INSERT INTO \"/* migcheck:alow */\" VALUES (1)",
    ])
  func others(_ script: String) throws {
    #expect(try Self.allowances(in: script).isEmpty)
  }

  @Test(
    "a comment that cannot be understood is an error",
    arguments: [
      ("migcheck:allow information-kept", "the comment gives no reason"),
      ("migcheck:allow information-kept: ", "the comment gives no reason"),
      ("migcheck:allow information-kept: -", "the comment gives no reason"),
      ("migcheck:allow: cents", "the comment names no check"),
      ("migcheck:ignore information-kept: cents", "\"migcheck:ignore\" is not understood"),
    ])
  func mistaken(_ comment: String, _ problem: String) throws {
    let error = #expect(throws: InputError.self) {
      try Self.allowances(in: "SELECT 1;\n-- \(comment)\nDELETE FROM x")
    }
    #expect(error?.problem == problem && error?.line == 2 && error?.exitStatus == 65)
    #expect(error?.remedy.hasPrefix("write ") ?? false)
  }

  @Test("a comment after the last statement is about none")
  func last() throws {
    let error = #expect(throws: InputError.self) {
      try Self.allowances(in: "DELETE FROM x;\n-- migcheck:allow a: why\n")
    }
    #expect(error?.problem == "no statement follows the comment")
  }

  // MARK: Runs

  private static let start =
    "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price REAL, code TEXT);"

  private static func rebuild(_ comment: String, name: String = "'x'") -> String {
    """
    CREATE TABLE item2 (id INTEGER PRIMARY KEY, name TEXT, price INTEGER, code TEXT);
    \(comment)
    INSERT INTO item2 SELECT id, \(name), CAST(price * 100 AS INTEGER), substr(code, 1, 40) FROM item;
    DROP TABLE item;
    ALTER TABLE item2 RENAME TO item;
    """
  }

  private static func report(_ scripts: [String]) throws -> Report {
    try SQLFolderRuns.report([start] + scripts, trials: 30)
  }

  @Test("what is allowed fails no run, and is listed with its reason")
  func allowed() throws {
    let open = try Self.report([Self.rebuild("-- as before")])
    #expect(open.verdict == .failed)
    #expect(open.findings.contains { $0.check == .informationKept && $0.severity == .error })

    let report = try Self.report([
      Self.rebuild("-- migcheck:allow information-kept: cents are enough")
    ])
    #expect(report.verdict == .passed && report.warnings.isEmpty, "\(report.warnings)")
    #expect(
      Set(report.findings.compactMap(\.property)) == ["name", "price", "code"]
        && report.findings.allSatisfy {
          $0.acceptance == .allowed(reason: "cents are enough", place: "2_x.sql:2")
        })
  }

  @Test("a comment is about one kind of finding")
  func kinds() throws {
    let report = try Self.report([
      Self.rebuild("-- migcheck:allow fractionCut: cents are enough", name: "name")
    ])
    let (allowed, others) = (
      report.findings.filter { $0.severity == .accepted },
      report.findings.filter { $0.severity != .accepted }
    )
    #expect(allowed.map(\.code) == ["fractionCut"])
    #expect(others.map(\.check) == [.informationKept] && others.map(\.property) == ["code"])
    let all = try Self.report([Self.rebuild("-- migcheck:allow side-effects: cents", name: "name")])
    #expect(all.findings.filter { $0.severity == .accepted }.map(\.code) == ["fractionCut"])
  }

  @Test("a comment is about its own statement, even where others do the same to the column")
  func statements() throws {
    let update = "UPDATE item SET price = CAST(price * 100 AS INTEGER) WHERE id % 2"
    func found(_ first: String, _ second: String) throws -> [Finding] {
      try Self.report(["\(first)\n\(update) = 0;\n\(second)\n\(update) <> 0;"]).findings
    }
    let comment = "-- migcheck:allow fractionCut, information-kept: cents are enough"
    let open = try found("", "")
    #expect(!open.isEmpty && open.allSatisfy { $0.severity == .warning })
    for half in [try found(comment, ""), try found("", comment)] {
      #expect(half.contains { $0.severity == .warning }, "\(half.map(\.message))")
    }
    let both = try found(comment, comment)
    #expect(!both.isEmpty && both.allSatisfy { $0.severity == .accepted })
  }

  @Test("a comment that hides nothing is a warning, which names what there is")
  func idle() throws {
    let report = try Self.report([
      Self.rebuild("-- migcheck:allow data-preserved: cents are enough", name: "name")
    ])
    let idle = try #require(report.warnings.first { $0.name == .idleAllowance })
    #expect(
      idle.message == """
        The comment at 2_x.sql:2 allows data-preserved and hides nothing: this run has no such finding \
        there.
        """)
    #expect(idle.remedy.contains("information-kept") || idle.remedy.contains("fractionCut"))
    let faithful = try Self.report([
      "-- migcheck:allow information-kept: cents are enough\nALTER TABLE item ADD COLUMN more TEXT"
    ])
    #expect(faithful.warnings.map(\.name) == [.idleAllowance])
    #expect(faithful.verdict == .passed)
  }

  @Test("a name that no finding has is an error with a suggestion")
  func unknownName() throws {
    let error = #expect(throws: InputError.self) {
      try Self.report([Self.rebuild("-- migcheck:allow information-kep: cents")])
    }
    #expect(error?.place == "2_x.sql:2" && error?.exitStatus == 65)
    #expect(error?.problem == "no finding has the name \"information-kep\"")
    #expect(error?.remedy == "did you mean \"information-kept\"?")
  }
}
