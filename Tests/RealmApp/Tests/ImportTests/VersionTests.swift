import Foundation
import Testing

/// The number of a version, folders, and what is refused.
@Suite struct VersionTests {
  let importer: Importer
  init() throws { importer = try Importer() }

  private static let model = "class A: Object { @Persisted var x: Int }\n"

  private func version(_ source: String, _ options: String...) throws -> (UInt64?, [String]) {
    try version(source, options)
  }

  private func version(_ source: String, _ options: [String]) throws -> (UInt64?, [String]) {
    try importer.write("App/A.swift", Self.model)
    try importer.write("App/Store.swift", source)
    try? FileManager.default.removeItem(
      at: importer.folder.appendingPathComponent("a.history.json"))
    let outcome = try importer.run(["App", "-o", "a.history.json"] + options)
    let number =
      importer.exists("a.history.json") ? try importer.history().versions.keys.first : nil
    return (number, outcome.notes)
  }

  static let numbers: [(String, UInt64)] = [
    ("let c = Realm.Configuration(schemaVersion: 7)", 7),
    ("let c: Realm.Configuration = .init(fileURL: nil, schemaVersion: UInt64(8))", 8),
    ("enum S { static let v: UInt64 = 9 }\nlet c = Realm.Configuration(schemaVersion: S.v)", 9),
    ("private let v = 0x0A\nfunc f() { _ = Realm.Configuration(schemaVersion: v) }", 10),
    ("func f() { let v: UInt64 = 11; var c = Realm.Configuration(); c.schemaVersion = v }", 11),
    ("func f() { Realm.Configuration.defaultConfiguration.schemaVersion = 12 }", 12),
    (
      """
      enum V: UInt64 { case one = 1, two, three
        static let current = V.three }
      let c = Realm.Configuration(schemaVersion: V.current.rawValue)
      """, 3
    ),
    (
      "struct S { static var v: UInt64 { 13 } }\nlet c = Realm.Configuration(schemaVersion: S.v)",
      13
    ),
    ("let base = 10\nlet c = Realm.Configuration(schemaVersion: UInt64(base + 4))", 14),
    (
      """
      let base: UInt64 = 20
      enum Icons { static let version: UInt64 = 4 * 2 - 1 }
      let c = Realm.Configuration(schemaVersion: base + Icons.version)
      """, 27
    ),
    ("let c = Realm.Configuration(schemaVersion: 2 + 3 * 4 % 5 - 10 / 4)", 2),
    (
      """
      enum V: UInt64, CaseIterable { case one = 1, two
        case five = 5, six }
      let c = Realm.Configuration(schemaVersion: V.allCases.last!.rawValue)
      """, 6
    ),
    (
      """
      enum V: UInt64 { case one = 1, two, three }
      let c = Realm.Configuration(schemaVersion: V.two.rawValue + 40)
      """, 42
    ),
    (
      """
      enum Step: CaseIterable { case first, second, third }
      let c = Realm.Configuration(schemaVersion: UInt64(Step.allCases.count))
      """, 3
    ),
    ("class V { func f() { self.schemaVersion = 3 }; var schemaVersion = 1 }", 0),
    ("let c = Realm.Configuration(inMemoryIdentifier: \"x\")", 0),
  ]

  @Test("the schema version is a number or a constant", arguments: numbers.indices)
  func number(index: Int) throws {
    let (source, expected) = Self.numbers[index]
    let (number, notes) = try version(source)
    #expect(number == expected, "\(notes)")
  }

