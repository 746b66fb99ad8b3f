import MigCheckModel

/// A check that failed once: how, and where. Nothing of it is shrunk yet.
package struct Failure: Sendable {
  package var violation: any CheckViolation
  package var site: FailureSite
  /// The start graph that shows it; `nil`: that of the trial.
  var graph: ObjectGraph?
  /// The position of its trial in the plan of the run; 0 until the trial is added to others.
  var position = 0

  package init(
    _ violation: any CheckViolation, at site: FailureSite, graph: ObjectGraph? = nil
  ) {
    self.violation = violation
    self.site = site
    self.graph = graph
  }

  package var check: Check { violation.check }
  package var hop: Hop { site.hop }
  package var signature: Signature {
    Signature(violation, hop: site.hop, isShipped: site.isShipped)
  }

  /// What is wrong, in one or two sentences, without values.
  package var message: String { violation.sentence(at: site) }

  /// The graph whose upgrade does not agree with that of a start graph.
  package func followUp(of graph: ObjectGraph) -> FollowUp? {
    site.change.flatMap { FollowUp($0, of: graph) }
  }

  /// How many versions its paths have together.
  var stops: Int { site.path.count + (site.otherPath?.count ?? 0) }

  /// Whether this one is the better example of two in one trial: fewer hops.
  func isSimpler(than other: Failure) -> Bool { stops < other.stops }

  /// Whether this one is the better example of two in a run: fewer hops, then the earlier trial.
  func isBetter(than other: Failure) -> Bool {
    (stops, position) < (other.stops, other.position)
  }
}

/// The failures of one trial, one for each signature.
package struct Failures: Sendable {
  package private(set) var all: [Failure] = []

  package init() {}

  package mutating func add(_ failure: Failure) {
    let signature = failure.signature
    // Most differ in their hops, and those of a long history are many.
    let known = all.indices.first {
      all[$0].site.hop == failure.site.hop && all[$0].signature == signature
    }
    if let index = known {
      if failure.isSimpler(than: all[index]) { all[index] = failure }
    } else {
      all.append(failure)
    }
  }

  /// Removes those that another trial shows as well.
  mutating func remove(_ others: Failures) {
    all.removeAll { own in others.all.contains { $0.signature == own.signature } }
  }

  package func first(_ signature: Signature) -> Failure? {
    all.first { $0.signature == signature }
  }

  /// The checks that failed, each once, in the order of the signatures; not those that could not
  /// decide.
  package var alarms: [Check] {
    var checks = [Check]()
    for failure in all.sorted(by: { $0.signature < $1.signature })
    where !failure.violation.isUndecided && !failure.violation.isWarning
      && !checks.contains(failure.check)
    {
      checks.append(failure.check)
    }
    return checks
  }
}
