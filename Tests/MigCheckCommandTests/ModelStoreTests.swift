import Foundation
import TestMaterial
import Testing

@Suite(
  "Real stores of one app",
  .enabled(if: RealStores.areAtHand, "the stores of real apps are not at hand"))
struct ModelStoreTests {
  @Test(
    "what the upgrade of an older store gives is what is in the newer one",
    .enabled(if: Sweep.isFull), arguments: 1...5)
  func pairs(older: Int) throws {
    let bench = try Workbench()
    for newer in older...5 {
      let outcome = try bench.run(
        "diff", RealStores.model, RealStores.store(older), RealStores.store(newer), "--from",
        "\(older)", "--to", "\(newer)", "--key", "BookmarkEntity.uuid", "--ignore",
        "BookmarkEntity.modifiedAt")
      #expect(outcome.output.contains("\nequal: 10 objects, 26 links\n"), "\(outcome.output)")
      #expect(
        outcome.output.contains("order lost by the upgrade, not compared: BookmarkEntity.favorites")
          == (older <= 3 && newer >= 4))
      #expect(outcome.errors == "")
      #expect(outcome.status == 0)
    }
  }

  @Test("objects hold what the app says that they hold", arguments: 1...5)
  func expected(version: Int) throws {
    let bench = try Workbench()
    let outcome = try bench.run(
      "upgrade", RealStores.model, "--store", RealStores.store(version), "--from", "\(version)",
      "--to", "\(version)", "--out", "a.graph.json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let found = try #require(
      try JSONSerialization.jsonObject(with: bench.bytes("a.graph.json")) as? [String: Any])
    let objects = try #require(
      (found["objects"] as? [String: Any])?["BookmarkEntity"] as? [[String: Any]])
    let expected = try RealStores.expected(version: version)
    #expect(objects.count == expected.count)
    let names = Dictionary(
      uniqueKeysWithValues: objects.map {
        ($0["$id"] as? String ?? "", $0["uuid"] as? String ?? "")
      }
    )
    func uuids(_ value: Any?) -> Any {
      if let label = value as? String { return names[label] ?? label }
      return (value as? [String])?.map { names[$0] ?? $0 } ?? NSNull()
    }
    for object in objects {
      let entry = try #require(expected[object["uuid"] as? String ?? ""] as? [String: Any])
      for (name, value) in try #require(entry["attrs"] as? [String: Any]) where name != "modifiedAt"
      {
        #expect("\(object[name] ?? NSNull())" == "\(value)", "\(name)")
      }
      for (name, value) in try #require(entry["rels"] as? [String: Any]) {
        #expect("\(uuids(object[name]))" == "\(value)", "\(name)")
      }
    }
  }

  @Test("a store is a start graph, whose values stay out of the report", .enabled(if: Sweep.isFull))
  func startGraph() throws {
    let bench = try Workbench()
    let arguments = [
      RealStores.model, "--store", RealStores.store(2), "--from", "2", "--to", "6", "--trials", "0",
      "--corpus", "kept",
    ]
    let outcome = try bench.run(arguments)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.errors.contains("Bookmarks_V2.sqlite: version 2 (BookmarksModel 2), 10 objects"))
    #expect(outcome.output.contains("versions 2 to 6"))
    #expect(outcome.output.contains("1 from the corpus"))
    // From the start the store has ten objects; nothing of them is anywhere.
    let shown = try bench.run(arguments + ["--show-values"])
    #expect(shown.status == 0)
    let missing = try bench.run([RealStores.model, "--show-values"])
    #expect(missing.status == 64)
    try bench.write("h.history.json", Histories.passing)
    let other = try bench.run("h.history.json", "--store", RealStores.store(2))
    #expect(
      other.errors.hasSuffix(
        "Bookmarks_V2.sqlite: this is an SQLite database, not a Realm file; name a *.realm file\n"),
      "\(other.errors)")
  }

  @Test("no value is shown unless it is asked for") func values() throws {
    let bench = try Workbench()
    let arguments = ["diff", RealStores.model, RealStores.store(3), RealStores.store(5)]
    let silent = try bench.run(arguments)
    #expect(silent.output.contains("BookmarkEntity.modifiedAt differs in"))
    #expect(!silent.output.contains("2023"))
    #expect(silent.status == 1)
    #expect(try bench.run(arguments + ["--show-values"]).output.contains("2023"))
  }

  @Test(
    "wrong input",
    arguments: [
      (["--ignore", "Nope.x"], "BookmarksModel has no property Nope.x in any version", Int32(64)),
      (["--ignore", "Nope"], "write an entity and a property, such as Note.title", 64),
      (["--from", "9"], "BookmarksModel has no version 9; it has the versions 1 to 6", 64),
      (["--from", "2"], "ZBOOKMARKENTITY.ZISFAVORITE: the store has no such column", 65),
    ])
  func wrongInput(arguments: [String], message: String, status: Int32) throws {
    let bench = try Workbench()
    let outcome = try bench.run(
      ["diff", RealStores.model, RealStores.store(5), RealStores.store(5)] + arguments)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.status == status)
  }
}

/// The stores that one app has for the tests of its own upgrades.
private enum RealStores {
  static let folder: String = {
    let parts = #filePath.split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/") + "/shared/coredata/duckduckgo-stores"
  }()

  static var areAtHand: Bool { FileManager.default.fileExists(atPath: folder) }

  static var model: String { folder + "/BookmarksModel.xcdatamodeld" }

  static func store(_ version: Int) -> String { "\(folder)/stores/Bookmarks_V\(version).sqlite" }

  static func expected(version: Int) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/expected.json"))
    let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let entry = (document?["versions"] as? [String: Any])?["V\(version)"] as? [String: Any]
    return try #require(entry?["objects"] as? [String: Any])
  }
}
