#if compiler(>=6.2)
  import MigCheckSQLite
  import TestMaterial
  import Testing

  @testable import MigCheckSQL

  /// What neither SQLite nor the sandbox ends, in a test of an app's own package.
  @Suite(
    "A call of SQLite that does not return",
    .enabled(if: Sweep.isFull, "each of them takes three seconds of a processor"))
  struct EndlessStatementTests {
    /// Views that double at each level, which SQLite compiles for years.
    static let views = [
      "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
      (["CREATE VIEW v0 AS SELECT * FROM user"]
        + (1...30).map {
          "CREATE VIEW v\($0) AS SELECT a.* FROM v\($0 - 1) a JOIN v\($0 - 1) b"
        }).joined(separator: ";\n"),
      "CREATE TABLE copy AS SELECT name FROM v30",
    ]

    /// A function that looks through a long text, again and again from its start.
    static let function = [
      "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
      "UPDATE user SET name = instr(replace(hex(zeroblob(450000)), '0', 'a'), "
        + "replace(hex(zeroblob(225000)), '0', 'a') || 'b')",
    ]

    @Test("while it compiles a statement ends the process, and shows the statement")
    func views() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        EndlessStatements.setDeadline(after: 1)
        _ = try SQLFolderRuns.report(EndlessStatementTests.views)
      }
      let text = Self.errors(of: result)
      #expect(text.contains("(limit time), in: SELECT * FROM \"v"), "\(text)")
    }

    @Test("while a function runs ends the process, and names the script")
    func function() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        EndlessStatements.setDeadline(after: 1)
        _ = try SQLFolderRuns.report(EndlessStatementTests.function)
      }
      let text = Self.errors(of: result)
      #expect(text.contains("2_x.sql"), "\(text)")
      #expect(text.contains("(limit time), in: UPDATE user"), "\(text)")
    }

    private static func errors(of result: ExitTest.Result?) -> String {
      String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }
  }
#endif
