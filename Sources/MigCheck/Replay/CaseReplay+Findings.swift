import MigCheckFormats
import MigCheckModel
import MigCheckVerifier

extension CaseReplay {
  /// Judges the graph of a case that holds a finding: runs it along all paths between the versions
  /// of the case, with every check.
  ///
  /// A store that the check of the finding refuses for another reason has not been fixed, so all
  /// that the check finds on the same hop counts.
  ///
  /// - Returns: what the check still finds, not shrunk; empty for a case without a finding.
  /// - Throws: `InputError` for a finding of a check that does not exist; errors that are no matter
  ///   of the case.
  package func findings(of file: CaseFile, on kinds: [StoreKind]) throws -> [Finding] {
    guard let expected = file.finding else { return [] }
    guard let check = Check(rawValue: expected.check), check.hasFindings else {
      throw InputError(
        file: file.origin.file, line: file.origin.line, path: "finding.check",
        problem: "there is no check \"\(ValueText.escaped(expected.check))\"",
        remedy: "the checks are "
          + Check.allCases.filter(\.hasFindings).map(\.rawValue).joined(separator: ", "))
    }
    var options = VerificationOptions(from: file.startVersion, stores: kinds)
    options.directory = directory
    options.to = file.path.count > 1 ? file.path.last : file.subject.subject.versions.last?.number
    let hops = Self.hops(of: file)
    let verifier = Verifier(file.subject.subject, options: options)
    let failures =
      if check.hasFollowUps {
        try verifier.runFollowUps(file.startGraph, at: file.startVersion, along: file.path)
      } else if check == .crashSafe {
        try verifier.runCrashes(file.startGraph, at: file.startVersion, along: file.path)
      } else {
        try verifier.runTrial(file.startGraph, at: file.startVersion)
      }
    return
      failures
      // What an author may intend is never saved as a case, and none fails for it.
      .filter { $0.check == check && hops.contains($0.hop) && !$0.violation.isWarning }
      .map { failure in
        Finding(
          failure, followUp: failure.followUp(of: file.startGraph),
          source: verifier.source(of: failure), trial: nil,
          counterexample: Counterexample(
            version: file.startVersion, graph: file.startGraph,
            originalObjects: file.startGraph.totalObjectCount))
      }
  }

  /// The last hop of the path, and the whole of it.
  private static func hops(of file: CaseFile) -> [Hop] {
    guard let last = file.path.last else { return [] }
    let previous = file.path.count > 1 ? file.path[file.path.count - 2] : last
    return [Hop(from: previous, to: last), Hop(from: file.startVersion, to: last)]
  }
}
