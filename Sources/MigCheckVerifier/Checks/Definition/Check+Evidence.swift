import MigCheckModel

// What a check can say with the evidence that there is.

extension Check {
  /// What the check would have to know and does not; `nil`: nothing.
  func whatIsMissing(in evidence: Evidence) -> String? {
    let missing = definition.needs.subtracting(evidence.present)
    if missing.contains(.identity) { return "the subject does not say which objects are the same" }
    if missing.contains(.independence) { return "statements see all objects at once" }
    if missing.contains(.trace) { return "the subject does not say what its migrations write" }
    if missing.contains(.severalStores) { return "the app's upgrade runs on files only" }
    if missing.contains(.prediction) {
      return "there is no model of the app's migrations to compare with"
    }
    return missing.contains(.invariants) ? "the subject does not try invariants" : nil
  }

  /// Why the check cannot judge all that it is about, and what it judges; `nil`: it can.
  func whyNotApplicable(with evidence: Evidence) -> String? {
    whatIsMissing(in: evidence).map { missing in
      missing + (definition.remainder(with: evidence).map { "; \($0)" } ?? "")
    }
  }

  /// Why the check cannot judge all that it is about in a hop of which the subject, which follows
  /// others, does not say what the migration wrote; `nil`: it can, or needs no more than that.
  func whyNotApplicableWhereUntraced(with evidence: Evidence) -> String? {
    guard definition.needs.contains(.trace) else { return nil }
    var evidence = evidence
    evidence.trace = .none
    return "the subject does not say what the migration wrote"
      + (definition.remainder(with: evidence).map { "; \($0)" } ?? "")
  }
}

extension Evidence {
  /// What the subject tells in most upgrades at least.
  fileprivate var present: NeededEvidence {
    var present = NeededEvidence()
    if identity != .none { present.insert(.identity) }
    if trace != .none { present.insert(.trace) }
    if invariants != nil { present.insert(.invariants) }
    if isObjectByObject { present.insert(.independence) }
    if appUpgrade == nil { present.insert(.severalStores) }
    if appUpgrade?.predicts ?? true { present.insert(.prediction) }
    return present
  }
}
