import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckReports
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheck

/// Histories with so many versions that no trial can take every path.
@Suite struct LongHistoryTests {
  /// Every fourth version adds a property; a few rename one.
  ///
  /// - Parameter forgotten: a version whose migration forgets that it renames.
  private static func history(versions: Int, forgotten: Int? = nil) -> History {
    var properties = (0..<4).map { Property("old\($0)", .string) }
    let stages = (1...versions).map { number in
      var steps = [MigrationStep]()
      if number % 4 == 0 { properties.append(Property("p\(number)", .int)) }
      if number % 10 == 0, let old = properties.firstIndex(where: { $0.name.text.hasPrefix("old") })
      {
        let name = properties[old].name
        properties[old].name = "new\(number)"
        if number != forgotten {
          steps = [
            MigrationStep(.renameProperty(type: "Note", from: name, to: "new\(number)"))
          ]
        }
      }
      return HistoryVersion(
        number: UInt64(number), schema: Schema([ObjectType("Note", properties)]), steps: steps)
    }
    return History(name: "Long", stages: stages)
  }

  private static func report(
    _ history: History, _ change: (inout VerificationOptions) -> Void = { _ in }
  ) throws -> Report {
    var options = VerificationOptions()
    options.trials = 4
    options.stores = [.memory]
    options.shrinkBudget = 40
    change(&options)
    return try Verifier(history, options: options).run()
  }

  @Test(.enabled(if: Sweep.isFull)) func aLongHistoryIsVerifiedWithFewHopsAndTheReportSaysSo()
    throws
  {
    let report = try Self.report(Self.history(versions: 40))
    #expect(report.verdict == .passed)
    let selection = try #require(report.coverage.selection)
    #expect(selection.allHops == 40 * 39 / 2)
    #expect(selection.hops > selection.allHops / 3 && selection.hops <= selection.allHops)
    // Every path of every trial would be millions of hops.
    #expect(report.upgrades < 30_000)
    let text = TextReport().text(report)
    #expect(text.contains("\(selection.hops) of 780 pairs"))
    #expect(text.contains("each from the oldest and the newest version"))
    #expect(JSONReport.json(report)["coverage"]?["selection"]?["hops"] != nil)
  }

  @Test func aHistoryOfOrdinaryLengthTakesEveryPath() throws {
    let report = try Self.report(Self.history(versions: 8))
    #expect(report.verdict == .passed)
    #expect(report.coverage.selection == nil)
    #expect(report.coverage.paths.allSatisfy { $0.planned == nil && $0.completed == $0.count })
    #expect(JSONReport.json(report)["coverage"]?["selection"] == nil)
  }

  @Test(.enabled(if: Sweep.isFull), arguments: Sweep.part([20, 10], oneOf: 2))
  func aRenameThatIsForgottenSomewhereIsFoundAndComesDownToItsHop(version: Int) throws {
    let report = try Self.report(Self.history(versions: 25, forgotten: version))
    #expect(report.verdict == .failed)
    let hops = report.findings.map(\.hop)
    #expect(hops == [Hop(from: UInt64(version) - 1, to: UInt64(version))])
    #expect(report.findings.first?.counterexample.objects == 1)
  }

  @Test(.enabled(if: Sweep.isFull)) func theNumberOfJobsDoesNotMatter() throws {
    let history = Self.history(versions: 25, forgotten: 20)
    let reports = try [1, 4].map { jobs in
      JSONReport.text(try Self.report(history) { $0.jobs = jobs })
    }
    #expect(reports[0] == reports[1])
  }

  @Test(.enabled(if: Sweep.isFull)) func pathsByThemselvesGiveTheSameVerdict() throws {
    let history = Self.history(versions: 25, forgotten: 20)
    let merged = try Self.report(history)
    let all = try Self.report(history) { $0.exploration = .separate }
    #expect(merged.verdict == .failed && all.verdict == .failed)
    #expect(all.findings.map(\.hop) == merged.findings.map(\.hop))
  }

  @Test(.enabled(if: Sweep.isFull)) func shardsOfALongHistoryGiveTheReportOfTheWholeRun() throws {
    var run = ShardedRun(Self.history(versions: 25, forgotten: 20), trials: 3)
    run.options.stores = [.memory]
    let whole = try run.whole()
    #expect(whole.json.contains(#""check":"#))
    #expect(try run.merged(2) == whole)
  }

  @Test(.enabled(if: Sweep.isFull)) func aHundredVersionsWithoutAChangeTakeFewUpgrades() throws {
    let schema = Schema([ObjectType("A", [Property("n", .int)])])
    let history = History(
      name: "Still", stages: (1...100).map { HistoryVersion(number: $0, schema: schema) })
    let report = try Self.report(history) { $0.trials = 1 }
    #expect(report.verdict == .passed)
    #expect(report.upgrades < 4_000)
  }
}
