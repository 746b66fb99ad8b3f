import MigCheckModel

extension Verifier {
  /// A graph of each start version that holds something of everything that upgrades from there may
  /// go wrong with.
  ///
  /// - Returns: none for a version whose stores cannot hold objects.
  package func sampleGraphs() throws -> [(version: UInt64, graph: ObjectGraph)] {
    let options = try checkedOptions()
    let span = try VersionSpan(subject, options)
    let plan = TrialPlan(span: span, options: options, replays: [])
    return span.starts.enumerated().compactMap { start, version in
      plan.samples(from: start).first { _ in true }.map { (version.number, $0.graph) }
    }
  }
}
