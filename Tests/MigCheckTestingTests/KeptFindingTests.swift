import Foundation
import MigCheck
import MigCheckTesting
import Testing

@Suite struct KeptFindingTests {
  @Test("a test keeps its finding as a case, and tries the case first the next time")
  func aTestKeepsItsFinding() async throws {
    let notes = History("Notes") {
      Version(1) { ObjectType("Note", ["stars": .int.optional]) }
      Version(2) {
        ObjectType("Note", ["stars": .int])
      } migration: { _ in
      }
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let cases = folder.appendingPathComponent("Cases").path
    var fromCases = [Int]()
    for _ in 1...2 {
      await withKnownIssue {
        let report = try await verifyMigrations(of: notes, trials: 6) {
          $0.corpus = CorpusFolder(cases, history: notes)
        }
        fromCases.append(report.replays.run)
      }
    }
    #expect(fromCases == [0, 1])
    let names = try FileManager.default.contentsOfDirectory(atPath: cases)
    #expect(names.count == 1)
    #expect(names.allSatisfy { $0.hasSuffix(".case.json") }, "\(names)")
    let name = try #require(names.first)
    try await withKnownIssue {
      try await verifyMigrations(of: notes, trials: 6) {
        $0.corpus = CorpusFolder(cases, history: notes)
      }
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains(
        """
          replay       swift test --filter aTestKeepsItsFinding
                       It tries \(cases)/\(name) first.
        """)
        && text.hasSuffix("MIGCHECK_TRIALS=6 swift test --filter aTestKeepsItsFinding")
    }
  }
}
