import Foundation
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckReports
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheck

/// Shards of a run, merged, give the report of the whole run byte for byte.
@Suite struct ShardMergeTests {
  /// Six mistakes in three types over four versions, which show on several hops and paths.
  static func buggy() throws -> History {
    try HistoryFile.parse(try JSON.parse(buggyText), file: "buggy")
  }

  private static let buggyText = #"""
    {"migcheck": 1, "name": "Buggy", "rules": "realm", "versions": [
      {"version": 1, "schema": [
        {"name": "Person", "properties": {
          "name": "string", "email": "string", "stars": "int?", "home": "Address?"}},
        {"name": "Address", "properties": {"street": "string"}},
        {"name": "Account", "properties": {"login": "string"}}]},
      {"version": 2, "drops": ["Person.email"], "schema": [
        {"name": "Person", "properties": {"name": "string", "stars": "int", "home": "Address?"}},
        {"name": "Address", "embedded": true, "properties": {"street": "string"}},
        {"name": "Account", "properties": {"login": "string"}}],
       "migration": [{"embed": {"type": "Address", "orphans": "delete", "shared": "copy"}}]},
      {"version": 3, "schema": [
        {"name": "Person", "properties": {
          "title": "string", "email": "string", "stars": "int", "home": "Address?"}},
        {"name": "Address", "embedded": true, "properties": {"street": "string"}},
        {"name": "Account", "primaryKey": "login", "properties": {"login": "string"}}],
       "migration": [
         {"enumerate": {"type": "Account", "set": {"login": "substr(old.login, 1, 4)"}}}]},
      {"version": 4,
       "invariants": [
         {"name": "stars stay", "type": "Person", "since": 2, "holds": "old.stars = new.stars"}],
       "schema": [
        {"name": "Person", "properties": {
          "title": "string", "email": "string", "stars": "int",
          "note": {"type": "string", "default": "-"}, "home": "Address?"}},
        {"name": "Address", "embedded": true, "properties": {"street": "string"}},
        {"name": "Account", "primaryKey": "login", "properties": {"login": "string"}}],
       "migration": [
         {"enumerate": {"type": "Person", "where": "old.stars > 3", "set": {"stars": "3"}},
          "onlyFrom": [2, 3]}]}]}
    """#

  static let counts = [1, 4]

  private static let buggyRun = Result { () -> (ShardedRun, ShardedRun.Outcome) in
    var run = ShardedRun(try buggy(), trials: 12)
    run.options.stores = [.memory]
    return (run, try run.whole())
  }

  @Test("many mistakes", .enabled(if: Sweep.isFull), arguments: counts)
  func manyMistakes(count: Int) throws {
    let (run, whole) = try Self.buggyRun.get()
    #expect(whole.json.components(separatedBy: #""check":"#).count > 6)
    #expect(try run.merged(count, jobs: 1) == whole)
  }

  @Test("more shards than trials")
  func moreShardsThanTrials() throws {
    let schema = Schema([ObjectType("A", [Property("x", .bool)])])
    let history = History(
      name: "Small",
      stages: [
        HistoryVersion(number: 1, schema: schema), HistoryVersion(number: 2, schema: schema),
      ])
    let run = ShardedRun(history, trials: 3)
    let whole = try run.whole()
    #expect(whole.text.contains("✔ passed"))
    #expect(try run.merged(30) == whole)
  }

  private var contacts: String { Material.root.path + "/Corpus/contacts.history.json" }

  @Test("a history without mistakes", .enabled(if: Sweep.isFull), arguments: [3])
  func aHistoryWithoutMistakes(count: Int) throws {
    var run = ShardedRun(try HistoryFile.read(path: contacts), trials: 16)
    run.options.stores = [.memory]
    let whole = try run.whole()
    #expect(whole.json.contains(#""verdict": "passed""#))
    #expect(try run.merged(count) == whole)
  }

  @Test(
    "conditions that one shard met are met", .enabled(if: Sweep.isFull),
    arguments: Sweep.part([2, 5], oneOf: 2))
  func conditionsThatOneShardMetAreMet(count: Int) throws {
    let schema = Schema([ObjectType("A", [Property("s", .string), Property("n", .int)])])
    let step = MigrationStep(
      .enumerate(
        type: "A", where: "old.s = 'once' AND old.n = 77 OR old.s = 'twice' AND old.n = 99",
        set: [MigrationStep.Assignment("n", "CASE WHEN old.n > 80 THEN old.n ELSE old.n END")],
        delete: false))
    let run = ShardedRun(
      History(
        name: "Rare",
        stages: [
          HistoryVersion(number: 1, schema: schema),
          HistoryVersion(number: 2, schema: schema, steps: [step]),
        ]), trials: 6)
    let whole = try run.whole()
    #expect(whole.text.contains("5 of 5 both ways"))
    #expect(try run.merged(count) == whole)
  }

  @Test("a trial that is repeated in parts counts once where it says what was exercised")
  func trialsInParts() throws {
    let json = try JSON.parse(
      """
      {"migcheck": 1, "name": "Parts", "rules": "realm", "versions": [
        {"version": 2, "schema": [
          {"name": "A", "properties": {"a": "bool?[]"}}, {"name": "B", "properties": {"a": "float"}},
          {"name": "Cat", "properties": {"a": "Cat<>", "b": "A?", "c": "float?{}"}}]},
        {"version": 3, "schema": [
          {"name": "A", "properties": {"b": "Cat?"}}, {"name": "B", "properties": {"a": "float"}},
          {"name": "Cat", "properties": {"a": "Cat<>", "b": "A?", "c": "float?{}"}},
          {"name": "D", "properties": {"a": "float?"}}],
         "migration": [
          {"enumerate": {"type": "A", "delete": true}},
          {"enumerate": {"type": "B", "where": "- -old.a", "delete": true}},
          {"enumerate": {"type": "B", "delete": true}}]}]}
      """)
    let run = ShardedRun(try HistoryFile.parse(json, file: "parts"), trials: 0)
    let whole = try run.whole()
    #expect(try run.merged(2) == whole)
    let report = try Verifier(run.history, options: run.options).run()
    #expect(report.coverage.types.allSatisfy { $0.trials <= report.witnesses.run })
  }

  @Test("random histories", .enabled(if: Sweep.isFull), arguments: Sweep.part(0..<4, oneOf: 4))
  func randomHistories(seed: UInt64) throws {
    let history = RandomHistory.make(seed: seed &+ 4_000, versions: 3 + Int(seed % 3))
    let run = ShardedRun(history, trials: 12)
    let whole = try run.whole()
    #expect(try run.merged(seed % 2 == 0 ? 2 : 5) == whole)
  }

  @Test("planted mistakes", .enabled(if: Sweep.isFull))
  func plantedMistakes() throws {
    let folder = Material.root.path + "/Tests/EngineQualityTests/Bugs"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files.count > 30)
    for file in files.enumerated().filter({ $0.offset % (Sweep.isFull ? 8 : 48) == 0 }).map(
      \.element)
    {
      let json = try JSON.parse(try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8))
      let run = ShardedRun(
        try HistoryFile.parse(try #require(json["buggy"]), file: file), trials: 12)
      #expect(try run.merged(3) == run.whole(), "\(file)")
    }
  }

  @Test("cases are saved where the whole run saves them", .enabled(if: Sweep.isFull))
  func casesAreSavedWhereTheWholeRunSavesThem() throws {
    let history = try Self.buggy()
    var run = ShardedRun(history, trials: 10, cases: [])
    run.options.stores = [.memory]
    let first = try run.whole()
    #expect(first.files.count > 3)
    #expect(try run.merged(3) == first)
    // The next run replays them; some stand under names that other findings would take.
    let files = first.files.map { file in
      let parts = file.split(separator: "\n", maxSplits: 1).map(String.init)
      return (name: URL(fileURLWithPath: parts[0]).lastPathComponent, text: parts[1])
    }
    run.cases =
      files + [(name: files[0].name.replacing(".case", with: "-3.case"), text: files[1].text)]
    let (one, two) = (files[1], files[2])
    run.cases?[1].text = two.text
    run.cases?[2].text = one.text
    let second = try run.whole()
    #expect(second.json.contains(#""trial": null"#))
    #expect(second.files.count > first.files.count)
    #expect(try run.merged(7) == second)
  }

  @Test(
    "findings of a history with code, and cases that cannot be replayed", .enabled(if: Sweep.isFull)
  )
  func findingsOfAHistoryWithCode() throws {
    var history = try Self.buggy()
    let saved = try ShardedRun(history, trials: 5, cases: []).whole().files
    let texts = saved.map { String($0.split(separator: "\n", maxSplits: 1)[1]) }
    let old = try #require(
      try texts.first { try JSON.parse($0)["start"]?["version"]?.compactText == "1" })
    history.stages[3].steps.append(MigrationStep(.block { _ in }))
    history.stages[0].schema = Schema(
      history.stages[0].schema.types + [ObjectType("More", [Property("x", .int)])])
    let run = ShardedRun(history, trials: 5, cases: [(name: "old.case.json", text: old)])
    let whole = try run.whole()
    #expect(!whole.json.contains("corpus-not-written"))
    #expect(whole.files.contains { $0.contains(#""subject": {"#) })
    #expect(whole.json.contains("corpus-skipped"))
    #expect(try run.merged(3) == whole)
  }

  @Test("a run that ends at once adds up", .enabled(if: Sweep.isFull))
  func aRunThatEndsAtOnceAddsUp() throws {
    var run = ShardedRun(try Self.buggy())
    run.options.timeLimit = 0
    let whole = try run.whole()
    #expect(whole.json.contains("time-limit"))
    #expect(try run.merged(3) == whole)
    run.options.timeLimit = nil
    let interruption = Interruption()
    interruption.request()
    run.options.interruption = interruption
    let interrupted = try run.whole()
    #expect(interrupted.json.contains(#""interrupted": true"#))
    #expect(try run.merged(3) == interrupted)
  }

  @Test("a shard that ended early makes the whole end early", .enabled(if: Sweep.isFull))
  func aShardThatEndedEarlyMakesTheWholeEndEarly() throws {
    let history = try Self.buggy()
    func report(_ index: Int, limit: Double?) throws -> Report {
      var options = VerificationOptions(trials: 20)
      options.timeLimit = limit
      options.shard = Shard(index: index, count: 2)
      return try Verifier(history, options: options).run()
    }
    let (one, two) = (try report(1, limit: 0), try report(2, limit: nil))
    let merged = try ReportMerge([one, two]).report
    let planned = merged.trials.planned + merged.witnesses.planned
    let ran = two.trials.run + two.witnesses.run
    #expect(merged.trials.planned == 20)
    #expect(
      merged.warnings.map(\.message).contains(
        "The time limit ended the run after \(ran) of \(planned) trials."))
    #expect(merged.verdict == .failed)
    #expect(one.verdict == .vacuous)
  }
}
