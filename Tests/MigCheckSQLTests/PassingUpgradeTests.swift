import MigCheckModel
import Testing

@testable import MigCheckSQL
@testable import MigCheckVerifier

@Suite("One upgrade that passes several versions") struct PassingUpgradeTests {
  private static let scripts = [
    "CREATE TABLE song (id INTEGER PRIMARY KEY, title TEXT, plays INTEGER);",
    "PRAGMA foreign_keys = ON; ALTER TABLE song ADD COLUMN rating INTEGER DEFAULT 3;",
    "UPDATE song SET plays = plays * 2;",
    "CREATE UNIQUE INDEX song_title ON song (title);",
    "ALTER TABLE song RENAME TO track;",
  ]

  private func graph(_ titles: [String], _ subject: SQLFolderSubject) -> ObjectGraph {
    var graph = ObjectGraph(schema: subject.versions[0].schema)
    for (place, title) in titles.enumerated() {
      graph.append([.int(Int64(place) + 1), .string(title), .int(7)], type: 0)
    }
    return graph
  }

  @Test("each copy is as if the upgrade had ended there", arguments: StoreKind.allCases)
  func copies(kind: StoreKind) throws {
    let (subject, folder) = try SQLFolderRuns.subject(Self.scripts)
    let store = try subject.makeStore(
      kind, at: 1, holding: graph(["a", "b"], subject), in: folder.path)
    defer { store.discard() }
    let straight = try [UInt64(2), 3, 5].map { version in
      let copy = try store.fork()
      _ = try copy.upgrade(to: version)
      return copy
    }
    defer { for copy in straight { copy.discard() } }
    var copies = [any SubjectStore]()
    let trace = try store.upgrade(to: 5, passing: [2, 3]) { copy, _ in copies.append(copy) }
    #expect(trace?.whole.isUnknown == false)
    #expect(copies.map(\.version) == [2, 3])
    for (passed, expected) in zip(copies + [store], straight) {
      #expect(try passed.state().isIdentical(to: expected.state()))
    }
    for (passed, expected) in zip(copies, straight) {
      #expect(try passed.snapshot().graph.isIdentical(to: expected.snapshot().graph))
      #expect(try passed.schema() == expected.schema())
      #expect(try !passed.reopen())
    }
    // They are independent of each other.
    let fork = try copies[0].fork()
    _ = try copies[0].upgrade(to: 5)
    #expect(copies[0].version == 5 && fork.version == 2)
    #expect(try copies[0].state().isIdentical(to: store.state()))
    #expect(try !copies[0].reopen())
    #expect(try fork.state().isIdentical(to: straight[0].state()))
    for copy in copies + [fork] { copy.discard() }
  }

