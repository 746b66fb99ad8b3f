import Foundation
import MigCheckSQLite
import TestMaterial
import Testing

/// `migcheck generate --store-files`.
@Suite struct ModelStoreFilesTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try ModelPathsTests.write(Self.versions, to: bench)
  }

  private static let title = "<attribute name='title' optional='YES' attributeType='String'/>"
  private static let versions = [
    title,
    title + "<attribute name='size' attributeType='Integer 32' defaultValueString='0'/>",
    title + "<relationship name='next' optional='YES' maxCount='1' destinationEntity='Note' "
      + "inverseName='last'/><relationship name='last' optional='YES' toMany='YES' ordered='YES' "
      + "destinationEntity='Note' inverseName='next'/>",
  ]

  private func generate(_ arguments: String...) throws -> Workbench.Outcome {
    try bench.run(["generate", "Notes.xcdatamodeld"] + arguments)
  }

  @Test("stores of every version, which every command takes for such") func allVersions() throws {
    let outcome = try generate("--all-versions", "--count", "12", "--store-files", "Fixtures")
    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(outcome.errors)")
    #expect(lines[0].hasPrefix("migcheck: Fixtures: 12 stores of version 1 (Notes), "))
    let files = bench.files.filter { $0.hasPrefix("Fixtures/") }
    #expect(files.count == 36)
    #expect(files[0] == "Fixtures/v1-01.sqlite" && files[35] == "Fixtures/v3-12.sqlite")
    for version in 1...3 {
      let store = "Fixtures/v\(version)-12.sqlite"
      let upgraded = try bench.run(
        "upgrade", "Notes.xcdatamodeld", "--store", store, "--to", "3", "--out",
        "\(version).json")
      #expect(upgraded.status == 0, "\(upgraded.errors)")
      #expect(upgraded.errors.hasPrefix("migcheck: \(version).json: \(version) → 3, "))
    }
    let check = try bench.run(
      "Notes.xcdatamodeld", "--store", "Fixtures/v1-12.sqlite", "--to", "3", "--trials", "2")
    #expect(check.errors.contains("Fixtures/v1-12.sqlite: version 1 (Notes), "))
    #expect(bench.strayFiles.isEmpty)
  }

  @Test("the same seed gives the same bytes, and each store its own name") func seeds() throws {
    for folder in ["a", "b"] {
      #expect(
        try generate("--version", "3", "--count", "4", "--store-files", folder).status == 0)
    }
    #expect(
      try generate("--version", "3", "--count", "4", "--store-files", "c", "--seed", "5").status
        == 0)
    var names = Set<String>()
    for number in 1...4 {
      let name = "v3-\(number).sqlite"
      #expect(try bench.bytes("a/\(name)") == bench.bytes("b/\(name)"))
      #expect(try bench.bytes("a/\(name)") != bench.bytes("c/\(name)"))
      for folder in ["a", "c"] {
        let database = try SQLiteConnection(path: "\(bench.path)/\(folder)/\(name)")
        let uuid = try database.prepare("SELECT Z_UUID FROM Z_METADATA")
        #expect(try uuid.step())
        names.insert(uuid.text(0))
      }
    }
    #expect(names.count == 8)
  }

  @Test(
    "wrong input",
    arguments: [
      (
        ["--store-files", "F"], "name one version with --version, or take --all-versions", Int32(64)
      ),
      (
        ["--version", "1", "--all-versions", "--store-files", "F"],
        "name one version with --version, or take --all-versions", 64
      ),
      (["--version", "9", "--store-files", "F"], "has no version 9", 64),
      (
        ["--version", "1", "--count", "0", "--store-files", "F"],
        "--count must be 1 or more; got 0",
        64
      ),
      (
        ["--version", "1", "--count", "2", "--out", "g.json"],
        "--count, --all-versions, --empty-store, --names-from and --sample need --store-files with a folder",
        64
      ),
      (
        ["--version", "1", "--store-files", "F", "--out", "g.json"],
        "--out and --trial are about one graph; leave out --store-files, or them", 64
      ),
      (["--version", "1"], "name the file to write with --out", 64),
      (["--out", "g.json"], "name a version with --version", 64),
      (
        ["--version", "1", "--store-files", "F", "--sample", "Note.title=x"],
        "Notes has no transformable attribute Note.title in any version", 64
      ),
      (
        ["--version", "1", "--store-files", "F", "--sample", "Note.title"],
        "--sample Note.title names no file; write Entity.attribute=FILE", 64
      ),
      (
        ["--version", "1", "--store-files", "F", "--empty-store", "nope.sqlite"],
        "nope.sqlite: there is no such file; check the path", 66
      ),
      (
        ["--version", "1", "--store-files", "Notes.xcdatamodeld/Notes.xcdatamodel/contents"],
        "the folder cannot be made; check the path and its permissions", 74
      ),
    ])
  func wrongInput(arguments: [String], message: String, status: Int32) throws {
    let outcome = try bench.run(["generate", "Notes.xcdatamodeld"] + arguments)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.status == status)
    #expect(!bench.files.contains { $0.hasPrefix("F/") })
  }

  @Test("no store that exists is replaced, and a folder of SQL has no such stores") func refusals()
    throws
  {
    #expect(try generate("--version", "1", "--store-files", "F").status == 0)
    let bytes = try bench.bytes("F/v1-1.sqlite")
    let again = try generate("--version", "1", "--store-files", "F", "--seed", "9")
    #expect(again.status == 74, "\(again.errors)")
    #expect(again.errors.contains("F/v1-1.sqlite"))
    #expect(try bench.bytes("F/v1-1.sqlite") == bytes)
    try bench.write("1_a.sql/1_a.sql", "CREATE TABLE a (b);")
    let other = try bench.run("generate", "1_a.sql", "--version", "1", "--store-files", "G")
    #expect(
      other.errors
        == "migcheck: 1 migration, 1_a.sql\nmigcheck: store files are written of Realm histories and Core Data models "
        + "(*.xcdatamodeld)\n")
  }

  @Test("version hashes that are not confirmed are named once") func unconfirmed() throws {
    let uuid = "<attribute name='id' optional='YES' attributeType='UUID'/>"
    try ModelPathsTests.write([Self.title, uuid, Self.title + uuid], named: "Ids", to: bench)
    let outcome = try bench.run(
      "generate", "Ids.xcdatamodeld", "--all-versions", "--store-files", "F")
    #expect(
      outcome.errors.hasSuffix(
        """

        migcheck: the version hashes of 2 of 3 versions are not confirmed, such as those of version 2 \
        for Note.id: the type UUID; if Core Data refuses these stores, fill empty ones of the app with \
        --empty-store

        """), "\(outcome.errors)")
  }

  @Test("versions above the current one of a model are left out, and named") func current() throws {
    try bench.write(
      "Notes.xcdatamodeld/.xccurrentversion",
      "<plist><dict><key>_XCCurrentVersionName</key><string>Notes 2.xcdatamodel</string></dict></plist>"
    )
    let outcome = try generate("--all-versions", "--store-files", "F")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.hasSuffix(
        "\nmigcheck: versions from 3 (Notes 3) on are above the current one of Notes and left out; "
          + "--version writes stores of one of them\n"), "\(outcome.errors)")
    #expect(
      bench.files.filter { $0.hasPrefix("F/") } == ["F/v1-1.sqlite", "F/v2-1.sqlite"])
    #expect(try generate("--version", "3", "--store-files", "F").status == 0)
  }

  @Test("of a plan the inferred stages are run, and custom ones are left to the app") func plan()
    throws
  {
    let history = CorpusTable.folder + "/coredata/plan-custom-stage-between.history.json"
    let generated = try bench.run(
      "generate", history, "--all-versions", "--count", "2", "--store-files", "F")
    #expect(generated.status == 0, "\(generated.errors)")
    func upgrade(_ version: Int, to out: String, _ more: [String] = []) throws -> Workbench.Outcome
    {
      try bench.run(
        ["upgrade", history, "--store", "F/v\(version)-1.sqlite", "--out", out] + more)
    }
    #expect(try upgrade(1, to: "inferred.sqlite", ["--to", "2"]).status == 0)
    #expect(try upgrade(3, to: "same.sqlite").status == 0)
    for version in [1, 2] {
      for more in [[], ["--stepwise"]] {
        let outcome = try upgrade(version, to: "custom.sqlite", more)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("the upgrade 2 → 3 is custom"), "\(outcome.errors)")
      }
    }
  }

  @Test("large values lie in a file beside one store of each version, and are judged") func large()
    throws
  {
    let photo =
      "<attribute name='photo' optional='YES' attributeType='Binary' "
      + "allowsExternalBinaryDataStorage='YES'/>"
    try ModelPathsTests.write([photo, photo + Self.title], named: "Photos", to: bench)
    let outcome = try bench.run(
      "generate", "Photos.xcdatamodeld", "--version", "1", "--count", "9", "--store-files", "F")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let files = FileManager.default
    let folders = try files.contentsOfDirectory(atPath: bench.path + "/F").filter {
      $0.hasSuffix("_SUPPORT")
    }
    #expect(folders.count == 1)
    let name = try #require(folders.first).dropFirst().dropLast("_SUPPORT".count)
    try files.createDirectory(atPath: bench.path + "/U", withIntermediateDirectories: true)
    for number in 1...9 {
      let upgraded = try bench.run(
        "upgrade", "Photos.xcdatamodeld", "--store", "F/v1-\(number).sqlite", "--to", "2", "--out",
        "U/v1-\(number).sqlite")
      #expect(upgraded.status == 0, "\(upgraded.errors)")
    }
    let judged = try bench.run("judge", "Photos.xcdatamodeld", "F", "U", "--to", "2")
    #expect(judged.output.hasPrefix("✔ passed"), "\(judged.output)")
    #expect(judged.errors == "")
    try files.removeItem(atPath: bench.path + "/U/.\(name)_SUPPORT")
    let lost = try bench.run("judge", "Photos.xcdatamodeld", "F", "U", "--to", "2")
    #expect(lost.output.contains("✘ data-preserved"), "\(lost.output)")
    #expect(
      lost.errors
        == "migcheck: U/\(name).sqlite: 1 value lies in a file that is not in .\(name)_SUPPORT next to "
        + "the store; the names of the files are compared instead of their content\n")
  }

  @Test("a version that cannot be predicted is named before anything is written") func asked()
    throws
  {
    try ModelPathsTests.write(
      [
        Self.title,
        "<relationship name='next' optional='YES' toMany='YES' destinationEntity='Note' "
          + "inverseName='last'/><relationship name='last' optional='YES' toMany='YES' "
          + "destinationEntity='Note' inverseName='next'/>",
      ], named: "Web", to: bench)
    let outcome = try bench.run(
      "generate", "Web.xcdatamodeld", "--all-versions", "--store-files", "F")
    #expect(
      outcome.errors == """
        migcheck: Web.xcdatamodeld: version 2 (Web 2) has Note.last, a many-to-many relationship of \
        an entity with itself, whose tables in a store cannot be predicted; name any store of the app \
        that has it with --names-from FILE, or give an empty store of this version that the app made, \
        with --empty-store FILE

        """)
    #expect(outcome.status == 65)
    #expect(!bench.files.contains("F"))
  }
}

