import MigCheckModel

extension RunResult {
  /// Adds the results of another shard of the same run. The order of shards does not matter, as long
  /// as the first one stays the first.
  ///
  /// - Returns: `false` for a result that cannot be of the same run.
  mutating func join(_ other: RunResult) -> Bool {
    guard invalidStarts.map(\.version) == other.invalidStarts.map(\.version),
      removals.count == other.removals.count, whereUntraced == other.whereUntraced,
      coverage.join(other.coverage)
    else { return false }
    for (place, own) in other.removals.enumerated() {
      guard removals[place].join(own) else { return false }
    }
    for (place, starts) in other.invalidStarts.enumerated() { invalidStarts[place].join(starts) }
    if let own = other.map { map?.join(own) }
    traces.join(other.traces)
    isInterrupted = isInterrupted || other.isInterrupted
    if other.effort.defectSearch.run > effort.defectSearch.run {
      healthWarnings = other.healthWarnings
    }
    effort.join(other.effort)
    for version in other.cappedVersions where !cappedVersions.contains(version) {
      cappedVersions.append(version)
    }
    cappedVersions.sort()
    // The same wherever there are any; the report leaves them out if the whole run failed.
    injectedFaults = injectedFaults ?? other.injectedFaults
    join(other.buckets)
    return true
  }

  private mutating func join(_ others: [FailureBucket]) {
    var best = [Signature: FailureBucket]()
    for next in buckets + others {
      if let known = best[next.signature], !next.isBetter(than: known) { continue }
      best[next.signature] = next
    }
    buckets = best.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension Coverage {
  fileprivate mutating func join(_ other: Coverage) -> Bool {
    guard paths.map(\.label) == other.paths.map(\.label), selection == other.selection,
      hazards.map(\.label) == other.hazards.map(\.label),
      invariants.map(\.label) == other.invariants.map(\.label),
      types.map(\.label) == other.types.map(\.label),
      comparisons.map(\.check) == other.comparisons.map(\.check),
      (crashes == nil) == (other.crashes == nil),
      olderReleases?.map(\.version) == other.olderReleases?.map(\.version),
      conditions.map(\.label) == other.conditions.map(\.label),
      steps.map(\.label) == other.steps.map(\.label)
    else { return false }
    for (place, own) in other.paths.enumerated() {
      paths[place].completed = max(paths[place].completed, own.completed)
      paths[place].arrived = max(paths[place].arrived, own.arrived)
    }
    for (place, own) in other.hazards.enumerated() { hazards[place].ran &+= own.ran }
    for (place, own) in other.invariants.enumerated() {
      invariants[place].objects &+= own.objects
      invariants[place].random.join(own.random)
    }
    for (place, own) in other.comparisons.enumerated() { comparisons[place].join(own) }
    if let own = other.crashes { crashes?.join(own) }
    olderReleases?.join(other.olderReleases ?? [])
    for (place, own) in other.conditions.enumerated() {
      conditions[place].wasTrue = conditions[place].wasTrue || own.wasTrue
      conditions[place].wasNotTrue = conditions[place].wasNotTrue || own.wasNotTrue
    }
    for (place, own) in other.steps.enumerated() {
      steps[place].ran = steps[place].ran || own.ran
    }
    if let own = other.code {
      var all = code ?? CodeCoverage()
      all.join(own)
      code = all
    }
    for (place, own) in other.types.enumerated() {
      types[place].trials &+= own.trials
      types[place].random.join(own.random)
      for (column, property) in own.properties.enumerated() {
        types[place].properties[column].trials &+= property.trials
      }
    }
    return true
  }
}

extension Coverage.Rate {
  fileprivate mutating func join(_ other: Coverage.Rate) {
    met &+= other.met
    trials &+= other.trials
  }
}

// What a part of the coverage is about. Shards of one run have the same parts in the same order.

extension Coverage.Paths {
  fileprivate var label: [String] {
    ["\(from)", "\(to)", "\(count)", planned.map { "\($0)" } ?? "", fate.rawValue]
  }
}

extension Coverage.HazardCoverage {
  fileprivate var label: [String] {
    [
      "\(start)", "\(hop)", type.text, property?.text ?? "", description, "\(witnesses)",
      "\(isPossible)",
    ]
  }
}

extension Coverage.InvariantCoverage {
  fileprivate var label: [String] { [name.text, type.text, "\(hop)"] }
}

extension Coverage.ConditionCoverage {
  fileprivate var label: [String] {
    [
      "\(version)", step.map { "\($0)" } ?? "", invariant?.text ?? "", type.text,
      property?.text ?? "",
      condition,
    ]
  }
}

extension Coverage.StepCoverage {
  fileprivate var label: [String] { ["\(version)", "\(step)", type.text, condition ?? ""] }
}

extension Coverage.TypeCoverage {
  fileprivate var label: [String] { ["\(start)", type.text] + properties.map(\.property.text) }
}
