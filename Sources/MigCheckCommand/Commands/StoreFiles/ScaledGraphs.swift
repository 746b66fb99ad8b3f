#if CommandLine
  import MigCheckGeneration
  import MigCheckModel

  /// Random graphs with a given number of objects.
  struct ScaledGraphs {
    let subject: any Subject
    let seed: UInt64

    /// A graph that a store accepts, with the given number of objects of each type, or fewer where their
    /// keys have few values.
    ///
    /// - Complexity: O(*n*) in the number of objects.
    func graph(of version: SubjectVersion, count: Int) -> ObjectGraph {
      let generator = GraphGenerator(
        schema: version.schema, settings: .uniform, rules: subject.evidence.values)
      var random = RandomSource(seed: seed, name: subject.name, trial: 0)
      var graph = ObjectGraph(schema: version.schema)
      for trial in Self.firstLarge..<(Self.firstLarge + count) {
        let next = generator.graph(trial: trial, source: &random)
        for type in graph.tables.indices {
          for row in 0..<min(next.tables[type].count, count - graph.tables[type].count) {
            graph.append(
              next.values(of: ObjectReference(type: type, index: row)), type: type)
          }
        }
        if graph.tables.allSatisfy({ $0.count >= count }) { break }
      }
      return subject.evidence.starts?.accepted(graph, at: version.number) ?? graph
    }

    /// The first trial whose graph has as many objects as those of random trials ever have.
    private static let firstLarge = 50
  }
#endif
