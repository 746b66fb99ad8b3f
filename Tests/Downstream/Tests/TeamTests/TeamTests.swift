import MigCheck
import MigCheckRealm
import MigCheckTesting
import Team
import Testing

/// A team whose file with the migration block is a member of the app and of its tests.
@Suite struct TeamTests {
  private func history(_ block: @escaping MigrationBlock) -> History {
    History("Team", migrationBlock: block) {
      Version(1) {
        ObjectType(
          "Person", ["firstName": .string, "lastName": .string, "mail": .string, "age": .int])
      }
      Version(2) { ObjectType("Person", ["fullName": .string, "email": .string, "age": .int]) }
      Version(3) {
        ObjectType(
          "Person",
          ["fullName": .string, "email": .string, "age": .int, "group": .link(to: "Group")])
        ObjectType("Group", ["age": .int])
      }
    }
  }

  @Test("the block that ships keeps what users have") func shipped() async throws {
    let report = try await verifyMigrations(of: history(migrationBlock), trials: 30) { options in
      options.silenced = ["order-independent", "local"]
    }
    #expect(report.verdict == .passed)
    #expect(report.paths == 2)
  }

  @Test("a block that forgets a name is found") func forgetting() throws {
    var options = VerificationOptions()
    options.trials = 10
    let report = try verify(
      history { migration, oldSchemaVersion in
        guard oldSchemaVersion < 2 else { return }
        migration.enumerateObjects(ofType: "Person") { oldObject, newObject in
          newObject!["fullName"] = oldObject!["firstName"]
        }
      }, options: options)
    #expect(
      report.findings.contains {
        $0.check == Check.dataPreserved && $0.type == "Person" && $0.property == "mail"
      })
  }
}