@Suite(
  "Stores of a real app as templates",
  .enabled(
    if: Material.has("coredata/duckduckgo-stores"), "the stores of real apps are not at hand"))
struct RealEmptyStoreTests {
  @Test("a store with objects tells the names for all versions") func names() throws {
    let bench = try Workbench()
    let folder = Material.sharedPath("coredata/duckduckgo-stores")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: "\(folder)/stores/Bookmarks_V4.sqlite\(suffix)",
        toPath: "\(bench.path)/app.sqlite\(suffix)")
    }
    let model = "\(folder)/BookmarksModel.xcdatamodeld"
    let generated = try bench.run(
      "generate", model, "--all-versions", "--count", "3", "--store-files", "F", "--names-from",
      "app.sqlite")
    #expect(generated.status == 0, "\(generated.errors)")
    #expect(bench.files.count { $0.hasPrefix("F/") } == 18)
    try FileManager.default.createDirectory(
      atPath: bench.path + "/U", withIntermediateDirectories: true)
    for version in 1...6 {
      for number in 1...3 {
        let name = "v\(version)-\(number).sqlite"
        let upgraded = try bench.run(
          "upgrade", model, "--store", "F/\(name)", "--to", "6", "--out", "U/\(name)",
          "--names-from", "app.sqlite")
        #expect(upgraded.status == 0, "\(upgraded.errors)")
      }
    }
    let judged = try bench.run("judge", model, "F", "U", "--to", "6")
    #expect(
      judged.output.hasPrefix(
        "✔ passed   BookmarksModel (coredata), 18 stores of 6 versions, upgraded to 6: 0 findings"),
      "\(judged.output)\(judged.errors)")
  }

  @Test("a version that cannot be predicted is filled from an empty store of the app")
  func filled() throws {
    let bench = try Workbench()
    let folder = Material.sharedPath("coredata/duckduckgo-stores")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: "\(folder)/stores/Bookmarks_V4.sqlite\(suffix)",
        toPath: "\(bench.path)/e.sqlite\(suffix)")
    }
    let model = "\(folder)/BookmarksModel.xcdatamodeld"
    let full = try bench.run(
      "generate", model, "--version", "4", "--store-files", "F", "--empty-store", "e.sqlite")
    #expect(
      full.errors
        == "migcheck: e.sqlite: the store holds objects in the table ZBOOKMARKENTITY; --empty-store "
        + "takes a store without any\n")
    let database = try SQLiteConnection(path: bench.path + "/e.sqlite")
    try database.execute(
      "DELETE FROM ZBOOKMARKENTITY; DELETE FROM Z_1FAVORITES; UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
    database.close()
    let outcome = try bench.run(
      "generate", model, "--version", "4", "--count", "6", "--store-files", "F", "--empty-store",
      "e.sqlite")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let upgraded = try bench.run(
      "upgrade", model, "--store", "F/v4-6.sqlite", "--to", "6", "--out", "o.json")
    #expect(upgraded.errors.hasPrefix("migcheck: o.json: 4 → 6, "))
    let wrong = try bench.run(
      "generate", model, "--version", "5", "--store-files", "F", "--empty-store", "e.sqlite")
    #expect(
      wrong.errors
        == "migcheck: e.sqlite: the empty store is at version 4 (BookmarksModel 4), not at version 5; "
        + "let the app of that release make one\n")
  }
}
