import MigCheckModel

/// The results of all trials of a run: everything that a report is made of.
///
/// A whole run, a shard and a merge of shards all go through here, so that they cannot tell
/// different things. Whatever a report is to hold is a part of the result; `join(_:)` says how the
/// parts of two shards add up.
package struct RunResult: Sendable, Codable {
  var scope: RunScope
  var effort: RunEffort
  var isInterrupted: Bool
  var coverage: Coverage
  /// How often the subject told what its migrations did.
  var traces = TraceCoverage()
  /// What it means for the checks where it did not; the same in every shard.
  var whereUntraced: [Coverage.NotApplicable] = []
  /// What the upgrades between neighbouring versions take away, from the first version on.
  var removals: [Removal] = []
  /// In increasing order.
  var cappedVersions: [UInt64]
  /// Which upgrades broken on purpose were noticed, the same in every shard; `nil` after a
  /// failure or an early end, when it would mean nothing.
  var injectedFaults: [InjectedFault]?
  /// By start version, of those of the run.
  var invalidStarts: [InvalidStarts]
  /// About cases of the corpus; the same in every shard.
  var corpusWarnings: [HealthWarning]
  /// About the subject and its upgrades; the same in every shard.
  var healthWarnings: [HealthWarning]
  /// What the subject has to say where upgrades into some versions fail; the same in every shard.
  var advice: [Advice] = []
  /// What the authors call versions; the same in every shard. `nil`: nothing but their numbers.
  var versionNames: [Report.VersionName]?
  /// Findings that are accepted, those that were not met included.
  var accepted: [AcceptedFinding] = []
  /// What comments in the migrations allow; `nil`: there are none.
  var allowances: Allowances?
  /// Types of which comparisons leave out all objects; `nil`: none.
  var ignoredTypes: [Name]?
  /// What migrations delete on purpose; `nil`: nothing.
  var purposefulRemovals: [Report.PurposefulRemoval]?
  /// The versions whose migrations hold code; `nil`: none.
  var codeVersions: [UInt64]?
  /// Whether an upgrade over several versions runs the same statements as those between them; `nil`:
  /// no.
  var runsStatements: Bool?
  /// The versions, and between which of them stores were upgraded; `nil`: it is not known.
  var map: RunMap?
  /// In the order of their signatures, each signature once.
  var buckets: [FailureBucket]

  /// The report.
  ///
  /// - Parameter keep: keeps a finding in the corpus, and returns its place there.
  func report(keep: (Finding, FailureBucket) throws -> String?) -> Report {
    var warnings = corpusWarnings
    let findings = findings(keep: keep, warnings: &warnings)
    warnings += cappedVersions.map(HealthWarning.statesCapped)
    let hasFailed = findings.contains { $0.severity == .error }
    let cuts = cuts(hasFailed: hasFailed)
    if !cuts.isEmpty, !isInterrupted { warnings.append(.timeLimit(cuts)) }
    warnings += invalidStarts.compactMap(\.warning)
    var coverage = coverage
    coverage.excuse(findings)
    let untraced = traces.untraced
    if !untraced.isEmpty {
      coverage.notApplicable = (coverage.notApplicable ?? []).adding(whereUntraced, on: untraced)
    }
    let replaced = traces.replaced
    if !replaced.isEmpty {
      coverage.notApplicable = (coverage.notApplicable ?? [])
        .adding(Coverage.NotApplicable.whereReplaced, on: replaced)
    }
    if isComplete, !isInterrupted {
      warnings += rareness
      warnings += allowances?.idle(in: findings) ?? []
      if let injectedFaults, !hasFailed {
        coverage.injectedFaults = injectedFaults
        warnings += injectedFaults.filter { $0.outcome == .missed }.map(
          HealthWarning.injectedFaultMissed)
      }
    }
    // Refused upgrades are a finding already; that their results were not compared adds nothing.
    let refusals = findings.filter { $0.check == .upgradeSucceeds }
    if !refusals.contains(where: { $0.severity == .error || $0.severity == .accepted }) {
      warnings += coverage.comparisons.filter(\.isVoid).map(HealthWarning.notCompared)
    }
    // A run that found more has more to say, and less that is certain.
    if !hasFailed { warnings += removals.compactMap(HealthWarning.possibleLoss) }
    warnings += coverage.code?.warnings ?? []
    warnings += healthWarnings
    var report = Report(
      scope, effort, paths: coverage.paths.reduce(0) { $0.addingSaturated($1.count) },
      isInterrupted: isInterrupted, findings: findings, coverage: coverage, warnings: warnings,
      droppedData: Report.DroppedData.all(in: removals), cuts: cuts)
    let failed = findings.filter { $0.severity == .error }.flatMap { [$0.hop] + $0.alsoAt }
    report.advice = advice.first { own in failed.contains { $0.to == own.version } }?.text
    report.versionNames = versionNames ?? []
    report.map = map
    report.ignoredTypes = ignoredTypes ?? []
    report.purposefulRemovals = purposefulRemovals ?? []
    report.unmet = accepted.filter { own in !findings.contains { own.covers($0, of: scope.history) }
    }
    return report
  }

  /// What to say where upgrades into a version fail.
  struct Advice: Codable {
    var version: UInt64
    var text: String
  }

  /// Whether all trials ran.
  var isComplete: Bool { effort.isComplete }

  /// What the run left out since it had to end.
  private func cuts(hasFailed: Bool) -> [Report.Cut] {
    var cuts = [
      Report.Cut(.hazards, effort.hazardSearch), Report.Cut(.engineDefects, effort.defectSearch),
      Report.Cut(.trials, effort.all),
    ].filter { !$0.count.isComplete }
    // After a failure, or an early end, they would mean nothing.
    if isComplete, !isInterrupted, !hasFailed, injectedFaults == nil {
      let planned = InjectedFault.Kind.allCases.count
      cuts.append(Report.Cut(.injectedFaults, Report.Count(run: 0, planned: planned)))
    }
    return cuts
  }

  private func findings(
    keep: (Finding, FailureBucket) throws -> String?, warnings: inout [HealthWarning]
  ) -> [Finding] {
    var buckets = buckets
    if coverage.selection != nil { buckets.keepNarrowedIfShortest() }
    let found = FindingSelection.chosen(buckets).compactMap { bucket in
      bucket.finding.map { finding in
        var finding = finding
        finding.alsoAt = bucket.longerHops
        return (finding: finding, bucket: bucket)
      }
    }.sorted {
      $0.finding.failure.signature < $1.finding.failure.signature
    }
    let facts = FindingRelation.Facts(
      codeVersions: codeVersions ?? [], runsStatements: runsStatements ?? false)
    return FindingRelation.causes(among: found, \.finding, facts).map { finding, bucket in
      var finding = finding
      do {
        // What an author may mean is not to be fixed.
        if finding.severity == .error || finding.isUndecided, finding.hiddenObjects == nil {
          finding.counterexample.caseFile = try keep(finding, bucket)
        }
      } catch {
        // The findings of a long run must not be lost because they cannot be kept.
        let warning = HealthWarning.corpusNotWritten("\(error)")
        // Once for one cause, however many findings there are.
        if !warnings.contains(warning) { warnings.append(warning) }
      }
      if finding.isFlaky { warnings.append(.flaky(finding)) }
      return finding
    }
  }
}
