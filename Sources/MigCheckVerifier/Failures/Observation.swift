import MigCheckModel

/// A fault as a trial met it, before anything is shrunk.
package struct Observation: Sendable {
  package var fault: Fault
  package var hop: Hop
  /// Up to the version at which the fault showed.
  package var path: [UInt64]
  package var otherPath: [UInt64]?
  /// The store in which it showed.
  package var store: StoreKind
  /// How the graph was made whose upgrade does not agree, if the fault is between two graphs.
  package var change: FollowUp.Change?

  /// The graph whose upgrade does not agree with that of a start graph.
  package func followUp(of graph: ObjectGraph) -> FollowUp? {
    change.flatMap { FollowUp($0, of: graph) }
  }

  package var signature: Signature { Signature(fault, hop: hop) }

  /// How many versions its paths have together.
  package var stops: Int { path.count + (otherPath?.count ?? 0) }

  /// Whether this one is the better example: fewer hops.
  package func isSimpler(than other: Observation) -> Bool { stops < other.stops }
}

/// The observations of one trial, one for each signature.
package struct Observations: Sendable {
  package private(set) var all: [Observation] = []

  package init() {}

  package mutating func add(_ observation: Observation) {
    let signature = observation.signature
    if let index = all.firstIndex(where: { $0.signature == signature }) {
      if observation.isSimpler(than: all[index]) { all[index] = observation }
    } else {
      all.append(observation)
    }
  }

  package func first(_ signature: Signature) -> Observation? {
    all.first { $0.signature == signature }
  }
}
