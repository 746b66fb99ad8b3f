import Foundation
import Testing

/// The schemas of the app of this package, which were imported from its releases.
@Suite struct TrailsImportTests {
  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("six tags give the history that the app's tests attach its blocks to") func trails() throws
  {
    let importer = try Importer()
    try importer.git("init", "-q", "repo")
    let app = importer.folder.appendingPathComponent("repo/App")
    for release in 0...5 {
      try? FileManager.default.removeItem(at: app)
      try FileManager.default.copyItem(
        at: Self.package.appendingPathComponent("Releases/1.\(release)/App"), to: app)
      let date = "2024-0\(release + 1)-01T00:00:00Z"
      try importer.git("-C", "repo", "add", "-A", date: date)
      try importer.git("-C", "repo", "commit", "-q", "-m", "Release 1.\(release)", date: date)
      try importer.git("-C", "repo", "tag", "v1.\(release)")
    }
    for source in [["--tags", "v*"], []] {
      try? FileManager.default.removeItem(
        at: importer.folder.appendingPathComponent("trails.history.json"))
      let outcome = try importer.run(["--git", "repo", "-o", "trails.history.json"] + source)
      #expect(outcome.status == 0, "\(outcome.notes)")
      #expect(
        outcome.notes.last
          == "trails.history.json: 6 versions (1, 2, 3, 4, 5, 6), 4 types in the newest")
      let recorded = Self.package.appendingPathComponent("trails.history.json")
      #expect(
        try importer.text("trails.history.json") == String(contentsOf: recorded, encoding: .utf8))
    }
  }
}
