#if CommandLine
  import Foundation
  import TestMaterial
  import Testing

  @testable import MigCheckCommand

  /// The line of a report that runs a saved finding again.
  @Suite struct ReplayLineTests {
    @Test(
      "a command is named as a person types it",
      arguments: [
        ("/app/.build/debug/migcheck", false, "migcheck"), ("trails-check", true, "trails-check"),
        ("/app/.build/debug/trails-check", true, "swift run trails-check"),
        (".build/debug/trails-check", true, "swift run trails-check"),
        (
          "/app/.build/x86_64-unknown-linux-gnu/release/trails-check", true,
          "swift run trails-check"
        ),
        (
          "/app/.build/other/debug/trails-check", true, "/app/.build/other/debug/trails-check"
        ),
        ("/else/.build/debug/trails-check", true, "/else/.build/debug/trails-check"),
        ("./bin/our check", true, "'./bin/our check'"),
      ])
    func name(path: String, isOwn: Bool, typed: String) {
      func text(_ environment: [String: String]) -> String {
        TypedName.text(path: path, isOwn: isOwn, environment: environment, folder: "/app")
      }
      #expect(text([:]) == typed)
      #expect(text(["MIGCHECK_TYPED_AS": ""]) == typed)
      #expect(text(["MIGCHECK_TYPED_AS": "swift package migcheck"]) == "swift package migcheck")
    }

    @Test(
      "of a folder of SQL migrations it says what the run was told",
      arguments: Sweep.part(
        [
          ["sql"], ["sql/"], ["sql", "--corpus", "kept"], ["sql", "--define", "name=a b"],
          ["sql/migcheck.json", "--corpus", "kept"],
        ], oneOf: 3))
    func folder(arguments: [String]) throws {
      let bench = try Workbench()
      try bench.write("sql/1.sql", "CREATE TABLE t (a TEXT, b TEXT);")
      let isDefined = arguments.contains("--define")
      try bench.write(
        "sql/2.sql",
        """
        CREATE TABLE t2 (a TEXT, b TEXT);
        INSERT INTO t2 SELECT a, b FROM t WHERE a = '\(isDefined ? "${name}" : "none")';
        DROP TABLE t;
        ALTER TABLE t2 RENAME TO t;
        """)
      try bench.write("sql/migcheck.json", "{}")
      let outcome = try bench.run(["check", "--trials", "4"] + arguments)
      #expect(outcome.status == 1, "\(outcome.errors)\(outcome.output)")
      let line = try #require(
        outcome.output.split(separator: "\n").first { $0.hasPrefix("  replay ") },
        "\(outcome.output)")
      let command = line.drop { $0 != "m" }.dropFirst("migcheck ".count)
      let replay = try bench.shell("\"$MIGCHECK\" \(command)")
      #expect(replay.output.hasSuffix("\n0 passed, 1 failed\n"), "\(line): \(replay)")
    }
  }
#endif
