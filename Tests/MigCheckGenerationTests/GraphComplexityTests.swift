import MigCheckModel
import Testing

@testable import MigCheckGeneration

@Suite struct GraphComplexityTests {
  private func isAscending(_ values: [Value]) -> Bool {
    zip(values, values.dropFirst()).allSatisfy {
      ValueComplexity.of($0) < ValueComplexity.of($1)
    }
  }

  @Test("Values are ordered by what is simpler to read")
  func valuesAreOrderedByWhatIsSimplerToRead() {
    #expect(isAscending([.null] + ([0, 1, -1, 2, -2, 100, .max, .min] as [Int64]).map(Value.int)))
    #expect(
      isAscending([.null] + ["", "0", "9", "A", "Z", "a", "z", " ", "é", "00"].map(Value.string)))
    #expect(
      isAscending(([0, 1, -1, 2, -0.0, 0.5, 0.1, .infinity, .nan] as [Double]).map(Value.double)))
    let epoch: Int64 = 978_307_200
    #expect(
      isAscending([
        .date(Timestamp(seconds: epoch)), .date(Timestamp(seconds: epoch + 1)),
        .date(Timestamp(seconds: epoch - 1)), .date(Timestamp(seconds: 0)),
        .date(Timestamp(seconds: epoch, nanoseconds: 1)),
      ]))
    #expect(isAscending([.data([]), .data([0]), .data([1]), .data([0, 0])]))
    #expect(isAscending([.bool(false), .bool(true)]))
  }

  @Test("A property's initial value is the simplest, then the zero of its type")
  func aPropertysInitialValueIsTheSimplestThenTheZeroOfItsType() {
    let property = Property("p", .int, default: .int(7))
    #expect(ValueComplexity.of(.int(7), in: property) == 0)
    #expect(ValueComplexity.of(.int(0), in: property) == 1)
    #expect(ValueComplexity.of(.int(1), in: property) > 1)
  }

  @Test("Types count before objects, objects before links, links before values")
  func typesCountBeforeObjectsObjectsBeforeLinksLinksBeforeValues() {
    func graph(people: Int, cities: Int = 0, friends: Int = 0, age: Int64 = 0) -> GraphComplexity {
      var graph = ObjectGraph(schema: Schemas.contacts)
      for row in 0..<people {
        let links = Array(
          repeating: Value.link(ObjectReference(type: 0, index: 0)), count: row == 0 ? friends : 0)
        graph.append(
          [.string(""), .string(""), .int(row == 0 ? age : 0), .null, .null, .list(links)],
          type: 0)
      }
      for _ in 0..<cities { graph.append([.string("")], type: 2) }
      return GraphComplexity(graph)
    }
    let ascending = [
      graph(people: 0), graph(people: 1), graph(people: 1, age: 1), graph(people: 1, age: .max),
      graph(people: 1, friends: 1), graph(people: 1, friends: 2), graph(people: 2),
      graph(people: 9, friends: 5, age: .min), graph(people: 1, cities: 1),
    ]
    for (first, second) in zip(ascending, ascending.dropFirst()) { #expect(first < second) }
    #expect(!(ascending[3] < ascending[3]))
  }
}
