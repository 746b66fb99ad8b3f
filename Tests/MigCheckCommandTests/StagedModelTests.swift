import Foundation
import Testing

/// The stages of an `NSStagedMigrationManager`, in the settings next to a Core Data model.
@Suite("Stages next to a model") struct StagedModelTests {
  let bench: Workbench

  private static let name = "<attribute name='name' attributeType='String' defaultValueString=''/>"
  private static let text = "<attribute name='days' attributeType='String' optional='YES'/>"
  private static let number =
    "<attribute name='days' attributeType='Integer 32' defaultValueString='1'/>"
  private static let note = "<attribute name='note' attributeType='String' optional='YES'/>"

  init() throws {
    bench = try Workbench()
    // No mapping is inferred from a text to a number.
    try ModelPathsTests.write(
      [
        Self.name + Self.text, Self.name, Self.name + Self.number,
        Self.name + Self.number + Self.note,
      ], to: bench)
  }

  private func check(_ stages: String, _ more: String...) throws -> Workbench.Outcome {
    try bench.write("migcheck.json", "{\"stages\": \(stages)}")
    return try bench.run(
      ["check", "Notes.xcdatamodeld", "--trials", "10", "--corpus", "found"] + more)
  }

  @Test("lightweight stages in a row are one migration, and a custom one separates")
  func inARow() throws {
    let lightweight = try check(#"[{"lightweight": ["Notes", "Notes 2"]}, {"lightweight": ["3"]}]"#)
    #expect(lightweight.status == 1)
    #expect(
      lightweight.output.contains("✘ upgrade-succeeds   Notes 1 → 3"), "\(lightweight.output)")
    let custom = try check(
      #"[{"lightweight": ["Notes"]}, {"custom": {"from": 2, "to": "3"}}, {"lightweight": ["3"]}]"#)
    #expect(custom.status == 0, "\(custom.output)\(custom.errors)")
    #expect(
      custom.output.hasPrefix(
        """
        not exercised
          upgrade 2 → 3 is custom, by a stage whose code only the app can run, and
            nothing else upgrades stores of version 2: let your real engine open old
            stores, as the page "Run your real engine" shows

        """), "\(custom.output)")
    #expect(custom.output.contains("  paths        2, in memory and file\n"), "\(custom.output)")
  }

  @Test("the JSON report names what only the app can run, and what to do")
  func json() throws {
    let outcome = try check(
      #"[{"lightweight": [1]}, {"custom": {"from": 2, "to": 3}}, {"lightweight": [3]}]"#,
      "--format", "json")
    let root = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let notRun = (root?["coverage"] as? [String: Any])?["notRun"] as? [String: Any]
    #expect(notRun?["hops"] as? [[Int]] == [[2, 3]])
    #expect((notRun?["remedy"] as? String)?.contains("Run your real engine") == true)
    #expect((root?["notExercised"] as? [String])?.count == 1)
    #expect(root?["verdict"] as? String == "passed")
  }

  @Test("a run is vacuous if all stages are custom")
  func allCustom() throws {
    let outcome = try check(
      """
      [{"custom": {"from": 1, "to": 2}}, {"custom": {"from": 2, "to": 3}},
       {"custom": {"from": 3, "to": 4}}]
      """)
    #expect(outcome.status == 2, "\(outcome.output)")
    #expect(outcome.output.contains("no upgrade ran: 1 → 2; 2 → 3; 3 → 4 are custom"))
  }

