#if os(macOS) || os(Linux)
  import Foundation
  import TestMaterial
  import Testing

  /// The shims of `scripts/shims` with the real Alembic and Django, and Python's `sqlite3`.
  @Suite("Real migrators", .serialized) struct MigratorShimTests {
    let bench: Workbench

    init() throws { bench = try Workbench() }

    private static func path(_ name: String) -> String {
      Material.root.appendingPathComponent(name).path
    }

    /// Python with Alembic and Django; `nil`: they are not installed.
    static func python() -> String? {
      let own = path(".build/migrators/bin/python")
      guard FileManager.default.isExecutableFile(atPath: own) else {
        print(
          "skipped: Alembic and Django are not installed; scripts/setup --migrators installs them")
        return nil
      }
      return own
    }

    /// Python of the system, or else the one with the migrators; `nil`: neither is installed.
    static func anyPython() -> String? {
      ["/usr/bin/python3", "/usr/local/bin/python3"]
        .first(where: FileManager.default.isExecutableFile) ?? python()
    }

    /// The project of eight migrations, of which two are wrong, or its corrected twin.
    private func copy(_ project: String, isCorrected: Bool) throws {
      let folder = URL(fileURLWithPath: Self.path("Tests/Migrators/\(project)"))
      let files =
        FileManager.default.enumerator(atPath: folder.path)?
        .compactMap { $0 as? String }.sorted() ?? []
      // Files of the twin replace others.
      let ofTwin = files.filter { $0.hasPrefix("corrected/") }
      let ordered = files.filter { !$0.hasPrefix("corrected/") } + (isCorrected ? ofTwin : [])
      for file in ordered where file.hasSuffix(".py") || file.hasSuffix(".ini") {
        let isTwin = file.hasPrefix("corrected/")
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        try bench.write(isTwin ? String(file.dropFirst("corrected/".count)) : file, text)
      }
    }

    /// - Parameter tellsStatements: whether the shim keeps its optional callback.
    private func server(
      _ project: String, _ python: String, tellsStatements: Bool = true
    ) throws -> String {
      var shim = Self.path("scripts/shims/serve_\(project).py")
      if !tellsStatements {
        let lines = try String(contentsOfFile: shim, encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false)
        shim = try bench.write(
          "serve.py",
          lines.filter { !$0.contains("set_trace_callback") }.joined(separator: "\n"))
      }
      return project == "alembic"
        ? "\(python) -B \(shim) alembic.ini"
        : "\(python) -B \(shim) \(bench.path) mysite.settings shop"
    }

    private func words(_ outcome: Workbench.Outcome) -> String {
      outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("a shim does what the protocol asks for", arguments: ["alembic", "django"])
    func conformance(project: String) throws {
      guard let python = Self.python() else { return }
      try copy(project, isCorrected: true)
      let outcome = try bench.run("try-server", try server(project, python))
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      #expect(outcome.output.contains("✔ statements: reported"), "\(outcome.output)")
    }

    /// Runs the upgrades between two versions.
    ///
    /// - Parameter trials: random ones, next to those made on purpose.
    private func check(
      _ server: String, from: Int, to: Int, trials: Int = 1, _ more: String...
    ) throws -> Workbench.Outcome {
      try bench.run(
        ["--upgrade-server", server, "--trials", "\(trials)", "--from", "\(from)", "--to", "\(to)"]
          + more)
    }

    @Test("the two mistakes are found, with their statements", arguments: ["alembic", "django"])
    func mistakes(project: String) throws {
      guard let python = Self.python() else { return }
      try copy(project, isCorrected: false)
      let server = try server(project, python)
      let schema = try check(server, from: 3, to: 4, "--explain", "structureLost")
      #expect(schema.status == 1, "\(schema.output)\(schema.errors)")
      let text = words(schema)
      #expect(text.contains("upgrade-succeeds"), "\(schema.output)")
      #expect(text.contains("item.sku"), "\(schema.output)")
      #expect(text.contains("CHECK of") && text.contains("item.stock"), "\(schema.output)")
      #expect(
        text.contains(project == "alembic" ? "0004, DROP TABLE item" : "0004_sku, DROP TABLE"))
      let data = try check(server, from: 5, to: 6, "--explain", "information-kept")
      #expect(words(data).contains("information-kept"), "\(data.output)\(data.errors)")
      #expect(words(data).contains("item.price"), "\(data.output)")
      #expect(
        words(data).contains(project == "alembic" ? "0006, UPDATE item" : "0006_prices, UPDATE"),
        "\(data.output)")
    }

    @Test("a release without the last migrations refuses or accepts a database of today")
    func olderReleases() throws {
      guard let python = Self.python() else { return }
      for (project, version) in [("alembic", "0007"), ("django", "0007_quantity")] {
        try copy(project, isCorrected: true)
        let today = try server(project, python)
        let folder = "\(bench.path)/release"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in bench.files where !name.contains("/") && name != "release" {
          try FileManager.default.copyItem(
            atPath: "\(bench.path)/\(name)", toPath: "\(folder)/\(name)")
        }
        let migrations =
          project == "alembic"
          ? "project/versions/0008_tag.py" : "shop/migrations/0008_tag.py"
        try FileManager.default.removeItem(atPath: "\(folder)/\(migrations)")
        let older = today.replacingOccurrences(of: "alembic.ini", with: "release/alembic.ini")
          .replacingOccurrences(of: bench.path, with: folder)
        let outcome = try check(
          today, from: 7, to: 8, "--older-upgrade-server", "\(version)=\(older)", "--explain",
          "openers")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        // Alembic does not know the revision; Django finds nothing to do.
        #expect(
          words(outcome).contains("The code of release 0007_quantity accepts a store of version")
            == (project == "django"), "\(outcome.output)")
        try FileManager.default.removeItem(atPath: folder)
      }
    }

    @Test("without statements, the checks still find the mistakes") func withoutStatements() throws
    {
      guard let python = Self.python() else { return }
      try copy("alembic", isCorrected: false)
      let server = try server("alembic", python, tellsStatements: false)
      let schema = try check(server, from: 3, to: 4)
      #expect(words(schema).contains("upgrade-succeeds"), "\(schema.output)\(schema.errors)")
      #expect(words(schema).contains("0004 leaves tables without"), "\(schema.output)")
      let data = try check(server, from: 5, to: 6, trials: 10)
      #expect(
        words(data).contains("information-kept 5 → 6: Different values of item.price"),
        "\(data.output)\(data.errors)")
    }

    @Test("the corrected project is silent", arguments: ["alembic", "django"])
    func twin(project: String) throws {
      guard let python = Self.python() else { return }
      try copy(project, isCorrected: true)
      let outcome = try check(try server(project, python), from: 3, to: 6)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      #expect(!outcome.output.contains("⚠"), "\(outcome.output)")
      #expect(bench.strayFiles.isEmpty)
    }

    @Test("migrations of Python's sqlite3 are served") func plain() throws {
      guard let python = Self.anyPython() else {
        return print("skipped: python3 is not installed")
      }
      try bench.write(
        "migrations.py",
        """
        VERSIONS = ["v1", "v2", "v3"]
        STEPS = [
            "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL)",
            "UPDATE item SET name = name",
            "UPDATE item SET price = CAST(price AS INTEGER)",
        ]
        def migrate(connection, version):
            (at,) = connection.execute("PRAGMA user_version").fetchone()
            for place in range(at, VERSIONS.index(version) + 1):
                connection.execute("BEGIN")
                connection.execute(STEPS[place])
                connection.execute(f"PRAGMA user_version = {place + 1}")
                connection.commit()
        """)
      let shim = Self.path("scripts/shims/serve_sqlite3.py")
      let server = "\(python) -B \(shim) migrations.py"
      let trial = try bench.run("try-server", server)
      #expect(trial.status == 0, "\(trial.output)\(trial.errors)")
      let outcome = try bench.run(
        "--upgrade-server", server, "--trials", "10", "--explain", "information-kept")
      #expect(
        outcome.output.contains("UPDATE item SET price = CAST(price AS INTEGER)"),
        "\(outcome.output)\(outcome.errors)")
    }
  }
#endif
