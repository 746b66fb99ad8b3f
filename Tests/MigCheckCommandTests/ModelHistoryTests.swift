import Foundation
import TestMaterial
import Testing

/// Core Data models as histories: written to a file, opened in other ways, with real stores.
@Suite struct ModelHistoryTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  private static let versions = [
    """
    <entity name='Base' isAbstract='YES'><attribute name='id' attributeType='UUID'/>
    <relationship name='parts' toMany='YES' ordered='YES' optional='YES' destinationEntity='Part'
      inverseName='owner' maxCount='3' deletionRule='Cascade'/>
    <uniquenessConstraints><uniquenessConstraint><constraint value='id'/></uniquenessConstraint>
    </uniquenessConstraints></entity>
    <entity name='Left' parentEntity='Base'><attribute name='u' attributeType='URI' optional='YES'/>
    <attribute name='n' attributeType='Integer 16' defaultValueString='7'/></entity>
    <entity name='Part'><attribute name='a' attributeType='String' optional='YES'/>
    <attribute name='now' attributeType='String' optional='YES' transient='YES'/>
    <relationship name='owner' destinationEntity='Base' inverseName='parts' maxCount='1'/></entity>
    """,
    """
    <entity name='Base' isAbstract='YES'><attribute name='id' attributeType='UUID'/>
    <relationship name='parts' toMany='YES' ordered='YES' optional='YES' destinationEntity='Piece'
      inverseName='owner' maxCount='3' deletionRule='Cascade'/>
    <uniquenessConstraints><uniquenessConstraint><constraint value='id'/></uniquenessConstraint>
    </uniquenessConstraints></entity>
    <entity name='Left' parentEntity='Base'><attribute name='u' attributeType='URI' optional='YES'/>
    <attribute name='n' attributeType='Integer 64' defaultValueString='7'/></entity>
    <entity name='Piece' elementID='Part'>
    <attribute name='b' elementID='a' attributeType='String' optional='YES'/>
    <relationship name='owner' destinationEntity='Base' inverseName='parts' maxCount='1'/></entity>
    """,
    """
    <entity name='Base' isAbstract='YES'><attribute name='id' attributeType='UUID'/>
    <uniquenessConstraints><uniquenessConstraint><constraint value='id'/></uniquenessConstraint>
    </uniquenessConstraints></entity>
    <entity name='Left' parentEntity='Base'>
    <attribute name='u' attributeType='String' optional='YES'/></entity>
    """,
  ]

  private func writeModel(_ versions: [String] = Self.versions) throws {
    for (index, content) in versions.enumerated() {
      try bench.write(
        "M.xcdatamodeld/M \(index + 1).xcdatamodel/contents", "<model>\(content)</model>")
    }
  }

  /// What a report says, without where cases are.
  private func verdict(_ outcome: Workbench.Outcome) -> [String] {
    outcome.output.split(separator: "\n").map(String.init)
      .filter { !$0.contains("replay  ") && !$0.contains("written at") }
  }

  @Test("an imported history gives the same verdicts", .enabled(if: Sweep.isFull))
  func imported() throws {
    try writeModel()
    let imported = try bench.run("import", "coredata", "M.xcdatamodeld", "-o", "m.history.json")
    #expect(imported.errors == "migcheck: m.history.json: 3 versions of M\n")
    #expect(imported.status == 0)
    let model = try bench.run("M.xcdatamodeld", "--trials", "10")
    let history = try bench.run("m.history.json", "--trials", "10")
    #expect(model.status == 1 && history.status == 1, "\(model.output)\(history.errors)")
    #expect(verdict(model) == verdict(history))
    #expect(model.output.contains("Left.u: type changed between other types: URI →"))
    // Read and written once more it is the same.
    let again = try bench.run("import", "coredata", "M.xcdatamodeld", "-o", "n.history.json")
    #expect(again.status == 0)
    #expect(try bench.text("m.history.json") == bench.text("n.history.json"))
    let taken = try bench.run("import", "coredata", "M.xcdatamodeld", "-o", "m.history.json")
    #expect(taken.status == 74)
    #expect(try bench.run("import", "coredata", "Nope", "-o", "x.history.json").status == 66)
    #expect(try bench.run("import", "coredata", "M.xcdatamodeld", "-o", "x.json").status == 64)
  }

  @Test("steps of a history stand for a mapping model")
  func steps() throws {
    func history(_ migration: String) -> String {
      """
      {"migcheck": 1, "name": "H", "rules": "coredata", "versions": [
        {"version": 1, "schema": [{"name": "E", "properties": {
          "n": "int", "u": {"type": "string", "coreDataType": "URI", "optional": true}}}]},
        {"version": 2, \(migration)"schema": [{"name": "E", "properties": {
          "n": "int", "u": "string?"}}]}]}
      """
    }
    try bench.write("a.history.json", history(""))
    #expect(try bench.run("a.history.json", "--trials", "10").status == 1)
    try bench.write(
      "b.history.json",
      history("\"migration\": [{\"enumerate\": {\"type\": \"E\", \"set\": {\"u\": \"old.u\"}}}], "))
    let passed = try bench.run("b.history.json", "--trials", "10")
    #expect(passed.status == 0, "\(passed.output)\(passed.errors)")
    try bench.write(
      "c.history.json",
      history("\"migration\": [{\"enumerate\": {\"type\": \"E\", \"delete\": true}}], "))
    let lost = try bench.run("c.history.json", "--trials", "10")
    #expect(lost.status == 1)
    #expect(lost.output.contains("The migration deletes objects of type E"), "\(lost.output)")
  }

  @Test("what a history with Core Data's rules cannot say is refused")
  func badHistories() throws {
    func refused(_ schema: String) throws -> String {
      try bench.write(
        "h.history.json",
        "{\"migcheck\": 1, \"name\": \"H\", \"rules\": \"coredata\", \"versions\": [{\"version\": 1, "
          + "\"schema\": \(schema)}, {\"version\": 2, \"schema\": []}]}")
      let outcome = try bench.run("h.history.json")
      #expect(outcome.status == 65)
      return outcome.errors
    }
    #expect(
      try refused("[{\"name\": \"E\", \"parent\": \"F\", \"properties\": {}}]")
        == "migcheck: h.history.json: versions[0].schema[0]: E: its parent \"F\" is no entity of the "
        + "model; its entities are \"E\"\n")
    #expect(
      try refused("[{\"name\": \"E\", \"properties\": {\"a\": {\"type\": \"int\", \"width\": 8}}}]")
        .contains("properties.a.width: only an int has a width, of 16, 32 or 64"))
    #expect(
      try refused("[{\"name\": \"E\", \"properties\": {\"a\": \"int[]\"}}]")
        .contains("Core Data has no attributes of this type"))
    #expect(
      try refused(
        "[{\"name\": \"E\", \"properties\": {\"a\": {\"type\": \"int\", \"inverse\": \"b\"}}}]"
      )
      .contains("an attribute has no \"inverse\""))
  }

  @Test(
    "without a migration, or without inference, every pair that differs has Core Data's error",
    .enabled(if: Sweep.isFull))
  func openings() throws {
    try writeModel(Array(Self.versions.prefix(2)))
    for way in ["none", "mapping-models"] {
      let outcome = try bench.run("M.xcdatamodeld", "--trials", "5", "--opening", way)
      #expect(outcome.status == 1)
      #expect(
        outcome.output.hasPrefix(
          """
          ✘ upgrade-succeeds   M 1 → 2
            The upgrade fails with schemaMismatch. The model used to open the store is
            incompatible with the one used to create the store.

          """), "\(outcome.output)\(outcome.errors)")
    }
    // A case holds what only options said.
    let file = try #require(bench.files.first { $0.hasSuffix(".case.json") })
    let replay = try bench.run("replay", file)
    #expect(replay.status == 1 && replay.output.contains("still fails"), "\(replay.errors)")
    #expect(
      try bench.run(
        "M.xcdatamodeld", "--trials", "5", "--opening", "manual", "--corpus", "other"
      ).status == 0)
    let custom = try bench.run(
      "M.xcdatamodeld", "--trials", "5", "--opening", "mapping-models", "--custom", "1:2")
    // Nothing is left that is checked.
    #expect(custom.status == 2, "\(custom.output)")
    #expect(try bench.run("M.xcdatamodeld", "--opening", "both").status == 64)
  }

  @Test("a change of nothing that is stored opens without a migration")
  func equalHashes() throws {
    try writeModel([
      "<entity name='E'><attribute name='a' attributeType='String' optional='YES'/></entity>",
      "<entity name='E' representedClassName='F'><attribute name='a' attributeType='String' "
        + "optional='YES' defaultValueString='x'/></entity>",
    ])
    let outcome = try bench.run("M.xcdatamodeld", "--trials", "5", "--opening", "none")
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test("many versions that all differ are one finding without a migration")
  func openingIsOneFinding() throws {
    try writeModel(
      (1...4).map { count in
        "<entity name='E'>"
          + (1...count).map {
            "<attribute name='a\($0)' attributeType='String' optional='YES'/>"
          }.joined() + "</entity>"
      })
    let outcome = try bench.run("M.xcdatamodeld", "--trials", "5", "--opening", "none")
    #expect(outcome.output.components(separatedBy: "✘ upgrade-succeeds").count == 2)
    #expect(outcome.output.contains("also at      1 → 3, 1 → 4, 2 → 3, 2 → 4, 3 → 4"))
  }

  @Test("generate, mutate and replay work on a model")
  func others() throws {
    try writeModel(Array(Self.versions.prefix(2)))
    let made = try bench.run("generate", "M.xcdatamodeld", "--version", "1", "--out", "g.json")
    #expect(made.status == 0, "\(made.errors)")
    let store = try bench.run("generate", "M.xcdatamodeld", "--version", "1", "--out", "g.store")
    #expect(store.status == 0, "\(store.errors)")
    // There is no step to put a mistake into.
    let mutated = try bench.run("mutate", "M.xcdatamodeld", "--trials", "3")
    #expect(mutated.status == 2, "\(mutated.output)\(mutated.errors)")
    let upgraded = try bench.run(
      "upgrade", "M.xcdatamodeld", "--store", "g.json", "--to", "2", "--out", "u.json")
    #expect(upgraded.status == 0, "\(upgraded.errors)")
  }

  #if !RealmImport
    @Test("without swift-syntax, importing Swift says where to find it")
    func importWithoutSwiftSyntax() throws {
      for framework in ["realm", "swiftdata"] {
        let outcome = try bench.run("import", framework, "Models", "-o", "a.history.json")
        #expect(outcome.status == 64)
        #expect(
          outcome.errors == """
            migcheck: this migcheck was built without swift-syntax, which reads Swift: run \
            scripts/migcheck import \(framework), or build with \
            swift build --traits CommandLine,RealmImport

            """)
        #expect(bench.files == [])
      }
    }
  #endif
}
