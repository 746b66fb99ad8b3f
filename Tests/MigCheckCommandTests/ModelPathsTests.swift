import Foundation
import Testing

@Suite struct ModelPathsTests {
  /// Writes a bundle of models, each the XML inside an entity `Note`.
  static func write(_ versions: [String], named name: String = "Notes", to bench: Workbench) throws
  {
    for (index, content) in versions.enumerated() {
      try bench.write(
        "\(name).xcdatamodeld/\(name)\(index == 0 ? "" : " \(index + 1)").xcdatamodel/contents",
        "<model><entity name=\"Note\">\(content)</entity></model>")
    }
  }

  static let versions = [
    "<attribute name='link' attributeType='URI' optional='YES'/>",
    "<attribute name='title' attributeType='String' optional='YES'/>",
    "<attribute name='link' attributeType='String' optional='YES'/>"
      + "<attribute name='name' elementID='title' attributeType='String' defaultValueString=''/>",
  ]

  @Test("every pair, why it is refused, and the way round")
  func everyPair() throws {
    let bench = try Workbench()
    try Self.write(Self.versions, to: bench)
    let outcome = try bench.run("paths", "Notes.xcdatamodeld", "--hops")
    #expect(
      outcome.output == """
        Notes (coredata): 3 versions, 3 pairs

        1 → 2  Notes → Notes 2
          Note.title added: String?
          Note.link removed

        2 → 3  Notes 2 → Notes 3
          Note.link added: String?
          Note.name: renamed from title, String? → String, null becomes ""

        from ↓ to →   · inferred   ✘ not inferable

                     23
          1 Notes    ·✘
          2 Notes 2   ·

        mappingNotInferable: 1 pair
          Note.link: type changed between other types: URI → String
            1 → 3

        step by step
          1 → 3  by way of 2

        """)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    let custom = try bench.run("paths", "Notes.xcdatamodeld", "--custom", "1:3")
    #expect(custom.output.contains("custom: 1 → 3, not judged"))
    #expect(!custom.output.contains("mappingNotInferable"))
  }

  @Test("as JSON") func json() throws {
    let bench = try Workbench()
    try Self.write(Self.versions, to: bench)
    let outcome = try bench.run("paths", "Notes.xcdatamodeld", "--format", "json")
    let root = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let document = try #require(root as? [String: Any])
    let pairs = try #require(document["pairs"] as? [[String: Any]])
    #expect(
      pairs.compactMap { $0["verdict"] as? String }
        == ["inferred", "mappingNotInferable", "inferred"])
    #expect(pairs[1]["stepwise"] as? [Int] == [1, 2, 3])
  }

  @Test(
    "wrong input",
    arguments: [
      (["--custom", "3:1"], "write two versions, the lower one first, such as 9:10", Int32(64)),
      (["--custom", "1:9"], "--custom names version 9; Notes has the versions 1 to 3", 64),
      (["--to", "9"], "Notes has no version 9; it has 1 (Notes), 2 (Notes 2), 3 (Notes 3)", 64),
      (["--from", "3", "--to", "2"], "--from 3 is above --to 2; write the lower one first", 64),
      (["--order", "Notes"], "the order leaves the version \"Notes 2\" out", 65),
    ])
  func wrongInput(arguments: [String], message: String, status: Int32) throws {
    let bench = try Workbench()
    try Self.write(Self.versions, to: bench)
    let outcome = try bench.run(["paths", "Notes.xcdatamodeld"] + arguments)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.status == status)
    #expect(outcome.output == "")
  }

  @Test("a folder that holds several models, and a model that is not there") func folders() throws {
    let bench = try Workbench()
    try Self.write(Self.versions, to: bench)
    try Self.write([""], named: "Empty", to: bench)
    let outcome = try bench.run("paths", ".")
    #expect(
      outcome.output.hasPrefix(
        "Empty (coredata): 1 version, so there is nothing to upgrade yet\n\nNotes (coredata)"))
    let missing = try bench.run("paths", "Nots.xcdatamodeld")
    #expect(
      missing.errors == "migcheck: Nots.xcdatamodeld: there is no such folder; check the path\n")
    #expect(missing.status == 66)
  }

  @Test(
    "a compiled model is refused with what to name instead",
    arguments: [
      ["paths"], ["check"], ["import", "coredata", "-o", "x.history.json"],
      ["generate", "--all-versions", "--store-files", "x"], ["freeze"],
      ["upgrade", "--store", "s.sqlite", "--out", "x.graph.json"], ["mutate"],
      ["baseline", "--reason", "x"],
    ])
  func compiled(arguments: [String]) throws {
    let bench = try Workbench()
    try bench.write("Notes.app/Notes.momd/Notes.mom", "bplist00")
    try bench.write("s.sqlite", "")
    for path in ["Notes.app/Notes.momd", "Notes.app/Notes.momd/Notes.mom", "Notes.app"] {
      let outcome = try bench.run(arguments + [path])
      #expect(
        outcome.errors
          == "migcheck: \(path): this is a compiled Core Data model, which is not read; name the "
          + "*.xcdatamodeld that it is compiled from, in the source of the app\n", "\(arguments)")
      #expect(outcome.status == 65)
    }
    let missing = try bench.run(arguments + ["Gone.momd"])
    #expect(missing.status == 66, "\(missing.errors)")
  }
}
