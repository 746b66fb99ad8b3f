import MigCheckModel
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

/// How an author says that values are not to be kept apart, and what chance decides.
@Suite struct InformationKeptSettingsTests {
  private static let start =
    "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, extra TEXT, score INTEGER);"

  private static func rebuilt(_ values: String) -> String {
    """
    CREATE TABLE fresh (id INTEGER PRIMARY KEY, text TEXT, extra TEXT, score INTEGER);
    INSERT INTO fresh SELECT id, \(values) FROM note;
    DROP TABLE note;
    ALTER TABLE fresh RENAME TO note;
    """
  }

  private static let losing = rebuilt("substr(text, 1, 40), extra, score")

  private static func report(
    _ script: String, strict: Bool = false, settings: (inout FolderSettings) -> Void = { _ in }
  ) throws -> Report {
    var (subject, folder) = try SQLFolderRuns.subject([start, script], settings: settings)
    subject.isInterruptible = false
    var options = VerificationOptions(trials: 12)
    options.stores = [.memory]
    options.jobs = 1
    options.strict = strict
    options.directory = folder.path
    return try Verifier(subject, options: options).run()
  }

  /// The properties that the check warns of.
  private static func found(_ report: Report) -> [String] {
    report.findings.filter { $0.check == .informationKept }.map { $0.property?.text ?? "" }
  }

  // MARK: Settings

  private static func entry(_ path: PropertyPath, _ version: String? = nil) -> FolderSettings.Entry
  {
    FolderSettings.Entry(path: path, version: version)
  }

  @Test("rewrites, drops and ignoring leave out what they name, and nothing else")
  func entries() throws {
    #expect(Self.found(try Self.report(Self.losing)) == ["text"])
    let lists: [WritableKeyPath<FolderSettings, [FolderSettings.Entry]>] = [
      \.rewrites, \.drops, \.ignoring,
    ]
    for list in lists {
      for entry in [Self.entry("note.text"), Self.entry("note"), Self.entry("note.text", "2")]
      where list != \.drops || entry.path.property != nil {
        let report = try Self.report(Self.losing) { $0[keyPath: list] = [entry] }
        #expect(Self.found(report).isEmpty, "\(list) \(entry.path)")
      }
      let other = try Self.report(Self.losing) { $0[keyPath: list] = [Self.entry("note.extra")] }
      #expect(Self.found(other) == ["text"], "\(list)")
    }
    for list in lists.dropLast() {
      let report = try Self.report(Self.losing) {
        $0[keyPath: list] = [Self.entry("note.text", "1")]
      }
      #expect(Self.found(report) == ["text"], "\(list) of another version")
    }
  }

  @Test("that only the form of a value is lost is a warning of a strict run")
  func strict() throws {
    for expression in ["trim(text)", "lower(text)", "COALESCE(text, '')"] {
      for script in [
        "UPDATE note SET text = \(expression)", Self.rebuilt("\(expression), extra, score"),
      ] {
        #expect(Self.found(try Self.report(script)).isEmpty, "\(script)")
        let report = try Self.report(script, strict: true)
        #expect(Self.found(report) == ["text"], "\(script)")
        #expect(report.verdict == .passed)
      }
    }
    let faithful = try Self.report(Self.rebuilt("text, extra, score"), strict: true)
    #expect(faithful.findings.isEmpty)
  }

  // MARK: Chance

  @Test(
    "what the clock and random numbers decide is neither kept nor lost",
    arguments: [
      "hex(randomblob(8))", "CAST(random() AS TEXT)", "CAST(abs(random()) % 2 AS TEXT)",
      "CAST(abs(random() % 10) AS TEXT)", "CURRENT_TIMESTAMP", "date('now')",
      "strftime('%H', 'now')", "CAST(strftime('%s', 'now') / 100000 AS TEXT)",
      "(SELECT lower(hex(randomblob(4))))", "substr(text, 1, 0) || unixepoch()",
    ])
  func chance(_ expression: String) throws {
    for script in [
      Self.rebuilt("\(expression), extra, score"), "UPDATE note SET text = \(expression)",
    ] {
      let report = try Self.report(script)
      #expect(Self.found(report).isEmpty, "\(script): \(report.findings.map(\.message))")
      let counts = report.coverage.comparisons.first { $0.check == .informationKept }
      #expect(counts?.random ?? 0 > 0)
    }
  }

  @Test("a mistake beside a column that chance decides is found")
  func besideChance() throws {
    let report = try Self.report(Self.rebuilt("substr(text, 1, 40), hex(randomblob(8)), score"))
    #expect(Self.found(report) == ["text"])
    let salted = try Self.report(
      "UPDATE note SET text = hex(randomblob(4)) || text; UPDATE note SET score = score / 2")
    #expect(Self.found(salted) == ["score"])
  }

  @Test("the same run draws the same numbers again")
  func repeated() throws {
    let script = Self.rebuilt("substr(text, 1, 40), hex(randomblob(8)), score")
    let reports = try (0..<2).map { _ in try Self.report(script) }
    #expect(reports[0].findings.map(\.message) == reports[1].findings.map(\.message))
    #expect(reports[0].coverage.comparisons == reports[1].coverage.comparisons)
    #expect(!reports[0].findings.contains { $0.check == .deterministic })
  }
}
