import MigCheck
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckReports
import MigCheckVerifier
import TestMaterial
import Testing

/// One block for all versions: which upgrades run, and what is said of it.
@Suite struct ReleaseBlockTests {
  private static func person(_ properties: ObjectType.Properties) -> ObjectType {
    ObjectType("Person", properties)
  }

  /// Right for stores of all versions on the way to 3, and for nothing else.
  private static let block: @Sendable (RealmMigration, UInt64) -> Void = { migration, version in
    migration.enumerateObjects(ofType: "Person") { old, new in
      if version < 2 {
        let names = [old?["first"], old?["last"]].map { $0 as? String ?? "" }
        new?["name"] = names.joined(separator: " ")
      }
      if version < 3 { new?["nick"] = "-" }
    }
  }

  private static let schemas: [ObjectType] = [
    person(["first": .string, "last": .string]), person(["name": .string]),
    person(["name": .string, "nick": .string]),
  ]

  @Test("it runs on upgrades into the newest version, from every older one")
  func itRunsOnUpgradesIntoTheNewestVersion() throws {
    let history = History("People", migrationBlock: Self.block) {
      Version(1) { Self.schemas[0] }
      Version(2) { Self.schemas[1] }
      Version(3) { Self.schemas[2] }
    }
    let report = try check(history)
    #expect(report.verdict == .passed)
    #expect(report.paths == 2)
    let text = TextReport().text(report)
    #expect(text.contains("direct from 1…2 to 3; 2 has no block of its own"))
    #expect(JSONReport.text(report).contains("\"passedBy\""))
  }

  @Test("a version that carries the block of its release is a stop")
  func aVersionThatCarriesTheBlockOfItsReleaseIsAStop() throws {
    let history = History("People", migrationBlock: Self.block) {
      Version(1) { Self.schemas[0] }
      Version(
        2,
        migrationBlock: { migration, _ in
          migration.enumerateObjects(ofType: "Person") { old, new in
            // Another order of the names than that of the newest block.
            new?["name"] = "\(old?["last"] ?? "") \(old?["first"] ?? "")"
          }
        }
      ) { Self.schemas[1] }
      Version(3) { Self.schemas[2] }
    }
    let report = try check(history)
    #expect(report.paths == 3)
    #expect(summary(report) == ["paths-agree 1 → 3 Person.name"])
    #expect(report.coverage.passedBy == nil)
  }

  @Test("code of two parameters after a version is the block of its release")
  func codeOfTwoParametersIsTheBlockOfARelease() throws {
    let history = History("People") {
      Version(1) { Self.schemas[0] }
      Version(2) { Self.schemas[1] }
      Version(3) {
        Self.schemas[2]
      } migration: { migration, version in
        Self.block(migration, version)
      }
    }
    let report = try check(history)
    #expect(report.verdict == .passed)
    #expect(report.paths == 2)
  }

  @Test("the same block as a step of every version: a sentence says what to write")
  func theSameBlockAsAStepOfEveryVersion() throws {
    let history = History("People") {
      Version(1) { Self.schemas[0] }
      Version(2) {
        Self.schemas[1]
      } migration: {
        Self.block($0, $0.oldSchemaVersion)
      }
      Version(3) {
        Self.schemas[2]
      } migration: {
        Self.block($0, $0.oldSchemaVersion)
      }
    }
    let report = try check(history)
    let finding = try #require(report.findings.first)
    #expect(finding.code == "noSuchProperty")
    let text = TextReport().text(report).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(
      text.contains(
        "Version 3 has it, version 2 has not: if this is the app's one block for stores of all "
          + "versions, give it to the history: History(\"…\", migrationBlock: …)."))
  }

  @Test("the same block as a step of the newest version: a sentence says what to write")
  func theSameBlockAsAStepOfTheNewestVersion() throws {
    let history = History("People") {
      Version(1) { Self.schemas[0] }
      Version(2) { Self.schemas[1] }
      Version(3) {
        Self.schemas[2]
      } migration: {
        Self.block($0, $0.oldSchemaVersion)
      }
    }
    let report = try check(history)
    #expect(summary(report).contains { $0.hasPrefix("data-preserved 1 → 2") })
    #expect(report.advice?.hasPrefix("Only version 3 has a migration block") == true)
    #expect(TextReport().text(report).contains("advice"))
  }

