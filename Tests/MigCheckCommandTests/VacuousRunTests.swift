import Foundation
import Testing

/// Runs that checked nothing, or not all that they seem to.
@Suite struct VacuousRunTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  /// A history with the given lists of types, and of steps into each version.
  private func check(
    _ schemas: [String], rules: String = "realm", more: String = "", steps: [Int: String] = [:],
    drops: [Int: String] = [:], _ arguments: String...
  ) throws -> Workbench.Outcome {
    let versions = schemas.enumerated().map { place, types in
      """
      { "version": \(place + 1), "schema": [\(types)]\
      \(drops[place + 1].map { ", \"drops\": [\($0)]" } ?? "")\
      \(steps[place + 1].map { ", \"migration\": [\($0)]" } ?? "") }
      """
    }.joined(separator: ", ")
    try bench.write(
      "V.history.json",
      """
      { "migcheck": 1, "name": "V", "rules": "\(rules)"\(more), "versions": [\(versions)] }
      """)
    return try bench.run(["V.history.json", "--trials", "10"] + arguments)
  }

  /// What stands under "not exercised", in one line.
  private func missing(_ outcome: Workbench.Outcome) -> String {
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == "not exercised" else { return "" }
    return lines.dropFirst().prefix { !$0.isEmpty }
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }

  private static let note = #"{ "name": "Note", "properties": { "stars": "int" } }"#
  private static let part =
    #"{ "name": "Part", "embedded": true, "properties": { "stars": "int" } }"#
  private static let ghost =
    #"{ "name": "Ghost", "abstract": true, "properties": { "stars": "int" } }"#

  @Test(
    "a run is vacuous if no store can hold an object",
    arguments: [
      ("", "realm"), ("", "coredata"), (Self.part, "realm"),
      (Self.ghost, "coredata"),
    ])
  func noStoreCanHoldAnObject(types: String, rules: String) throws {
    let outcome = try check([types, types], rules: rules)
    #expect(outcome.status == 2, "\(outcome.output)\(outcome.errors)")
    #expect(
      missing(outcome)
        == "no object was upgraded: no store of version 1 can hold one; declare the types, tables "
        + "or entities that hold users' data")
  }

  @Test("a start version that holds nothing is passed over if another one holds something")
  func firstVersionIsEmpty() throws {
    let outcome = try check(["", Self.note, Self.note])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try check(["", Self.note]).status == 2)
    let created = #"{ "create": { "type": "Note", "value": { "stars": "1" } } }"#
    #expect(try check(["", Self.note], steps: [2: created]).status == 0)
  }

  @Test("a run is vacuous if only the app can run the upgrades")
  func everyUpgradeIsCustom() throws {
    let outcome = try check(
      [Self.note, Self.note], rules: "coredata", more: #", "custom": ["1:2"]"#)
    #expect(outcome.status == 2)
    #expect(
      missing(outcome)
        == "no upgrade ran: 1 → 2 is custom, with a mapping model that only the app can run; let "
        + "your real engine open old stores, as the page \"Run your real engine\" shows")
    #expect(outcome.output.contains("  hazards      0 met of 1\n"), "\(outcome.output)")
  }

  @Test("the upgrades before a custom one are checked", arguments: ["linear", "all"])
  func upgradesBeforeACustomOne(paths: String) throws {
    let title = #"{ "name": "Note", "properties": { "stars": "int", "title": "string?" } }"#
    let custom = #", "custom": ["1:3", "2:3"]"#
    let outcome = try check(
      [Self.note, title, title], rules: "coredata", more: custom, "--paths", paths)
    #expect(outcome.status == 0, "\(outcome.output)")
    let hops = paths == "all" ? "1, 2 → 3 are" : "2 → 3 is"
    #expect(
      outcome.output.contains(
        "  paths        1, in memory and file\n               not run: \(hops) custom"))
    // A required property without a default cannot be inferred.
    let rank = #"{ "name": "Note", "properties": { "stars": "int", "rank": "int" } }"#
    let refused = try check(
      [Self.note, rank, rank], rules: "coredata", more: custom, "--paths", paths)
    #expect(refused.output.hasPrefix("✘ upgrade-succeeds   V 1 → 2\n"), "\(refused.output)")
  }

  @Test("a run is vacuous if an object comes to no end, unless all are removed on purpose")
  func nothingArrives() throws {
    let emptied = #"{ "deleteData": { "type": "Note" } }"#
    #expect(try check([Self.note, Self.note], steps: [2: emptied]).status == 1)
    let outcome = try check(
      [Self.note, Self.note], steps: [2: emptied], drops: [2: "\"Note\""])
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test(
    "a step whose condition never held is not exercised",
    arguments: ["0", "NULL", "old.stars > 5 AND old.stars < 3", "old.stars IS NULL", "1 = 2"])
  func aConditionNeverHeld(condition: String) throws {
    let step = """
      { "enumerate": { "type": "Note", "where": "\(condition)", "set": { "stars": "1" } } }
      """
    let outcome = try check([Self.note, Self.note], steps: [2: step])
    #expect(outcome.status == 2, "\(outcome.output)")
    #expect(
      missing(outcome)
        == "step 1 into version 2: no Note met its condition; correct it, or delete the step "
        + condition)
  }

  @Test("a step over a type that has no objects yet is not exercised")
  func aStepOverANewType() throws {
    let step = #"{ "enumerate": { "type": "Part", "set": { "stars": "1" } } }"#
    let part = #"{ "name": "Part", "properties": { "stars": "int" } }"#
    let outcome = try check([Self.note, Self.note + ", " + part], steps: [2: step])
    #expect(
      missing(outcome)
        == "step 1 into version 2: there was no Part; delete the step if there can be none")
    let created = #"{ "create": { "type": "Part", "value": { "stars": "1" } } }, "#
    let both = try check([Self.note, Self.note + ", " + part], steps: [2: created + step])
    #expect(both.status == 0, "\(both.output)")
  }
}