  @Test(
    "stores of a version that no stage names, and of one that no stage leads on from, are refused")
  func leftOut() throws {
    let unknown = try check(
      #"[{"custom": {"from": 1, "to": 3}}, {"lightweight": [3]}]"#)
    #expect(unknown.status == 1)
    let words = unknown.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(
      words.contains(
        "No stage names version 2 (Notes 2), or one with its checksum: Core Data refuses a store of it, "
          + "as one of an unknown model (134504). Name it in a stage."), "\(unknown.output)")
    let unfinished = try check(#"[{"lightweight": [1]}, {"custom": {"from": 2, "to": 3}}]"#)
    #expect(unfinished.status == 1)
    #expect(
      unfinished.output.split { $0.isWhitespace }.joined(separator: " ").contains(
        "No stage leads on from version 3 (Notes 3), where the last one ends"))
    // A stage may list the version that stores come to.
    let whole = try check(
      #"[{"lightweight": [1]}, {"custom": {"from": 2, "to": 3}}, {"lightweight": [4]}]"#)
    #expect(whole.status == 0, "\(whole.output)")
  }

  @Test("paths tells at which versions a store stops, and where no stage leads on")
  func paths() throws {
    try bench.write(
      "migcheck.json",
      #"{"stages": [{"lightweight": [1]}, {"custom": {"from": 2, "to": 3}}]}"#)
    let text = try bench.run("paths", "Notes.xcdatamodeld")
    #expect(text.status == 0, "\(text.errors)")
    #expect(
      text.output.contains(
        """
        from ↓ to →   · inferred   c custom   – several migrations   ! no stage

                     234
          1 Notes    ·––
          2 Notes 2   c–
          3 Notes 3    !

        custom: 2 → 3, not judged

        no stage leads on: 3 → 4, refused by Core Data

        """), "\(text.output)")
    let json = try bench.run("paths", "Notes.xcdatamodeld", "--format", "json")
    #expect(json.output.contains(#""to": 3, "verdict": "severalMigrations""#), "\(json.output)")
    #expect(json.output.contains(#""to": 4, "verdict": "noStage""#), "\(json.output)")
    let none = try bench.run("paths", "Notes.xcdatamodeld", "--opening", "none")
    #expect(none.status == 64, "\(none.output)")
    try FileManager.default.removeItem(atPath: bench.path + "/migcheck.json")
    let stepwise = try bench.run("paths", "Notes.xcdatamodeld", "--opening", "stepwise")
    #expect(stepwise.output.contains("1 Notes    ·––\n"), "\(stepwise.output)")
  }

  @Test("a store is upgraded as the stages say, for a graph file and for a store file")
  func stores() throws {
    try bench.write("migcheck.json", #"{"stages": [{"lightweight": [1, 2]}]}"#)
    for version in ["1", "3"] {
      let made = try bench.run(
        "generate", "Notes.xcdatamodeld", "--version", version, "--count", "1", "--store-files",
        "v\(version)")
      #expect(made.status == 0, "\(made.errors)")
    }
    try bench.write(
      "migcheck.json",
      #"{"stages": [{"lightweight": [1]}, {"custom": {"from": 2, "to": 3}}]}"#)
    for out in ["a.graph.json", "a.sqlite"] {
      func upgrade(_ version: Int, to end: Int) throws -> Workbench.Outcome {
        try bench.run(
          "upgrade", "Notes.xcdatamodeld", "--store", "v\(version)/v\(version)-1.sqlite", "--to",
          "\(end)", "--out", "\(end)\(out)")
      }
      let custom = try upgrade(1, to: 4)
      #expect(custom.status == 64, "\(out)")
      #expect(
        custom.errors.contains("the upgrade 2 → 3 is custom, by a stage whose code only the app"),
        "\(custom.errors)")
      let unfinished = try upgrade(3, to: 4)
      #expect(unfinished.status == 65, "\(out) \(unfinished.errors)")
      #expect(unfinished.errors.contains("No stage leads on from version 3"))
      let inferred = try upgrade(1, to: 2)
      #expect(inferred.status == 0, "\(inferred.errors)")
    }
  }

  /// What a developer saw the framework do with four such versions (Apple's forums, 804902): the last
  /// version, the stages, and whether a store of version 1 was upgraded.
  @Test(
    "plans are judged as the framework was seen to run them",
    arguments: [
      (3, "[LIGHT[1, 2, 3]]", false),
      (3, "[LIGHT[1], LIGHT[2], LIGHT[3]]", false),
      (3, "[CUSTOM 1 2, LIGHT[3]]", true),
      (3, "[LIGHT[1], CUSTOM 2 3]", true),
      (3, "[CUSTOM 1 2, CUSTOM 2 3]", true),
      (4, "[CUSTOM 1 2, LIGHT[3, 4]]", true),
      (4, "[LIGHT[1, 2], LIGHT[3, 4]]", false),
      (4, "[LIGHT[1], CUSTOM 2 3, LIGHT[4]]", true),
      (4, "[LIGHT[1, 4], CUSTOM 2 3]", true),
      (4, "[LIGHT[3, 4], CUSTOM 1 2]", nil),
      (4, "[CUSTOM 2 3, LIGHT[1, 4]]", nil),
    ] as [(Int, String, Bool?)])
  func seen(last: Int, text: String, isUpgraded: Bool?) throws {
    let stages = text.replacing(/LIGHT(\[[^\]]*\])/) {
      "{\"lightweight\": \($0.1)}"
    }.replacing(/CUSTOM (\d) (\d)/) { "{\"custom\": {\"from\": \($0.1), \"to\": \($0.2)}}" }
    let outcome = try check(stages, "--from", "1", "--to", "\(last)")
    guard let isUpgraded else { return #expect(outcome.status == 65) }
    #expect([0, 1, 2].contains(outcome.status), "\(outcome.errors)")
    let isRefused = outcome.output.contains("✘ upgrade-succeeds   Notes 1 →")
    #expect(isRefused != isUpgraded, "\(outcome.output)")
  }

  @Test("versions with equal checksums count as one, unless both are named")
  func equalChecksums() throws {
    let bench = try Workbench()
    let limit = "<attribute name='name' attributeType='String' defaultValueString='x'/>"
    try ModelPathsTests.write([Self.name, limit, limit + Self.note], to: bench)
    func check(_ stages: String) throws -> Workbench.Outcome {
      try bench.write("migcheck.json", "{\"stages\": \(stages)}")
      return try bench.run(["check", "Notes.xcdatamodeld", "--trials", "5", "--corpus", "found"])
    }
    let once = try check(#"[{"lightweight": ["Notes 2"]}]"#)
    #expect(once.status == 0, "\(once.output)")
    let twice = try check(#"[{"lightweight": ["Notes", "Notes 2"]}]"#)
    #expect(twice.status == 1)
    #expect(twice.output.contains("NSStagedMigrationManager"), "\(twice.output)")
  }

  @Test(
    "stages that no manager accepts are refused with their place",
    arguments: [
      ("[]", "stages: these are not stages"),
      (#"{"lightweight": [1]}"#, "stages: these are not stages"),
      (#"[{"lightweight": []}]"#, "stages[0].lightweight: this names no version"),
      (#"[{"lightweight": [9]}]"#, "stages[0].lightweight[0]: Notes has no version \"9\""),
      (#"[{"lightweight": ["Nots"]}]"#, "did you mean \"Notes\"?"),
      (
        #"[{"lightweight": [1, 1]}]"#,
        "stages[0]: version Notes starts a stage for the second time, which stops the app at launch"
      ),
      (
        #"[{"lightweight": [1, 2]}, {"custom": {"from": 2, "to": 3}}]"#,
        "stages[1]: version Notes 2 starts a stage for the second time"
      ),
      (
        #"[{"custom": {"from": 1, "to": 2}}, {"custom": {"from": 3, "to": 4}}]"#,
        "stages[1]: it starts at version Notes 3, and the stage before ends at Notes 2"
      ),
      (
        #"[{"custom": {"from": 2, "to": 3}}, {"lightweight": [1]}]"#,
        "stages[1]: it starts at version Notes, and the stage before is at Notes 3 already"
      ),
      (
        #"[{"custom": {"from": 3, "to": 2}}]"#,
        "stages[0].custom: it leads from Notes 3 back to Notes 2"
      ),
      (#"[{"custom": {"from": 3}}]"#, "stages[0].custom: this is not an upgrade"),
      (#"[{"heavy": [1]}]"#, "stages[0].heavy: there is no such stage"),
      (#"[{"lightweight": [null]}]"#, "stages[0].lightweight[0]: this is not a version"),
    ])
  func mistakes(stages: String, message: String) throws {
    let outcome = try check(stages)
    #expect(outcome.status == 65, "\(outcome.output)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("stages are kept in an imported history and in cases, by their checksums as well")
  func imported() throws {
    let hashes = try bench.run("paths", "Notes.xcdatamodeld", "--hashes", "--format", "json")
    let root = try JSONSerialization.jsonObject(with: Data(hashes.output.utf8)) as? [String: Any]
    let versions = root?["versions"] as? [[String: Any]]
    let checksum = try #require(versions?.first?["checksum"] as? String)
    let model = try check(
      "[{\"lightweight\": [\"\(checksum)\"]}, {\"custom\": {\"from\": 2, \"to\": 3}}]")
    #expect(model.status == 1, "\(model.errors)")
    let imported = try bench.run(
      "import", "coredata", "Notes.xcdatamodeld", "-o", "notes.history.json")
    #expect(imported.status == 0, "\(imported.errors)")
    let history = try bench.run(
      ["check", "notes.history.json", "--trials", "10", "--corpus", "others"])
    #expect(history.status == 1, "\(history.errors)")
    #expect(history.output.contains("No stage leads on from version 3"), "\(history.output)")
    let replayed = try bench.run("replay", "found")
    #expect(replayed.status == 1, "\(replayed.output)\(replayed.errors)")
  }
}
