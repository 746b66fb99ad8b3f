import MigCheckModel
import MigCheckRules
import MigCheckVerifier

/// Puts deliberate mistakes into the migration of a history, one at a time, and sees which of them
/// a verification notices.
public struct MutationTesting: Sendable {
  /// What became of one mutant.
  public struct Outcome: Sendable {
    /// The kind of mistake: `drop-step`, `drop-assignment`, `drop-condition`, `swap-assignments`,
    /// `move-step`.
    public var kind: String
    public var version: UInt64
    /// What was done to the step, in words that its own come after: `leave out`.
    public var change: String
    /// The step as it was.
    public var step: MigrationStep
    /// The names of the checks that noticed it; empty: it survived.
    public var killedBy: [String]
    /// For a survivor what would notice it; else empty.
    public var remedy: String

    public var isKilled: Bool { !killedBy.isEmpty }
  }

  /// What a run of all mutants showed.
  public struct Result: Sendable {
    /// The report of the history without a mistake; unless it passed there are no outcomes.
    public var baseline: Report
    public var outcomes: [Outcome]

    public var killed: Int { outcomes.filter(\.isKilled).count }
  }

  private let history: History
  private let options: VerificationOptions

  /// - Parameter options: of each verification; findings are neither shrunk far nor saved.
  public init(_ history: History, options: VerificationOptions) {
    self.history = history
    self.options = options
  }

  /// - Parameter progress: called after each mutant with the numbers done and in all.
  /// - Throws: as `Verifier.run()`.
  public func run(progress: (Int, Int) -> Void = { _, _ in }) throws -> Result {
    var options = options
    options.corpus = nil
    options.shard = nil
    options.shrinkBudget = 0
    let baseline = try Verifier(history, options: options).run()
    var result = Result(baseline: baseline, outcomes: [])
    guard baseline.verdict == .passed else { return result }
    let from = options.from ?? 0
    let to = options.to ?? .max
    let mutants = history.mutants().filter { $0.version > from && $0.version <= to }
    for (index, mutant) in mutants.enumerated() {
      if options.interruption?.isRequested ?? false { break }
      let report = try Verifier(mutant.history, options: options).run()
      var checks = [String]()
      for finding in report.findings where finding.severity == .error {
        let name = finding.check.rawValue
        if !checks.contains(name) { checks.append(name) }
      }
      result.outcomes.append(
        Outcome(
          kind: mutant.kind.rawValue, version: mutant.version, change: mutant.change,
          step: mutant.step, killedBy: checks, remedy: checks.isEmpty ? remedy(for: mutant) : ""))
      progress(index + 1, mutants.count)
    }
    return result
  }

  private func remedy(for mutant: HistoryMutant) -> String {
    let type = mutant.subject.type
    guard !type.isEmpty else { return "an invariant of what the block is for" }
    guard let property = mutant.subject.property else {
      return "an invariant at version \(mutant.version) about the objects of \(type)"
    }
    return "an invariant at version \(mutant.version) for \(type) that says what new.\(property) is"
  }
}