  @Test("a version that may be any number is not guessed") func unknown() throws {
    for source in [
      "func f(v: UInt64) { _ = Realm.Configuration(schemaVersion: v) }",
      "var v: UInt64 = 3\nlet c = Realm.Configuration(schemaVersion: v)",
      "let c = Realm.Configuration(schemaVersion: 1 / 0)",
      "let a = b\nlet b = a\nlet c = Realm.Configuration(schemaVersion: a + 1)",
      "let c = Realm.Configuration(schemaVersion: 3 - 4)",
      """
      enum V: UInt64 { case one = 1
        static var allCases: [V] { [] } }
      let c = Realm.Configuration(schemaVersion: V.allCases.last!.rawValue)
      """,
    ] {
      let (number, notes) = try version(source)
      #expect(number == nil)
      #expect(
        notes.first?.hasSuffix(
          "the schema version is neither a number nor a constant of the sources")
          == true)
    }
  }

  @Test("two stores with two versions are told apart by their files") func twoStores() throws {
    try importer.write("App/Cache.swift", "let d = Realm.Configuration(schemaVersion: 2)")
    let store = "let c = Realm.Configuration(schemaVersion: 7)"
    let (none, notes) = try version(store)
    #expect(none == nil)
    #expect(
      notes.prefix(2) == [
        "App/Cache.swift:1: the schema version is 2 here, in d",
        "App/Store.swift:1: the schema version is 7 here, in c",
      ])
    #expect(try version(store, "--configuration", "Store.swift").0 == 7)
    #expect(try version(store, "--configuration", "App/Cache.swift").0 == 2)
    let (other, refusal) = try version(store, "--configuration", "Caches.swift")
    #expect(other == nil)
    #expect(
      refusal.first
        == "App/Cache.swift:1: no configuration here is one that --configuration names; this one is in d"
    )
  }

  @Test(
    "two stores of one file are distinguished by the property or function around them",
    arguments: [
      (["uploads"], 2), (["Store.swift:main"], 7), (["cache"], 9),
      (["Older.swift:main", "Store.swift:uploads"], 2),
    ] as [([String], UInt64)])
  func twoStoresOfOneFile(places: [String], number: UInt64) throws {
    let source = """
      enum Stores {
        static let uploads = Realm.Configuration(schemaVersion: 2)
        var main: Realm.Configuration { Realm.Configuration(schemaVersion: 7) }
        func open() { var cache = Realm.Configuration(); cache.schemaVersion = 9 }
      }
      """
    #expect(try version(source).0 == nil)
    let choice = places.flatMap { ["--configuration", $0] }
    #expect(try version(source, choice).0 == number)
  }

  @Test("each version has folders of its own, and tests are passed over") func folders() throws {
    try importer.write("1/A.swift", Self.model)
    try importer.write("2/A.swift", Self.model.replacingOccurrences(of: "x", with: "y"))
    try importer.write("2b/B.swift", "class B: Object { @Persisted var z: Int }")
    for other in ["2/AppTests/T.swift", "2/Pods/P.swift", "2/.build/Q.swift"] {
      try importer.write(other, "class T: Object { @Persisted var t: Int }")
    }
    let outcome = try importer.run(
      "--version", "2", "2", "2b", "--version", "1", "1", "-o", "a.history.json")
    #expect(outcome.status == 0)
    #expect(outcome.notes == ["a.history.json: 2 versions (1, 2), 2 types in the newest"])
    #expect(
      try importer.history().versions == [
        1: ["A": ["x": "int"]], 2: ["A": ["y": "int"], "B": ["z": "int"]],
      ])
  }

  @Test("what makes no sense is refused in a sentence") func refusals() throws {
    try importer.write("App/A.swift", Self.model)
    try importer.write("there.history.json", "mine")
    try FileManager.default.createDirectory(
      at: importer.folder.appendingPathComponent("Empty"), withIntermediateDirectories: true)
    try importer.write("Plain/A.swift", "struct A {}")
    func refused(_ status: Int32, _ words: String, _ arguments: String...) throws {
      let outcome = try importer.run(arguments)
      #expect(outcome.status == status, "\(arguments)")
      #expect(outcome.notes.joined(separator: " ").contains(words), "\(outcome.notes)")
    }
    try refused(64, "name a file that ends in .history.json", "App", "-o", "a.json")
    try refused(64, "give folders, folders with --version, or", "-o", "a.history.json")
    try refused(64, "'App' is not a version", "--version", "App", "-o", "a.history.json")
    try refused(64, "version 1 has no folder", "--version", "1", "-o", "a.history.json")
    try refused(64, "are for --git", "App", "--tags", "v*", "-o", "a.history.json")
    try refused(66, "there is no such folder", "Nope", "-o", "a.history.json")
    try refused(66, "there are no Swift files here", "Empty", "-o", "a.history.json")
    try refused(65, "no class of Realm's is declared here", "Plain", "-o", "a.history.json")
    try refused(66, "git says: fatal: not a git", "--git", "App", "-o", "a.history.json")
    #expect(try importer.run("App", "-o", "there.history.json").status != 0)
    #expect(try importer.text("there.history.json") == "mine")
    #expect(!importer.exists("a.history.json"))
  }
}
