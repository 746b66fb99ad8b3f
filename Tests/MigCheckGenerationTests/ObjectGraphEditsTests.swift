import MigCheckModel
import MigCheckText
import TestMaterial
import Testing

@testable import MigCheckGeneration

@Suite struct ObjectGraphEditsTests {
  /// Generated graphs, small enough to try every edit on each.
  private static func graphs(_ schema: Schema, count: Int) -> [ObjectGraph] {
    let generator = GraphGenerator(schema: schema)
    return (0..<count).compactMap { trial in
      var source = RandomSource(seed: 77, name: "edits", trial: trial)
      let graph = generator.graph(trial: trial % 20, source: &source)
      return graph.objectCount < 30 ? graph : nil
    }
  }

  private func check(
    _ edited: ObjectGraph, of graph: ObjectGraph, _ edit: @autoclosure () -> String
  ) {
    let faults = edited.validate()
    #expect(faults.isEmpty, "\(edit())")
    #expect(GraphComplexity(edited) < GraphComplexity(graph), "\(edit())")
  }

  @Test(
    "Every edit of every graph gives a valid and strictly simpler graph",
    arguments: Sweep.part([Schemas.contacts, Schemas.rich], oneOf: 2))
  func everyEditOfEveryGraphGivesAValidAndStrictlySimplerGraph(schema: Schema) {
    var edits = 0
    for graph in Self.graphs(schema, count: 16) {
      for (type, table) in graph.tables.enumerated() where table.count > 0 {
        check(graph.dropping(types: [type]), of: graph, "dropping \(type)")
        for row in 0..<table.count {
          let object = ObjectReference(type: type, index: row)
          check(graph.removing([object]), of: graph, "removing \(object)")
          let other = ObjectReference(type: type, index: (row + 1) % table.count)
          if other != object {
            check(graph.merging(object, into: other), of: graph, "merging \(object)")
            check(graph.joining(object, into: other), of: graph, "joining \(object)")
            check(graph.contracting(object, to: other), of: graph, "contracting \(object)")
          }
          edits += 4
        }
      }
      for (type, objectType) in schema.types.enumerated() {
        for (column, property) in objectType.storedProperties.enumerated()
        where !(objectType.primaryKey ?? "").text.isIdentical(to: property.name.text) {
          let edited = graph.defaulting([(type, column)])
          guard !edited.isIdentical(to: graph) else { continue }
          check(edited, of: graph, "defaulting \(objectType.name).\(property.name)")
          edits += 1
        }
      }
    }
    #expect(edits > 200)
  }

  @Test("An object that joins another brings its links where there is room")
  func anObjectThatJoinsAnotherBringsItsLinksWhereThereIsRoom() {
    func link(_ row: Int) -> Value { .link(ObjectReference(type: 1, index: row)) }
    let schema = Schema([
      ObjectType(
        "Person",
        [
          Property("name", .string),
          Property("home", .object, objectType: "Address", optional: true),
          Property("work", .object, objectType: "Address", optional: true),
          Property("others", .object, collection: .list, objectType: "Address"),
        ]),
      ObjectType("Address", [Property("street", .string)]),
    ])
    var graph = ObjectGraph(schema: schema)
    graph.append([.string("a"), link(0), .null, .list([link(1)])], type: 0)
    graph.append([.string("b"), link(0), link(1), .list([link(0)])], type: 0)
    graph.append([.string("s")], type: 1)
    graph.append([.string("t")], type: 1)
    let joined = graph.joining(
      ObjectReference(type: 0, index: 1), into: ObjectReference(type: 0, index: 0))
    #expect(joined.tables[0].count == 1)
    #expect(
      joined.values(of: ObjectReference(type: 0, index: 0)) == [
        .string("a"), link(0), link(0), .list([link(1), link(1), link(0)]),
      ])
  }

  @Test(
    "Every simpler value is valid and makes the graph strictly simpler", .enabled(if: Sweep.isFull),
    arguments: [Schemas.rich, Schemas.contacts])
  func everySimplerValueIsValidAndMakesTheGraphStrictlySimpler(schema: Schema) {
    let simpler = SimplerValues(schema: schema)
    var edits = 0
    for graph in Self.graphs(schema, count: 8) {
      for (type, objectType) in schema.types.enumerated() {
        for (column, property) in objectType.storedProperties.enumerated() {
          let values = graph.tables[type].columns[column]
          let isKey = (objectType.primaryKey ?? "").text.isIdentical(to: property.name.text)
          for (row, value) in values.enumerated().prefix(2) {
            for candidate in simpler.candidates(for: value, of: property)
            where candidate != value && !(isKey && values.contains(candidate)) {
              edits += 1
              check(
                graph.setting(candidate, type: type, column: column, row: row), of: graph,
                "\(objectType.name).\(property.name): \(value) → \(candidate)")
            }
          }
        }
      }
    }
    #expect(edits > 200)
  }

  @Test("A contracted object hands its incoming links on, a merged one shares them")
  func aContractedObjectHandsItsIncomingLinksOnAMergedOneSharesThem() {
    var graph = ObjectGraph(schema: Schemas.contacts)
    func person(_ friends: [Int]) {
      graph.append(
        [
          .string(""), .string(""), .int(0), .null, .null,
          .list(friends.map { .link(ObjectReference(type: 0, index: $0)) }),
        ], type: 0)
    }
    person([1])
    person([2, 2])
    person([])
    func reference(_ row: Int) -> ObjectReference { ObjectReference(type: 0, index: row) }
    let contracted = graph.contracting(reference(1), to: reference(2))
    #expect(contracted.tables[0].columns[5] == [.list([.link(reference(1))]), .list([])])
    let merged = graph.merging(reference(2), into: reference(0))
    #expect(
      merged.tables[0].columns[5]
        == [.list([.link(reference(1))]), .list([.link(reference(0)), .link(reference(0))])])
    let removed = graph.removing([reference(2)])
    #expect(removed.tables[0].columns[5] == [.list([.link(reference(1))]), .list([])])
  }

  @Test("Codes are equal for renamed graphs and differ for others")
  func codesAreEqualForRenamedGraphsAndDifferForOthers() {
    var codes = Set<GraphCode>()
    let graphs = Self.graphs(Schemas.contacts, count: 40).filter { $0.objectCount > 1 }
    for graph in graphs {
      let order = graph.tables.map { Array((0..<$0.count).reversed()) }
      let renamed = graph.reordered(order)
      #expect(renamed.validate().isEmpty)
      #expect(GraphComparison.compare(graph, renamed) == .equal)
      codes.insert(graph.canonicalCode())
    }
    #expect(codes.count == graphs.count)
    // Objects that differ by their place in a chain are told apart without their values.
    var chain = ObjectGraph(schema: Schemas.contacts)
    for row in 0..<4 {
      chain.append(
        [
          .string(""), .string(""), .int(0), .null, .null,
          .list(row < 3 ? [.link(ObjectReference(type: 0, index: row + 1))] : []),
        ], type: 0)
    }
    let renamed = chain.reordered([[2, 0, 3, 1], [], [], []])
    #expect(chain.canonicalCode() == renamed.canonicalCode())
    #expect(
      chain.canonicalCode() != chain.removing([ObjectReference(type: 0, index: 3)]).canonicalCode())
  }
}
