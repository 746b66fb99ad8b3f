import Foundation
import MigCheck
import MigCheckHistory
import MigCheckModel
import MigCheckRealm
import MigCheckReports
import MigCheckVerifier
import TestMaterial
import Testing

/// Blocks that end in other ways than by returning.
@Suite struct EndedBlockTests {
  private func history(
    _ name: String, _ block: @escaping MigCheckRealm.MigrationBlock
  ) -> History {
    History(name, migrationBlock: block) {
      Version(1) { ObjectType("Person", ["name": .string, "age": .int.optional]) }
      Version(2) { ObjectType("Person", ["name": .string, "age": .int.optional, "note": .string]) }
    }
  }

  private func onlyFinding(_ history: History) throws -> Finding {
    let report = try check(history)
    #expect(report.findings.count == 1, "\(summary(report))")
    let finding = try #require(report.findings.first)
    #expect(finding.check.rawValue == "upgrade-succeeds")
    return finding
  }

  @Test("an unknown property ends the block before the ! after it")
  func anUnknownPropertyEndsTheBlock() throws {
    let finding = try onlyFinding(
      history("Unknown") { migration, _ in
        migration.enumerateObjects(ofType: "Person") { old, new in
          new!["note"] = (old!["nickname"] as! String?)!
        }
      })
    #expect(finding.code == "noSuchProperty")
    #expect(finding.property == "nickname")
  }

  @Test("a trap is a finding, shrunk to what makes it, with its place")
  func aTrapIsAFinding() throws {
    let finding = try onlyFinding(
      history("Unwrapping") { migration, _ in
        migration.enumerateObjects(ofType: "Person") { old, new in
          let age = old!["age"] as? Int
          new!["note"] = "\(age!) years"
        }
      })
    #expect(finding.code == "trap")
    #expect(finding.counterexample.graph.totalObjectCount == 1)
    let text = TextReport().text(try check(history("Unwrapping") { _, _ in fatalError("No.") }))
    #expect(text.contains("Fatal error: No."))
    #expect(text.contains("EndedBlockTests.swift:"))
  }

  @Test("a trap is written at the line of the block, not at that of the history")
  func aTrapHasItsLine() throws {
    let line = #line + 2
    let finding = try onlyFinding(
      history("Line") { _, _ in fatalError("No.") })
    #expect(finding.source?.description == "MigCheckRealmTests/EndedBlockTests.swift:\(line)")
    // A trap in Swift's own library names no line of the author's.
    let index = try onlyFinding(history("Index") { _, version in print([1][Int(version)]) })
    #expect(index.source?.file == "MigCheckRealmTests/EndedBlockTests.swift")
  }

  @Test(
    "each kind of trap is told", .enabled(if: Sweep.isFull),
    arguments: Sweep.part(["index", "overflow", "cast", "recursion", "abort"], oneOf: 3))
  func eachKindOfTrapIsTold(kind: String) throws {
    @Sendable func depth(_ number: Int) -> Int { number < 0 ? 0 : 1 + depth(number + 1) }
    let finding = try onlyFinding(
      history("Trap \(kind)") { migration, version in
        let one = Int(version)
        switch kind {
        case "index": print([1][one])
        case "overflow": print(Int.max - 1 + one + one)
        case "cast": print((one as Any) as! String)
        case "recursion": print(depth(one))
        default: abort()
        }
      })
    #expect(finding.code == "trap")
  }

  @Test("a block that never ends is stopped", arguments: [true, false])
  func aBlockThatNeverEndsIsStopped(asksTheStore: Bool) throws {
    var endless = history("Endless") { migration, _ in
      var objects = 0
      while objects >= 0 {
        if asksTheStore { migration.enumerateObjects(ofType: "Person") { _, _ in objects += 1 } }
      }
    }
    endless.blockTimeLimit = 0.1
    // One upgrade: a whole run would wait for each of its graphs.
    let store = try endless.makeHistoryStore(
      .memory, at: 1, holding: ObjectGraph(schema: endless.stages[0].schema), in: "/tmp")
    let error = #expect(throws: UpgradeError.self) { _ = try store.upgrade(to: 2) }
    #expect(error?.code == .timeLimit)
    #expect(try store.snapshot().graph.objectCount == 0)
  }

  @Test("other findings of the same run are not lost") func otherFindingsAreNotLost() throws {
    let history = History("Both") {
      Version(1) { ObjectType("Person", ["age": .int.optional]) }
      Version(2) {
        ObjectType("Person", ["age": .int.optional])
      } migration: { migration in
        migration.enumerateObjects(ofType: "Person") { old, _ in
          if (old?["age"] as? Int) == 0 { fatalError("Zero.") }
        }
      }
      Version(3) { ObjectType("Person", ["age": .int]) }
    }
    let report = try check(history)
    #expect(
      Set(summary(report)) == ["upgrade-succeeds 1 → 2 ", "data-preserved 2 → 3 Person.age"])
  }

  @Test("an invariant that crashes is a finding") func anInvariantThatCrashesIsAFinding() throws {
    let crashing = HistoryInvariant("has a note", type: "Person", since: 1) { _, new in
      !(new["note"] as! String?)!.isEmpty || new["missing"]! is Int
    }
    let report = try check(
      History("Crashing invariant") {
        Version(1) { ObjectType("Person", ["name": .string]) }
        Version(2, invariants: [crashing]) {
          ObjectType("Person", ["name": .string, "note": .string])
        }
      })
    #expect(report.findings.map(\.check.rawValue) == ["invariant"])
    #expect(report.findings.first?.message.contains("crashed") == true)
  }
}