  /// Between which neighbouring versions a hop is known to lead to the states that a hop to the last one
  /// passes.
  private func known(_ scripts: [String], _ kind: StoreKind = .memory) throws -> [UInt64] {
    let (subject, folder) = try SQLFolderRuns.subject(scripts)
    let store = try subject.makeStore(kind, at: 1, holding: graph(["a"], subject), in: folder.path)
    defer { store.discard() }
    let last = UInt64(scripts.count)
    var traces = [PassingTrace]()
    let whole = try store.upgrade(to: last, passing: Array(2..<last)) { copy, trace in
      traces.append(trace)
      copy.discard()
    }
    traces.append(try #require(whole))
    return zip(2..<last, traces.dropFirst()).compactMap { version, trace in
      trace.since(version) == nil ? nil : version
    }
  }

  @Test("hops between the versions are known", arguments: StoreKind.allCases)
  func hopsBetween(kind: StoreKind) throws {
    #expect(try known(Self.scripts, kind) == [2, 3, 4])
  }

  @Test(
    "no hop is known behind a script that leaves something in its connection, or asks what there is",
    arguments: [
      "CREATE TEMP TABLE kept AS SELECT id FROM song;",
      "CREATE TABLE temp.kept (id INTEGER);",
      "PRAGMA recursive_triggers = ON;",
      "PRAGMA main.synchronous = OFF;",
      "UPDATE song SET plays = last_insert_rowid();",
      "UPDATE song SET plays = plays + total_changes ();",
      "CREATE TRIGGER t AFTER UPDATE ON song BEGIN UPDATE song SET plays = changes(); END;",
      "ANALYZE;",
      "CREATE VIRTUAL TABLE text USING fts5 (content);",
      "UPDATE song SET plays = (SELECT count(*) FROM pragma_table_info('song'));",
      // SQLite takes a text for a name where it expects one.
      "PRAGMA 'recursive_triggers' = 1;",
      "PRAGMA main.'recursive_triggers' = 1;",
      "EXPLAIN PRAGMA recursive_triggers = 1;",
      "CREATE TABLE 'temp'.kept (id INTEGER);",
      "CREATE TRIGGER 'temp'.t AFTER UPDATE ON song BEGIN SELECT 1; END;",
      "UPDATE song SET title = (SELECT journal_mode FROM 'pragma_journal_mode');",
    ])
  func memory(script: String) throws {
    let scripts = [Self.scripts[0], "ALTER TABLE song ADD COLUMN a INTEGER;", script]
    #expect(try known(scripts + ["ALTER TABLE song ADD COLUMN b INTEGER;"]) == [])
  }

  @Test("what looks like it, but is none of it, hides nothing")
  func names() throws {
    let scripts = [
      Self.scripts[0], "ALTER TABLE song ADD COLUMN temp REAL;",
      "ALTER TABLE song ADD COLUMN changes INTEGER; PRAGMA foreign_key_check;",
      "UPDATE song SET changes = temp, temp = 'create temp table';",
      "ALTER TABLE song DROP COLUMN temp;",
    ]
    #expect(try known(scripts) == [2, 3, 4])
  }

  @Test("a pragma hides hops as long as it has another value")
  func pragmas() throws {
    let change = "ALTER TABLE song ADD COLUMN"
    #expect(
      try known([
        Self.scripts[0], "\(change) a INTEGER;", "PRAGMA foreign_keys = OFF;",
        "\(change) b INTEGER;",
        "PRAGMA foreign_keys = ON;", "\(change) c INTEGER;",
        "PRAGMA legacy_alter_table = ON; \(change) d INTEGER; PRAGMA legacy_alter_table = OFF;",
        "\(change) e INTEGER;",
      ]) == [2, 5, 6, 7])
  }

  @Test("a script that asks for what the one before did is found")
  func neededMemory() throws {
    let report = try SQLFolderRuns.report(
      [
        Self.scripts[0], "INSERT INTO song (title) VALUES ('new');",
        "UPDATE song SET plays = last_insert_rowid();",
        "ALTER TABLE song ADD COLUMN rating INTEGER;",
      ], stores: [.memory, .file])
    #expect(report.findings.contains { $0.failure.check == .pathsAgree })
  }

  @Test("a hop runs where the state of one that passed its version is not followed")
  func unfollowedState() throws {
    let change = "ALTER TABLE song ADD COLUMN"
    // SQLite draws a row id where the greatest one is taken, so that the two stores differ.
    let report = try SQLFolderRuns.report(
      [
        Self.scripts[0],
        "CREATE TABLE log (id INTEGER PRIMARY KEY, title TEXT);"
          + "INSERT INTO log SELECT 9223372036854775807, 'x' FROM song LIMIT 1;",
        "INSERT INTO log (title) SELECT title FROM song;", "\(change) a INTEGER;",
        "\(change) b INTEGER;",
      ], stores: [.memory, .file])
    #expect(!report.findings.isEmpty)
    #expect(!report.findings.contains { $0.failure.check == .upgradeSucceeds })
  }

  @Test("deletions are followed to each version, whatever its table is called later")
  func followedDeletions() throws {
    let scripts = [
      Self.scripts[0], "DELETE FROM song WHERE plays IS NULL;",
      "CREATE TABLE fresh (id INTEGER PRIMARY KEY, title TEXT);"
        + "INSERT INTO fresh SELECT id, title FROM song WHERE title <> '';"
        + "DROP TABLE song; ALTER TABLE fresh RENAME TO song;",
      "ALTER TABLE song RENAME TO track;",
    ]
    let (subject, folder) = try SQLFolderRuns.subject(scripts)
    let store = try subject.makeStore(
      .memory, at: 1, holding: graph(["a", ""], subject), in: folder.path)
    defer { store.discard() }
    let single = try store.fork()
    defer { single.discard() }
    var traces = [MigrationTrace]()
    _ = try store.upgrade(to: 4, passing: [2, 3]) { copy, trace in
      traces.append(trace.whole)
      copy.discard()
    }
    let alone = try single.upgrade(to: 3)
    func deleted(_ trace: MigrationTrace) -> [String]? {
      if case .columns(let trace) = trace { trace.deletedObjects.map { "\($0)" } } else { nil }
    }
    #expect(deleted(alone)?.isEmpty == false)
    #expect(deleted(traces[1]) == deleted(alone))
  }

