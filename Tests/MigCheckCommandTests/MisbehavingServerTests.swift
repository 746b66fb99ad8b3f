#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// A program for `--upgrade-server` that upgrades empty databases, and does something else with rows.
  @Suite("Servers that misbehave") struct MisbehavingServerTests {
    let bench: Workbench

    init() throws { bench = try Workbench() }

    /// - Parameter mistake: lines of Python that run instead of the upgrade if there are rows.
    private func write(_ mistake: String) throws {
      let lines = mistake.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
      try bench.write(
        "server.py",
        """
        import json, os, sqlite3, subprocess, sys, time
        STEPS = ["CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
                 "ALTER TABLE item ADD COLUMN note TEXT"]
        held = []

        def migrate(store, to):
            connection = sqlite3.connect(store)
            (at,) = connection.execute("PRAGMA user_version").fetchone()
            for place in range(at, int(to[1:])):
                connection.execute(STEPS[place])
                connection.execute(f"PRAGMA user_version = {place + 1}")
            connection.commit()
            return connection

        def has_rows(store):
            if not os.path.exists(store): return False
            connection = sqlite3.connect(store)
            found = connection.execute("SELECT count(*) FROM item").fetchone() != (0,)
            connection.close()
            return found

        def upgrade(store, to):
            if has_rows(store):
        \(lines)
                return
            migrate(store, to).close()

        for line in sys.stdin:
            request = json.loads(line)
            last = {"id": request["id"]}
            if "versions" in request: last["versions"] = ["v1", "v2"]
            else: upgrade(request["store"], request["to"])
            print(json.dumps(last), flush=True)
        """)
    }

    private func run(_ python: String) throws -> (status: Int32, text: String) {
      let outcome = try bench.run(
        "--upgrade-server", "\(python) -B server.py", "--trials", "1", "--jobs", "1",
        "--upgrade-time-limit", "2")
      let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return (outcome.status, text + outcome.errors)
    }

    @Test(
      "what a server does wrong with rows is a finding",
      arguments: [
        ("os._exit(3)", "The server ended with status 3 before it answered."),
        ("os.kill(os.getpid(), 9)", "The server was ended by signal 9 before it answered."),
        ("raise KeyError('no lens')", "Its last lines: "),
        ("print('hello')", "The server wrote a line that is not JSON: \"hello\""),
        ("time.sleep(600)", "The server did not answer within 2 s and was killed."),
        ("pass", "another schema than v2: item.note is missing."),
        ("migrate(store + '2', to).close()", "another schema than v2: item.note is missing."),
        ("held.append(migrate(store, to))", "The database is still open after the upgrade"),
        (
          "held.append(migrate(store, to)); held[-1].execute('BEGIN EXCLUSIVE')",
          "The database is still open after the upgrade"
        ),
        ("os.remove(store)", "There is no database at {store} after the upgrade"),
        ("open(store, 'wb').write(b'secret' * 999)", "not a SQLite database, or an encrypted one"),
      ])
    func mistakes(mistake: String, message: String) throws {
      guard let python = MigratorShimTests.anyPython() else {
        return print("skipped: python3 is not installed")
      }
      #if !os(Linux)
        // Other systems do not show what a process has open without a lock.
        if mistake == "held.append(migrate(store, to))" { return }
      #endif
      try write(mistake)
      let (status, text) = try run(python)
      #expect(status == 1, "\(text)")
      #expect(text.contains("upgrade-succeeds") && text.contains(message), "\(text)")
      #expect(bench.strayFiles.isEmpty)
    }
  }
#endif
