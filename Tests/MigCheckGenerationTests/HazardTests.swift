import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckGeneration

@Suite struct HazardTests {
  static let start = SubjectVersion(number: 1, schema: Schemas.contacts)
  static let later = SubjectVersion(number: 3, schema: Schemas.contactsLater)
  static let hazards = Hazard.hazards(from: start, to: [later])

  @Test("Each change, each possible rename and each unchanged type is a hazard")
  func eachChangeEachPossibleRenameAndEachUnchangedTypeIsAHazard() {
    #expect(
      Self.hazards.map(\.id) == [
        "1-3: Address becomes embedded",
        "1-3: primary key City.name added",
        "1-3: type Fresh added",
        "1-3: primary key Person.id added",
        "1-3: Person.age: int → string",
        "1-3: Person.email becomes required: string",
        "1-3: Person.firstName removed: string",
        "1-3: Person.friends: Person[] → Person<>",
        "1-3: Person.fullName added: string",
        "1-3: Person.id added: string",
        "1-3: Person.lastName removed: string",
        "1-3: type Tag removed",
        "1-3: Person.firstName removed and fullName added: string",
        "1-3: Person.firstName removed and id added: string",
        "1-3: Person.lastName removed and fullName added: string",
        "1-3: Person.lastName removed and id added: string",
        "1-3: Person unchanged: address",
        "1-3: Address unchanged: street, city",
        "1-3: City unchanged: name",
      ])
  }

  @Test("Every change from the start counts for the first version that shows it")
  func everyChangeFromTheStartCountsForTheFirstVersionThatShowsIt() {
    // Types that change now and then, there and back, and that come and go.
    let schemas: [Schema] = [
      Schema([ObjectType("A", [Property("x", .int)]), ObjectType("B", [Property("y", .int)])]),
      Schema([ObjectType("A", [Property("x", .string)]), ObjectType("B", [Property("y", .int)])]),
      Schema([ObjectType("A", [Property("x", .string)])]),
      Schema([
        ObjectType("A", [Property("x", .int)]),
        ObjectType("B", [Property("y", .int, optional: true)]),
      ]),
      Schema([
        ObjectType("A", [Property("z", .int)]), ObjectType("C", [Property("w", .date)]),
        ObjectType("B", [Property("y", .int, optional: true), Property("e\u{301}", .bool)]),
      ]),
      Schema([
        ObjectType("A", [Property("z", .int)]), ObjectType("C", [Property("w", .date)]),
        ObjectType("B", [Property("y", .int, optional: true), Property("\u{E9}", .bool)]),
      ]),
    ]
    let versions = schemas.enumerated().map { SubjectVersion(number: UInt64($0), schema: $1) }
    let hazards = Hazard.hazards(from: versions[0], to: Array(versions.dropFirst()))
    var seen = Set<[UInt8]>()
    for version in versions.dropFirst() {
      for change in SchemaChange.changes(from: schemas[0], to: version.schema)
      where seen.insert(Array(change.description.utf8)).inserted {
        let id = "0-\(version.number): \(change.description)"
        #expect(hazards.contains { Array($0.id.utf8) == Array(id.utf8) }, "\(id)")
      }
    }
    #expect(seen.count > 6)
  }

  @Test("Every hazard has witnesses, all of them valid, the same on every call")
  func everyHazardHasWitnessesAllOfThemValidTheSameOnEveryCall() {
    for hazard in Self.hazards {
      let witnesses = hazard.witnesses(in: Schemas.contacts)
      #expect(witnesses.contains { $0.objectCount > 0 }, "\(hazard.id)")
      #expect(witnesses.allSatisfy { $0.validate().isEmpty })
      let again = hazard.witnesses(in: Schemas.contacts)
      #expect(zip(witnesses, again).allSatisfy { $0.isIdentical(to: $1) })
    }
  }

  private func witnesses(_ description: String) throws -> [ObjectGraph] {
    let hazard = try #require(Self.hazards.first { $0.description == description })
    return hazard.witnesses(in: Schemas.contacts)
  }

  @Test("A type that becomes embedded is met without parents, shared, repeated, in mixed")
  func aTypeThatBecomesEmbeddedIsMetWithoutParentsSharedRepeatedInMixed()
    throws
  {
    let graphs = try witnesses("Address becomes embedded")
    /// The number of links to each address, in all graphs with no other type's cycles.
    func addressLinks(_ graph: ObjectGraph, type: Int, column: Int) -> [Int] {
      graph.tables[type].columns[column].flatMap { value in
        var rows = [Int]()
        graph.forEachLink(in: value) { if $0.type == 1 { rows.append($0.index) } }
        return rows
      }
    }
    func hasGraph(_ condition: (ObjectGraph) -> Bool) -> Bool { graphs.contains(where: condition) }
    #expect(hasGraph { $0.tables[1].count == 1 && $0.linkCount == 0 })
    #expect(hasGraph { addressLinks($0, type: 0, column: 4) == [0, 0] })
    #expect(hasGraph { addressLinks($0, type: 3, column: 0) == [0] })
    #expect(hasGraph { addressLinks($0, type: 3, column: 1) == [0, 0] })
    #expect(hasGraph { addressLinks($0, type: 3, column: 3) == [0, 0] })
    #expect(hasGraph { addressLinks($0, type: 3, column: 3) == [1, 0] })
    #expect(
      hasGraph {
        addressLinks($0, type: 3, column: 2) == [0] && addressLinks($0, type: 3, column: 3) == [0]
      })
    #expect(
      hasGraph {
        addressLinks($0, type: 0, column: 4) == [0] && addressLinks($0, type: 3, column: 2) == [0]
      })
    #expect(hasGraph { $0.tables[1].columns[1].contains { !$0.isNull } && $0.tables[0].count == 2 })
  }

  @Test("A new primary key meets keys that differ by case, space, form, length and number")
  func aNewPrimaryKeyMeetsKeysThatDifferByCaseSpaceFormLengthAndNumber()
    throws
  {
    let graphs = try witnesses("primary key City.name added")
    let long = String(repeating: "p", count: 64)
    let pairs = [
      ("a", "A"), ("a", "a "), ("\u{E9}", "e\u{301}"), ("1", "01"), (long + "a", long + "b"),
      ("", ""),
    ]
    for (first, second) in pairs {
      #expect(graphs.contains { $0.tables[2].columns[0] == [.string(first), .string(second)] })
    }
  }

  @Test("A derived primary key meets texts that join to the same one")
  func aDerivedPrimaryKeyMeetsTextsThatJoinToTheSameOne() throws {
    let graphs = try witnesses("primary key Person.id added")
    #expect(
      graphs.contains {
        $0.tables[0].columns[0] == [.string("ab"), .string("a")]
          && $0.tables[0].columns[1] == [.string("c"), .string("bc")]
      })
  }

  @Test("A property that becomes required meets one null, nothing but null, and none")
  func aPropertyThatBecomesRequiredMeetsOneNullNothingButNullAndNone() throws {
    let columns = try witnesses("Person.email becomes required: string")
      .map { $0.tables[0].columns[3] }
    #expect(columns.contains { $0.count == 1 && $0[0].isNull })
    #expect(columns.contains { $0.count == 2 && $0.allSatisfy(\.isNull) })
    #expect(columns.contains { $0.count > 1 && $0.contains(.null) && !$0.allSatisfy(\.isNull) })
    #expect(columns.contains { $0.count == 2 && $0[0] != $0[1] && !$0.contains(.null) })
  }

  @Test("A changed type meets the bounds of the old one and of every width")
  func aChangedTypeMeetsTheBoundsOfTheOldOneAndOfEveryWidth() throws {
    let graphs = try witnesses("Person.age: int → string")
    let numbers: [Int64] = [.max, .min, 1 << 53, (1 << 53) + 1, 1 << 31, 127, 128]
    for number in numbers {
      #expect(graphs.contains { $0.tables[0].columns[2] == [.int(number)] })
    }
    #expect(
      graphs.contains { graph in
        numbers.allSatisfy { graph.tables[0].columns[2].contains(.int($0)) }
      })
  }

  @Test("Two hazards of one type meet") func twoHazardsOfOneTypeMeet() {
    let graphs = Hazard.pairWitnesses(
      of: Self.hazards, in: ObjectGraph(schema: Schemas.contacts)
    ).graphs
    #expect(graphs.allSatisfy { $0.validate().isEmpty })
    #expect(
      graphs.contains {
        $0.tables[0].columns[2].first == .int(0) && $0.tables[0].columns[3].first == .null
      })
  }

  @Test("Many hazards of one type meet all at once, in graphs that grow with their number")
  func manyHazardsOfOneTypeMeetAllAtOnce() {
    func meetings(_ count: Int) -> [ObjectGraph] {
      let properties = (0..<count).map { Property("p\($0)", .int, optional: true) }
      let kept = Property("kept", .string)
      let old = SubjectVersion(number: 1, schema: Schema([ObjectType("T", properties + [kept])]))
      let new = SubjectVersion(number: 2, schema: Schema([ObjectType("T", [kept])]))
      return Hazard.pairWitnesses(
        of: Hazard.hazards(from: old, to: [new]), in: ObjectGraph(schema: old.schema)
      ).graphs
    }
    let (some, more) = (meetings(20), meetings(40))
    #expect(!some.isEmpty && some.count == more.count)
    #expect(more.allSatisfy { $0.validate().isEmpty })
    // Each property has each of its values in one of them.
    let values = Set(
      (0..<40).map { column in Set(more.map { "\($0.tables[0].columns[column][0])" }) })
    #expect(values.count == 1)
    #expect(values.allSatisfy { $0.count > 1 })
  }

  @Test("Names that come back and names that follow each other are hazards")
  func namesThatComeBackAndNamesThatFollowEachOtherAreHazards() {
    func version(_ number: UInt64, _ names: [String], _ type: Name = "T") -> SubjectVersion {
      SubjectVersion(
        number: number,
        schema: Schema([
          ObjectType("Always", [Property("x", .int)]),
          ObjectType(type, names.map { Property($0, .string) }),
        ]))
    }
    let chain = Hazard.hazards(
      from: version(1, ["a"]), to: [version(2, ["b"]), version(3, ["c"]), version(4, ["a"])])
    let ids = chain.map(\.id)
    #expect(ids.contains("1-4: T.a removed and added again"))
    #expect(ids.contains("1-4: T: a → b → c → a, one after another"))
    #expect(ids.contains("2-3: T.b removed and c added: string"))
    #expect(chain.allSatisfy { !$0.witnesses(in: version(1, ["a"]).schema).isEmpty })
    let gone = Hazard.hazards(
      from: version(1, ["a"]), to: [version(2, ["a"], "U"), version(5, ["a"])])
    #expect(gone.map(\.id).contains("1-5: type T removed and added again"))
  }

  @Test("A version without a later one has no hazards") func aVersionWithoutALaterOneHasNoHazards()
  {
    #expect(Hazard.hazards(from: Self.start, to: []).isEmpty)
  }

  @Test("The rich schema has witnesses for every change to nothing and from nothing")
  func theRichSchemaHasWitnessesForEveryChangeToNothingAndFromNothing() {
    let empty = SubjectVersion(number: 2, schema: Schema([]))
    let rich = SubjectVersion(number: 1, schema: Schemas.rich)
    for hazard in Hazard.hazards(from: rich, to: [empty]) {
      let graphs = hazard.witnesses(in: Schemas.rich)
      #expect(graphs.contains { $0.objectCount > 0 }, "\(hazard.id)")
    }
    let embedded = Schema(
      Schemas.rich.types.map {
        ObjectType($0.name, primaryKey: $0.primaryKey, embedded: !$0.isEmbedded, $0.properties)
      })
    for hazard in Hazard.hazards(
      from: rich, to: [SubjectVersion(number: 2, schema: embedded)])
    {
      let graphs = hazard.witnesses(in: Schemas.rich)
      #expect(graphs.contains { $0.totalObjectCount > 0 }, "\(hazard.id)")
    }
  }

  @Test("An embedded type that nothing leads to is met by the objects of other types")
  func anEmbeddedTypeThatNothingLeadsToIsMetByTheObjectsOfOtherTypes() {
    func schema(_ isRequired: Bool) -> Schema {
      Schema([
        ObjectType("Lone", embedded: true, [Property("x", .int, optional: !isRequired)]),
        ObjectType("Other", [Property("y", .int)]),
      ])
    }
    let hazards = Hazard.hazards(
      from: SubjectVersion(number: 1, schema: schema(false)),
      to: [SubjectVersion(number: 2, schema: schema(true))])
    #expect(
      hazards.map(\.description) == ["Lone.x becomes required: int", "Other unchanged: y"])
    for hazard in hazards {
      #expect(hazard.witnesses(in: schema(false)).contains { $0.objectCount > 0 })
    }
  }
}
