import MigCheck
import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

/// States that no later hop can tell apart are one state, so that *n* versions cost some *n*² hops.
@Suite struct MergedStatesTests {
  /// Each version adds a property whose name comes before all others, so that a store that skips
  /// versions gets its columns in another order.
  private static func history(versions: Int, embedding: Bool = false) -> History {
    let stages = (1...versions).map { number in
      var properties = (1..<max(number, 1)).reversed().map { Property("p\(900 - $0)", .int) }
      properties.append(Property("title", .string))
      var types = [ObjectType]()
      if embedding {
        properties.append(Property("place", .object, objectType: "Place", optional: true))
        types.append(
          ObjectType("Place", embedded: number == versions, [Property("city", .string)]))
      }
      types.append(ObjectType("Note", properties))
      return HistoryVersion(number: UInt64(number), schema: Schema(types))
    }
    return History(name: "Notes", stages: stages)
  }

  private func report(_ history: History, everyPath: Bool = false) throws -> Report {
    var options = VerificationOptions()
    options.trials = 10
    options.stores = [.memory]
    if everyPath { options.exploration = .separate }
    return try verify(history, options: options)
  }

  @Test("another order of columns is no other state") func anotherOrderOfColumnsIsNoOtherState()
    throws
  {
    let report = try report(Self.history(versions: 10))
    #expect(report.verdict == .passed)
    #expect(!report.warnings.contains { $0.name == .statesCapped })
    let trials = report.trials.run + report.witnesses.run
    // From the first version 45 hops; a follow-up runs some more.
    #expect(report.upgrades < trials * 60)
    #expect(report.coverage.paths.first?.count == 256)
  }

  @Test(
    "merging changes no verdict, also where the order of columns shows", .enabled(if: Sweep.isFull),
    arguments: [false, true])
  func mergingChangesNoVerdict(embedding: Bool) throws {
    let history = Self.history(versions: 5, embedding: embedding)
    let (merged, all) = (try report(history), try report(history, everyPath: true))
    #expect(merged.verdict == all.verdict)
    #expect(merged.findings.map(\.check) == all.findings.map(\.check))
  }
}
