import MigCheckModel
import MigCheckSQLite
import MigCheckText
import TestMaterial
import Testing

@testable import MigCheckStores

@Suite("Clock and random numbers of expressions")
struct SurroundingsTests {
  private static let scope = ExpressionEvaluator.Scope(
    old: [Property("word", .string)], new: nil, hasOrdinal: false)

  private func text(_ expression: String, isPerturbed: Bool, subject: Int64 = 0) throws -> String {
    let compiled = try ExpressionEvaluator().compile(
      SQLExpression(expression), in: Self.scope, type: "T")
    let surroundings = Surroundings(isPerturbed: isPerturbed, subject: subject)
    return "\(try compiled.evaluate(in: surroundings) { _ in .text("now") })"
  }

  @Test(
    "two runs see another time, however coarsely and wherever it is asked for",
    arguments: [
      "datetime('now')", "date('now')", "time('now')", "julianday('now')", "CURRENT_TIMESTAMP",
      "current_date", "CURRENT_TIME", "datetime()", "date()", "strftime('%s', 'now')",
      "strftime('%s', 'now') % 2", "strftime('%Y', 'now')", "strftime('%Y', 'now') / 10",
      "strftime('%m', 'now')", "strftime('%d', 'now')", "strftime('%H', 'now') < '12'",
      "strftime('%H', 'now')", "strftime('%M', 'now')", "strftime('%S', 'now')",
      "strftime('%f', 'now')", "strftime('%w', 'now')", "strftime('%w', 'now') IN ('0', '6')",
      "strftime('%j', 'now')", "strftime('%W', 'now')", "CAST(julianday('now') AS INTEGER)",
      "unixepoch()", "unixepoch('now') % 7", "unixepoch() / 86400", "datetime(old.word)",
      "date('no' || 'w')", "date('NOW', '+1 day')", "datetime('now', 'start of year')",
      "date('now') > '2001-01-01'", "(SELECT date('now'))", "\"datetime\"('now')",
      "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')", "substr(date('now'), 1, 2)",
    ])
  func clock(expression: String) throws {
    let first = try text(expression, isPerturbed: false)
    #expect(try text(expression, isPerturbed: true) != first)
    #expect(try text(expression, isPerturbed: false, subject: 9) == first)
  }

  @Test("the frozen time is the one that is documented")
  func time() throws {
    let format = "strftime('%Y-%m-%dT%H:%M:%f %w', 'now')"
    #expect(try text(format, isPerturbed: false) == "text(\"2031-10-25T21:47:38.614 6\")")
    #expect(try text(format, isPerturbed: true) == "text(\"1968-05-06T08:18:27.405 1\")")
  }

  @Test(
    "two runs draw other random numbers, however coarsely they are read",
    .enabled(if: Sweep.isFull),
    arguments: Sweep.part(
      [
        "random()", "random() > 0", "random() % 2", "abs(random()) % 2", "abs(random()) % 10",
        "abs(random()) % 6 + 1", "abs(random()) % 1000", "random() & 1", "abs(random()) >> 60",
        "round(abs(random()) / 9223372036854775807.0, 1)",
        "hex(randomblob(1))", "substr(hex(randomblob(16)), 32)", "lower(hex(randomblob(16)))",
        "round(random() / 1e18)", "(SELECT random())", "CAST(random() AS TEXT)",
      ], oneOf: 4))
  func random(expression: String) throws {
    for subject in 0..<200 as Range<Int64> {
      let first = try text(expression, isPerturbed: false, subject: subject)
      #expect(try text(expression, isPerturbed: true, subject: subject) != first)
      #expect(try text(expression, isPerturbed: false, subject: subject) == first)
    }
  }

  @Test("objects draw numbers of their own, and two calls give two")
  func ownNumbers() throws {
    let numbers = try (0..<100).map {
      try text("hex(randomblob(16))", isPerturbed: false, subject: $0)
    }
    #expect(Set(numbers).count == 100)
    #expect(try text("random() = random()", isPerturbed: false) == "integer(0)")
    #expect(
      try text("random()", isPerturbed: false) != text("random() + 0", isPerturbed: false))
  }
}
