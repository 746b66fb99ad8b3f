import MigCheckModel
import Testing

@testable import MigCheckSQL

@Suite("references that no foreign key declares")
struct PresumedReferenceTests {
  @Test(
    "names of columns tell them",
    arguments: [
      ("user_id", "users"), ("userId", "users"), ("USER_UUID", "users"),
      ("author_user_id", "users"),
      ("authorUserId", "users"), ("category_id", "categories"), ("box_id", "boxes"),
      ("paid", nil), ("abuser_id", nil), ("user_identity", nil), ("parent_note_id", nil),
    ])
  func names(column: String, target: String?) throws {
    let tables = """
      CREATE TABLE users (id INTEGER PRIMARY KEY);
      CREATE TABLE categories (id INTEGER PRIMARY KEY);
      CREATE TABLE boxes (id INTEGER PRIMARY KEY);
      CREATE TABLE note (id INTEGER PRIMARY KEY, \(column) INTEGER);
      """
    let (subject, _) = try SQLFolderRuns.subject([tables]) { _ in }
    let entry = try #require(subject.upgrades.databases.entries.last)
    let plan = try #require(entry.plans.first { $0.table.name == "note" })
    #expect(plan.references.map(\.target) == [target].compactMap(\.self))
    #expect(plan.references.allSatisfy { !$0.isDeclared && $0.isOptional })
  }
}
