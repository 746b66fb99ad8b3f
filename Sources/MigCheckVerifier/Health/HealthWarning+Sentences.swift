import MigCheckModel
import MigCheckText

// The one place that words the warnings of a run, but for those that a subject gives.

extension HealthWarning {
  static func corpusSkipped(_ name: String, reason: String) -> HealthWarning {
    HealthWarning(
      .corpusSkipped, "\(name) was not replayed: \(reason).",
      remedy: "Delete the case if the history was changed on purpose; else fix the case, or bring "
        + "back the version that it is about.")
  }

  static func corpusNotWritten(_ reason: String) -> HealthWarning {
    HealthWarning(
      .corpusNotWritten, "A finding was not saved: \(reason).",
      remedy: "The same seed finds it again. If the folder cannot be written, name another one "
        + "with --corpus.")
  }

  static func flaky(_ finding: Finding) -> HealthWarning {
    let place = PropertyPath(type: finding.type ?? "", property: finding.property).description
    return HealthWarning(
      .flaky,
      "\(finding.check.rawValue) \(place.isEmpty ? "" : "\(place) ")\(finding.hop) came and went "
        + "when the counterexample was run again.",
      remedy: "Something beside the store decides: look in the migration, and in the code that it "
        + "calls, for the clock, random numbers and state that outlives an upgrade.",
      hop: finding.hop, type: finding.type, property: finding.property)
  }

  static func statesCapped(_ version: UInt64) -> HealthWarning {
    HealthWarning(
      .statesCapped,
      "More than \(TrialRun.stateLimit) distinct states at version \(version) in one trial; the "
        + "others were not followed.",
      remedy: "Fix the findings of paths-agree first: each of them doubles the states. Else check "
        + "fewer versions at a time, with --from and --to.",
      hop: Hop(from: version, to: version))
  }

  /// - Returns: `nil` if the guards of the step name versions that exist.
  static func stepNeverRuns(
    _ step: StepSource, of version: UInt64, in versions: [UInt64]
  ) -> HealthWarning? {
    func numbers(_ numbers: [UInt64]) -> String {
      numbers.map(String.init).joined(separator: ", ")
    }
    var guarding: String?
    if let from = step.onlyFrom, !from.contains(where: versions.contains) {
      guarding = "stores of version \(numbers(from))"
    } else if let to = step.onlyTo, !to.contains(where: versions.contains) {
      guarding =
        to.isEmpty ? "versions with a property that none has" : "the way to version \(numbers(to))"
    }
    guard let guarding else { return nil }
    return HealthWarning(
      .stepNeverRuns,
      "A step of version \(version) (\(step.place)) never runs: it is only for \(guarding), and "
        + "there is no such version.",
      remedy:
        "If that version was never released, leave it; else add the version, or mend the guard.",
      hop: Hop(from: version, to: version), type: step.type)
  }

  static func unknownType(_ visits: Coverage.CodeCoverage.Visits) -> HealthWarning {
    HealthWarning(
      .unknownType,
      "The migration visits the objects of '\(visits.type)', a type that no version has, so it visits "
        + "none and reports no error.",
      remedy: "Correct the name of the type, or delete the enumeration.",
      hop: Hop(from: visits.from, to: visits.to), type: visits.type)
  }

  static func unclearResult(_ doubt: CodeDoubt) -> HealthWarning {
    HealthWarning(
      .unclearResult, doubt.message, remedy: doubt.remedy, hop: Hop(from: doubt.to, to: doubt.to),
      type: doubt.type, property: doubt.property)
  }

  /// - Parameter cuts: what was left out; at least one thing.
  package static func timeLimit(_ cuts: [Report.Cut]) -> HealthWarning {
    let parts = cuts.map { cut in
      let part = "\(cut.count.run) of \(cut.count.planned)"
      return switch cut.phase {
      case .hazards: "the search for hazards after \(part) start versions"
      case .engineDefects: "the search for defects of the engine after \(part) upgrades"
      case .trials: "the run after \(part) trials"
      case .injectedFaults: "the run before its checks were tried on upgrades broken on purpose"
      }
    }
    return HealthWarning(
      .timeLimit, "The time limit ended \(parts.joined(separator: ", ")).",
      remedy: "Give it more time with --time-limit, or ask for fewer trials with --trials.")
  }

  /// - Parameter others: what was found of what the comment is about.
  static func idleAllowance(_ allowance: Allowance, others: [String]) -> HealthWarning {
    HealthWarning(
      .idleAllowance,
      "The comment at \(allowance.place.fileAndLine) allows \(allowance.name) and hides nothing: this run "
        + "has no such finding there.",
      remedy: others.first.map {
        "If \($0) is intended, write that name in its place; else delete it."
      }
        ?? "Delete it, or put it right before the statement that it is about.",
      hop: Hop(from: allowance.version, to: allowance.version))
  }

  /// - Parameter first: why the first one is not valid.
  static func invalidGraphs(_ count: Int, of trials: Int, version: UInt64, first: String)
    -> HealthWarning
  {
    HealthWarning(
      .invalidGraphs,
      "\(count) of \(trials) random graphs of version \(version) made no store, so they tested "
        + "nothing. The first one: \(first)",
      remedy: "Say in the schema of version \(version) what the store demands of its objects, or "
        + "make the store hold all that the schema allows.",
      hop: Hop(from: version, to: version))
  }

