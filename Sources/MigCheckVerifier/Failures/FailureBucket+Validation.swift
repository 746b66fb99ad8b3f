import MigCheckModel

// What must be true of the findings in the report of a shard; see `ShardReport+Validation`.

extension FailureBucket {
  func requireConsistent(_ proof: ReportProof) throws(ShardReportFlaw) {
    try proof["signature"]["hop"].hop(signature.hop)
    try proof["narrowed"]["hop"].hop(narrowed.hop)
    try proof["narrowed"].require(
      narrowed.isAlike(signature) && signature.hop.contains(narrowed.hop),
      "this is no shorter upgrade with the same fault")
    try proof["position"].count(position)
    try proof["stops"].count(stops)
    for (place, hop) in longerHops.enumerated() { try proof["longerHops"][place].hop(hop) }
    try finding?.requireConsistent(proof["finding"])
    for (place, taken) in (draft?.taken ?? []).enumerated() {
      try proof["draft"]["taken"][place]["number"].require(
        taken.number >= 1, "the first file has number 1")
    }
  }
}

extension Finding {
  fileprivate func requireConsistent(_ proof: ReportProof) throws(ShardReportFlaw) {
    try proof["violation"].count(failure.violation.count)
    try proof["hop"].hop(hop)
    try Self.requirePath(path, proof["path"], from: counterexample.version)
    if let otherPath {
      try Self.requirePath(otherPath, proof["otherPath"], from: counterexample.version)
    }
    if let trial { try proof["trial"].count(trial) }
    try proof["evaluations"].count(evaluations)
    for (place, hop) in alsoAt.enumerated() { try proof["alsoAt"][place].hop(hop) }
    try counterexample.requireConsistent(proof["counterexample"])
  }

  private static func requirePath(
    _ path: [UInt64], _ proof: ReportProof, from start: UInt64
  ) throws(ShardReportFlaw) {
    try proof.require(path.first == start, "a path begins at version \(start)")
    for (place, (version, next)) in zip(path, path.dropFirst()).enumerated() {
      try proof[place + 1].require(
        version <= next, "a path does not lead from version \(version) to \(next)")
    }
  }
}

extension Counterexample {
  fileprivate func requireConsistent(_ proof: ReportProof) throws(ShardReportFlaw) {
    try proof["shrunkFrom"].count(originalObjects)
    for (place, value) in anyValues.enumerated() {
      let proof = proof["any"][place]
      let type = graph.schema.index(of: value.type)
      let count = type.map { graph.tables[$0].count } ?? 0
      try proof["row"].require(
        (0..<count).contains(value.row), "the graph has no such object of this type")
      for (depth, position) in value.path.enumerated() {
        try proof["path"][depth].count(position)
      }
    }
  }
}

extension InvalidStarts {
  /// - Parameter trials: how many random trials ran.
  func requireConsistent(_ proof: ReportProof, trials most: Int) throws(ShardReportFlaw) {
    try proof["trials"].count(trials, atMost: most)
    try proof["invalid"].count(invalid, atMost: trials)
    try proof["first"].require(
      hasExample == (invalid > 0), "there is an example if and only if a graph is invalid")
  }
}
