import MigCheckCoreData
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

/// Mistakes that hide behind a condition which random objects do not meet.
@Suite struct ConditionMistakesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var properties: [String: String]
    var condition: String

    init(_ properties: [String: String], _ condition: String) {
      self.properties = properties
      self.condition = condition
    }

    var testDescription: String { condition }
  }

  static let texts: [Row] = [
    Row(["s": "string"], "old.s GLOB '[0-9][0-9][0-9][0-9][0-9]'"),
    Row(["s": "string"], "old.s GLOB '+[1-9]*-[0-9][0-9]' AND length(old.s) = 13"),
    Row(["s": "string?"], "old.s LIKE '%@example.c_m'"),
    Row(["s": "string"], "old.s LIKE '100!% %' ESCAPE '!'"),
    Row(["s": "string"], "length(old.s) BETWEEN 5 AND 9 AND old.s GLOB '*[0-9]*' AND old.s > 'x'"),
    Row(["s": "string"], "substr(old.s, 1, 1) = '+' AND length(old.s) = 13"),
    Row(["s": "string"], "substr(old.s, -3) = 'xyz' AND instr(old.s, '-') = 2"),
    Row(
      ["s": "string"],
      "old.s LIKE 'http://%' AND substr(old.s, 8, instr(substr(old.s, 8), '/') - 1) = "
        + "'a.com'"),
    Row(["a": "string", "b": "string"], "old.a || '-' || old.b = 'foo-bar'"),
    Row(["a": "string", "n": "int"], "old.a || ':' || old.n = 'k:77'"),
    Row(["s": "string"], "replace(old.s, ' ', '') = 'helloworld' AND length(old.s) > 10"),
    Row(["s": "string"], "instr(old.s, '@') > 3 AND instr(old.s, '.') > instr(old.s, '@')"),
    Row(["s": "string"], "length(trim(old.s)) = 0 AND length(old.s) = 3"),
    Row(["s": "string"], "lower(trim(old.s)) = 'pending review'"),
    Row(["s": "string"], "old.s = 'MiXed' COLLATE NOCASE AND old.s <> 'MiXed'"),
    Row(["s": "string"], "length(old.s) - length(replace(old.s, ',', '')) = 3"),
    Row(["s": "string", "n": "int"], "format('%s-%03d', old.s, old.n) = 'ab-007'"),
    Row(["s": "string"], "unicode(old.s) = 8364"),
    Row(
      ["s": "string?", "t": "string?"],
      "coalesce(old.s, old.t, 'none') = 'fallback' AND old.s IS "
        + "NULL"),
    Row(["s": "string"], "coalesce(nullif(trim(old.s), ''), 'empty') = 'draft'"),
  ]

  static let numbers: [Row] = [
    Row(["d": "double"], "CAST(old.d * 100 AS INTEGER) = 1999"),
    Row(["n": "int"], "old.n % 100 = 37 AND old.n > 2000"),
    Row(["a": "int", "b": "int"], "old.b <> 0 AND old.a / old.b = 12 AND old.a % old.b = 5"),
    Row(["n": "int"], "(old.n & 64) <> 0 AND (old.n & 3) = 2"),
    Row(["x": "int", "y": "int"], "old.x = old.y * 7 AND old.y BETWEEN 900 AND 990"),
    Row(["s": "string", "n": "int"], "old.s IN ('alpha', 'beta') AND old.n IN (17, 23)"),
    Row(
      ["n": "int", "s": "string"],
      "CASE WHEN old.n > 100 THEN CASE old.s WHEN 'deep' THEN 1 ELSE 0 END ELSE 0 "
        + "END"),
    Row(["n": "int", "s": "string"], "iif(old.n < 0, old.s = 'neg', old.s = 'pos')"),
    Row(["n": "int"], "ordinal = 30"),
    Row(["f": "float"], "round(old.f, 2) = 3.14"),
    Row(["d": "decimal128"], "CAST(old.d AS REAL) > 10.5 AND old.d LIKE '%.99'"),
  ]

  static let dates: [Row] = [
    Row(["s": "string"], "strftime('%Y', old.s) = '2019'"),
    Row(["d": "date"], "strftime('%Y-%m', old.d) = '2019-02'"),
    Row(["d": "date?"], "old.d >= '2019-01-01' AND old.d < '2019-01-02'"),
    Row(["d": "date", "e": "date"], "julianday(old.e) - julianday(old.d) BETWEEN 300 AND 301"),
    Row(["n": "int"], "strftime('%Y', old.n, 'unixepoch') = '2016'"),
    Row(["d": "date"], "date(old.d, '+30 days') = '2021-03-31'"),
  ]

  static let others: [Row] = [
    Row(["s": "string"], "json_valid(old.s) AND json_extract(old.s, '$.a.b[1]') = 42"),
    Row(
      ["s": "string"],
      "json_valid(old.s) AND old.s ->> '$.kind' = 'x' AND json_array_length(old.s, "
        + "'$.items') > 3"),
    Row(["m": "string{}"], "json_extract(old.m, '$.color') = 'red'"),
    Row(["t": "string[]"], "json_array_length(old.t) > 40"),
    Row(["t": "string<>"], "'vip' IN (SELECT value FROM json_each(old.t))"),
    Row(["t": "int[]"], "(SELECT count(*) FROM json_each(old.t)) = 17"),
    Row(["b": "data"], "hex(old.b) = 'CAFE'"),
    Row(["b": "data"], "length(old.b) = 16 AND substr(old.b, 1, 2) = x'FFD8'"),
    Row(["u": "uuid"], "old.u = '12345678-1234-4234-8234-123456789abc'"),
    Row(["u": "objectId"], "old.u = '507f1f77bcf86cd799439011'"),
    Row(["m": "mixed"], "typeof(old.m) = 'text' AND old.m = 'magic'"),
    Row(["b": "bool", "n": "int?"], "old.b AND old.n BETWEEN 250 AND 260"),
    Row(["s": "string"], "new.s = 'zebra'"),
  ]

  /// - Parameters:
  ///   - step: the members of the step's object after its type.
  ///   - invariant: an expression, or empty.
  private func history(
    _ properties: [String: String], adding added: [String: String] = [:], _ step: String,
    invariant: String = ""
  ) throws -> History {
    func text(_ string: String) -> String { JSON.string(string).compactText }
    func schema(_ properties: [String: String]) -> String {
      let members = properties.sorted { $0.key < $1.key }.map { "\(text($0)): \(text($1))" }
      return #"[{"name": "A", "properties": {\#(members.joined(separator: ", "))}}]"#
    }
    let invariants =
      invariant.isEmpty
      ? ""
      : #", "invariants": [{"name": "kept", "type": "A", "since": 1, "holds": \#(text(invariant))}]"#
    return try HistoryFile.parse(
      JSON.parse(
        #"""
        {"migcheck": 1, "name": "Conditions", "rules": "realm", "versions": [
          {"version": 1, "schema": \#(schema(properties))},
          {"version": 2, "schema": \#(schema(properties.merging(added) { $1 })),
           "migration": [{"enumerate": {"type": "A", \#(step)}}]\#(invariants)}]}
        """#), file: "conditions")
  }

  private func report(_ history: History, seed: UInt64 = 1, trials: Int = 3) throws -> Report {
    var options = VerificationOptions(trials: trials, seed: seed, stores: [.memory], jobs: 1)
    options.shrinkBudget = 0
    return try Verifier(history, options: options).run()
  }

  @Test(
    "objects that only a rare condition deletes are missed",
    arguments: Sweep.part(texts + numbers + dates + others, oneOf: 16))
  func rareConditions(row: Row) throws {
    let condition = JSON.string(row.condition).compactText
    let mistaken = try history(row.properties, #""where": \#(condition), "delete": true"#)
    // Random graphs do not matter: one of those for the condition shows it.
    let seed = UInt64(row.condition.utf8.count)
    let missed = try report(mistaken, seed: seed)
    #expect(missed.findings.contains { $0.check == .dataPreserved })
    let right = try history(
      row.properties, adding: ["seen": "bool"], #""where": \#(condition), "set": {"seen": "1"}"#)
    let report = try report(right)
    #expect(report.verdict == .passed)
    #expect(report.coverage.steps.map(\.ran) == [true])
    #expect(!report.coverage.conditions.isEmpty)
    for condition in report.coverage.conditions {
      #expect(condition.isMetBothWays, "\(condition.condition)")
    }
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var properties: [String: String]
    var added: [String: String] = [:]
    var property: Name
    var mistaken: String
    var right: String
    var invariant: String

    var testDescription: String { mistaken }
  }

  static let changes: [Change] = [
    Change(
      properties: ["t": "string[]"], property: "t",
      mistaken:
        "(SELECT json_group_array(value) FROM (SELECT value FROM json_each(old.t) LIMIT 50))",
      right: "(SELECT json_group_array(value) FROM (SELECT value FROM json_each(old.t)))",
      invariant: "json_array_length(new.t) = json_array_length(old.t)"),
    Change(
      properties: ["price": "double"], added: ["cents": "int"], property: "cents",
      mistaken: "CAST(ifnull(old.price, 0) * 100 AS INTEGER)",
      right: "CAST(round(ifnull(old.price, 0) * 100) AS INTEGER)",
      invariant:
        "abs(old.price) < 1e9 IS NOT 1 OR abs(new.cents - old.price * 100) < 0.5001"),
    Change(
      properties: ["zip": "string"], property: "zip",
      mistaken: """
        CASE WHEN old.zip GLOB '[0-9][0-9][0-9][0-9][0-9]'
          THEN CAST(CAST(old.zip AS INTEGER) AS TEXT) ELSE old.zip END
        """,
      right: """
        CASE WHEN old.zip GLOB '[0-9][0-9][0-9][0-9][0-9]'
          THEN printf('%05d', CAST(old.zip AS INTEGER)) ELSE old.zip END
        """,
      invariant: "new.zip = old.zip"),
    Change(
      properties: ["s": "string", "n": "int"], property: "s",
      mistaken: "CASE WHEN old.s LIKE 'tmp-%' AND old.n = 404 THEN '' ELSE old.s END",
      right: "CASE WHEN old.s LIKE 'tmp-%' AND old.n = 404 THEN old.s ELSE old.s END",
      invariant: "new.s = old.s"),
    Change(
      properties: ["m": "string{}"], added: ["name": "string"], property: "name",
      mistaken: "ifnull(substr(json_extract(old.m, '$.name'), 1, 8), '')",
      right: "ifnull(json_extract(old.m, '$.name'), '')",
      invariant: """
        json_extract(old.m, '$.name') IS NULL OR length(json_extract(old.m, '$.name')) < 9
          OR new.name = json_extract(old.m, '$.name')
        """),
  ]

  @Test(
    "values that only a rare condition changes are missed", .enabled(if: Sweep.isFull),
    arguments: Sweep.part(changes, oneOf: 3)
  )
  func rareChanges(change: Change) throws {
    func step(_ expression: String) -> String {
      #""set": {"\#(change.property)": \#(JSON.string(expression).compactText)}"#
    }
    let mistaken = try history(
      change.properties, adding: change.added, step(change.mistaken), invariant: change.invariant)
    for seed in [1, 77] as [UInt64] {
      #expect(try report(mistaken, seed: seed).findings.contains { $0.check == .invariant })
    }
    let right = try history(
      change.properties, adding: change.added, step(change.right), invariant: change.invariant)
    #expect(try report(right, trials: 20).verdict == .passed)
  }
}
