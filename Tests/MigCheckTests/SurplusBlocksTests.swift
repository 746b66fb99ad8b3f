import MigCheck
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckReports
import MigCheckVerifier
import Testing

@Suite("Random trials of Swift blocks that share stores") struct SurplusBlocksTests {
  private static let text = Property("text", .string)

  private struct OnlyNote: Error {}

  private static func history(
    _ block: @escaping @Sendable (RealmMigration) throws -> Void
  ) -> History {
    History("Notes") {
      Version(1) {
        ObjectType(
          "Note", primaryKey: "id",
          [Property("id", .int), text, Property.link("next", to: "Note")])
      }
      Version(2) {
        ObjectType(
          "Note", primaryKey: "id",
          [Property("id", .int), text, Property.link("next", to: "Note"), Property("size", .int)])
      } migration: { migration in
        try block(migration)
      }
    }
  }

  private static func report(_ history: History, isBatched: Bool) throws -> Report {
    var options = VerificationOptions(trials: 40, seed: 3, stores: StoreKind.allCases, jobs: 2)
    options.isBatched = isBatched
    return try Verifier(history, options: options).run()
  }

  private static func expectSameFindings(_ history: History) throws -> [Check] {
    let reports = try [true, false].map { try report(history, isBatched: $0) }
    #expect(reports[0].verdict == reports[1].verdict)
    #expect(reports[0].findings.map(\.message) == reports[1].findings.map(\.message))
    return reports[0].findings.map(\.check)
  }

  @Test("A block that looks at each object passes, and counts the same")
  func eachObject() throws {
    let history = Self.history { migration in
      migration.enumerateObjects(ofType: "Note") { old, new in
        new?["size"] = (old?["text"] as? String)?.utf8.count ?? 0
      }
    }
    let reports = try [true, false].map { try Self.report(history, isBatched: $0) }
    #expect(JSONReport.text(reports[0]) == JSONReport.text(reports[1]))
    #expect(reports[0].verdict == .passed)
  }

  @Test("What a block does to an only object is found, and to the first of several")
  func onlyObject() throws {
    let alone = try Self.expectSameFindings(
      Self.history { migration in
        var count = 0
        migration.enumerateObjects(ofType: "Note") { _, _ in count += 1 }
        if count == 1 { throw OnlyNote() }
      })
    #expect(alone == [.upgradeSucceeds, .local])
    let first = try Self.expectSameFindings(
      Self.history { migration in
        var isFirst = true
        migration.enumerateObjects(ofType: "Note") { _, new in
          if isFirst { new?["text"] = "" }
          isFirst = false
        }
      })
    #expect(first == [.orderIndependent, .local])
  }
}
