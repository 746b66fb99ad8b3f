import MigCheckModel
import MigCheckReports
import Testing

@testable import MigCheckSQL
@testable import MigCheckVerifier

@Suite("Random trials of scripts that share stores") struct SurplusTrialsTests {
  private static let schema = """
    CREATE TABLE person (
      id INTEGER PRIMARY KEY, email TEXT UNIQUE, name TEXT NOT NULL, rank INTEGER);
    CREATE TABLE note (id TEXT PRIMARY KEY, person_id INTEGER, text TEXT);
    """
  private static let singleton =
    "CREATE TABLE settings (id INTEGER PRIMARY KEY CHECK (id = 1), theme TEXT);"
  private static let rebuild = """
    CREATE TABLE fresh (
      id INTEGER PRIMARY KEY, email TEXT UNIQUE, name TEXT NOT NULL, rank INTEGER);
    INSERT INTO fresh SELECT id, email, name, rank FROM person;
    DROP TABLE person;
    ALTER TABLE fresh RENAME TO person;
    """

  private static func report(
    _ scripts: [String], trials: Int = 24, change: (inout VerificationOptions) -> Void = { _ in }
  ) throws -> Report {
    let (subject, folder) = try SQLFolderRuns.subject(scripts)
    let options = VerificationOptions(trials: trials) { options in
      options.stores = [.memory]
      options.directory = folder.path
      change(&options)
    }
    return try Verifier(subject, options: options).run()
  }

  private static func expectSameReport(_ scripts: [String]) throws -> Report {
    let alone = try report(scripts) { $0.isBatched = false }
    let shared = try report(scripts) { $0.jobs = 3 }
    #expect(JSONReport.text(shared) == JSONReport.text(alone))
    return alone
  }

  @Test(
    "Scripts that keep all rows pass, and count the same",
    arguments: [
      [schema, "ALTER TABLE person ADD COLUMN age INTEGER NOT NULL DEFAULT 0"],
      [schema, rebuild, "UPDATE person SET name = name || '!' WHERE id = 1"],
      [
        schema, "CREATE INDEX text ON note(text)", "ALTER TABLE note ADD COLUMN a",
        "ALTER TABLE note ADD COLUMN b", "ALTER TABLE note ADD COLUMN c", rebuild,
        "ALTER TABLE note ADD COLUMN d", "CREATE UNIQUE INDEX ids ON note(id)",
      ],
    ])
  func passing(scripts: [String]) throws {
    #expect(try Self.expectSameReport(scripts).verdict == .passed)
  }

  @Test(
    "Mistakes that some rows show are found as if each trial ran alone",
    arguments: [
      // For one row exactly.
      "INSERT INTO settings (id) SELECT 2 WHERE (SELECT count(*) FROM note) = 1",
      "INSERT INTO settings (id) SELECT 2 FROM person WHERE id = 1",
      // Rows of one trial join with those of another one.
      """
      CREATE TABLE fresh (id TEXT PRIMARY KEY, person_id INTEGER, text TEXT);
      INSERT OR IGNORE INTO fresh SELECT note.id, person.id, text FROM note JOIN person;
      DROP TABLE note;
      ALTER TABLE fresh RENAME TO note;
      """,
      // Only where a table is empty.
      """
      INSERT INTO settings (id) SELECT 2
      WHERE EXISTS (SELECT 1 FROM note) AND NOT EXISTS (SELECT 1 FROM person);
      """,
      "UPDATE person SET email = lower(email)",
    ])
  func failing(script: String) throws {
    #expect(try Self.expectSameReport([Self.schema + Self.singleton, script]).verdict == .failed)
  }

  @Test("Trials from which nothing else is made share stores if their keys differ")
  func stores() throws {
    let (subject, folder) = try SQLFolderRuns.subject([Self.schema, Self.rebuild])
    let span = try VersionSpan(subject, from: nil, to: nil)
    let plan = TrialPlan(span: span, options: VerificationOptions(trials: 40), replays: [])
    let trials = (0..<plan.count).map(plan.trial)
    for (position, trial) in trials.enumerated() {
      let isSurplus = trial.surplusStore != nil
      #expect(plan.surplusStore(of: position)?.number == trial.surplusStore)
      guard isSurplus else { continue }
      #expect(!trial.samples && trial.neighbours == nil && trial.parts.isEmpty)
    }
    #expect(trials.compactMap(\.surplusStore).count == 32)
    let groups = BatchGroups(
      trials, rules: plan.rules, surplusRules: plan.surplusRules,
      limit: span.evidence.componentwiseObjects
    ).members
    #expect(groups.contains { $0.count > 4 })
    let keys = try #require(plan.surplusRules[0]).unique
    #expect(keys.map(\.columns) == [[1], [0], [0]])
    for group in groups {
      #expect(Set(group.map { trials[$0].surplusStore }).count == 1)
      let whole = ObjectGraph.joined(
        group.map { trials[$0].graph }, schema: span.versions[0].schema)
      #expect(keys.allSatisfy { $0.values(in: whole) != nil })
    }
    withExtendedLifetime(folder) {}
  }

