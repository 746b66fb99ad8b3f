import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckGeneration

@Suite struct ConditionTests {
  private func conditions(_ text: String, isCondition: Bool = true) throws -> [String] {
    let tree = try #require(SQLExpression(text).tree)
    return ConditionList.conditions(of: tree, isCondition: isCondition).map(\.node.text)
  }

  @Test("an expression is taken apart with the precedence of its operators")
  func precedence() throws {
    func top(_ text: String) throws -> String {
      guard
        case .binary(let name, let left, let right) = try #require(SQLExpression(text).tree).kind
      else { return "no operator" }
      return "\(left.text) [\(name)] \(right.text)"
    }
    #expect(try top("a = 1 OR b = 2 AND c") == "a = 1 [or] b = 2 AND c")
    #expect(try top("a || '-' || b = 'x-y'") == "a || '-' || b [=] 'x-y'")
    #expect(try top("1 + 2 * 3 < 4 % 5") == "1 + 2 * 3 [<] 4 % 5")
    #expect(try top("a - b - c") == "a - b [-] c")
    #expect(try top("NOT a = 1 AND b") == "NOT a = 1 [and] b")
    #expect(try top("x BETWEEN 1 AND 2 AND y") == "x BETWEEN 1 AND 2 [and] y")
    #expect(try top("a IS NOT b") == "a [is not] b")
    #expect(try top("old.s ->> '$.a' = 1") == "old.s ->> '$.a' [=] 1")
    #expect(try top("(a OR b) AND c") == "(a OR b) [and] c")
  }

  @Test(
    "what is no single expression has no tree",
    arguments: ["", "a b", "(a", "a)", "1,2", "?1", "CASE a END", "a IN", "f(", "'x"])
  func noTree(text: String) {
    #expect(SQLExpression(text).tree == nil)
  }

