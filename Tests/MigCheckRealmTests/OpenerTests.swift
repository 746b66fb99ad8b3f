import MigCheck
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckText
import MigCheckVerifier
import Testing

/// Parts of an app that open the store beside the app itself.
@Suite struct OpenerTests {
  /// Version 2 only adds a type; version 3 moves a name.
  private static let history = History("Contacts") {
    Version(1) {
      ObjectType("Person", ["name": .string, "home": .link(to: "Home")])
      ObjectType("Home", ["city": .string])
    }
    Version(2) {
      ObjectType("Person", ["name": .string, "home": .link(to: "Home")])
      ObjectType("Home", ["city": .string])
      ObjectType("Pet", ["name": .string])
    }
    Version(3) {
      ObjectType("Person", ["fullName": .string, "home": .link(to: "Home")])
      ObjectType("Home", ["city": .string])
      ObjectType("Pet", ["name": .string])
    } migration: { migration in
      migration.renameProperty(onType: "Person", from: "name", to: "fullName")
    }
  }

  private func findings(_ opener: Opener) throws -> [String] {
    try check(Self.history.opened(by: opener), trials: 2).findings.map {
      "\($0.check.rawValue) \($0.failure.signature.kind) \($0.hop): \($0.message)"
    }
  }

  @Test("a part with the app's version, block and types is no finding")
  func same() throws {
    #expect(try findings(Opener("widget")) == [])
    #expect(try findings(Opener("widget", schemaVersion: 3, types: ["Person", "Home"])) == [])
  }

