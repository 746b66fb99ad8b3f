import Foundation
import MigCheckSQLite
import Testing

@Suite("migcheck --seed-database") struct SeedDatabaseCommandTests {
  private func bench() throws -> Workbench {
    let bench = try Workbench()
    try bench.write(
      "Migrations/1_a.sql", "CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT);")
    try bench.write("Migrations/2_b.sql", "CREATE UNIQUE INDEX user_email ON user(email);")
    let connection = try SQLiteConnection(path: bench.path + "/app.sqlite")
    try connection.execute(
      """
      CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT);
      INSERT INTO user (email) VALUES ('secret@example.org'), ('secret@example.org'), ('b');
      PRAGMA user_version = 1
      """)
    connection.close()
    return bench
  }

  @Test("the rows are upgraded, and nothing of them is in the report or in a case") func run()
    throws
  {
    let bench = try bench()
    let outcome = try bench.run(
      "Migrations", "--seed-database", "app.sqlite", "--trials", "0", "--stores", "memory")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("app.sqlite: version 1 (1_a.sql), 3 rows"), "\(outcome.errors)")
    #expect(outcome.output.contains("UNIQUE constraint failed"))
    let cases = try FileManager.default.subpathsOfDirectory(
      atPath: bench.path + "/Migrations.corpus")
    let kept = try cases.map {
      try String(contentsOfFile: "\(bench.path)/Migrations.corpus/\($0)", encoding: .utf8)
    }
    #expect(kept.count == 1)
    #expect(!(outcome.output + kept.joined()).contains("secret"))
  }

  @Test("what it cannot be combined with") func usage() throws {
    let bench = try bench()
    let shard = try bench.run(
      "Migrations", "--seed-database", "app.sqlite", "--shard", "1/2", "--format", "json")
    #expect(shard.status == 64)
    #expect(shard.errors.contains("the report of a shard holds the rows of --store"))
    let version = try bench.run("Migrations", "--seed-database", "app.sqlite", "--from", "9")
    #expect(version.status == 64)
    #expect(version.errors.contains("has no version 9; it has 1, 2"))
    let last = try bench.run("Migrations", "--seed-database", "app.sqlite", "--from", "2")
    // It is at version 1, which lacks the unique index of version 2.
    #expect(last.status == 65)
    #expect(last.errors.contains("the database is not at version 2"))
    let missing = try bench.run("Migrations", "--seed-database", "no.sqlite")
    #expect(missing.status == 66)
  }
}