  @Test("literals keep their values")
  func literals() throws {
    func value(_ text: String) throws -> Value? {
      guard case .literal(let literal) = try #require(SQLExpression(text).tree).kind else {
        return nil
      }
      return literal.value
    }
    #expect(try value("x'CAFE'") == .data([0xCA, 0xFE]))
    #expect(try value("-5") == .int(-5))
    #expect(try value("0x1F") == .int(31))
    #expect(try value("'it''s'") == .string("it's"))
    #expect(try value("1e3") == .double(1000))
    #expect(try value("TRUE") == .int(1))
  }

  @Test("conditions are the parts of AND, OR and NOT, of CASE, iif, coalesce and nullif")
  func atoms() throws {
    #expect(
      try conditions("a = 1 AND NOT (b LIKE 'x' OR c IS NULL)")
        == ["a = 1", "b LIKE 'x'", "c IS NULL"])
    #expect(
      try conditions("CASE a WHEN 1 THEN 'x' WHEN 2 THEN iif(b > 3, 1, 2) END", isCondition: false)
        == ["a = 1", "a = 2", "b > 3"])
    #expect(
      try conditions("coalesce(a, nullif(b, ''), 'x')", isCondition: false)
        == ["a IS NULL", "b = ''", "nullif(b, '') IS NULL"])
    #expect(try conditions("upper(a)", isCondition: false).isEmpty)
    #expect(try conditions("1 = 1 AND a", isCondition: true) == ["a"])
  }

  @Test("a condition counts only where those before it let it decide")
  func guards() throws {
    let tree = try #require(SQLExpression("a IS NULL OR a > 1 AND b").tree)
    let probes = ConditionList.conditions(of: tree, isCondition: true).map(\.probe)
    #expect(
      probes == [
        "CASE WHEN a IS NULL THEN 1 ELSE 2 END",
        "CASE WHEN ((a IS NULL) IS NOT TRUE) THEN CASE WHEN a > 1 THEN 1 ELSE 2 END ELSE 0 END",
        "CASE WHEN ((a IS NULL) IS NOT TRUE) AND ((a > 1) IS TRUE) THEN CASE WHEN b THEN 1 ELSE 2 "
          + "END ELSE 0 END",
      ])
  }

  private static let type = ObjectType(
    "A",
    [
      Property("s", .string), Property("o", .string, optional: true), Property("n", .int),
      Property("m", .int, optional: true), Property("d", .double),
      Property("t", .string, collection: .list),
    ])

  private func sites(_ condition: String) -> [String] {
    ConditionSite.sites(
      ofCondition: SQLExpression(condition),
      in: ConditionScope(old: [Self.type], new: Self.type, compiler: nil)
    ).map(\.text)
  }

  @Test(
    "a side that no object can have is not asked for",
    arguments: [
      "old.s IS NULL", "old.n IS NOT NULL", "ifnull(old.s, 'x') IS NULL", "length(old.s) >= 0",
      "old.t IS NULL", "length(old.s) IS NULL", "abs(old.n) < 0",
    ])
  func impossible(condition: String) {
    #expect(sites(condition).isEmpty)
  }

  @Test(
    "a side that some object may have is asked for",
    arguments: [
      "old.o IS NULL", "old.d IS NULL", "length(old.o) >= 0", "length(old.s) > 0", "old.n >= 0",
      "old.s || old.o IS NULL", "old.n / old.n IS NULL", "old.m < 5",
    ])
  func possible(condition: String) {
    #expect(sites(condition) == [condition])
  }

  @Test("what was decided before is not asked for again")
  func contradictions() {
    #expect(sites("old.o IS NULL OR old.o IS NOT NULL") == ["old.o IS NULL"])
    #expect(sites("old.o = 'x' AND old.o IS NOT NULL") == ["old.o = 'x'"])
    #expect(
      sites(
        "CASE WHEN old.n < 10 THEN old.s = 'a' WHEN old.n < 20 THEN 1 WHEN old.n >= 20 THEN 1 END")
        == ["old.n < 10", "old.s = 'a'", "old.n < 20"])
    #expect(
      sites("old.m < 10 OR old.m >= 10") == ["old.m < 10", "old.m >= 10"])
  }

  @Test("an invariant that holds is not asked to fail")
  func invariants() {
    let scope = ConditionScope(old: [Self.type], new: Self.type, compiler: nil)
    #expect(ConditionSite.sites(ofInvariant: "new.s = old.s", in: scope).isEmpty)
    #expect(
      ConditionSite.sites(ofInvariant: "old.o IS NULL OR new.o = old.o", in: scope).map(\.text)
        == ["old.o IS NULL"])
  }

  @Test("patterns become texts that match them")
  func patterns() {
    #expect(PatternTexts(glob: "[0-9][^0-9]?*").texts.first == "0aa")
    #expect(PatternTexts(glob: "[]x]a").texts.first == "]a")
    #expect(PatternTexts(like: "a%_!%", escape: "!").texts.first == "aa%")
  }

  @Test("formats of strftime become moments")
  func formats() {
    #expect(DateText.text(format: "%Y-%m", written: "2019-02") == "2019-02-03T04:05:06Z")
    #expect(DateText.text(format: "%H:%M", written: "23:59") == "2001-02-03T23:59:06Z")
    #expect(DateText.text(format: "%Y", written: "x") == nil)
    #expect(DateText.text("2020-02-28", plusDays: 2) == "2020-03-01")
    #expect(DateText.text("2020-02-28 10:00:00", plusDays: -1) == "2020-02-27 10:00:00")
  }

  @Test("texts are taken apart along what is fixed")
  func splits() {
    let parts: [[Character]?] = [nil, Array("-"), nil]
    #expect(TextSplit.splits(Array("foo-bar"), along: parts).first == ["foo", "-", "bar"])
    #expect(TextSplit.splits(Array("foobar"), along: parts).isEmpty)
    #expect(TextDistance.edits(Array("kitten".utf8), Array("sitting".utf8)) == 3)
  }

  @Test("documents of documents do not grow without end")
  func nestedDocuments() {
    var texts = ["\"\\"]
    for _ in 0..<40 {
      let documents = ConditionMoves.documents(texts.map(Value.string))
      texts = documents.compactMap(\.sqlText).sorted { $0.utf8.count > $1.utf8.count }
      #expect((texts.first?.utf8.count ?? 0) < 1 << 15)
      texts = Array(texts.prefix(3)) + ["\"\\"]
    }
  }

  @Test("a query without an end is tried a few times only")
  func endlessQuery() throws {
    let compiler = EndlessCompiler()
    let a = Property("a", .int)
    let space = ConditionSpace(compiler: compiler, old: [a], new: [])
    space.budget = 900
    let node = try #require(SQLExpression("old.a = abs((SELECT 1))").tree)
    let goal = ConditionGoal(requirements: [Requirement(node: node, isTrue: true)])
    #expect(space.solve(goal, from: space.bases).isEmpty)
    #expect(!compiler.counts.isEmpty)
    #expect(compiler.counts.values.allSatisfy { $0 <= 4 })
  }
}

/// Compiles expressions that go on without end, and counts by text how many times they are evaluated.
private final class EndlessCompiler: ExpressionCompiler {
  var counts: [String: Int] = [:]

  func compile(
    _ expression: String, old: [Property], new: [Property]
  ) -> (any CompiledExpression)? {
    Expression(text: expression, compiler: self)
  }

  private final class Expression: CompiledExpression {
    let text: String
    let compiler: EndlessCompiler
    var overrunCount = 0

    init(text: String, compiler: EndlessCompiler) {
      self.text = text
      self.compiler = compiler
    }

    func value(old: [Value], new: [Value]) -> Value? {
      compiler.counts[text, default: 0] += 1
      overrunCount += 1
      return nil
    }
  }
}
