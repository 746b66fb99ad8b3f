import AppMigrations
import MigCheck
import MigCheckModel
import MigCheckRealm
import MigCheckReports
import TestMaterial
import Testing

/// Blocks in the manner of those that real apps shipped: a right one passes, a wrong one is found.
@Suite struct ShippedBlockTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var versions: [Version]
    var block: MigrationBlock
    /// How the line of the only finding begins; `nil`: there is none.
    var finding: String?

    var testDescription: String { name }
  }

  @Test(
    "the verdict on a block is true",
    arguments: Sweep.part(styles + names + values + links, oneOf: 8))
  func theVerdictIsTrue(of shipped: Case) throws {
    let history = History(shipped.name, migrationBlock: shipped.block) { shipped.versions }
    let report = try check(history, trials: 10) { options in
      options.silenced = ["order-independent", "local", "slow-trial"]
    }
    let text = TextReport().text(report)
    let found = summary(report).filter { line in
      !line.hasPrefix("order-independent") && !line.hasPrefix("local")
    }
    guard let expected = shipped.finding else {
      #expect(found == [], "\(text)")
      #expect(report.verdict == .passed, "\(text)")
      return
    }
    #expect(found.count == 1, "\(text)")
    #expect(found.first?.hasPrefix(expected) == true, "\(text)")
  }

  // MARK: How blocks are put together

  private static let memos: [Version] = [
    Version(1) { ObjectType("Memo", ["title": .string, "isPinned": .bool]) },
    Version(2) { ObjectType("Memo", ["title": .string, "isFixed": .bool]) },
    Version(3) { ObjectType("Memo", ["title": .string, "isFixed": .bool, "summary": .string]) },
  ]

  /// Every memo has a summary in the end.
  private static let summarized: [Version] = {
    var versions = memos
    versions[2].invariants = [1, 2].map { start in
      HistoryInvariant(
        "summary", type: "Memo", since: start, holds: "new.summary = 'title: ' || old.title")
    }
    return versions
  }()

  static let styles: [Case] = [
    Case(name: "a trailing closure", versions: summarized, block: trailingBlock),
    Case(
      name: "a method of an object", versions: summarized,
      block: MemoStore.shared.configuration.migrationBlock!),
    Case(name: "a function in a function", versions: summarized, block: makeNestedBlock()),
    Case(name: "types of a protocol", versions: summarized, block: protocolBlock),
    Case(name: "a loop over versions", versions: summarized, block: loopBlock),
    Case(name: "a switch that falls through", versions: summarized, block: fallthroughBlock),
    Case(
      name: "else if", versions: summarized, block: elseIfBlock, finding: "invariant 1 → 3 Memo"),
    Case(
      name: "a switch that does not", versions: summarized, block: caseBlock,
      finding: "invariant 1 → 3 Memo"),
    Case(
      name: "a block that opens the store", versions: memos, block: openingBlock,
      finding: "upgrade-succeeds 1 → 3"),
  ]
}
