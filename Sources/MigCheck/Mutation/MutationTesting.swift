import MigCheckHistory
import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// Puts deliberate mistakes into the migration of a subject, one at a time, and sees which of them
/// a verification notices.
///
/// Of a history each declared step is changed in every way that is known to be a common mistake. Of
/// any other subject the steps are left out that it tells of.
///
/// A mistake that nobody notices shows where an invariant is missing, unless the step was not
/// needed in the first place.
package struct MutationTesting: Sendable {
  /// What became of one mistake.
  package struct Outcome: Sendable {
    /// The kind of mistake: `drop-step`, `drop-rename`, `drop-assignment`, `drop-condition`,
    /// `negate-condition`, `swap-assignments`, `move-step`, `shift-boundary`, `drop-boundary`.
    package var kind: String
    package var version: UInt64
    /// What was done to the step, in words that its own come after: `leave out`.
    package var change: String
    /// The step as it was, in words.
    package var step: MigrationStep.Summary
    /// The names of the checks that failed in the first trial that noticed it; empty: it survived.
    package var killedBy: [String]
    /// How many trials ran: up to the one that noticed it, or all.
    package var trials: Int
    /// What a survivor does differently all the same; `nil`: nothing in any trial.
    package var difference: Difference?
    /// For a survivor what would notice it; else empty.
    package var remedy: String
    /// For a survivor an invariant that was tried: the history passes with it, and the mistake does
    /// not.
    package var invariant: ProposedInvariant?

    package var isKilled: Bool { !killedBy.isEmpty }
  }

  /// Where the history with a mistake upgrades a store differently.
  package struct Difference: Sendable, Equatable {
    /// The versions of the upgrade, from which and to which.
    package var from: UInt64
    package var to: UInt64
    package var type: Name
    /// `nil`: the object is there in one case only.
    package var property: Name?
    /// The place of an object in its start graph, if there is one.
    package var object: Int64?
    /// What comes out without the mistake, and with it: values in words.
    package var expected: String
    package var found: String
  }

  /// An invariant that would notice a mistake.
  package struct ProposedInvariant: Sendable, Equatable {
    /// Where it is to be written.
    package var version: UInt64
    package var type: Name
    package var since: UInt64
    /// An SQL expression over `old` and `new`.
    package var holds: String
  }

  /// What a run of all mistakes showed.
  package struct Result: Sendable {
    /// The report of the history without a mistake; unless it passed there are no outcomes.
    package var baseline: Report
    package var outcomes: [Outcome]
    /// How many mistakes there are; more than were tried if the run was interrupted.
    package var planned = 0

    package var isInterrupted: Bool { baseline.isInterrupted || outcomes.count < planned }
    package var killed: Int { outcomes.filter(\.isKilled).count }
  }

  let subject: any Subject
  /// What mistakes can be made of, and invariants proposed for; `nil`: the subject is no history.
  let history: History?
  let options: VerificationOptions

  /// - Parameter options: of each verification; nothing is shrunk or saved. The time limit is that of
  ///   all of them together; a run that it ends counts as interrupted.
  package init(_ history: History, options: VerificationOptions) {
    self.subject = history
    self.history = history
    self.options = options
  }

  /// Mistakes are those steps left out that the subject tells of; there may be none.
  ///
  /// - Parameter options: as for a history.
  package init(_ subject: any Subject, options: VerificationOptions) {
    self.subject = subject
    self.history = nil
    self.options = options
  }

  private var mistakes: [Mistake] {
    history.map { $0.mutants().map(Mistake.init) }
      ?? (subject.evidence.steps?.omissions(everywhere: true) ?? []).map(Mistake.init)
  }

  /// Verifies the subject, then tries its mistakes, on as many threads as the options say.
  ///
  /// Mistakes that change nothing but what the subject ignores are left out: nothing is to notice
  /// them.
  ///
  /// - Parameter progress: called after each mistake with the numbers done and in all, one call at
  ///   a time.
  /// - Throws: as `Verifier.run()`.
  package func run(
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> Result {
    var options = options
    options.corpus = nil
    options.shard = nil
    // All verifications together have the time that there is.
    options.interruption = Interruption(
      beside: options.interruption, after: options.timeLimit, clock: options.clock)
    options.timeLimit = nil
    let verifier = Verifier(subject, options: options)
    let baseline = try verifier.run()
    guard baseline.verdict == .passed else { return Result(baseline: baseline, outcomes: []) }
    let mistakes = mistakes.filter {
      $0.version > baseline.from && $0.version <= baseline.to && !isIgnored($0)
    }
    let results = try verifier.outcomes(of: mistakes.map(\.subject), progress: progress)
    let tried = zip(mistakes, results).compactMap { mistake, result in
      result.flatMap { $0.differsInIgnoredOnly ? nil : (mistake, $0) }
    }
    let proposals = try invariants(for: tried, options)
    let outcomes = zip(tried, proposals).map { tried, invariant in
      let (mistake, outcome) = tried
      return Outcome(
        kind: mistake.kind, version: mistake.version, change: mistake.change,
        step: mistake.step, killedBy: outcome.checks.map(\.rawValue), trials: outcome.trials,
        difference: outcome.difference.map(Difference.init),
        remedy: outcome.checks.isEmpty ? remedy(outcome.difference, invariant) : "",
        invariant: invariant)
    }
    let leftOut = results.count - tried.count
    return Result(baseline: baseline, outcomes: outcomes, planned: mistakes.count - leftOut)
  }

  /// For each mistake an invariant of a history that would notice it.
  private func invariants(
    for tried: [(Mistake, VariantOutcome)], _ options: VerificationOptions
  ) throws -> [ProposedInvariant?] {
    guard let history else { return tried.map { _ in nil } }
    return try InvariantTrials(history, options: options).invariants(
      tried.map { mistake, outcome in
        mistake.mutant.flatMap { mutant in
          candidate(for: mutant, outcome).map { (mutant.history, $0) }
        }
      })
  }

  /// Whether a mistake is about nothing but properties that the subject ignores.
  private func isIgnored(_ mistake: Mistake) -> Bool {
    guard let mutant = mistake.mutant else { return false }
    func isIgnored(_ property: Name?) -> Bool {
      subject.ignoring.contains { path in
        path.type == mutant.subject.type
          && (path.property == nil || path.property == property)
      }
    }
    guard mutant.kind != .dropAssignment,
      case .enumerate(_, _, let assignments, false) = mutant.step.action, !assignments.isEmpty
    else { return isIgnored(mutant.subject.property) }
    return assignments.allSatisfy { isIgnored($0.property) }
  }

  // MARK: Remedies

  private func remedy(
    _ difference: VariantDifference?, _ invariant: ProposedInvariant?
  ) -> String {
    guard let difference else {
      return "a graph in which it makes a difference, saved as a case; there may be none"
    }
    if let invariant {
      return "an invariant at version \(invariant.version) for \(invariant.type), since version "
        + "\(invariant.since): \(invariant.holds)"
    }
    let version = difference.hop.to
    guard let property = difference.property else {
      return "an invariant at version \(version) about the objects of \(difference.type)"
    }
    return "an invariant at version \(version) for \(difference.type) that says what "
      + "new.\(property) is"
  }

  /// What may notice a survivor: that a property is what the step sets it to.
  private func candidate(
    for mutant: HistoryMutant, _ outcome: VariantOutcome
  ) -> ProposedInvariant? {
    guard outcome.checks.isEmpty, let difference = outcome.difference,
      let property = difference.property,
      let expression = expression(of: property, in: mutant, difference)
    else { return nil }
    return ProposedInvariant(
      version: difference.hop.to, type: difference.type, since: difference.hop.from,
      holds: "new.\(property) IS (\(expression))")
  }

  /// The expression that the step sets a property to, if it says all about it: for each object,
  /// and from nothing but the object as it was.
  private func expression(
    of property: Name, in mutant: HistoryMutant, _ difference: VariantDifference
  ) -> String? {
    guard case .enumerate(let type, nil, let assignments, false) = mutant.step.action,
      mutant.version == difference.hop.to, type == difference.type,
      let expression = assignments.first(where: { $0.property == property })?
        .expression,
      !expression.tokens.contains(where: { placed in
        ["new", "ordinal"].contains(placed.token.name?.lowercasedASCII)
      })
    else { return nil }
    return expression.text
  }
}

extension MutationTesting.Difference {
  fileprivate init(_ difference: VariantDifference) {
    self.init(
      from: difference.hop.from, to: difference.hop.to, type: difference.type,
      property: difference.property, object: difference.object,
      expected: difference.expected ?? "nothing", found: difference.found ?? "nothing")
  }
}