  @Test("what cannot be meant is refused") func whatCannotBeMeantIsRefused() throws {
    func problem(_ history: History) -> String? {
      do {
        try history.validate()
        return nil
      } catch { return (error as? InputError)?.problem }
    }
    let step: @Sendable (RealmMigration) -> Void = { _ in }
    #expect(
      problem(
        History("P", migrationBlock: Self.block) {
          Version(1) { Self.schemas[0] }
          Version(2) {
            Self.schemas[1]
          } migration: {
            step($0)
          }
          Version(3) { Self.schemas[2] }
        }) == "version 2 has steps beside the app's one block, which runs alone")
    #expect(
      problem(
        History("P", migrationBlock: Self.block) {
          Version(1) { Self.schemas[0] }
          Version(3, migrationBlock: Self.block) { Self.schemas[2] }
        }) == "version 3 has 2 blocks of its release")
    #expect(
      problem(
        History("P") {
          Version(1, migrationBlock: Self.block) { Self.schemas[0] }
          Version(3, migrationBlock: Self.block) { Self.schemas[2] }
        }) == "no upgrade leads into version 1, the first, so its block never runs")
  }

  @Test("a run cannot end at a version that no upgrade leads into")
  func aRunCannotEndThere() throws {
    let history = History("People", migrationBlock: Self.block) {
      Version(1) { Self.schemas[0] }
      Version(2) { Self.schemas[1] }
      Version(3) { Self.schemas[2] }
    }
    let error = #expect(throws: VerificationError.self) { try check(history) { $0.to = 2 } }
    #expect(error?.message.contains("has no block of its own") == true)
  }

  private struct Refused: Error {}

  /// The property has another name in each version. Release 6 forgets it of stores of version 5, and
  /// release 7 refuses them, so that only stores that skip version 5 show what is lost.
  private func renamed(
    _ more: ObjectType.Properties = [:], last: @escaping @Sendable (RealmMigration) -> Void
  ) -> History {
    func notes(_ name: String) -> ObjectType { ObjectType("Note", [name: .string], more) }
    return History("Notes") {
      Version(4) { notes("a") }
      Version(
        5,
        migrationBlock: { migration, _ in
          migration.renameProperty(onType: "Note", from: "a", to: "b")
        }
      ) { notes("b") }
      Version(
        6,
        migrationBlock: { migration, version in
          if version < 5 { migration.renameProperty(onType: "Note", from: "a", to: "c") }
        }
      ) { notes("c") }
      Version(
        7,
        migrationBlock: { migration, version in
          if version == 5 { throw Refused() }
          migration.renameProperty(onType: "Note", from: version < 5 ? "a" : "c", to: "d")
          last(migration)
        }
      ) { notes("d") }
    }
  }

  @Test(
    "a loss is told once, also where the property is renamed before and after it",
    .enabled(if: Sweep.isFull))
  func aLossAmidRenames() throws {
    let report = try check(renamed { _ in }, trials: 60)
    #expect(
      summary(report).sorted() == ["data-preserved 5 → 6 Note.b", "upgrade-succeeds 5 → 7 "])
  }

  @Test("what else depends on the way is told beside such a loss", .enabled(if: Sweep.isFull))
  func anotherCause() throws {
    let report = try check(
      renamed(["n": .int]) { migration in
        guard migration.oldSchemaVersion == 6 else { return }
        migration.enumerateObjects(ofType: "Note") { old, new in
          new?["n"] = (old?["n"] as? Int ?? 0) &+ 1
        }
      }, trials: 60)
    #expect(summary(report).contains("data-preserved 5 → 6 Note.b"))
    #expect(report.findings.contains { $0.check == .pathsAgree && $0.property == "n" })
    #expect(!report.findings.contains { $0.check == .pathsAgree && $0.property == "d" })
  }
}
