import MigCheckModel

extension VerificationRun {
  /// What is unhealthy about the subject and about the upgrades themselves, whatever trials ran.
  ///
  /// - Parameters:
  ///   - probe: what the subject said before the run.
  ///   - defects: what was found of the engine's defects.
  func healthWarnings(
    plan: TrialPlan, probe: GeneratorProbe, defects: EngineDefects
  ) -> [HealthWarning] {
    var warnings = [HealthWarning]()
    let (fixed, random) = (plan.count - plan.randomCount, plan.randomCount)
    if let warning = probe.warning(against: GeneratorProbe(span.subject)) {
      warnings.append(warning)
    } else if let warning = GeneratorProbe.warning(
      trials: random, number: { plan.witnessCount + $0 },
      graph: { plan.trial(fixed + $0).graph })
    {
      warnings.append(warning)
    }
    let versions = span.subject.versions.map(\.number)
    for version in span.versions.dropFirst() {
      warnings += version.stepSources.compactMap {
        .stepNeverRuns($0, of: version.number, in: versions)
      }
    }
    return warnings + defects.warnings
  }

  /// Puts a warning that depends on time into a report of one, or else tells the caller.
  func warn(_ warning: HealthWarning?, in report: inout Report) {
    guard let warning else { return }
    if options.timings {
      report.warnings.append(warning)
    } else if !options.silenced.contains(warning.name) {
      options.timeWarning?(warning)
    }
  }
}

extension ContinuousClock.Instant {
  /// How many seconds ago it was.
  var secondsToNow: Double {
    let parts = duration(to: .now).components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }
}
