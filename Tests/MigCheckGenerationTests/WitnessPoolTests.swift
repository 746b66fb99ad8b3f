import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckGeneration

@Suite struct WitnessPoolTests {
  private static let hazards = Hazard.hazards(
    from: SubjectVersion(number: 1, schema: Schemas.contacts),
    to: [SubjectVersion(number: 2, schema: Schemas.contactsLater)])

  @Test("Each distinct graph is there once and stands for all that asked for it")
  func eachDistinctGraphIsThereOnceAndStandsForAllThatAskedForIt() {
    let pool = WitnessPool(hazards: Self.hazards, schema: Schemas.contacts)
    for (position, witness) in pool.witnesses.enumerated() {
      #expect(
        !pool.witnesses[..<position].contains { $0.graph.isIdentical(to: witness.graph) })
    }
    var asked = 0
    for (position, hazard) in Self.hazards.enumerated() {
      let graphs = hazard.witnesses(in: Schemas.contacts)
      asked += graphs.count
      for graph in graphs {
        #expect(
          pool.witnesses.contains {
            $0.hazards.contains(position) && $0.graph.isIdentical(to: graph)
          })
      }
    }
    #expect(pool.witnesses.reduce(0) { $0 + $1.hazards.count } == asked)
    #expect(pool.witnesses.count { !$0.hazards.isEmpty } < asked)
  }

  @Test("One graph holds two objects of every type, and a value in every property")
  func oneGraphHoldsTwoObjectsOfEveryTypeAndAValueInEveryProperty() throws {
    let schema = Schemas.rich
    let pool = WitnessPool(hazards: [], schema: schema)
    let graph = pool.witnesses[try #require(pool.everything)].graph
    #expect(graph.validate().isEmpty)
    var isFilled = schema.types.map { $0.storedProperties.map { _ in false } }
    func visit(_ value: Value, _ type: Int, _ column: Int) {
      let property = schema.types[type].storedProperties[column]
      if value != property.initialValue, value != property.zeroValue {
        isFilled[type][column] = true
      }
    }
    for (index, table) in graph.tables.enumerated() where !schema.types[index].isEmbedded {
      #expect(table.count >= 2)
      for (column, values) in table.columns.enumerated() {
        for value in values { visit(value, index, column) }
      }
    }
    graph.forEachEmbedded { object in
      for (column, value) in object.values.enumerated() { visit(value, object.type, column) }
    }
    for (type, columns) in zip(schema.types, isFilled) {
      for (property, isFilled) in zip(type.storedProperties, columns) {
        #expect(isFilled, "\(type.name).\(property.name)")
      }
    }
  }
}
