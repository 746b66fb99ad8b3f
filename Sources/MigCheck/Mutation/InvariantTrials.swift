import MigCheckHistory
import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// Tries invariants before they are proposed: the history itself must pass with one, and the mistake
/// that it is to notice must not.
struct InvariantTrials {
  private let history: History
  private let options: VerificationOptions

  /// - Parameter options: of each verification.
  init(_ history: History, options: VerificationOptions) {
    self.history = history
    self.options = options
  }

  /// - Parameter candidates: for each mistake the history with it, and what may notice it.
  /// - Returns: parallel to them, without those that do not keep what they promise. Of an interrupted
  ///   run also without those that were not tried.
  func invariants(
    _ candidates: [(mutant: History, invariant: MutationTesting.ProposedInvariant)?]
  ) throws -> [MutationTesting.ProposedInvariant?] {
    let total = candidates.count { $0 != nil }
    var sound = [(invariant: MutationTesting.ProposedInvariant, isSound: Bool)]()
    var done = 0
    return try candidates.map { candidate in
      guard let (mutant, invariant) = candidate else { return nil }
      done += 1
      options.progress?(RunProgress(phase: .invariants, done: done, total: total))
      if options.interruption?.isRequested ?? false { return nil }
      // Several mistakes may want the same one.
      let isSound =
        try sound.first { $0.invariant == invariant }?.isSound ?? passes(invariant)
      sound.append((invariant, isSound))
      return try isSound && notices(invariant, mutant) ? invariant : nil
    }
  }

  private func passes(_ invariant: MutationTesting.ProposedInvariant) throws -> Bool {
    let history = history.adding(invariant)
    // Some expressions of steps mean nothing in an invariant.
    guard (try? history.validate()) != nil else { return false }
    return try Verifier(history, options: quiet).run().verdict == .passed
  }

  private func notices(
    _ invariant: MutationTesting.ProposedInvariant, _ mutant: History
  ) throws -> Bool {
    let verifier = Verifier(history.adding(invariant), options: quiet)
    let variant = mutant.adding(invariant)
    let outcomes = try verifier.outcomes(of: [{ variant }])
    return outcomes.first.flatMap(\.self)?.checks.contains(.invariant) ?? false
  }

  private var quiet: VerificationOptions {
    var options = options
    options.progress = nil
    return options
  }
}

extension History {
  fileprivate func adding(_ invariant: MutationTesting.ProposedInvariant) -> History {
    var history = self
    for index in history.stages.indices where history.stages[index].number == invariant.version {
      history.stages[index].invariants.append(
        HistoryInvariant(
          name: "proposed", type: invariant.type, since: invariant.since,
          condition: .expression(SQLExpression(invariant.holds))))
    }
    return history
  }
}