  /// - Parameter what: what is different, as the object of "gives".
  static func nondeterministicSubject(_ subject: String, _ what: String) -> HealthWarning {
    HealthWarning(
      .nondeterministicGenerator,
      "\(subject) gives \(what) when it is asked again, so no seed repeats this run.",
      remedy: "Make the versions once, from constants: no random number, no time and no new "
        + "identifier in a name, a default or an expression.")
  }

  static func nondeterministicTrial(_ number: Int) -> HealthWarning {
    HealthWarning(
      .nondeterministicGenerator,
      "Trial \(number) came out as another graph when it was made again, so no seed repeats this "
        + "run.",
      remedy: "This is a defect of migcheck; please report it with the history and the seed.")
  }

  /// - Parameter injectedFault: one that was missed.
  static func injectedFaultMissed(_ injectedFault: InjectedFault) -> HealthWarning {
    HealthWarning(
      .injectedFaultMissed,
      "An upgrade that was broken on purpose was not noticed: \(injectedFault.description). A mistake "
        + "like this one would not be noticed either.",
      remedy: "Write an invariant that says what must come out of the upgrade, or ignore less.")
  }

  static func rarelyExercised(_ type: Coverage.TypeCoverage) -> HealthWarning {
    HealthWarning(
      .rarelyExercised,
      "\(type.type) has objects in \(share(type.random, type.start)).",
      remedy: "Save a graph with more of them as a case in the corpus: it is tried on every run.",
      hop: Hop(from: type.start, to: type.start), type: type.type)
  }

  static func rarelyExercised(_ invariant: Coverage.InvariantCoverage) -> HealthWarning {
    HealthWarning(
      .rarelyExercised,
      "The invariant \"\(invariant.name)\" sees an object in "
        + "\(share(invariant.random, invariant.hop.from)).",
      remedy: "Save a graph with objects that it is about as a case in the corpus: it is tried on "
        + "every run.",
      hop: invariant.hop, type: invariant.type)
  }

  /// - Parameter step: a statement whose condition held for no object.
  static func rarelyExercised(_ step: Coverage.StepCoverage) -> HealthWarning {
    let words = (step.condition ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let condition = words.count <= 100 ? words : words.prefix(99) + "…"
    return HealthWarning(
      .rarelyExercised,
      "No \(step.type) met the condition of \(step.place ?? "step \(step.step + 1)") in any trial, so "
        + "what it does was not tried: \(condition)",
      remedy:
        "Correct the condition, or delete the statement, if it can hold for no row; else raise "
        + "--trials, or name a database of the app with such rows by --seed-database.",
      hop: Hop(from: step.version, to: step.version), type: step.type)
  }

  static func notCompared(_ comparisons: Coverage.Comparisons) -> HealthWarning {
    HealthWarning(
      .notCompared,
      "\(comparisons.check.rawValue) compared nothing: the upgrades of all "
        + "\(comparisons.refused) other graphs were refused.",
      remedy:
        "See why the migration refuses objects such as migcheck makes, or save a graph that it "
        + "takes as a case in the corpus.")
  }

  /// - Returns: `nil` for a removal that raises no suspicion.
  static func possibleLoss(_ removal: Removal) -> HealthWarning? {
    guard removal.isSuspicious, let successor = removal.successor else { return nil }
    if let shown = successor.shownBy { return lostInverse(removal, successor, shownBy: shown) }
    let isOther = successor.type != removal.type
    let added = isOther ? "\(successor.type).\(successor.property)" : successor.property
    return HealthWarning(
      .possibleLoss,
      // The question first: a report in brief shows the beginning.
      "\(removal.place) is removed: should \(added) have its values? It is added in the same "
        + "version (\(successor.notation)), and no step reads the one or writes the other.",
      remedy: "Let the migration into version \(removal.hop.to) write \(added), or name "
        + "\(removal.place) in that version's drops.",
      hop: removal.hop, type: removal.type, property: removal.property)
  }

  /// A link that was stored in both directions, and is now in one.
  private static func lostInverse(
    _ removal: Removal, _ successor: Removal.Successor, shownBy name: Name
  ) -> HealthWarning {
    HealthWarning(
      .possibleLoss,
      "\(removal.place) is removed: does \(successor.place) have all its links? \(removal.type).\(name), "
        + "which is added in the same version, shows only what \(successor.place) holds, and no step "
        + "writes that.",
      remedy:
        "Let the migration into version \(removal.hop.to) add to \(successor.place) what only "
        + "\(removal.place) holds, or name \(removal.place) in that version's drops.",
      hop: removal.hop, type: removal.type, property: removal.property)
  }

  private static func share(_ rate: Coverage.Rate, _ version: UInt64) -> String {
    "only \(rate.met) of \(rate.trials) random trials from version \(version)"
  }

  static func engineDefect(_ defect: EngineDefect, hop: Hop, alsoAt: [Hop]) -> HealthWarning {
    HealthWarning(
      Kind(defect.name), defect.message, remedy: defect.remedy, hop: hop, alsoAt: alsoAt,
      type: defect.place.type, property: defect.place.property)
  }
}
