import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import Testing

@Suite struct RealmSchemaRulesTests {
  @Test(
    "refuses a schema in Realm's words",
    arguments: [
      (
        [ObjectType("A", [Property("x", .object, objectType: "B", optional: true)])],
        ["Property 'A.x' of type 'object' has unknown object type 'B'"]
      ),
      (
        [ObjectType("A", [Property("x", .object, objectType: "A", optional: false)])],
        ["Property 'A.x' of type 'object' must be nullable."]
      ),
      (
        [ObjectType("A", primaryKey: "k", [Property("x", .int)])],
        ["Specified primary key 'A.k' does not exist."]
      ),
      (
        [ObjectType("A", primaryKey: "x", [Property("x", .double)])],
        [
          "Property 'A.x' of type 'double' cannot be made the primary key.",
          "Property 'A.x' of type 'double' cannot be indexed.",
        ]
      ),
      (
        [ObjectType("A", primaryKey: "x", embedded: true, [Property("x", .int)])],
        ["Embedded object type 'A' cannot have a primary key."]
      ),
      (
        [
          ObjectType("A", [.set("e", of: "E")]), ObjectType("E", embedded: true, []),
        ],
        [
          "Set property 'A.e' cannot contain embedded object type 'E'. "
            + "Set semantics are not applicable to embedded objects."
        ]
      ),
      (
        [ObjectType("E", embedded: true, [.link("next", to: "E")])],
        ["Cycles containing embedded objects are not currently supported: 'E.next'"]
      ),
      (
        [ObjectType("A", []), ObjectType("A", [])],
        ["Type 'A' appears more than once in the schema."]
      ),
      (
        [ObjectType("A", [.linkingObjects("b", from: "A", property: "none")])],
        [
          "Property 'A.none' declared as origin of linking objects property 'A.b' does not exist"
        ]
      ),
    ])
  func refusesASchemaInRealmsWords(types: [ObjectType], errors: [String]) {
    #expect(RealmSchemaRules.errors(of: Schema(types)) == errors)
  }

  @Test("finds the first cycle among embedded types that many ways lead through")
  func findsTheFirstCycleAmongEmbeddedTypesThatManyWaysLeadThrough() {
    // A diamond on a diamond: there are 2⁶⁰ ways from the first to the last.
    func types(last: [Property]) -> [ObjectType] {
      (0...60).map { level in
        ObjectType(
          "T\(level)", embedded: true,
          level == 60
            ? last
            : [.link("c", to: "T\(level + 1)"), .link("d", to: "T\(level + 1)")])
      }
    }
    #expect(RealmSchemaRules.errors(of: Schema(types(last: []))) == [])
    let cyclic = types(last: [.link("side", to: "Side"), .link("back", to: "T58")])
    let side = ObjectType("Side", embedded: true, [])
    #expect(
      RealmSchemaRules.errors(of: Schema(cyclic + [side]))
        == [
          "T58.c.c.back", "T59.c.back.c", "T60.back.c.c",
        ].map { "Cycles containing embedded objects are not currently supported: '\($0)'" })
  }

  @Test("accepts a cycle of embedded types through a top-level type")
  func acceptsACycleOfEmbeddedTypesThroughATopLevelType() {
    let schema = Schema([
      ObjectType("A", [.link("e", to: "E")]),
      ObjectType("E", embedded: true, [.link("a", to: "A")]),
    ])
    #expect(RealmSchemaRules.errors(of: schema).isEmpty)
  }

  @Test("says which names are too long, in bytes") func saysWhichNamesAreTooLongInBytes() {
    let name = String(repeating: "ß", count: 29)
    let schema = Schema([ObjectType(name, [Property("x", .int)])])
    #expect(
      RealmSchemaRules.longNames(in: schema) == [
        "Name too long: type '\(name)' has more than 57 bytes."
      ])
  }
}