  @Test("a table that is there on some paths only is reported, not judged")
  func tableOfSomePaths() throws {
    let change = "ALTER TABLE song ADD COLUMN"
    let report = try SQLFolderRuns.report(
      [
        Self.scripts[0],
        "CREATE TABLE 'temp'.kept (id); INSERT INTO kept SELECT id FROM song; \(change) a INTEGER;",
        "CREATE TABLE IF NOT EXISTS main.kept (id);"
          + "UPDATE song SET a = (SELECT count(*) FROM kept WHERE kept.id = song.id);",
        "\(change) b INTEGER;", "DROP TABLE IF EXISTS kept;", "\(change) c INTEGER;",
        "\(change) d INTEGER;", "\(change) e INTEGER;",
      ], quickTrials: 4, stores: [.memory, .file])
    #expect(report.findings.contains { $0.failure.check == .schemaMatches })
  }

  @Test(
    "a trial shows the same whether or not it runs the hops that are known",
    arguments: [
      scripts, scripts + ["DELETE FROM track WHERE id = 1;"],
      [
        scripts[0], "DELETE FROM song WHERE plays > 5;", "DROP TABLE song;",
        "CREATE TABLE song (id);",
      ],
      scripts + ["UPDATE track SET title = NULL;", "CREATE TABLE fresh AS SELECT * FROM track;"],
      scripts[..<2] + ["CREATE TEMP TABLE kept (id INTEGER);"] + scripts[2...],
    ], [["a", "b"], ["a", "a"]])
  func knownHops(scripts: [String], titles: [String]) throws {
    let (subject, folder) = try SQLFolderRuns.subject(scripts)
    let span = try VersionSpan(subject, from: nil, to: nil)
    let scratch = try RunFolder(in: folder.path)
    defer { scratch.remove() }
    let logs = try [false, true].map { runsKnownHops in
      let run = TrialRun(
        span: span, kinds: StoreKind.allCases, start: 0, graph: graph(titles, subject),
        samples: false, scratch: scratch)
      run.runsKnownHops = runsKnownHops
      try run.explore(.merged)
      return run.log
    }
    #expect(logs[0].upgrades == logs[1].upgrades && logs[0].hops == logs[1].hops)
    #expect(logs[0].completed == logs[1].completed && logs[0].arrived == logs[1].arrived)
    #expect(
      logs[0].failures.all.map { "\($0)" }.sorted() == logs[1].failures.all.map { "\($0)" }.sorted()
    )
  }

  @Test("a script that fails ends the hops to its version and to all later ones")
  func refusal() throws {
    let (subject, folder) = try SQLFolderRuns.subject(Self.scripts)
    let store = try subject.makeStore(
      .memory, at: 1, holding: graph(["a", "a"], subject), in: folder.path)
    defer { store.discard() }
    var reached = [UInt64]()
    #expect(throws: UpgradeError.self) {
      try store.upgrade(to: 5, passing: [2, 3, 4]) { copy, _ in
        reached.append(copy.version)
        copy.discard()
      }
    }
    #expect(reached == [2, 3])
  }

  @Test("a refused run shows the hops before, and which hops are refused for the same reason")
  func hopsOfRefusedRun() throws {
    let kept = "CREATE TEMP TABLE kept (id INTEGER);"
    for (scripts, isShown) in [(Self.scripts, true), (Self.scripts + [kept], false)] {
      let (subject, folder) = try SQLFolderRuns.subject(scripts)
      let store = try subject.makeStore(
        .memory, at: 1, holding: graph(["a", "a"], subject), in: folder.path)
      let versions: [UInt64] = [2, 3, 4, 5]
      let owned = OwnedStore(store, kind: .memory, folder: nil)
      let passage = try #require(try Passage(of: owned, to: versions))
      let run = PassedRun(versions: versions, entries: [passage], spare: nil)
      #expect(run.shows(from: 2, to: 3) == isShown)
      #expect(run.shows(from: 2, to: 4) == isShown && run.shows(from: 3, to: 5) == isShown)
      #expect(run.knowsEnds(at: 3) && run.knowsEnds(at: 4) && !run.knowsEnds(at: 6))
      _ = try run.arrival(of: 0, at: 3)
      #expect(!run.knowsEnds(at: 3))
      #expect(throws: UpgradeError.self) { try run.arrival(of: 0, at: 5) }
    }
  }
}
