import App
import Foundation
import GRDB
import MigCheck
import MigCheckGRDB
import Testing

/// A database of the app whose rows are upgraded too.
@Suite struct SeedTests {
  private func database(upTo migration: String, _ rows: String...) throws -> String {
    let path = NSTemporaryDirectory() + "seed-\(UUID().uuidString).sqlite"
    let queue = try DatabaseQueue(path: path, configuration: AppDatabase.configuration)
    try AppDatabase.migrator().migrate(queue, upTo: migration)
    try queue.write { db in
      try db.execute(sql: "CREATE TABLE cacheOfSomeLibrary (k TEXT, v TEXT)")
      for sql in rows { try db.execute(sql: sql) }
    }
    try queue.close()
    return path
  }

  private func subject(_ last: @escaping @Sendable (Database) throws -> Void) throws -> GRDBSubject
  {
    var migrator = AppDatabase.migrator()
    migrator.registerMigration("v11", migrate: last)
    var subject = try GRDBSubject(migrator, configuration: AppDatabase.configuration)
    subject.isInterrupted = false
    return subject
  }

  @Test("is upgraded, and its values are shown only where that is asked for")
  func values() async throws {
    let path = try database(
      upTo: "v9 initials",
      "INSERT INTO team (id, name) VALUES (1, 'secret-123456'), (2, 'a'), (3, 'b')")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let subject = try subject {
      try $0.execute(
        sql: "UPDATE team SET name = NULL WHERE hex(name) = '7365637265742D313233343536'")
    }
    for showsValues in [false, true] {
      let seeded = try subject.seeded(by: path, showsValues: showsValues)
      try await withKnownIssue {
        let report = try await verifyMigrations(of: seeded, trials: 0)
        let finding = try #require(report.findings.first)
        #expect(report.findings.count == 1)
        #expect(finding.counterexample.objects == (showsValues ? 1 : 0))
        #expect(finding.hop.from == 10)
      } matching: { issue in
        let text = issue.description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.contains("NOT NULL constraint failed: team.name")
          && text.contains("secret-123456") == showsValues
          && text.contains("showsValues: true shows its values") != showsValues
      }
    }
  }

  @Test("goes through migrations that keep its rows") func kept() async throws {
    let path = try database(
      upTo: "v7 joined", "INSERT INTO team (id, name) VALUES (1, 'A')",
      "INSERT INTO player (id, teamId, name, slug) VALUES (1, 1, 'Ann', 'ann')")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let seeded = try subject { _ in }.seeded(by: path)
    let report = try await verifyMigrations(of: seeded, trials: 20)
    #expect(report.verdict == .passed)
  }

  @Test("that is none, or none of the migrations, is refused") func refused() throws {
    let subject = try subject { _ in }
    #expect(throws: InputError.self) { try subject.seeded(by: "/nowhere.sqlite") }
    let path = try database(upTo: "v3 slugs")
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: InputError.self) { try subject.seeded(by: path) }
    #expect(throws: InputError.self) { try subject.seeded(by: path, at: "v9 initials") }
    #expect(throws: InputError.self) { try subject.seeded(by: path, at: "v0") }
  }
}
