import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckGeneration

/// Values of several properties that matter together only.
@Suite struct JointValuesTests {
  private static let schema = Schema([
    ObjectType(
      "Item",
      [
        Property("kind", .string), Property("size", .int), Property("count", .int),
        Property("note", .string, optional: true),
      ])
  ])

  /// The rows of all witnesses of a hazard, by the columns that a test asks for.
  private func rows(
    _ text: String, where condition: String? = nil, isOfNewObject: Bool = false,
    columns: [Int]
  ) throws -> [[[Value]]] {
    let expression = MigrationExpression(
      type: "Item", property: "kind", expression: SQLExpression(text), isOfNewObject: isOfNewObject,
      condition: condition.map { SQLExpression($0) })
    let hazards = Hazard.hazards(
      from: SubjectVersion(number: 1, schema: Self.schema),
      to: [SubjectVersion(number: 2, schema: Self.schema)], expressions: [(2, expression)])
    let hazard = try #require(hazards.last)
    return hazard.witnesses(in: Self.schema).map { graph in
      (0..<graph.tables[0].count).map { row in
        columns.map { graph.tables[0].columns[$0][row] }
      }
    }
  }

  @Test("Two conditions are met at once, and each of them without the other")
  func twoConditionsAreMetAtOnceAndEachOfThemWithoutTheOther() throws {
    let witnesses = try rows("old.size > 18 AND old.kind = 'box'", columns: [1, 0])
    let wanted: [[Value]] = [17, 18, 19].flatMap { (size: Int64) -> [[Value]] in
      [[.int(size), .string("box")], [.int(size), .string("")]]
    }
    #expect(witnesses.contains { rows in wanted.allSatisfy(rows.contains) })
  }

  @Test("A condition of the step is met together with what the expression trips over")
  func aConditionOfTheStepIsMetTogetherWithWhatTheExpressionTripsOver() throws {
    let witnesses = try rows(
      "old.size / old.count", where: "old.kind = 'gift'", columns: [2, 0])
    #expect(witnesses.contains { $0.contains([.int(0), .string("gift")]) })
    let products = try rows("old.size * 100", where: "old.kind = 'gift'", columns: [1, 0])
    #expect(products.contains { $0.contains([.int(.max), .string("gift")]) })
  }

  @Test("A text and a number that join to the same text meet")
  func aTextAndANumberThatJoinToTheSameTextMeet() throws {
    let witnesses = try rows("old.kind || old.size", columns: [0, 1])
    #expect(
      witnesses.contains([[.string("a1"), .int(2)], [.string("a"), .int(12)]]))
  }

  @Test("What falls back to another property meets the value of that property")
  func whatFallsBackToAnotherPropertyMeetsTheValueOfThatProperty() throws {
    let witnesses = try rows("coalesce(old.note, old.kind)", columns: [3, 0])
    #expect(
      witnesses.contains { rows in
        rows.count == 2 && rows[1][0] == .null && rows[0][0] == rows[1][1]
      })
  }

  @Test("An object is there already that has what a created one gets")
  func anObjectIsThereAlreadyThatHasWhatACreatedOneGets() throws {
    let witnesses = try rows("'theme.default'", isOfNewObject: true, columns: [0])
    #expect(witnesses.contains([[.string("theme.default")]]))
    #expect(try !rows("'theme.default'", columns: [0]).contains([[.string("theme.default")]]))
  }
}
