import MigCheckModel
import MigCheckText
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("Statements with a condition") struct ConditionalStatementsTests {
  private static let first = """
    CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
    CREATE TABLE child (id INTEGER PRIMARY KEY, name TEXT);
    """

  @Test(
    "that contradicts itself are not exercised",
    arguments: [
      ("UPDATE user SET age = 1 WHERE age > 5 AND age < 3", "user", "age > 5 AND age < 3"),
      ("DELETE FROM user WHERE age > 5 AND age < 3 RETURNING id", "user", "age > 5 AND age < 3"),
      (
        "INSERT INTO child (name) SELECT name FROM user WHERE age > 5 AND age < 3", "child",
        "age > 5 AND age < 3"
      ),
      (
        "WITH old AS (SELECT * FROM user) INSERT INTO child (name) SELECT name FROM old "
          + "WHERE age IS NULL AND age = 3", "child", "age IS NULL AND age = 3"
      ),
      (
        "UPDATE user SET age = 1 WHERE (age BETWEEN 7 AND 9) AND 3 > age", "user",
        "(age BETWEEN 7 AND 9) AND 3 > age"
      ),
      ("UPDATE user SET age = 1 WHERE name = 'x' AND 1 = 2", "user", "name = 'x' AND 1 = 2"),
      (
        "CREATE TABLE kept AS SELECT * FROM user WHERE age > 5 AND age < 3 ORDER BY id", "kept",
        "age > 5 AND age < 3"
      ),
    ])
  func never(statement: String, table: String, condition: String) throws {
    let report = try SQLFolderRuns.report([Self.first, "SELECT 1;\n\(statement);"], trials: 20)
    let step = try #require(report.coverage.steps.first)
    #expect(report.coverage.steps.count == 1)
    #expect(step.type == Name(table) && step.condition == condition && !step.ran)
    #expect(step.place == "2_x.sql:2")
    #expect(report.verdict == .vacuous, "\(report.findings.map(\.message))")
  }

  @Test(
    "that no row met by chance are a warning, and the run passes",
    arguments: [
      (
        "UPDATE user SET age = 1 WHERE name = lower(hex(name || 'x'))",
        "user", "name = lower(hex(name || 'x'))"
      ),
      (
        "INSERT INTO child (name) SELECT name FROM user GROUP BY name HAVING count(*) < 0", "child",
        "count(*) < 0"
      ),
    ])
  func byChance(statement: String, table: String, condition: String) throws {
    let report = try SQLFolderRuns.report([Self.first, "\(statement);"], trials: 20)
    let step = try #require(report.coverage.steps.first)
    #expect(!step.ran && report.verdict == .passed)
    let warning = try #require(report.warnings.first { $0.name == .rarelyExercised })
    #expect(
      warning.message
        == "No \(table) met the condition of 2_x.sql:1 in any trial, so what it does was not tried: "
        + condition)
  }

  @Test(
    "can hold where texts, or parts that are not understood, decide",
    arguments: [
      "age > 5 AND age < 9", "age > 50 AND age < 6", "age > 5 OR age < 3",
      "NOT (age > 5 AND age < 3)",
      "age IN (1, 2) AND age = 3", "a.age > 5 AND b.age < 3", "age & 4 AND age < 3",
      "age >= 5 AND age <= 5",
      "age = 5 AND age = 5.0", "CASE WHEN age > 5 AND age < 3 THEN 1 ELSE 1 END",
      "age IS NULL OR age > 3",
      "abs(age) > 5 AND age < 3", "age BETWEEN 1 AND 5 AND age > 2",
    ])
  func possible(condition: String) {
    #expect(!ConditionBounds(SQLToken.tokens(of: condition)).isContradiction)
  }

  @Test(
    "that contradict themselves are known",
    arguments: [
      "0", "NULL", "false", "age = NULL", "age > 5 AND age < 3", "age > 5 AND age < 5",
      "age = 5 AND age = 6",
      "-1 > age AND age > 1", "age IS NULL AND age = 3", "age ISNULL AND age NOT NULL",
      "1 = 2 AND age > 3",
      "u.age > 5 AND (name = 'x' AND (u.age < 3))", "age BETWEEN 5 AND 3",
      "\"Age\" > 7 AND age <= 6",
    ])
  func contradictory(condition: String) {
    #expect(ConditionBounds(SQLToken.tokens(of: condition)).isContradiction)
  }

  @Test(
    "that holds for some rows are exercised",
    arguments: [
      "UPDATE user SET age = 1 WHERE age > 5", "DELETE FROM user WHERE name = 'x'",
      "UPDATE user SET name = 'y' WHERE name IS NOT NULL AND id IN (SELECT id FROM child)",
      "INSERT INTO child (name) SELECT name FROM user WHERE age > 0",
      "INSERT OR IGNORE INTO child (id, name) SELECT id, name FROM child WHERE id IS NOT NULL",
      "INSERT INTO child (name) SELECT 'seed' WHERE NOT EXISTS (SELECT 1 FROM child)",
      "CREATE TABLE kept AS SELECT * FROM user WHERE age IS NULL",
    ])
  func some(statement: String) throws {
    let report = try SQLFolderRuns.report([Self.first, statement], trials: 30, quickTrials: 30)
    #expect(report.coverage.steps.map(\.ran) == [true])
    #expect(report.coverage.isComplete)
  }

  @Test("have a condition only where they say so, of rows of the app")
  func others() throws {
    let statements = [
      "UPDATE user SET age = 1", "DELETE FROM user",
      "INSERT INTO child SELECT id, name FROM user", "INSERT INTO child VALUES (1, 'x')",
      "UPDATE sqlite_sequence SET seq = 1 WHERE name = 'user'",
      "CREATE INDEX i ON user (name) WHERE age > 1", "SELECT * FROM user WHERE age > 1",
      "UPDATE user SET age = (SELECT 1 FROM child WHERE child.id = user.id)",
    ].map { SQLStatement(text: $0, file: "2.sql", line: 1) }
    let migration = Migration(number: 2, name: "2.sql", statements: statements)
    #expect(ConditionalStatement.all(in: migration, besides: []).isEmpty)
  }
}
