import Foundation
import MigCheck
import MigCheckRealm
import MigCheckReports
import MigCheckTesting
import Testing

/// Histories from files, with the block that an app ships.
@Suite struct HistoryFileTests {
  private static let text = """
    { "migcheck": 1, "name": "People", "rules": "realm",
      "versions": [
        { "version": 1, "schema": [{ "name": "Person", "properties": { "mail": "string" } }] },
        { "version": 2, "schema": [{ "name": "Person", "properties": { "email": "string" } }] },
        { "version": 3,
          "schema": [{ "name": "Person", "properties": { "email": "string", "age": "int?" } }] }
      ] }
    """

  /// The same, as `migcheck import realm` writes it.
  private static let imported = text.replacingOccurrences(
    of: "\"rules\": \"realm\",", with: "\"rules\": \"realm\", \"migrationBlock\": \"swift\",")

  private func withFile(_ text: String = text, _ body: (URL) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("migcheck-\(UUID().uuidString).history.json")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url)
  }

  private static let block: MigrationBlock = { migration, oldSchemaVersion in
    if oldSchemaVersion < 2 {
      migration.renameProperty(onType: "Person", from: "mail", to: "email")
    }
  }

  @Test("a file takes the block that ships, by path and by URL") func block() throws {
    try withFile { url in
      for history in [
        try History(contentsOf: url, migrationBlock: Self.block),
        try History(contentsOf: url.path, migrationBlock: Self.block),
      ] {
        let report = try check(history)
        #expect(summary(report) == [])
        #expect(report.verdict == .passed)
        #expect(
          TextReport().text(report).contains("direct from 1…2 to 3; 2 has no block of its own"))
      }
    }
  }

  @Test("a file without the block loses what only the block keeps") func noBlock() throws {
    try withFile { url in
      let report = try check(try History(contentsOf: url))
      #expect(summary(report).first == "data-preserved 1 → 2 Person.mail")
    }
  }

  @Test("a file whose migrations are code is not run without the block") func missingBlock() throws
  {
    try withFile(Self.imported) { url in
      let error = #expect(throws: InputError.self) { try check(try History(contentsOf: url)) }
      #expect(
        error?.description
          == "migrationBlock: the migrations of People are Swift code, which no file can hold, so its "
          + "upgrades were not run; attach the app's block, History(contentsOf: …, migrationBlock: …), "
          + "and run swift test, or swift package migcheck with a command of your own; if the app has "
          + "no block, take the key out")
    }
  }

  @Test("a file whose migrations are code takes the block, of any version") func attached() throws {
    try withFile(Self.imported) { url in
      let report = try check(try History(contentsOf: url, migrationBlock: Self.block))
      #expect(summary(report) == [])
      #expect(report.verdict == .passed)
      // Of the newest release nothing is known then, and the run has to end before it.
      let early = try History(contentsOf: url).migrating(into: 2, by: Self.block)
      #expect(throws: VerificationError.self) { try check(early) }
      #expect(summary(try check(early) { $0.to = 2 }) == [])
    }
  }

  @Test(
    "a schema that was frozen beside the file is compared in tests too", arguments: [true, false])
  func frozenSchema(isForgotten: Bool) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("migcheck-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let schemas = folder.appendingPathComponent("Schemas")
    try FileManager.default.createDirectory(at: schemas, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("people.history.json")
    try Data(Self.imported.utf8).write(to: file)
    let age = isForgotten ? "" : #", "age": "int?""#
    let frozen = """
      { "migcheck": 1, "history": "People", "version": 3, "results": [], "changes": [],
        "schema": [{ "name": "Person", "properties": { "email": "string"\(age) } }] }
      """
    try Data(frozen.utf8).write(to: schemas.appendingPathComponent("People.3.json"))
    let report = try check(try History(contentsOf: file, migrationBlock: Self.block))
    #expect(summary(report) == (isForgotten ? ["openers 2 → 3 "] : []))
    if isForgotten {
      #expect(report.findings.first?.message.contains("released as version 3") == true)
    }
  }

  @Test("an earlier version takes the block of its release") func earlierBlock() throws {
    try withFile { url in
      let history = try History(contentsOf: url, migrationBlock: Self.block)
      #expect(try check(history.migrating(into: 2, by: Self.block)).paths == 3)
      // What release 2 did not do is found where stores went through it.
      let report = try check(history.migrating(into: 2) { _, _ in })
      #expect(summary(report).first == "data-preserved 1 → 2 Person.mail")
    }
  }
}
