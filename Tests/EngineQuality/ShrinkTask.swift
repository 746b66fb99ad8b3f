import MigCheckGeneration
import MigCheckModel

/// Failures of known shape, and the smallest graph that has each.
package struct ShrinkTask: Sendable, CustomStringConvertible {
  /// Names an argument of a test.
  package var description: String { name }

  package let name: String
  let plant: @Sendable (inout ObjectGraph, inout RandomSource) -> Void
  let fails: @Sendable (ObjectGraph) -> Bool
  /// Objects, embedded ones included, and links of the smallest failing graph.
  let objects: Int
  let links: Int
  /// Objects of it with anything but initial values.
  let changed: Int

  /// What came of a task over several seeds.
  package struct Summary: Sendable {
    package var runs = 0
    package var optimal = 0
    package var minimal = 0
    package var evaluations = 0

    /// Evaluations of one run.
    package var average: Double { Double(evaluations) / Double(max(1, runs)) }
  }

  /// Plants the failure in random graphs and shrinks them.
  ///
  /// - Parameter size: how many objects there are to start with.
  package func run(size: Int, seeds: Range<UInt64>) -> Summary {
    var summary = Summary()
    for seed in seeds {
      var source = RandomSource(seed: seed, name: name, trial: size)
      var graph = Self.noise(size, &source)
      plant(&graph, &source)
      precondition(fails(graph))
      var shrinker = Shrinker(budget: 500)
      let result = shrinker.shrink(graph, evaluate: fails)
      precondition(fails(result.graph))
      let complexity = GraphComplexity(result.graph)
      let isOptimal =
        complexity.objects == objects && complexity.links == links
        && complexity.changedObjects == changed && complexity.types == 1
      summary.runs += 1
      if isOptimal { summary.optimal += 1 }
      if result.isMinimal { summary.minimal += 1 }
      summary.evaluations += result.evaluations
    }
    return summary
  }
}

extension ShrinkTask {
  private static let schema = Schema([
    ObjectType(
      "Node",
      [
        Property("name", .string), Property("count", .int),
        Property("next", .object, objectType: "Node", optional: true),
        Property("list", .object, collection: .list, objectType: "Node"),
        Property("set", .object, collection: .set, objectType: "Node"),
        Property("part", .object, objectType: "Part", optional: true),
      ]),
    ObjectType(
      "Part", embedded: true,
      [Property("text", .string), Property("target", .object, objectType: "Node", optional: true)]),
    ObjectType(
      "Other",
      [
        Property("title", .string, optional: true),
        Property("node", .object, objectType: "Node", optional: true),
      ]),
  ])

  private static func link(_ row: Int) -> Value { .link(ObjectReference(type: 0, index: row)) }

  private static func rows(_ value: Value) -> [Int] {
    switch value {
    case .link(let target): [target.index]
    case .list(let elements), .set(let elements): elements.flatMap(rows)
    default: []
    }
  }

  /// Random objects with values and links everywhere.
  private static func noise(_ count: Int, _ source: inout RandomSource) -> ObjectGraph {
    var graph = ObjectGraph(schema: schema)
    let nodes = count * 4 / 5
    for row in 0..<nodes {
      func other() -> Value { link(source.below(nodes)) }
      var set = [Value]()
      if source.chance(20) { set.append(other()) }
      graph.append(
        [
          .string("node \(row)"), .int(Int64(source.below(1000))),
          source.chance(40) ? other() : .null,
          .list((0..<source.below(3)).map { _ in other() }), .set(set),
          source.chance(30)
            ? .embedded(EmbeddedObject(type: 1, values: [.string("part \(row)"), other()])) : .null,
        ], type: 0)
    }
    for row in nodes..<count {
      graph.append([.string("other \(row)"), link(source.below(nodes))], type: 2)
    }
    return graph
  }

  /// Distinct random rows.
  private static func pick(_ count: Int, of graph: ObjectGraph, _ source: inout RandomSource)
    -> [Int]
  {
    var rows = Array(0..<graph.tables[0].count)
    source.shuffle(&rows)
    return Array(rows.prefix(count))
  }

