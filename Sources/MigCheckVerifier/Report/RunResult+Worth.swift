// What a run without failures is worth: whether its checks notice what is broken on purpose, and
// whether its random graphs hold what there is to lose.

extension RunResult {
  /// Whether a trial found an error.
  var isFailure: Bool {
    let findings = buckets.compactMap(\.finding)
    return FindingSelection.withoutExplainedNeighbours(findings)
      .contains { findings[$0].severity == .error }
  }

  /// In what share of the random trials every type and every invariant is to have an object.
  private static let required = 0.05

  /// What was met too rarely in the random trials.
  var rareness: [HealthWarning] {
    let test = RateTest(required: Self.required)
    func isRare(_ rate: Coverage.Rate) -> Bool {
      test.decision(rate.met, of: rate.trials) == .insufficient
    }
    var warnings = coverage.types.filter { isRare($0.random) }.map(HealthWarning.rarelyExercised)
    warnings += coverage.invariants.filter { isRare($0.random) }.map(HealthWarning.rarelyExercised)
    warnings += coverage.steps.filter { !$0.ran && $0.isExercised }
      .map(HealthWarning.rarelyExercised)
    return warnings
  }
}
