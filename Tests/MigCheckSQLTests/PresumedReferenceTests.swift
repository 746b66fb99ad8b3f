import MigCheckModel
import MigCheckVerifier
import TestMaterial
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

  private static let links = """
    CREATE TABLE organizations (id TEXT PRIMARY KEY);
    CREATE TABLE links (id INTEGER PRIMARY KEY, org TEXT NOT NULL, tag TEXT NOT NULL);
    """

  @Test(
    "what scripts copy into foreign keys tells them",
    arguments: Sweep.part(
      [
        """
        CREATE TABLE tags (org TEXT REFERENCES organizations(id), tag TEXT, PRIMARY KEY (org, tag));
        INSERT INTO tags SELECT DISTINCT org, tag FROM links;
        """,
        """
        CREATE TABLE fresh (name TEXT, owner TEXT REFERENCES organizations, UNIQUE (name, owner));
        INSERT INTO fresh (owner, name) SELECT l.org, max(tag) FROM links AS l GROUP BY l.org;
        ALTER TABLE fresh RENAME TO tags;
        ALTER TABLE tags RENAME COLUMN owner TO org;
        """,
        """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, org TEXT NOT NULL REFERENCES organizations (id),
          tag TEXT NOT NULL);
        INSERT INTO fresh SELECT * FROM links;
        DROP TABLE links;
        ALTER TABLE fresh RENAME TO links;
        """,
      ], oneOf: 3))
  func copies(_ script: String) throws {
    let (subject, _) = try SQLFolderRuns.subject([Self.links, script]) { _ in }
    let entry = try #require(subject.upgrades.databases.entries.first)
    let plan = try #require(entry.plans.first { $0.table.name == "links" })
    #expect(plan.references.map(\.target) == ["organizations"])
    #expect(plan.references.allSatisfy { !$0.isDeclared && $0.columns == [1] })
    // Where nobody enforces them, values that lead nowhere are no fault of the upgrade.
    let silent = try SQLFolderRuns.report([Self.links, script], trials: 30)
    #expect(silent.findings.allSatisfy { $0.code == NewReferences.code }, "\(silent.findings)")
    let enforced = try SQLFolderRuns.report([Self.links, script], trials: 30) {
      $0.foreignKeys = true
    }
    #expect(enforced.findings.map(\.check.rawValue) == ["upgrade-succeeds"])
    #expect(enforced.findings.first?.counterexample.objects == 1)
  }

  @Test("a value that leads nowhere only since the copy is a fault all the same")
  func wrongCopy() throws {
    let script = """
      CREATE TABLE tags (org TEXT REFERENCES organizations(id), tag TEXT);
      INSERT INTO tags SELECT 'x' || org, tag FROM links;
      """
    let report = try SQLFolderRuns.report([Self.links, script], trials: 30)
    #expect(report.findings.map(\.check.rawValue) == ["links-resolve"])
  }

  @Test("rows of a key of several columns are known as their numbers become texts")
  func keysOfOtherTypes() throws {
    let old = """
      CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE tagged (note INTEGER NOT NULL, tag INTEGER NOT NULL, since REAL,
        PRIMARY KEY (note, tag));
      """
    let script = """
      CREATE TABLE fresh (note VARCHAR(36) NOT NULL, tag INTEGER NOT NULL, since REAL,
        PRIMARY KEY (note, tag));
      INSERT INTO fresh SELECT * FROM tagged;
      DROP TABLE tagged;
      ALTER TABLE fresh RENAME TO tagged;
      """
    #expect(try SQLFolderRuns.report([old, script], trials: 30).findings.map(\.message) == [])
  }
}
