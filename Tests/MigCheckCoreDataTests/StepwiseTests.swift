import MigCheckHistory
import MigCheckModel
import Testing

@testable import MigCheckCoreData

/// Where a migrator of an app's own leads stores that goes step by step.
@Suite("Steps of a migrator") struct StepwiseTests {
  private static func history(_ custom: (UInt64, UInt64)...) throws -> History {
    let versions = try (1...6).map { number in
      CoreDataVersion(
        number: UInt64(number), name: "M\(number)",
        model: try model(
          "<entity name='Note'><attribute name='a\(number)' optional='YES' attributeType='String'/>"
            + "</entity>"))
    }
    return CoreDataBundle(name: "M", path: "", versions: versions, current: nil)
      .history(
        custom: Set(custom.map { InferenceMatrix.Hop(from: $0, to: $1) }), opening: .stepwise)
  }

  @Test("without mapping models each step leads to the next version")
  func plain() throws {
    let history = try Self.history()
    #expect(history.stops(from: 2, to: 5) == [3, 4, 5])
    #expect(history.upgrades(from: 2, to: 3))
    #expect(!history.upgrades(from: 2, to: 4))
  }

  @Test("a mapping model that leaves out versions is the step from its source")
  func skipping() throws {
    let history = try Self.history((1, 5), (2, 3), (2, 4), (5, 9))
    #expect(history.stops(from: 1, to: 6) == [5, 6])
    #expect(history.stops(from: 2, to: 6) == [4, 5, 6])
    #expect(history.stops(from: 3, to: 6) == [4, 5, 6])
    #expect(!history.upgrades(from: 1, to: 2))
    #expect(!history.upgrades(from: 2, to: 3))
    #expect(history.upgrades(from: 2, to: 4))
    #expect(history.isOneMigration(from: 1, to: 5))
    #expect(!history.isOneMigration(from: 1, to: 6))
  }
}
