import Contacts
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
        ObjectType("Person") { Property("email", .string) }
      }
      Version(2) {
        ObjectType("Person", primaryKey: "key") {
          Property("email", .string)
          Property("key", .string)
        }
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
        && issue.comments.contains {
          // The report is wrapped, so only the beginning of the sentence is on one line.
          $0.rawValue.contains("Primary key property 'Person.key' has duplicate")
            && $0.rawValue.contains("2 objects")
        }
    }
  }
}
