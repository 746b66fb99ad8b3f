import MigCheckModel
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
}
