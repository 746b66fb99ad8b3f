import MigCheckModel

// What a run without failures is worth: whether its checks notice what is broken on purpose, and
// whether its random graphs hold what there is to lose.

extension VerificationRun {
  /// Sends the canaries through the upgrades, and warns of what was met too rarely.
  ///
  /// - Parameter report: of all trials of the plan. A canary is measured against the silence of the
  ///   unbroken upgrades, so after a failure there are none.
  func judgeWorth(of report: inout Report, plan: TrialPlan) throws {
    for warning in rareness(report.coverage) { report.warnings.append(warning) }
    guard !report.findings.contains(where: { $0.severity == .error }) else { return }
    report.coverage.canaries = try CanaryRun(
      span: span, plan: plan, seed: options.seed, scratch: scratch
    ).canaries()
    for canary in report.coverage.canaries where canary.outcome == .missed {
      report.warnings.append(HealthWarning(missed: canary))
    }
  }

  /// In what share of the random trials every type and every invariant is to have an object.
  private static let required = 0.05

  private func rareness(_ coverage: Coverage) -> [HealthWarning] {
    let test = RateTest(required: Self.required)
    func isRare(_ rate: Coverage.Rate) -> Bool {
      test.decision(rate.met, of: rate.trials) == .insufficient
    }
    func share(_ rate: Coverage.Rate, _ version: UInt64) -> String {
      "only \(rate.met) of \(rate.trials) random trials from version \(version)"
    }
    return coverage.types.filter { isRare($0.random) }.map { type in
      HealthWarning(
        name: "rarely-exercised",
        message: "\(type.type) has objects in \(share(type.random, type.start)); a graph with "
          + "more of them, saved as a case in the corpus, is tried on every run.")
    }
      + coverage.invariants.filter { isRare($0.random) }.map { invariant in
        HealthWarning(
          name: "rarely-exercised",
          message: "The invariant \"\(invariant.name)\" at version \(invariant.hop.to) sees an "
            + "object in \(share(invariant.random, invariant.hop.from)); a graph with objects that "
            + "it is about, saved as a case in the corpus, is tried on every run.")
      }
  }
}
