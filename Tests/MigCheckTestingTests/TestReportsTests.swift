import Foundation
import MigCheck
import MigCheckVerifier
import Testing

@testable import MigCheckTesting

@Suite struct TestReportsTests {
  private func report() throws -> Report {
    let notes = History("Notes/../x") {
      Version(1) { ObjectType("Note", ["title": .string]) }
      Version(2) { ObjectType("Note", ["title": .string]) }
    }
    var options = VerificationOptions()
    (options.trials, options.stores) = (2, [.memory])
    return try verify(notes, options: options)
  }

  @Test("a test writes the reports that the environment asks for")
  func aTestWritesReports() throws {
    let folder = NSTemporaryDirectory() + "migcheck-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let report = try report()
    try TestReports(["MIGCHECK_REPORT": "html=\(folder)/,json=\(folder)/one.json"]).write(report)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files == ["Notes----x.html", "one.json"])
    #expect(
      try String(contentsOfFile: "\(folder)/one.json", encoding: .utf8) == report.formatted(.json))
  }

  @Test("a file that cannot be written is named, and the others are written")
  func unwritableFilesAreNamed() throws {
    let folder = NSTemporaryDirectory() + "migcheck-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let missing = "\(folder)/none/x.html"
    let error = #expect(throws: VerificationError.self) {
      try TestReports(["MIGCHECK_REPORT": "html=\(missing),json=\(folder)/"]).write(report())
    }
    #expect("\(try #require(error))".contains(missing))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["Notes----x.json"])
  }

  @Test("a variable that cannot be read is an error, and none asks for nothing")
  func badVariablesAreErrors() throws {
    #expect(throws: VerificationError.self) { try TestReports(["MIGCHECK_REPORT": "htm=x"]) }
    #expect(throws: VerificationError.self) { try TestReports(["MIGCHECK_REPORT": "html"]) }
    try TestReports([:]).write(try report())
  }
}
