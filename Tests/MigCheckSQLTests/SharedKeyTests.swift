import MigCheckModel
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("references that share columns")
struct SharedKeyTests {
  private static let tables = """
    CREATE TABLE tenant (id TEXT PRIMARY KEY NOT NULL);
    CREATE TABLE author (
      tenant_id TEXT NOT NULL REFERENCES tenant(id), id TEXT NOT NULL, PRIMARY KEY (tenant_id, id));
    CREATE TABLE book (
      tenant_id TEXT NOT NULL REFERENCES tenant(id), id TEXT NOT NULL, title TEXT,
      PRIMARY KEY (tenant_id, id));
    CREATE TABLE written (
      tenant_id TEXT NOT NULL, author_id TEXT NOT NULL, book_id TEXT NOT NULL, role TEXT,
      PRIMARY KEY (tenant_id, author_id, book_id),
      FOREIGN KEY (tenant_id, author_id) REFERENCES author(tenant_id, id),
      FOREIGN KEY (tenant_id, book_id) REFERENCES book(tenant_id, id));
    """

  /// The rows of each table that are had from so many of each.
  private func counts(_ tables: String, each count: Int) throws -> [Int] {
    let (subject, _) = try SQLFolderRuns.subject([tables]) { $0.foreignKeys = true }
    let schema = subject.versions[0].schema
    var graph = ObjectGraph(schema: schema)
    for (index, type) in schema.types.enumerated() {
      for row in 0..<count {
        graph.append(
          type.storedProperties.map { _ in Value.string("v\(row)") }, type: index)
      }
    }
    let accepted = StartRows(versions: subject.upgrades.databases).accepted(graph, at: 1)
    return accepted.tables.map(\.count)
  }

  @Test("rows are had even where each table that they refer to has one row", arguments: [1, 3])
  func rows(count: Int) throws {
    #expect(try counts(Self.tables, each: count).allSatisfy { $0 == count })
  }

  @Test("a column that two tables want to know") func twoTables() throws {
    let tables = """
      CREATE TABLE a (id TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE b (id TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE c (id TEXT PRIMARY KEY NOT NULL REFERENCES a(id) REFERENCES b(id), x TEXT);
      """
    #expect(try counts(tables, each: 1) == [1, 1, 1])
  }

  @Test("an optional reference is left out where no row agrees") func optional() throws {
    let tables = """
      CREATE TABLE a (k TEXT NOT NULL CHECK (k > 'm'), id TEXT NOT NULL, PRIMARY KEY (k, id));
      CREATE TABLE b (k TEXT NOT NULL CHECK (k < 'm'), id TEXT NOT NULL, PRIMARY KEY (k, id));
      CREATE TABLE c (
        id TEXT PRIMARY KEY NOT NULL, k TEXT NOT NULL, a_id TEXT NOT NULL, b_id TEXT,
        FOREIGN KEY (k, a_id) REFERENCES a(k, id), FOREIGN KEY (k, b_id) REFERENCES b(k, id));
      """
    #expect(try counts(tables, each: 2)[2] == 2)
  }

  @Test("a mistake with them is found, and the right way is silent") func mistake() throws {
    func checks(_ columns: String) throws -> [String] {
      let report = try SQLFolderRuns.report(
        [
          Self.tables,
          """
          CREATE TABLE written_new (
            tenant_id TEXT NOT NULL, author_id TEXT NOT NULL, book_id TEXT NOT NULL, role TEXT,
            PRIMARY KEY (tenant_id, author_id, book_id),
            FOREIGN KEY (tenant_id, author_id) REFERENCES author(tenant_id, id),
            FOREIGN KEY (tenant_id, book_id) REFERENCES book(tenant_id, id));
          INSERT INTO written_new (\(columns)) SELECT \(columns) FROM written;
          DROP TABLE written;
          ALTER TABLE written_new RENAME TO written;
          """,
        ], trials: 10
      ) { $0.foreignKeys = true }
      #expect(report.verdict != .vacuous)
      return report.findings.map(\.check.rawValue)
    }
    #expect(try checks("tenant_id, author_id, book_id, role") == [])
    #expect(try checks("tenant_id, author_id, book_id") == ["data-preserved"])
  }

  @Test("rows that go for a reference take those along that refer to them by a key of any kind")
  func keysOfAnyKind() throws {
    let tables = """
      CREATE TABLE team (id uuid PRIMARY KEY NOT NULL CHECK (id IS NULL));
      CREATE TABLE user (id uuid PRIMARY KEY NOT NULL, team uuid NOT NULL REFERENCES team(id));
      CREATE TABLE token (id uuid PRIMARY KEY NOT NULL, user uuid NOT NULL REFERENCES user(id));
      """
    let (subject, _) = try SQLFolderRuns.subject([tables]) { $0.foreignKeys = true }
    let databases = subject.upgrades.databases
    let entry = try #require(databases.entry(1))
    // The keys are stored as other values than they were given.
    for key in [Value.decimal128(Decimal128(10)), .string("1e1")] {
      var graph = ObjectGraph(schema: entry.schema)
      graph.append([.int(1)], type: 0)
      graph.append([key, .int(1)], type: 1)
      graph.append([.int(2), .int(10)], type: 2)
      let starts = StartRows(versions: databases)
      let accepted = starts.accepted(graph, at: 1)
      #expect(accepted.tables.map(\.count) == [0, 0, 0])
      let database = try entry.template.copy(to: ":memory:")
      defer { database.close() }
      #expect(throws: Never.self) { try starts.fill(database, entry, accepted) }
    }
  }
}
