import MigCheckModel

extension Verifier {
  /// Runs start graphs straight to the last version, one after the other, with all checks of their hops.
  ///
  /// - Parameters:
  ///   - starts: the version of each graph, which is one of its schema.
  ///   - willRun: called before each with its number.
  /// - Returns: for each what the checks see, not shrunk.
  /// - Throws: `VerificationError` for versions that the subject does not have; whatever a store throws
  ///   that is no `UpgradeError`.
  package func judge(
    _ starts: [(version: UInt64, graph: ObjectGraph)], willRun: (Int) -> Void
  ) throws -> [[Failure]] {
    guard !starts.isEmpty else { return [] }
    let options = try checkedOptions()
    let span = try VersionSpan(subject, options)
    let scratch = try RunFolder(in: options.directory)
    defer { scratch.remove() }
    return try starts.enumerated().map { number, start in
      guard let position = span.starts.firstIndex(where: { $0.number == start.version }) else {
        throw VerificationError(
          .noSuchVersion, "No path of this run starts at version \(start.version).")
      }
      willRun(number)
      let run = TrialRun(
        span: span, kinds: options.stores, start: position, graph: start.graph, samples: false,
        scratch: scratch)
      _ = try run.run(path: [start.version, span.last.number])
      return run.log.failures.all
    }
  }
}
