import MigCheckText
import Testing

/// A history file whose migrations are code, such as `migcheck import realm` writes.
@Suite struct AwaitedBlockTests {
  private static let history = """
    { "migcheck": 1, "name": "Notes", "rules": "realm", "migrationBlock": "swift",
      "versions": [
        { "version": 1, "schema": [{ "name": "Note", "properties": { "text": "string" } }] },
        { "version": 2, "schema": [{ "name": "Note", "properties": { "body": "string" } }] }
      ] }
    """

  @Test(
    "no upgrade is run, and a sentence says what to do",
    arguments: [
      [], ["--from", "1"], ["gate"], ["freeze"], ["baseline", "--reason", "no"], ["mutate"],
      ["upgrade", "--store", "a.graph.json", "--out", "b.json"],
    ])
  func noUpgradeIsRun(arguments: [String]) throws {
    let bench = try Workbench()
    try bench.write("notes.history.json", Self.history)
    try bench.write("a.graph.json", #"{"version": 1, "objects": {}}"#)
    let files = bench.files
    let outcome = try bench.run(arguments + (arguments.isEmpty ? ["notes.history.json"] : []))
    #expect(outcome.output == "")
    #expect(
      outcome.errors.replacing("migcheck: using notes.history.json\n", with: "")
        == "migcheck: notes.history.json: migrationBlock: the migrations of Notes are Swift code, which "
        + "no file can hold, so its upgrades were not run; attach the app's block, "
        + "History(contentsOf: \"notes.history.json\", migrationBlock: …), and run swift test, or swift "
        + "package migcheck with a command of your own; if the app has no block, take the key out\n"
    )
    #expect(outcome.status == 64)
    #expect(bench.files == files)
  }

  @Test("a case of such a file is refused with the same sentence") func aCaseIsRefused() throws {
    let bench = try Workbench()
    try bench.write("notes.history.json", Self.history)
    try bench.write(
      "a.case.json",
      """
      { "name": "a", "history": "notes.history.json", "start": { "version": 1, "objects": {} },
        "path": [1, 2], "expect": { "graph": { "version": 2, "objects": {} } } }
      """)
    let outcome = try bench.run("replay", "a.case.json")
    #expect(outcome.errors.contains("the migrations of Notes are Swift code"))
    #expect(outcome.status == 65)
  }

  @Test("paths and graphs need no block") func pathsNeedNoBlock() throws {
    let bench = try Workbench()
    try bench.write("notes.history.json", Self.history)
    let paths = try bench.run("paths", "notes.history.json")
    #expect(paths.output.contains("  migration   Swift code, which is not in the file\n"))
    #expect(paths.status == 0)
    let graph = try bench.run(
      "generate", "notes.history.json", "--version", "1", "--out", "a.graph.json")
    #expect(graph.status == 0, "\(graph.errors)")
  }

  @Test("the key stays in a file that is formatted") func theKeyStays() throws {
    let bench = try Workbench()
    try bench.write("notes.history.json", Self.history)
    #expect(try bench.run("format", "notes.history.json").status == 0)
    #expect(try bench.text("notes.history.json").contains(#""migrationBlock": "swift""#))
  }

  @Test("one version has no upgrade that could need a block") func oneVersion() throws {
    let bench = try Workbench()
    try bench.write(
      "notes.history.json",
      """
      { "migcheck": 1, "name": "Notes", "rules": "realm", "migrationBlock": "swift",
        "versions": [{ "version": 1, "schema": [] }] }
      """)
    let outcome = try bench.run("notes.history.json")
    #expect(outcome.errors.contains("only one version"))
    #expect(outcome.status == 64)
  }
}
