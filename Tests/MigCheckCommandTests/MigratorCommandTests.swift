#if os(macOS) || os(Linux)
  import Foundation
  import TestMaterial
  import Testing

  /// `migcheck --versions a,b,c --upgrade COMMAND` and `--upgrade-server COMMAND`.
  @Suite("Migrators of SQLite on the command line") struct MigratorCommandTests {
    let bench: Workbench

    init() throws { bench = try Workbench() }

    static let sqlite3 = FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")

    /// Runs the scripts v1.sql … up to the version with the shell of SQLite.
    private func writeScripts(_ third: String) throws {
      try bench.write(
        "v1.sql",
        "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL);")
      try bench.write("v2.sql", "ALTER TABLE item ADD COLUMN note TEXT;")
      try bench.write("v3.sql", third)
      try bench.write(
        "migrate.sh",
        """
        [ -z "$CALLS" ] || echo "$(cksum < "$1") $2" >> "$CALLS"
        at=$(sqlite3 "$1" 'PRAGMA user_version')
        for version in 1 2 3; do
          [ "$version" -gt "$at" ] || continue
          { echo 'BEGIN;'; cat "$(dirname "$0")/v$version.sql"
            echo "PRAGMA user_version = $version; COMMIT;"; } | sqlite3 -bail "$1" || exit 1
          [ "v$version" != "$2" ] || exit 0
        done
        """)
    }

    private func check(_ more: String...) throws -> Workbench.Outcome {
      try bench.run(
        ["--versions", "v1,v2,v3", "--upgrade", "sh migrate.sh {store} {version}", "--trials", "1"]
          + more)
    }

    @Test("a program that keeps everything passes", .enabled(if: sqlite3)) func passes() throws {
      try writeScripts("ALTER TABLE item RENAME COLUMN note TO remark;")
      let outcome = try check("--upgrade-name", "shop")
      #expect(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)")
      #expect(outcome.output.contains("shop"), "\(outcome.output)")
      #expect(
        outcome.output.contains(
          "not applicable  stores-agree: the app's upgrade runs on files only"), "\(outcome.output)"
      )
      #expect(bench.strayFiles.isEmpty)
    }

    @Test("a program is started again for the same file only to compare", .enabled(if: sqlite3))
    func knownCalls() throws {
      try writeScripts("ALTER TABLE item RENAME COLUMN note TO remark;")
      let log = bench.path + "/calls"
      let outcome = try bench.run([
        "--versions", "v1,v2,v3", "--trials", "8", "--upgrade",
        "env CALLS=\(log) sh migrate.sh {store} {version}",
      ])
      #expect(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)")
      let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      #expect(calls.count < 2 * Set(calls).count, "\(calls.count) of \(Set(calls).count) files")
    }

    @Test("a program that fails with rows is found", .enabled(if: sqlite3)) func fails() throws {
      try writeScripts(
        "CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL, "
          + "note TEXT, sku TEXT NOT NULL); INSERT INTO n (id, name, price, note) SELECT * FROM item; "
          + "DROP TABLE item; ALTER TABLE n RENAME TO item;")
      let outcome = try check()
      #expect(outcome.status == 1, "\(outcome.output)\n\(outcome.errors)")
      #expect(outcome.output.contains("upgrade-succeeds"), "\(outcome.output)")
      #expect(outcome.output.contains("NOT NULL constraint failed"), "\(outcome.output)")
    }

    @Test("a word that happens to be the name of a folder stays as it is") func folderName() throws
    {
      try bench.write("shop/empty", "")
      let outcome = try bench.run(
        "--versions-from", "printf '%s\\n' shop shop", "--upgrade", "true {version}")
      #expect(outcome.errors.contains("have the same name \"shop\""), "\(outcome.errors)")
    }

    @Test(
      "what does not fit together is said in a sentence",
      arguments: [
        (
          ["--versions", "a,b"], "--versions is about a program that upgrades SQLite databases", 64
        ),
        (["--upgrade", "true {store} {version}", "--upgrade-name", "x"], "name the versions", 64),
        (
          ["--versions", "a,b", "--versions-from", "true", "--upgrade", "true {version}"],
          "both name the versions", 64
        ),
        (
          ["--versions", "a,b", "--upgrade", "true {version}", "--template", "a"],
          "--template a names no file", 64
        ),
        (
          ["--versions", "a,b", "--upgrade", "no-such-program {version}"],
          "there is no program no-such-program", 65
        ),
        (["--versions", "a,a", "--upgrade", "true {version}"], "have the same name \"a\"", 65),
        (
          ["--versions", "a,b", "--upgrade", "true {version}"], "There is no database at {store}",
          65
        ),
        (["--versions", "a,b", "--upgrade", "false {version}"], "ended with status 1", 65),
        (
          ["--versions", "a,b", "--upgrade", "true {store}"],
          "the upgrade always goes to the newest version, so version a cannot be made", 65
        ),
        (
          ["--versions-from", "false", "--upgrade", "true {version}"],
          "the command for the versions ended with status 1", 65
        ),
        (["--upgrade-server", "true"], "before it answered", 65),
        (["--upgrade-server", "echo hello"], "wrote a line that is not JSON: \"hello\"", 65),
        (
          ["--upgrade-server", #"echo '{"id": 9, "versions": ["a"]}'"#],
          "answered id 9 to the request 1", 65
        ),
        (
          ["--upgrade-server", #"echo '{"id": 1, "versions": ["a", "a"]}'"#],
          "have the same name", 65
        ),
        (
          ["--upgrade-server", "sleep 60", "--upgrade-time-limit", "1"],
          "did not answer within 1 s and was killed", 65
        ),
      ])
    func unfit(arguments: [String], message: String, status: Int) throws {
      let outcome = try bench.run(arguments)
      #expect(outcome.status == Int32(status), "\(outcome.errors)\(outcome.output)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(bench.files.isEmpty && bench.strayFiles.isEmpty)
    }
  }
#endif
