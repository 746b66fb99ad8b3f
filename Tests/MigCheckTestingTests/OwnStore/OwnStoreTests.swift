import Foundation
import MigCheck
import MigCheckModel
import MigCheckTesting
import TestMaterial
import Testing

/// The subject of the page "Verify your own store", as the page shows it.
@Suite("A store of one's own") struct OwnStoreTests {
  @Test("the upgrade of the page passes, on both stores and every path") func passes() throws {
    let report = try verify(NoteSubject(), options: VerificationOptions(trials: 40))
    #expect(report.verdict == .passed, "\(TextReport().text(report))")
    #expect(report.upgrades > 100)
  }

  @Test("the page shows the file that this test runs") func page() throws {
    let page = try String(
      contentsOf: Material.root.appendingPathComponent(
        "Sources/MigCheck/MigCheck.docc/OwnStore.md"), encoding: .utf8)
    let code = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("NoteSubject.swift"), encoding: .utf8)
    #expect(page.contains("```swift\n\(code)```\n"))
  }
}
