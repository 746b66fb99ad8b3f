import MigCheckGeneration
import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct FollowUpTests {
  private static let schema = Schema([
    ObjectType(
      "A", [Property("n", .int), Property("links", .object, collection: .list, objectType: "B")]),
    ObjectType("B", [Property("n", .int)]),
    ObjectType("E", embedded: true, [Property("n", .int)]),
  ])

  private func graph(_ a: Int, _ b: Int) -> ObjectGraph {
    var graph = ObjectGraph(schema: Self.schema)
    for row in 0..<b { graph.append([.int(Int64(row))], type: 1) }
    for row in 0..<a {
      let links = (0..<b).map { Value.link(ObjectReference(type: 1, index: $0)) }
      graph.append([.int(Int64(row)), .list(links)], type: 0)
    }
    return graph
  }

  @Test("another order is the same graph, and order inside lists stays")
  func anotherOrderIsTheSameGraph() throws {
    let graph = graph(3, 3)
    let reversed = try #require(FollowUp(.reversed, of: graph))
    #expect(reversed.graph.tables[0].columns[0] == [.int(2), .int(1), .int(0)])
    #expect(reversed.rows == [[2, 1, 0], [2, 1, 0], []])
    let links = [2, 1, 0].map { Value.link(ObjectReference(type: 1, index: $0)) }
    #expect(reversed.graph.tables[0].columns[1] == Array(repeating: .list(links), count: 3))
    let rotated = try #require(FollowUp(.rotated, of: graph))
    #expect(rotated.graph.tables[0].columns[0] == [.int(1), .int(2), .int(0)])
    #expect(rotated.rows == [[2, 0, 1], [2, 0, 1], []])
    for other in [reversed, rotated] {
      #expect(GraphComparison.compare(graph, other.graph) == .equal)
      #expect(other.added.objectCount == 0)
      #expect(other.check == .orderIndependent)
    }
  }

  @Test("where there is nothing to compare there is no other graph")
  func whereThereIsNothingToCompareThereIsNoOtherGraph() {
    #expect(FollowUp(.reversed, of: graph(1, 1)) == nil)
    #expect(FollowUp(.rotated, of: graph(0, 0)) == nil)
    #expect(FollowUp(.group, of: graph(0, 0)) == nil)
    #expect(FollowUp(.object(type: "A", isFirst: true), of: graph(0, 0)) == nil)
    #expect(FollowUp(.object(type: "E", isFirst: true), of: graph(1, 1)) == nil)
    #expect(FollowUp(.object(type: "Gone", isFirst: true), of: graph(1, 1)) == nil)
  }

  @Test("objects are added before, after or around the others")
  func objectsAreAddedBeforeAfterOrAroundTheOthers() throws {
    let graph = graph(1, 2)
    let first = try #require(FollowUp(.object(type: "B", isFirst: true), of: graph))
    #expect(first.graph.tables.map(\.count) == [1, 3, 0])
    #expect(first.rows == [[0], [1, 2], []])
    let last = try #require(FollowUp(.object(type: "B", isFirst: false), of: graph))
    #expect(last.rows == [[0], [0, 1], []])
    let group = try #require(FollowUp(.group, of: graph))
    #expect(group.graph.tables.map(\.count) == [3, 4, 0])
    #expect(group.rows == [[1], [1, 2], []])
    for other in [first, last, group] {
      #expect(other.graph.validate() == [])
      #expect(other.check == .local)
    }
  }

  @Test("turns go through all changes")
  func turnsGoThroughAllChanges() {
    let all = FollowUpChoice.all.changes(of: Self.schema)
    #expect(all.count == 7)
    var seen = Set<FollowUp.Change>()
    for turn in 0..<8 {
      let changes = FollowUpChoice.turn(turn).changes(of: Self.schema)
      #expect(changes.map(\.check) == [.orderIndependent, .local])
      seen.formUnion(changes)
    }
    #expect(seen == Set(all))
    #expect(FollowUpChoice.none.changes(of: Self.schema) == [])
  }

  @Test("every start version has other graphs among its trials")
  func everyStartVersionHasOtherGraphsAmongItsTrials() throws {
    let type = ObjectType("T", [Property("a", .int)])
    let span = try VersionSpan(
      ToySubject(SubjectVersion(1, type), SubjectVersion(2, type), SubjectVersion(3, type)),
      from: nil, to: nil)
    let plan = TrialPlan(span: span, options: VerificationOptions(trials: 64), replays: [])
    var counts = [0, 0]
    for position in (plan.count - 64)..<plan.count {
      let trial = plan.trial(position)
      if case .turn = trial.followUps { counts[trial.start] += 1 }
    }
    #expect(counts == [4, 4])
  }
}
