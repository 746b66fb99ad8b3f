import Testing

@Suite("Kinds of subjects") struct SubjectKindTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("h.history.json", Histories.passing)
    try bench.write("sql/1_note.sql", "CREATE TABLE note (title TEXT);\n")
    try bench.write("sql/2_note.sql", "ALTER TABLE note ADD COLUMN body TEXT;\n")
    let model = "<attribute name='text' optional='YES' attributeType='String'/>"
    try ModelPathsTests.write([model, model + model.replacing("text", with: "body")], to: bench)
  }

  /// The path of each kind, and what a message calls it.
  private static let kinds = [
    "h.history.json": "a history", "sql": "a folder of SQL migrations",
    "Notes.xcdatamodeld": "a Core Data model",
  ]
  private static let ofFolders = [
    ["--base", "b.sql"], ["--fresh", "f.sql"], ["--define", "a=b"],
    ["--define-function", "f(x) = x"], ["--foreign-keys", "on"], ["--allow", "attach"],
  ]
  private static let ofModels = [
    ["--order", "a,b"], ["--custom", "1:2"], ["--opening", "none"],
  ]

  @Test(
    "an option of another kind is refused, with what is at hand",
    arguments: ["check", "mutate", "paths", "baseline", "freeze", "gate", "generate"])
  func foreign(command: String) throws {
    let needed: [String: [String]] = [
      "generate": ["--version", "1", "--out", "g.json"], "baseline": ["--reason", "known"],
    ]
    for (path, noun) in Self.kinds {
      let foreign =
        (path == "sql" ? [] : Self.ofFolders.map { ($0, "folders of SQL migrations") })
        + (path.hasPrefix("Notes")
          ? [] : Self.ofModels.map { ($0, "Core Data models (*.xcdatamodeld)") })
      for (option, owners) in foreign {
        let outcome = try bench.run([command, path] + option + (needed[command] ?? []))
        #expect(outcome.status == 64)
        #expect(
          outcome.errors.hasPrefix(
            "migcheck: \(option[0]) is about \(owners); \(path) is \(noun)"), "\(outcome.errors)")
      }
    }
  }

  @Test("several options of another kind are named together") func several() throws {
    let outcome = try bench.run(
      "h.history.json", "--base", "b.sql", "--define", "a=b", "--allow", "attach")
    #expect(
      outcome.errors.hasPrefix(
        "migcheck: --base, --define and --allow are about folders of SQL migrations; "
          + "h.history.json is a history"), "\(outcome.errors)")
  }

  @Test("how stores are compared depends on the kind") func comparison() throws {
    for (path, noun) in Self.kinds where !path.hasPrefix("Notes") {
      for option in [
        ["--from", "1"], ["--to", "2"], ["--ignore", "Note.text"], ["--key", "Note.text"],
        ["--match", "keys"],
      ] {
        let outcome = try bench.run(["diff", path, "a.json", "b.json"] + option)
        #expect(outcome.status == 64)
        #expect(
          outcome.errors.hasPrefix(
            "migcheck: \(option[0]) is about Core Data models (*.xcdatamodeld); \(path) is \(noun)"),
          "\(outcome.errors)")
      }
    }
  }
}
