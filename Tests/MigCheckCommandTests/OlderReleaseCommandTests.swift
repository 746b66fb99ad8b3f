#if os(macOS) || os(Linux)
  import Foundation
  import TestMaterial
  import Testing

  /// `--older-upgrade`, `--older-upgrade-server` and `--scale`.
  @Suite("Older releases and growth on the command line") struct OlderReleaseCommandTests {
    let bench: Workbench

    init() throws { bench = try Workbench() }

    /// Migrations of a release for `serve_sqlite3.py`.
    ///
    /// - Parameters:
    ///   - versions: how many it knows.
    ///   - newer: lines of Python for a database of a later version.
    private func write(_ name: String, versions: Int, newer: String) throws {
      let lines = newer.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
      try bench.write(
        name,
        """
        VERSIONS = ["v1", "v2", "v3"][:\(versions)]
        STEPS = [
            "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
            "ALTER TABLE item ADD COLUMN note TEXT",
            "CREATE INDEX item_name ON item (name)",
        ]
        def migrate(connection, version):
            (at,) = connection.execute("PRAGMA user_version").fetchone()
            if at > len(VERSIONS):
        \(lines)
                return
            for place in range(at, VERSIONS.index(version) + 1):
                connection.execute("BEGIN")
                connection.execute(STEPS[place])
                connection.execute(f"PRAGMA user_version = {place + 1}")
                connection.commit()
        """)
    }

    private func server(_ python: String, _ migrations: String) -> String {
      let shim = Material.root.appendingPathComponent("scripts/shims/serve_sqlite3.py").path
      return "\(python) -B \(shim) \(migrations)"
    }

    private func check(_ python: String, _ more: String...) throws -> Workbench.Outcome {
      try bench.run(
        ["--upgrade-server", server(python, "new.py"), "--trials", "1", "--jobs", "1"] + more)
    }

    @Test("a server of an older release that refuses is silent, and one that does not is found")
    func server() throws {
      guard let python = MigratorShimTests.anyPython() else {
        return print("skipped: python3 is not installed")
      }
      try write("new.py", versions: 3, newer: "pass")
      try write("careful.py", versions: 2, newer: "raise ValueError('made by a newer release')")
      try write("careless.py", versions: 1, newer: "connection.execute('PRAGMA user_version = 1')")
      let silent = try check(
        python, "--older-upgrade-server", "v2=\(server(python, "careful.py"))")
      #expect(silent.status == 0, "\(silent.output)\(silent.errors)")
      #expect(!silent.output.contains("openers"), "\(silent.output)")
      let line = try #require(
        silent.output.split(separator: "\n").first { $0.contains("older  ") }, "\(silent.output)")
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      #expect(line.contains("release v2 refused"))
      #expect(numbers.count == 2 && numbers[0] == numbers[1] && numbers[0] > 0, "\(line)")
      let found = try check(
        python, "--older-upgrade-server", "v2=\(server(python, "careful.py"))",
        "--older-upgrade-server", "v1=\(server(python, "careless.py"))")
      let text = found.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(found.status == 1, "\(found.output)\(found.errors)")
      #expect(
        text.contains(
          "The code of release v1 changes a store of version v2: user_version was 2 and is 1. It must "
            + "refuse a later version before it writes."), "\(found.output)")
      #expect(text.contains("opening 2 the code of release v1"), "\(found.output)")
      #expect(!text.contains("The code of release v2"), "\(found.output)")
      #expect(
        text.contains("migcheck replay") && bench.files.contains { $0.hasSuffix(".case.json") },
        "\(found.output) \(bench.files)")
    }

    @Test(
      "a program of an older release that crashes is found",
      .enabled(if: MigratorCommandTests.sqlite3)) func program() throws
    {
      guard let python = MigratorShimTests.anyPython() else {
        return print("skipped: python3 is not installed")
      }
      try write("new.py", versions: 3, newer: "pass")
      try bench.write(
        "old.sh", "[ \"$(sqlite3 \"$1\" 'PRAGMA user_version')\" -le 2 ] || kill -SEGV $$")
      let outcome = try check(python, "--older-upgrade", "v2=sh old.sh {store}")
      #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
      let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        text.contains(
          "The code of release v2 does not refuse a store of version v3 with an error. The command was "
            + "ended by signal 11."), "\(outcome.output)")
    }

    @Test("growth is printed for each upgrade, without a verdict") func growth() throws {
      guard let python = MigratorShimTests.anyPython() else {
        return print("skipped: python3 is not installed")
      }
      try write("new.py", versions: 3, newer: "pass")
      let outcome = try check(python, "--scale", "3,12")
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      let lines = outcome.output.split(separator: "\n")
      let start = try #require(lines.firstIndex { $0.hasPrefix("growth   ") })
      #expect(lines[start].contains("peak memory of each upgrade"))
      let block = lines[(start + 1)...]
      #expect(block.filter { $0.contains("→") } == ["  v1 → v2", "  v2 → v3"], "\(outcome.output)")
      for rows in ["0 rows", "3 rows", "12 rows"] {
        let found = block.filter { $0.contains(" \(rows) ") }
        #expect(found.count == 2, "\(outcome.output)")
        #expect(found.allSatisfy { $0.contains(" ms") || $0.contains(" s ") }, "\(outcome.output)")
      }
      // A document on standard output stays one.
      let json = try check(python, "--scale", "3", "--format", "json")
      #expect(
        (try? JSONSerialization.jsonObject(with: Data(json.output.utf8))) != nil, "\(json.output)")
      #expect(json.errors.contains("growth   "), "\(json.errors)")
    }

    @Test(
      "what does not fit is said in a sentence",
      arguments: [
        (["--older-upgrade", "v1"], "--older-upgrade v1 names no version and program", 64),
        (["--older-upgrade-server", "=x"], "names no version and program", 64),
        (["--older-upgrade", "v1=no-such-program"], "there is no program no-such-program", 65),
        (["--older-upgrade", "v9=true"], "the older release ends at \"v9\"", 65),
        (["--older-upgrade", "v3=true"], "v3 is the newest version, and no older release", 65),
        (
          ["--older-upgrade", "v1=true", "--older-upgrade", "v1=true"],
          "there are two older releases of version v1", 65
        ),
        (
          ["--older-upgrade", "v2=false"],
          "fails on a database of its own version v2, so its refusals would say nothing", 65
        ),
        (["--scale", "10,x"], "numbers of rows from 1 to 100000", 64),
        (["--scale", "100,10"], "each larger than the one before", 64),
        (["--scale", "0"], "numbers of rows from 1", 64),
      ])
    func unfit(arguments: [String], message: String, status: Int) throws {
      guard let python = MigratorShimTests.anyPython() else {
        return print("skipped: python3 is not installed")
      }
      try write("new.py", versions: 3, newer: "pass")
      let outcome = try bench.run(["--upgrade-server", server(python, "new.py")] + arguments)
      #expect(outcome.status == Int32(status), "\(outcome.errors)\(outcome.output)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(bench.strayFiles.isEmpty)
    }
  }
#endif
