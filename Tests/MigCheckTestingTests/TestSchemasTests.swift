import Foundation
import MigCheck
import Testing

@testable import MigCheckTesting

/// Frozen versions of a history that is written in Swift, which a test compares unasked.
@Suite struct TestSchemasTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("migcheck-\(UUID().uuidString)")

  private static let notes = History("Notes") {
    Version(1) { ObjectType("Note", ["title": .string]) }
    Version(2) { ObjectType("Note", ["title": .string, "stars": .int]) }
  }

  /// Writes version 2 as it was frozen.
  private func freeze(in path: String, _ properties: String, name: String = "Notes") throws {
    let schemas = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: schemas, withIntermediateDirectories: true)
    let text = """
      { "migcheck": 1, "history": "\(name)", "version": 2, "results": [], "changes": [],
        "schema": [{ "name": "Note", "properties": { \(properties) } }] }
      """
    try Data(text.utf8).write(to: schemas.appendingPathComponent("Notes.2.json"))
  }

  private func write(_ path: String) throws {
    let url = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: url)
  }

  /// What a run finds, of a test in a file of the folder.
  private func findings(in file: String = "Tests/AppTests/A.swift", schemas: String? = nil)
    throws -> [String]
  {
    let subject = try TestSchemas.comparing(
      Self.notes, in: schemas, file: folder.appendingPathComponent(file).path)
    var options = VerificationOptions()
    options.trials = 2
    return try verify(subject, options: options).findings.map { $0.check.rawValue }
  }

  private static let former = #""title": "string""#
  private static let present = #""title": "string", "stars": "int""#

  @Test(
    "they are found beside the test, and above it up to the package",
    arguments: ["Tests/AppTests/Schemas", "Tests/Schemas", "Schemas"])
  func places(path: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("Package.swift")
    try write("Tests/AppTests/A.swift")
    #expect(try findings() == [])
    try freeze(in: path, Self.former)
    #expect(try findings() == ["openers"])
    try freeze(in: path, Self.present)
    #expect(try findings() == [])
  }

  @Test("the nearest folder that has some of this history counts") func nearest() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("Package.swift")
    try freeze(in: "Schemas", Self.former)
    try freeze(in: "Tests/AppTests/Schemas", Self.former, name: "Other")
    #expect(try findings() == ["openers"])
    try freeze(in: "Tests/AppTests/Schemas", Self.present)
    #expect(try findings() == [])
  }

  @Test(
    "a folder that is named is the only one, and outside of a package only that beside the test")
  func named() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try freeze(in: "Schemas", Self.former)
    #expect(try findings() == [])
    #expect(try findings(in: "A.swift") == ["openers"])
    let none = folder.appendingPathComponent("None").path
    #expect(try findings(in: "A.swift", schemas: none) == [])
    let schemas = folder.appendingPathComponent("Schemas").path
    #expect(try findings(schemas: schemas) == ["openers"])
  }

  @Test("a test fails over a version that was changed after its release") func test() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try freeze(in: "Schemas", Self.former)
    let schemas = folder.appendingPathComponent("Schemas").path
    try await withKnownIssue {
      try await verifyMigrations(of: Self.notes, trials: 2, schemas: schemas)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("not the one that was released as version 2") }
    }
  }

  @Test(
    "a test is run again by its name, or that of its module",
    arguments: [
      ("upgrades()", "upgrades"), ("upgrades(of:)", "upgrades"), ("testAll", "testAll"),
      ("`upgrades keep data`()", "AppTests"), ("", "AppTests"), ("größe()", "AppTests"),
    ])
  func filter(name: String, text: String) {
    #expect(TestFilter.text(named: name, fileID: "AppTests/A.swift") == text)
  }
}
