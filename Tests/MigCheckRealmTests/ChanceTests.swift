import Foundation
import MigCheck
import MigCheckModel
import MigCheckRealm
import MigCheckVerifier
import Testing

/// One cause, one finding: what an upgrade that draws by chance brings about.
@Suite struct ChanceTests {
  private func history(
    _ block: @escaping @Sendable (RealmMigration) throws -> Void
  ) -> History {
    History("Chance") {
      Version(1) { ObjectType("Note", ["text": .string]) }
      Version(2) {
        ObjectType("Note", ["text": .string, "key": .string, "at": .date, "place": .int])
      } migration: {
        try block($0)
      }
      Version(3) {
        ObjectType("Note", ["text": .string, "key": .string, "at": .date, "place": .int])
      }
      Version(4) {
        ObjectType("Note", ["text": .string, "key": .string, "at": .date, "place": .int])
      }
    }
  }

  @Test("a block with a clock, an identifier and a dictionary gives one finding and no warning")
  func aBlockOfChanceGivesOneFinding() throws {
    let report = try check(
      history { migration in
        var seen = [String: RealmMigrationObject]()
        migration.enumerateObjects(ofType: "Note") { old, new in
          new?["key"] = UUID().uuidString
          new?["at"] = Date()
          seen[old?["text"] as? String ?? ""] = new
        }
        for (place, object) in seen.values.enumerated() { object["place"] = place }
      }, trials: 60)
    #expect(summary(report) == ["deterministic 1 → 2 Note.key"])
    #expect(report.warnings.map(\.name.rawValue) == [])
  }

  @Test("a clock and an identifier that are meant are left out by ignoring")
  func whatIsMeantIsIgnored() throws {
    let block: MigrationBlock = { migration, oldSchemaVersion in
      guard oldSchemaVersion < 2 else { return }
      migration.enumerateObjects(ofType: "Note") { _, new in
        new!["key"] = UUID().uuidString
        new!["movedAt"] = Date()
      }
    }
    func notes(ignoring: [PropertyPath]) -> History {
      History("Notes", ignoring: ignoring, migrationBlock: block) {
        Version(1) { ObjectType("Note", ["text": .string]) }
        Version(2) { ObjectType("Note", ["text": .string, "key": .string, "movedAt": .date]) }
      }
    }
    #expect(summary(try check(notes(ignoring: ["Note.key", "Note.movedAt"]))) == [])
    #expect(
      summary(try check(notes(ignoring: ["Note.key"]))) == ["deterministic 1 → 2 Note.movedAt"])
  }

  @Test("a step that names what later versions lack is one finding with all its hops")
  func aStepThatNamesWhatLaterVersionsLack() throws {
    let report = try check(
      History("Lacking") {
        Version(1) { ObjectType("Note", ["text": .string]) }
        Version(2) {
          ObjectType("Note", ["text": .string, "size": .int])
        } migration: { migration in
          migration.enumerateObjects(ofType: "Note") { _, new in new!["size"] = 1 }
        }
        for number in 3...6 {
          Version(UInt64(number), drops: number == 3 ? ["Note.size"] : []) {
            ObjectType("Note", ["text": .string])
          }
        }
      })
    #expect(summary(report) == ["upgrade-succeeds 1 → 3 Note.size"])
    #expect(report.findings[0].alsoAt.map(\.description) == ["1 → 4", "1 → 5", "1 → 6"])
  }
}