  @Test(
    "One in eight random trials of a start version runs alone, however few there are",
    arguments: [(versions: 5, trials: 20), (versions: 12, trials: 88), (versions: 12, trials: 44)])
  func pilots(versions: Int, trials: Int) throws {
    let (subject, folder) = try SQLFolderRuns.subject(
      [Self.schema] + (2...versions).map { "ALTER TABLE note ADD COLUMN extra\($0)" })
    let span = try VersionSpan(subject, from: nil, to: nil)
    let plan = TrialPlan(span: span, options: VerificationOptions(trials: trials), replays: [])
    let random = (plan.count - trials..<plan.count).map(plan.trial)
    let starts = versions - 1
    for start in 0..<starts {
      let own = stride(from: start, to: trials, by: starts).map { random[$0] }
      #expect(own.allSatisfy { $0.start == start })
      let pilots = own.filter(\.samples)
      #expect(pilots.count <= 1 && (pilots.count == 1 || own.count < 8))
      for pilot in pilots {
        #expect(pilot.surplusStore == nil && pilot.stores.chosen(of: [.memory, .file]).count == 2)
      }
      // Interruptions have files of their own.
      #expect(own[0].crashes != .none)
    }
    #expect(random.count(where: \.samples) >= trials / 8)
    #expect(random.contains { $0.surplusStore != nil })
    withExtendedLifetime(folder) {}
  }

  @Test("Trials with a row of which there is at most one share no store")
  func singletons() throws {
    let (subject, folder) = try SQLFolderRuns.subject([
      Self.schema + Self.singleton, "ALTER TABLE settings ADD COLUMN size",
    ])
    let span = try VersionSpan(subject, from: nil, to: nil)
    let plan = TrialPlan(span: span, options: VerificationOptions(trials: 40), replays: [])
    let settings = try #require(span.versions[0].schema.index(of: "settings"))
    let trials = (0..<plan.count).map(plan.trial)
    let groups = BatchGroups(
      trials, rules: plan.rules, surplusRules: plan.surplusRules,
      limit: span.evidence.componentwiseObjects
    ).members
    #expect(!groups.isEmpty)
    for group in groups {
      #expect(group.count { trials[$0].graph.tables[settings].count > 0 } <= 1)
    }
    withExtendedLifetime(folder) {}
  }

  @Test("A shared store is flawless, unless a row in it shows a mistake", arguments: [true, false])
  func flawless(isRight: Bool) throws {
    let script = isRight ? Self.rebuild : "INSERT INTO person SELECT * FROM person"
    let (subject, folder) = try SQLFolderRuns.subject([
      Self.schema + "INSERT INTO note VALUES ('made', 1, 'by the script');", script,
    ])
    let span = try VersionSpan(subject, from: nil, to: nil)
    let plan = TrialPlan(span: span, options: VerificationOptions(trials: 16), replays: [])
    let all = (0..<plan.count).map(plan.trial)
    let groups = BatchGroups(
      all, rules: plan.rules, surplusRules: plan.surplusRules,
      limit: span.evidence.componentwiseObjects)
    let trials = try #require(groups.members.first).map { all[$0] }
    let graph = ObjectGraph.joined(trials.map(\.graph), schema: span.versions[0].schema)
    #expect(trials.count > 2)
    let scratch = try RunFolder(in: folder.path)
    defer { scratch.remove() }
    let store = TrialRun(
      span: span, kinds: [.memory], start: 0, graph: graph, samples: false, scratch: scratch)
    try store.explore(.merged)
    #expect(store.isFlawless == isRight)
    guard isRight else { return }
    let trial = TrialRun(
      span: span, kinds: [.memory], start: 0, graph: trials[0].graph, samples: false,
      scratch: scratch)
    trial.share(store, isFirst: true)
    #expect(trial.isComplete && trial.log.upgrades == store.log.upgrades)
    // Beside its own rows it has the one that the script inserts.
    let notes = try #require(span.versions[0].schema.index(of: "note"))
    #expect(
      trial.storedGraph.tables[notes].count - trial.graph.tables[notes].count
        == store.storedGraph.tables[notes].count - graph.tables[notes].count)
  }

  @Test("Shards run all trials alone, and join to the report of the whole run")
  func shards() throws {
    let scripts = [Self.schema, Self.rebuild]
    let whole = JSONReport.text(try Self.report(scripts))
    let shards = try (1...2).map { index in
      let report = try Self.report(scripts) { $0.shard = Shard(index: index, count: 2) }
      return (name: "shard \(index)", report: try #require(report.shard))
    }
    #expect(JSONReport.text(try ReportMerge(named: shards).report) == whole)
  }
}