  private static func hasChain(_ graph: ObjectGraph, length: Int, closed: Bool) -> Bool {
    let next = graph.tables[0].columns[2].map { rows($0).first }
    return next.indices.contains { start in
      var path = [start]
      while let step = next[path[path.count - 1]], !path.contains(step) { path.append(step) }
      if closed { return next[path[path.count - 1]] == start && path.count >= length }
      return path.count >= length
    }
  }

  package static let all: [ShrinkTask] = [
    ShrinkTask(
      name: "a cycle of three or more",
      plant: { graph, source in
        let ring = pick(7, of: graph, &source)
        for (index, row) in ring.enumerated() {
          graph.tables[0].columns[2][row] = link(ring[(index + 1) % ring.count])
        }
      },
      fails: { hasChain($0, length: 3, closed: true) }, objects: 3, links: 3, changed: 3),
    ShrinkTask(
      name: "an alias in a list",
      plant: { graph, source in
        let chosen = pick(4, of: graph, &source)
        graph.tables[0].columns[3][chosen[0]] = .list([1, 2, 3, 2].map { link(chosen[$0]) })
      },
      fails: { graph in
        graph.tables[0].columns[3].enumerated().contains { row, value in
          let targets = rows(value).filter { $0 != row }
          return Set(targets).count < targets.count
        }
      }, objects: 2, links: 2, changed: 1),
    ShrinkTask(
      name: "two names that differ by case",
      plant: { graph, source in
        let chosen = pick(2, of: graph, &source)
        graph.tables[0].columns[0][chosen[0]] = .string("Grace Hopper")
        graph.tables[0].columns[0][chosen[1]] = .string("grace HOPPER")
      },
      fails: { graph in
        var folded = [String: Set<String>]()
        for case .string(let name) in graph.tables[0].columns[0] {
          folded[name.lowercased(), default: []].insert(name)
        }
        return folded.values.contains { $0.count > 1 }
      }, objects: 2, links: 0, changed: 2),
    ShrinkTask(
      name: "a chain of four",
      plant: { graph, source in
        let chain = pick(9, of: graph, &source)
        for (row, next) in zip(chain, chain.dropFirst()) {
          graph.tables[0].columns[2][row] = link(next)
        }
      },
      fails: { hasChain($0, length: 4, closed: false) }, objects: 4, links: 3, changed: 3),
    ShrinkTask(
      name: "an embedded object and a set with one target",
      plant: { graph, source in
        let chosen = pick(3, of: graph, &source)
        graph.tables[0].columns[4][chosen[0]] = .set([link(chosen[1]), link(chosen[2])])
        graph.tables[0].columns[5][chosen[0]] = .embedded(
          EmbeddedObject(type: 1, values: [.string("x"), link(chosen[2])]))
      },
      fails: { graph in
        zip(graph.tables[0].columns[4], graph.tables[0].columns[5]).contains { set, part in
          guard case .embedded(let object) = part, case .link(let target) = object.values[1] else {
            return false
          }
          return rows(set).contains(target.index)
        }
      }, objects: 2, links: 2, changed: 2),
    ShrinkTask(
      name: "three in one list, and an orphan",
      plant: { graph, source in
        let chosen = pick(4, of: graph, &source)
        graph.tables[0].columns[3][chosen[0]] = .list([1, 2, 3].map { link(chosen[$0]) })
        graph.append(
          [.string("alone"), .int(5), .null, .list([]), .set([]), .null], type: 0)
      },
      fails: { graph in
        var isLinked = Array(repeating: false, count: graph.tables[0].count)
        for table in graph.tables {
          for column in table.columns {
            for (row, value) in column.enumerated() {
              graph.forEachLink(in: value) {
                isLinked[$0.index] = true
                if table.columns.count > 2 { isLinked[row] = true }
              }
            }
          }
        }
        return isLinked.contains(false)
          && graph.tables[0].columns[3].enumerated().contains { row, value in
            Set(rows(value).filter { $0 != row }).count >= 3
          }
      }, objects: 5, links: 3, changed: 1),
  ]
}