  @Test("a part without the block keeps it from running")
  func withoutBlock() throws {
    let found = try findings(Opener("widget", migrates: false))
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "openers openedWithoutBlock 2 → 3: widget has no migration block: if it opens a store of "
          + "version 1 or 2 before the app does, the store is at version 3 without what the block does"
      ) == true, "\(found)")
  }

  @Test("without anything to migrate no block is missed")
  func nothingToMigrate() throws {
    let found = try findings(Opener("widget", schemaVersion: 2, migrates: false))
    #expect(found.map { $0.prefix(36) } == ["openers openedAtLowerVersion 2 → 3: "])
  }

  @Test("a lower version is refused after the app, and deletes the store if it may")
  func lowerVersion() throws {
    #expect(
      try findings(Opener("share", schemaVersion: 1)).first?.hasPrefix(
        "openers openedAtLowerVersion 1 → 3: share cannot open the store once the app has") == true)
    #expect(
      try findings(Opener("share", schemaVersion: 1, deleteIfMigrationNeeded: true)) == [
        "openers deletedByOpener 1 → 3: share deletes the store once the app has opened it: it knows "
          + "version 1, and deleteIfMigrationNeeded deletes a store of a later one, too. Give it the "
          + "app's version and block."
      ])
  }

  @Test("a part that would rather delete than migrate does so before the app")
  func deletion() throws {
    let found = try findings(Opener("widget", deleteIfMigrationNeeded: true))
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "openers deletedByOpener 2 → 3: widget deletes a store of version 1 or 2") == true)
  }

  @Test("a class list lacks a class that is linked to, or one that changed")
  func types() throws {
    let lacking = try findings(Opener("widget", types: ["Person"]))
    #expect(lacking.count == 1)
    #expect(lacking.first?.contains("it lists Person and not Home, to which Person.home") == true)
    let left = try findings(Opener("widget", types: ["Pet"]))
    #expect(left.count == 1)
    #expect(
      left.first?.hasPrefix(
        "openers typesLeftBehind 2 → 3: widget does not list Person, which changed since version 2"
      ) == true, "\(left)")
  }

  @Test("the report names the openings in their order")
  func order() throws {
    let report = try check(
      Self.history.opened(by: Opener("widget", migrates: false)), trials: 2)
    let failure = try #require(report.findings.first).failure
    let rows: [String] = failure.violation.rows(at: failure.site).map { $0.text }
    #expect(
      rows == [
        "widget opens it at version 3: upgraded without the block",
        "the app opens it at version 3: nothing to migrate",
      ])
    #expect(report.findings.first?.counterexample.graph.objectCount == 0)
  }

  // MARK: Other schemas

  @Test("a part with other classes under the same number: whichever comes second is refused")
  func otherSchema() throws {
    let part = Opener("widget") {
      ObjectType("Person", ["fullName": .string, "age": .int, "home": .link(to: "Home")])
      ObjectType("Home", ["city": .string])
    }
    #expect(
      try findings(part) == [
        "openers openedWithOtherSchema 2 → 3: widget has another schema than the app under version 3 "
          + "(Person.age added: int): whichever opens the store second is refused. Give both the "
          + "same classes, or list only classes that both declare alike."
      ])
    let report = try check(Self.history.opened(by: part), trials: 2)
    let failure = try #require(report.findings.first).failure
    let rows: [String] = failure.violation.rows(at: failure.site).map { $0.text }
    #expect(
      rows == [
        "the app opens it at version 3",
        "widget opens it at version 3: refused with schemaMismatch",
      ])
  }

  @Test("a part with other classes that deletes, and a part of an app that deletes")
  func otherSchemaDeletes() throws {
    func part(deletes: Bool) -> Opener {
      Opener("widget", deleteIfMigrationNeeded: deletes) {
        ObjectType("Person", ["fullName": .int, "home": .link(to: "Home")])
        ObjectType("Home", ["city": .string])
      }
    }
    let found = try findings(part(deletes: true))
    #expect(found.count == 2)
    #expect(
      found.contains {
        $0.hasPrefix("openers deletedByOpener 2 → 3: widget has another schema than the app")
          && $0.contains(": widget deletes the store. Give both the same classes")
      }, "\(found)")
    var history = Self.history.opened(by: part(deletes: false))
    history.deleteIfMigrationNeeded = true
    let messages = try check(history, trials: 2).findings.map(\.failure.message)
    #expect(messages.contains { $0.contains("): the app deletes the store. Give") }, "\(messages)")
  }

  @Test("the same classes, fewer or more of them, raise no alarm")
  func sameSchema() throws {
    let part = Opener("widget") {
      ObjectType("Home", ["city": .string])
      ObjectType("Own", ["n": .int])
    }
    #expect(try findings(part).filter { $0.contains("another schema") } == [])
  }

  @Test("a part's own classes must be ones that Realm opens")
  func invalidSchema() throws {
    let history = try file(
      #"{"name": "w", "schema": [{"name": "P", "properties": {"a": "Gone?"}}]}"#)
    let error = #expect(throws: InputError.self) { try history.validate(file: "h.json") }
    #expect(
      error.map { "\($0)".contains("openers[0].schema: ") && "\($0)".contains("Gone") } == true,
      "\(String(describing: error))")
  }

  // MARK: The app itself

  @Test("an app that deletes instead of migrating loses every older store, and says so once")
  func deletingApp() throws {
    var history = Self.history
    history.deleteIfMigrationNeeded = true
    let sentence =
      "The app deletes a store of version 1 or 2 when it opens it, since it has "
      + "deleteRealmIfMigrationNeeded, and no migration runs. Take the option out of the app; accept "
      + "this finding if the store is only a cache."
    #expect(
      try check(history, trials: 2).findings.map { "\($0.failure.signature.kind) \($0.message)" }
        == ["deletedByOpener \(sentence)"])
    // What a part without a block would spoil, the app would delete.
    #expect(
      try check(history.opened(by: Opener("widget", migrates: false)), trials: 2).findings.count
        == 1)
  }

  @Test("what an app says of itself is read from a history file and written to it")
  func appKeys() throws {
    let text =
      #"{"migcheck":1,"name":"H","rules":"realm","deleteIfMigrationNeeded":true,"realmSwift":"10.54.2","#
      + #""openers":[{"name":"w","schema":[{"name":"P","properties":{"a":"int"}}]}],"#
      + #""versions":[{"version":1,"schema":[{"name":"P","properties":{"a":"int"}}]}]}"#
    let history = try HistoryFile.parse(JSON.parse(text), file: "h.json")
    #expect(history.realmSwift == RealmSwiftVersion(10, 54, 2))
    #expect(try HistoryFile.json(history).compactText == text)
    let error = #expect(throws: InputError.self) {
      try HistoryFile.parse(
        JSON.parse(text.replacing("10.54.2", with: "10.x")), file: "h.json")
    }
    #expect(
      error.map { "\($0)".contains("the version of Realm Swift, such as \"10.54.2\"") } == true,
      "\(String(describing: error))")
  }

  // MARK: Files

  private func file(_ openers: String, versions: String? = nil) throws -> History {
    let versions =
      versions ?? #"{"version": 1, "schema": [{"name": "Person", "properties": {"a": "int"}}]}"#
    return try HistoryFile.parse(
      JSON.parse(
        #"{"migcheck": 1, "name": "H", "rules": "realm", "openers": [\#(openers)], "versions": [\#(versions)]}"#
      ), file: "h.json")
  }

  @Test("openers are read from a history file and written to it")
  func files() throws {
    let text =
      #"{"name":"widget","schemaVersion":1,"types":["Person"],"migrates":false,"deleteIfMigrationNeeded":true}"#
    let history = try file(text)
    #expect(history.openers.first?.types == ["Person"])
    #expect(try HistoryFile.json(history)["openers"]?.compactText == "[\(text)]")
  }

  @Test(
    "a wrong opener is told with its place",
    arguments: [
      (
        #"{"name": "w", "schemaVersion": 3}"#,
        "openers[0].schemaVersion: the history has no version 3"
      ),
      (
        #"{"name": "w", "types": ["Persn"]}"#,
        #"openers[0].types[0]: version 1 has no type "Persn"; did"#
      ),
      (
        #"{"name": "w", "types": ["Person"], "schema": []}"#,
        #"openers[0].schema: the opener has both "types" and "schema""#
      ),
      (#"{"schemaVersion": 1}"#, #"openers[0]: an opener lacks the key "name""#),
      (#"{"name": "w", "block": true}"#, #"openers[0].block: unknown key "block""#),
    ])
  func mistakes(opener: String, sentence: String) throws {
    let error = #expect(throws: InputError.self) { try file(opener) }
    #expect(error.map { "\($0)".contains(sentence) } == true, "\(String(describing: error))")
  }

  @Test("one number with two schemas is a forgotten version")
  func forgottenVersion() throws {
    let error = #expect(throws: InputError.self) {
      try file(
        "",
        versions: #"""
          {"version": 3, "schema": [{"name": "P", "properties": {"a": "int"}}]},
          {"version": 3, "schema": [{"name": "P", "properties": {"a": "int", "b": "int"}}]}
          """#)
    }
    #expect(
      error.map {
        "\($0)".contains(
          "version 3 stands here twice, with different schemas: a store that was made")
      } == true, "\(String(describing: error))")
  }
}
