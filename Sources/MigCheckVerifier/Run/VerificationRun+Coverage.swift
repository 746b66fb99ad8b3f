import MigCheckGeneration
import MigCheckModel
import MigCheckText

extension VerificationRun {
  /// What the trials really tried, against what there was to try.
  ///
  /// - Parameter isCut: whether the trials ended before their time, which is why some things were
  ///   not tried.
  func coverage(plan: TrialPlan, statistics: RunStatistics, isCut: Bool) -> Coverage {
    var coverage = Coverage()
    for (start, version) in span.starts.enumerated() {
      coverage.paths.append(
        Coverage.Paths(
          from: version.number, to: span.versions[span.pathEnd(from: start)].number,
          count: span.pathCount(from: start), completed: statistics.completed[start],
          arrived: statistics.arrived[start], planned: plan.plannedPaths(from: start, in: span),
          fate: span.fate(from: start)))
      // Nothing could happen to objects of a version that nothing leads on from.
      guard span.pathEnd(from: start) > start else { continue }
      coverage.types += statistics.exercises[start].coverage(of: version).map { type in
        guard type.trials == 0, !isCut else { return type }
        var type = type
        type.refusal = span.evidence.starts?.refusal(of: type.type, at: version.number)
        return type
      }
    }
    coverage.unjudged = span.coverageOfUnjudged
    coverage.selection = plan.plannedHops.map { hops in
      let count = span.versions.count
      return Coverage.Selection(hops: hops, allHops: count * (count - 1) / 2)
    }
    let passedBy = span.versions.dropFirst().filter { $0.unreachable != nil }
    if let reason = passedBy.first?.unreachable {
      coverage.passedBy = Coverage.PassedBy(
        versions: passedBy.map(\.number),
        stops: span.versions.dropFirst().filter { $0.unreachable == nil }.map(\.number),
        reason: reason)
    }
    for (place, obligation) in plan.hazards.enumerated() {
      let (version, hazard) = (span.versions[obligation.start], obligation.hazard)
      let isOnTheWay = span.hasUpgrades(past: hazard.to, from: obligation.start)
      coverage.hazards.append(
        Coverage.HazardCoverage(
          start: version.number, hop: Hop(from: hazard.from, to: hazard.to), type: hazard.type,
          property: hazard.property, description: hazard.description,
          witnesses: obligation.witnesses, ran: isOnTheWay ? statistics.hazards[place] : 0,
          isPossible: version.schema.canHold(hazard.type) && isOnTheWay))
    }
    let triesInvariants = Check.invariant.whyNotApplicable(with: span.evidence) == nil
    for (position, version) in span.versions.enumerated().dropFirst() where triesInvariants {
      for (place, invariant) in version.invariants.enumerated()
      where !invariant.isAssumption && span.hasPath(from: invariant.since, to: position) {
        coverage.invariants.append(
          Coverage.InvariantCoverage(
            name: invariant.name, type: invariant.type,
            hop: Hop(from: invariant.since, to: version.number),
            objects: statistics.invariants[position][place],
            random: Coverage.Rate(
              met: statistics.randomInvariants[position][place],
              trials: span.position(of: invariant.since).map {
                statistics.exercises[$0].randomTrials
              } ?? 0)))
      }
    }
    coverage.comparisons = statistics.comparisons
    if span.evidence.crashes != nil { coverage.crashes = statistics.crashes }
    if !span.evidence.olderReleases.isEmpty {
      var releases = span.evidence.olderReleases.map {
        Coverage.OlderRelease(version: $0.version, name: $0.name)
      }
      releases.join(statistics.olderReleases)
      coverage.olderReleases = releases
    }
    if !span.evidence.assumptions.isEmpty { coverage.assumptions = span.evidence.assumptions }
    let notApplicable = Coverage.NotApplicable.all(in: span)
    if !notApplicable.isEmpty { coverage.notApplicable = notApplicable }
    return coverage
  }
}

extension ExerciseCount {
  /// What there was to exercise at a start version, and how often it was.
  fileprivate func coverage(of version: SubjectVersion) -> [Coverage.TypeCoverage] {
    zip(version.schema.types, types).compactMap { type, counts in
      guard version.schema.canHold(type.name) else { return nil }
      return Coverage.TypeCoverage(
        start: version.number, type: type.name, trials: counts.trials,
        random: Coverage.Rate(met: counts.randomTrials, trials: randomTrials),
        properties: zip(type.storedProperties, counts.properties).compactMap { property, trials in
          guard version.schema.canVary(property) else { return nil }
          return Coverage.PropertyCoverage(property: property.name, trials: trials)
        })
    }
  }
}

extension Schema {
  /// Whether a property can hold anything but its default: sets of embedded objects stay empty.
  func canVary(_ property: Property) -> Bool {
    guard property.collection == .set, let target = property.objectType.flatMap(type(named:)) else {
      return true
    }
    return !target.isEmbedded
  }
}
