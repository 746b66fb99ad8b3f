import MigCheckFormats
import MigCheckModel
import Testing

@testable import MigCheckCoreData

@Suite("Unique values of start graphs") struct UniqueStartTests {
  private static func graph(_ values: [Value], of type: String) throws -> ObjectGraph {
    let model = try CoreDataModelReader.parse(
      Array(
        """
        <model><entity name='Item'>
        <attribute name='key' optional='YES' attributeType='\(type)'/>
        <uniquenessConstraints><uniquenessConstraint><constraint value='key'/>
        </uniquenessConstraint></uniquenessConstraints></entity></model>
        """.utf8), file: "contents")
    var graph = ObjectGraph(schema: model.schema)
    for value in values { graph.append([value], type: 0) }
    return ConsistentGraph(model: model, graph: graph).graph
  }

  @Test("values that repeat get a number, and are no longer than that")
  func texts() throws {
    let values = ["a", "a", "a1", "a", ""].map(Value.string) + [.null, .null]
    #expect(
      try Self.graph(values, of: "String").tables[0].columns[0]
        == ["a", "a1", "a11", "a2", ""].map(Value.string) + [.null, .null])
  }

  @Test("each of many objects has a value of its own", arguments: ["String", "Integer 16", "UUID"])
  func many(type: String) throws {
    let value: Value =
      switch type {
      case "String": .string("a")
      case "UUID": .uuid(UUIDBytes(high: 1, low: .max))
      default: .int(32_000)
      }
    let keys = try Self.graph(Array(repeating: value, count: 3_000), of: type).tables[0].columns[0]
    #expect(Set(keys.map(\.keyBytes)).count == 3_000)
    #expect(keys.allSatisfy { $0.text.count < 6 })
    for case .int(let number) in keys { #expect(Int16(exactly: number) != nil) }
  }

  @Test("what has too few values repeats") func flags() throws {
    let keys = try Self.graph([.bool(true), .bool(true)], of: "Boolean").tables[0].columns[0]
    #expect(keys == [.bool(true), .bool(true)])
  }
}

extension Value {
  fileprivate var text: String { if case .string(let text) = self { text } else { "" } }
}
