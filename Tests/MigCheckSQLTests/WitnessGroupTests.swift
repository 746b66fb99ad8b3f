import MigCheckModel
import Testing

@testable import MigCheckSQL
@testable import MigCheckVerifier

/// In a folder of more than ten scripts, rows that matter only together share a start graph with others.
@Suite("Rows that a script takes for one, in a long folder") struct WitnessGroupTests {
  private static let start = """
    CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT NOT NULL, name TEXT NOT NULL);
    CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
    CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT);
    """

  /// Twelve scripts.
  ///
  /// - Parameter changed: by number; the others add columns to another table.
  private static func scripts(_ changed: [Int: String]) -> [String] {
    [start] + (2...12).map { changed[$0] ?? "ALTER TABLE note ADD COLUMN n\($0) INTEGER;" }
  }

  private static func rekeyed(_ key: String, _ insert: String = "INSERT") -> String {
    """
    CREATE TABLE fresh (
      "key" TEXT PRIMARY KEY, id INTEGER, email TEXT NOT NULL, name TEXT NOT NULL);
    \(insert) INTO fresh SELECT \(key), id, email, name FROM user;
    DROP TABLE user;
    ALTER TABLE fresh RENAME TO user;
    """
  }

  @Test(
    "A careless key is found, with two rows that show it",
    arguments: [
      ("lower(email)", "INSERT"), ("trim(email)", "INSERT OR IGNORE"),
      ("replace(name, '-', '')", "INSERT OR REPLACE"), ("substr(email, 1, 8)", "INSERT"),
      ("email || name", "INSERT OR IGNORE"), ("CAST(name AS INTEGER)", "INSERT"),
    ])
  func carelessKey(key: String, insert: String) throws {
    let report = try SQLFolderRuns.report(Self.scripts([7: Self.rekeyed(key, insert)]), trials: 0)
    #expect(report.verdict == .failed)
    #expect(report.findings.contains { $0.counterexample.objects == 2 })
  }

  @Test("A later mistake is found behind an earlier one that refuses the same start graph")
  func twoMistakes() throws {
    let report = try SQLFolderRuns.report(
      Self.scripts([
        7: Self.rekeyed("lower(email)"), 9: "CREATE UNIQUE INDEX trimmed ON user (trim(email));",
      ]), trials: 0)
    let refusals = report.findings.filter { $0.check == .upgradeSucceeds }
    #expect(refusals.contains { $0.message.contains("7_x.sql") })
    #expect(refusals.contains { $0.message.contains("9_x.sql") })
    #expect(refusals.allSatisfy { $0.counterexample.objects == 2 })
  }

  @Test("A later mistake is found that start graphs meet only if they come through an earlier one")
  func laterMistake() throws {
    let start = Self.start.replacing("email TEXT NOT NULL", with: "email TEXT NOT NULL UNIQUE")
    let scripts = Self.scripts([
      6: Self.rekeyed("(SELECT lower(u.email) FROM user u WHERE u.id = user.id)"),
      9: """
      CREATE TABLE copy ("key" TEXT PRIMARY KEY, email TEXT NOT NULL);
      INSERT INTO copy SELECT trim("key"), email FROM user;
      DROP TABLE user;
      ALTER TABLE copy RENAME TO user;
      """,
    ])
    let report = try SQLFolderRuns.report([start] + scripts.dropFirst(), trials: 0)
    let refusals = report.findings.filter { $0.check == .upgradeSucceeds }
    #expect(refusals.contains { $0.message.contains("6_x.sql") })
    #expect(refusals.contains { $0.message.contains("9_x.sql") })
  }

