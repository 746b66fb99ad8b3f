import MigCheckModel
import Testing

@Suite struct SchemaChangeTests {
  @Test("Every kind of difference is told in plain words, in the order of the names")
  func everyKindOfDifferenceIsToldInPlainWordsInTheOrderOfTheNames() {
    let old = Schema([
      ObjectType("Gone", []),
      ObjectType("Address", [Property("street", .string)]),
      ObjectType("Part", embedded: true, []),
      ObjectType(
        "Person", primaryKey: "id",
        [
          Property("id", .int), Property("age", .int), Property("name", .string),
          Property("nick", .string, optional: true), Property("tags", .string, collection: .list),
          Property("dog", .object, objectType: "Dog", optional: true),
          Property("old", .double, optional: true), Property("score", .int, default: .int(1)),
          Property("city", .string, indexed: true), Property("zip", .string),
          Property("owners", .object, collection: .list, objectType: "Person"),
        ]),
      ObjectType("City", [Property("code", .string)]),
      ObjectType("Dog", []),
      ObjectType("Key", primaryKey: "a", [Property("a", .int), Property("b", .int)]),
    ])
    let new = Schema([
      ObjectType("Address", embedded: true, [Property("street", .string)]),
      ObjectType("Part", []),
      ObjectType(
        "Person",
        [
          Property("id", .int), Property("age", .string), Property("name", .string, optional: true),
          Property("nick", .string), Property("tags", .string, collection: .set),
          Property("dog", .object, objectType: "City", optional: true),
          Property("fresh", .date, optional: true), Property("score", .int, default: .int(2)),
          Property("city", .string), Property("zip", .string, indexed: true),
          Property("owners", .linkingObjects, objectType: "Person", originProperty: "dog"),
        ]),
      ObjectType("City", primaryKey: "code", [Property("code", .string)]),
      ObjectType("Dog", []),
      ObjectType("Key", primaryKey: "b", [Property("a", .int), Property("b", .int)]),
      ObjectType("New", []),
    ])
    let changes = SchemaChange.changes(from: old, to: new)
    #expect(
      changes.map(\.description) == [
        "Address becomes embedded",
        "primary key City.code added",
        "type Gone removed",
        "primary key of Key: a → b",
        "type New added",
        "Part becomes top-level",
        "primary key Person.id removed",
        "Person.age: int → string",
        "index on Person.city removed",
        "Person.dog: Dog? → City?",
        "Person.fresh added: date?",
        "Person.name becomes optional: string?",
        "Person.nick becomes required: string",
        "Person.old removed: double?",
        "Person.owners removed: Person[]",
        "default of Person.score: 1 → 2",
        "Person.tags: string[] → string<>",
        "index on Person.zip added",
      ])
    #expect(changes.map(\.type).prefix(3) == ["Address", "City", "Gone"])
    #expect(changes.map(\.property)[0..<4] == [nil, "code", nil, "b"])
    #expect(SchemaChange.changes(from: old, to: old) == [])
    #expect(changes == SchemaChange.changes(from: old, to: new))
  }

  @Test("Names are compared by their bytes") func namesAreComparedByTheirBytes() {
    let composed = Schema([ObjectType("T", [Property("\u{E9}", .int)])])
    let decomposed = Schema([ObjectType("T", [Property("e\u{301}", .int)])])
    let changes = SchemaChange.changes(from: composed, to: decomposed)
    #expect(
      changes.map(\.description).map { Array($0.utf8) } == [
        Array("T.e\u{301} added: int".utf8), Array("T.\u{E9} removed: int".utf8),
      ])
    #expect(changes[0] != SchemaChange.changes(from: decomposed, to: composed)[1])
  }

  @Test("A link that becomes required is a difference, like any property")
  func aLinkThatBecomesRequiredIsADifference() {
    func schema(_ isOptional: Bool) -> Schema {
      Schema([
        ObjectType("T", [Property("l", .object, objectType: "T", optional: isOptional)])
      ])
    }
    #expect(
      SchemaChange.changes(from: schema(true), to: schema(false)).map(\.description)
        == ["T.l becomes required: T"])
  }
}
