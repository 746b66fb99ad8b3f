import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckGeneration

@Suite struct ExpressionHazardTests {
  private func hazard(_ text: String, property: Name? = "id") throws -> Hazard {
    let start = SubjectVersion(number: 1, schema: Schemas.contacts)
    let expression = MigrationExpression(
      type: "Person", property: property, expression: SQLExpression(text), ordinal: "ordinal")
    let hazards = Hazard.hazards(
      from: start, to: [SubjectVersion(number: 2, schema: Schemas.contacts)],
      expressions: [(2, expression)])
    return try #require(hazards.last)
  }

  private func values(_ text: String, of property: Name) throws -> HazardValues {
    let all = try hazard(text).values(in: Schemas.contacts)
    return try #require(all.first { $0.property == property })
  }

  @Test(
    "An expression that reads no property has no values of its own",
    arguments: [
      "ordinal", "'friend'", "CAST(ordinal + 1 AS TEXT)", "hex(randomblob(8))", "NULL",
      "CASE WHEN ordinal > 3 THEN 1 ELSE 0 END",
    ])
  func anExpressionThatReadsNoPropertyHasNoValuesOfItsOwn(text: String) throws {
    #expect(try hazard(text).values(in: Schemas.contacts).isEmpty)
  }

  @Test(
    "An expression that reads what came earlier may read anything",
    arguments: ["new.fullName", "fullName || 'x'", "\"fullName\""])
  func anExpressionThatReadsWhatCameEarlierMayReadAnything(text: String) throws {
    let values = try hazard(text).values(in: Schemas.contacts)
    #expect(values.map(\.property) == ["firstName", "lastName", "age", "email"])
  }

  @Test("A new primary key matters to what it is made from")
  func aNewPrimaryKeyMattersToWhatItIsMadeFrom() throws {
    func sources(_ texts: [String]) throws -> [Name] {
      let hazards = Hazard.hazards(
        from: SubjectVersion(number: 1, schema: Schemas.contacts),
        to: [SubjectVersion(number: 2, schema: Schemas.contactsLater)],
        expressions: texts.map {
          (
            2,
            MigrationExpression(
              type: "Person", property: "id", expression: SQLExpression($0), ordinal: "ordinal")
          )
        }
      )
      let hazard = try #require(
        hazards.first { $0.description == "primary key Person.id added" })
      return hazard.values(in: Schemas.contacts).map(\.property)
    }
    #expect(try sources([]) == ["firstName", "lastName", "age", "email"])
    #expect(try sources(["ordinal"]) == [])
    #expect(try sources(["ordinal", "lower(old.email)"]) == ["email"])
    #expect(try sources(["new.fullName"]) == ["firstName", "lastName", "age", "email"])
  }

  @Test("Folding meets texts that differ by case, trimming those that differ by space")
  func foldingMeetsTextsThatDifferByCaseTrimmingThoseThatDifferBySpace() throws {
    #expect(
      try values("lower(old.firstName)", of: "firstName").groups.contains([
        .string("a"), .string("A"),
      ]))
    #expect(
      try values("trim(old.firstName)", of: "firstName").groups.contains([
        .string("a"), .string("a "),
      ]))
    #expect(
      try !values("old.firstName", of: "firstName").groups.contains([.string("a"), .string("A")]))
  }

  @Test("Cutting off meets texts that agree up to the cut")
  func cuttingOffMeetsTextsThatAgreeUpToTheCut() throws {
    let found = try values("substr(old.firstName, 1, 3)", of: "firstName")
    #expect(found.groups.contains([.string("pppa"), .string("pppb")]))
    #expect(["pp", "ppp", "pppp"].allSatisfy { found.values.contains(.string($0)) })
  }

  @Test("Joining meets texts that are the same when joined, with the separator between")
  func joiningMeetsTextsThatAreTheSameWhenJoinedWithTheSeparatorBetween()
    throws
  {
    let graphs = try hazard("old.firstName || '-' || old.lastName").witnesses(in: Schemas.contacts)
    func has(_ first: [String], _ last: [String]) -> Bool {
      graphs.contains {
        $0.tables[0].columns[0] == first.map(Value.string)
          && $0.tables[0].columns[1] == last.map(Value.string)
      }
    }
    #expect(has(["ab", "a"], ["c", "bc"]))
    #expect(has(["a-b", "a"], ["c", "b-c"]))
    #expect(graphs.allSatisfy { $0.validate().isEmpty })
  }

  @Test("Numbers meet their neighbours, remainders what they confuse, sums the bounds")
  func numbersMeetTheirNeighboursRemaindersWhatTheyConfuseSumsTheBounds() throws {
    let compared = try values("CASE WHEN old.age >= 18 THEN 1 ELSE 0 END", of: "age").values
    #expect([17, 18, 19].allSatisfy { compared.contains(.int($0)) })
    #expect(try values("old.age % 7", of: "age").groups.contains([.int(1), .int(8)]))
    #expect(try values("old.age * 100", of: "age").values.contains(.int(.max / 100 + 1)))
    #expect(
      try values("CAST(old.age AS REAL)", of: "age").groups.contains([
        .int(9_007_199_254_740_992), .int(9_007_199_254_740_993),
      ]))
  }

  @Test("A literal meets itself and what is like it, and null is always among the values")
  func aLiteralMeetsItselfAndWhatIsLikeItAndNullIsAlwaysAmongTheValues()
    throws
  {
    let found = try values("coalesce(old.email, 'none')", of: "email").values
    #expect(["", "none", "NONE", "none "].allSatisfy { found.contains(.string($0)) })
    #expect(found.contains(.null))
  }

  @Test("An expression that names no property of the start may read any of them")
  func anExpressionThatNamesNoPropertyOfTheStartMayReadAnyOfThem() throws {
    let all = try hazard("old.fullName").values(in: Schemas.contacts)
    #expect(all.map(\.property) == ["firstName", "lastName", "age", "email"])
  }

  @Test("An expression of a later type or version is a hazard all the same")
  func anExpressionOfALaterTypeOrVersionIsAHazardAllTheSame() throws {
    let start = SubjectVersion(number: 3, schema: Schemas.contacts)
    let later = [SubjectVersion(number: 4, schema: Schemas.contacts)]
    let expressions: [(UInt64, MigrationExpression)] = [
      (2, MigrationExpression(type: "Person", property: nil, expression: "old.age > 1")),
      (4, MigrationExpression(type: "Unknown", property: "x", expression: "1")),
    ]
    let ids = Hazard.hazards(from: start, to: later, expressions: expressions).map(\.id)
    #expect(ids.contains("3-4: Unknown.x from 1"))
    #expect(!ids.contains { $0.contains("old.age") })
  }
}