  @Test(
    "What a store does not take as a whole is tried in parts",
    arguments: [
      // Three rows at most, though nothing says so but the values that a column may have.
      "name TEXT NOT NULL UNIQUE CHECK (name IN ('x', 'y', 'z'))",
      "name TEXT NOT NULL CHECK (name != '' OR id < 3)",
    ])
  func fewRows(column: String) throws {
    let start = """
      CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT UNIQUE NOT NULL, \(column));
      CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
      """
    let scripts = Self.scripts([7: Self.rekeyed("trim(email)")])
    let report = try SQLFolderRuns.report([start] + scripts.dropFirst(), trials: 0)
    #expect(report.findings.contains { $0.check == .upgradeSucceeds })
    let (subject, folder) = try SQLFolderRuns.subject([start] + scripts.dropFirst())
    let plan = TrialPlan(
      span: try VersionSpan(subject, from: nil, to: nil), options: VerificationOptions(trials: 0),
      replays: [])
    let whole = (0..<plan.count).map(plan.trial).filter { !$0.sharedTypes.isEmpty }
    #expect(whole.contains { $0.isReduced })
    for trial in whole {
      #expect(
        plan.parts(of: trial, hiddenFrom: nil) == (trial.isReduced ? Array(trial.parts) : []))
    }
    withExtendedLifetime(folder) {}
  }

  @Test(
    "Keys that exclude each other by more than their values do not share a start graph",
    arguments: [
      "CREATE UNIQUE INDEX key ON user (length(email))",
      "CREATE UNIQUE INDEX key ON user (email COLLATE NOCASE)",
      """
      ALTER TABLE user ADD COLUMN size INTEGER AS (length(email));
      CREATE UNIQUE INDEX key ON user (size)
      """,
      """
      CREATE TRIGGER ignores BEFORE INSERT ON user
      WHEN EXISTS (SELECT 1 FROM user WHERE length(email) = length(NEW.email))
      BEGIN SELECT RAISE(IGNORE); END
      """,
    ])
  func computedKeys(key: String) throws {
    let start = Self.start + key + ";"
    let scripts = [start] + Self.scripts([7: Self.rekeyed("trim(email)")]).dropFirst()
    let report = try SQLFolderRuns.report(scripts, trials: 0)
    #expect(report.findings.contains { $0.check == .upgradeSucceeds })
    let (subject, folder) = try SQLFolderRuns.subject(scripts)
    let plan = TrialPlan(
      span: try VersionSpan(subject, from: nil, to: nil), options: VerificationOptions(trials: 0),
      replays: [])
    for trial in (0..<plan.count).map(plan.trial) where trial.start < 6 {
      #expect(!trial.sharedTypes.contains(0))
    }
    withExtendedLifetime(folder) {}
  }

  @Test("A sound folder passes, with fewer start graphs than hazards ask for")
  func sound() throws {
    let scripts = Self.scripts([7: Self.rekeyed("id || ' ' || email")])
    let report = try SQLFolderRuns.report(scripts, trials: 0)
    #expect(report.verdict == .passed)
    let (subject, folder) = try SQLFolderRuns.subject(scripts)
    let plan = TrialPlan(
      span: try VersionSpan(subject, from: nil, to: nil), options: VerificationOptions(trials: 0),
      replays: [])
    let trials = (0..<plan.count).map(plan.trial)
    let parts = trials.flatMap(\.parts)
    // Parts of a trial may have parts; all lie behind the trials.
    #expect(parts.allSatisfy { $0 >= plan.count })
    #expect(parts.map(plan.trial).contains { !$0.parts.isEmpty })
    let all = parts.map(plan.trial).flatMap(\.parts) + parts
    #expect(Set(all).count == all.count)
    #expect(
      all.count { plan.trial($0).parts.isEmpty } > 2 * trials.count { !$0.parts.isEmpty })
    for trial in trials where !trial.parts.isEmpty {
      let held = Set(trial.parts.flatMap { plan.trial($0).hazards })
      #expect(Set(trial.hazards) == held)
    }
    withExtendedLifetime(folder) {}
  }
}

extension TrialPlan.Trial {
  fileprivate var hazards: [Int] {
    if case .witness(let hazards) = origin { hazards } else { [] }
  }
}
