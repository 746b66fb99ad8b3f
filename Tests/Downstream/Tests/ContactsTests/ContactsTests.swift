import Contacts
import Foundation
import MigCheck
import MigCheckTesting
import Testing

@Suite struct ContactsTests {
  @Test("every upgrade keeps the users' data") func everyUpgradeKeepsTheUsersData() async throws {
    let report = try await verifyMigrations(of: contacts, from: 1, to: 3, trials: 50)
    #expect(report.verdict == .passed)
    #expect(report.paths == 3)
  }

  @Test("a mistake is recorded at the line of the call, with its counterexample")
  func aMistakeIsRecordedAtTheLineOfTheCallWithItsCounterexample()
    async throws
  {
    let broken = History("Broken") {
      Version(1) {
        ObjectType("Person", ["email": .string])
      }
      Version(2) {
        ObjectType("Person", primaryKey: "key", ["email": .string, "key": .string])
      } migration: { migration in
        migration.enumerateObjects(ofType: "Person") { old, new in
          new?["key"] = (old?["email"] as? String)?.lowercased()
        }
      }
    }
    let line = #line + 2
    try await withKnownIssue {
      try await verifyMigrations(of: broken, trials: 20)
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.contains { comment in
          // The report is wrapped.
          let text = comment.rawValue.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          return text.contains(
            "Primary key property 'Person.key' has duplicate values after migration.")
            && text.contains("(2 objects,")
        }
    }
  }

  @Test("an upgrade that fails is the only issue of its run")
  func anUpgradeThatFailsIsTheOnlyIssueOfItsRun() async throws {
    let broken = History("Broken") {
      Version(1) {
        ObjectType("Person", ["email": .string])
      }
      Version(2) {
        ObjectType("Person", ["email": .string])
      } migration: { _ in
        throw CocoaError(.featureUnsupported)
      }
    }
    let issues = Counter()
    try await withKnownIssue {
      try await verifyMigrations(of: broken, trials: 5)
    } matching: { _ in
      issues.add()
      return true
    }
    // No path ran to its end either, but that is the same matter.
    #expect(issues.count == 1)
  }

  @Test("a health warning fails nothing, and can be silenced")
  func aHealthWarningFailsNothingAndCanBeSilenced() async throws {
    let tags = History("Tags") {
      Version(1) {
        ObjectType("Note", ["tags": .set(of: .string)])
      }
      Version(2) {
        ObjectType("Note", ["tags": .set(of: .string.optional)])
      }
    }
    let name: HealthWarning.Kind = "realm-elements-made-optional"
    let report = try await verifyMigrations(of: tags, trials: 5)
    #expect(report.verdict == .passed)
    #expect(report.warnings.map(\.name) == [name])
    let silent = try await verifyMigrations(of: tags, trials: 5) { $0.silenced = [name] }
    #expect(silent.warnings.isEmpty)
    #expect(silent.silencedWarnings == 1)
    await #expect(throws: VerificationError.self) {
      try await verifyMigrations(of: tags, trials: 5) { $0.silenced = ["realm-elements"] }
    }
  }
}

/// How often something happened.
private final class Counter: @unchecked Sendable {
  // Unchecked: the lock guards the number.
  private let lock = NSLock()
  private var number = 0

  var count: Int { lock.withLock { number } }

  func add() { lock.withLock { number += 1 } }
}
