import MigCheckModel
import MigCheckStores
import MigCheckText
import Testing

@testable import MigCheckRealmEngine

@Suite("Known differences")
struct KnownDifferencesTests {
  private static let property = Property("name", .string)

  /// One for each field of a property and of a table.
  private static var tables: [StoreTable] {
    var properties = Array(repeating: property, count: 8)
    properties[0].name = "title"
    properties[1].type = .data
    properties[2].collection = .list
    properties[3].objectType = "Person"
    properties[4].originProperty = "boss"
    properties[5].isOptional = true
    properties[6].isIndexed = true
    properties[7].defaultValue = .string("")
    return properties.map { StoreTable(id: 0, name: "Person", properties: [$0]) } + [
      StoreTable(id: 0, name: "Person", properties: [property]),
      StoreTable(id: 1, name: "Person", properties: [property]),
      StoreTable(id: 0, name: "Human", properties: [property]),
      StoreTable(id: 0, name: "Person", isEmbedded: true, properties: [property]),
      StoreTable(id: 0, name: "Person", primaryKey: "name", properties: [property]),
      StoreTable(id: 0, name: "Person", properties: [property, property]),
    ]
  }

  @Test("Tables that differ in one field have differences of their own")
  func fields() {
    // Another key than any table has: the difference then holds the table.
    let schema = Schema([
      ObjectType("Person", primaryKey: "id", [Property("id", .int)]),
      ObjectType("Human", primaryKey: "id", [Property("id", .int)]),
    ])
    let known = KnownDifferences()
    for table in Self.tables + Self.tables.reversed() {
      let fresh = RealmSchemaDifference.differences(of: [table], from: schema)
      #expect("\(known.differences(of: [table], from: schema))" == "\(fresh)")
    }
  }

  @Test("There is a table above for each field")
  func isComplete() throws {
    let linked = Property("name", .object, objectType: "Person")
    let fields = Mirror(reflecting: linked)
    // What few properties have is one field.
    let details = try #require(fields.descendant("details", 0, 0))
    #expect(fields.children.count - 1 + Mirror(reflecting: details).children.count == 8)
    #expect(Mirror(reflecting: Self.tables[0]).children.count == 5)
  }
}
