import MigCheck
import MigCheckTesting
import Testing

let notes = History("Notes") {
  Version(1) {
    ObjectType("Note", ["title": .string, "stars": .int.optional])
  }
  Version(2) {
    ObjectType("Note", ["title": .string, "stars": .int])
  } migration: { migration in
    migration.enumerateObjects(ofType: "Note") { old, new in
      new?["stars"] = old?["stars"] as? Int ?? 0
    }
  }
}

@Test func upgradesKeepTheUsersData() async throws {
  try await verifyMigrations(of: notes, from: 1, to: 2)
}
