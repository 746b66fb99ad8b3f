import MigCheckModel

/// Verifies that every upgrade of a subject keeps its users' data.
///
/// A run makes its trials, shrinks what it finds and reports. Trials run in parallel, but nothing
/// in the report depends on how many at a time: every trial is made from the seed and its number,
/// all of them run, and what they add up to does not depend on their order.
package struct Verifier: Sendable {
  let subject: any Subject
  let options: VerificationOptions

  package init(_ subject: any Subject, options: VerificationOptions = VerificationOptions()) {
    self.subject = subject
    self.options = options
  }

  /// Verifies, and blocks until all is done. Scratch files are removed at the end, whatever it is.
  ///
  /// - Throws: `VerificationError` for options that make no sense; whatever a store throws that is
  ///   no `UpgradeError`, such as an error of input or output; whatever the corpus throws.
  package func run() throws -> Report {
    let options = try checkedOptions()
    let silence = try WarningFilter(options, for: subject)
    let span = try VersionSpan(subject, options)
    let scratch = try RunFolder(in: options.directory)
    defer { scratch.remove() }
    var report = try VerificationRun(span: span, options: options, scratch: scratch).run()
    silence.apply(to: &report)
    return report
  }

  /// Runs one start graph through all its paths.
  ///
  /// - Parameter version: a start version of the run; the graph's schema is that version's.
  /// - Returns: what the checks see, not shrunk.
  @discardableResult
  package func runTrial(_ graph: ObjectGraph, at version: UInt64) throws -> [Failure] {
    try observe(graph, at: version) { run, options in
      try run.explore(options.exploration)
    }
  }

  /// Runs one start graph, and all that can be made from it for a comparison.
  ///
  /// - Parameters:
  ///   - version: a start version of the run; the graph's schema is that version's.
  ///   - path: the only one, beginning with the start version; `nil`: those of a trial.
  /// - Returns: what the checks of follow-ups see, not shrunk.
  package func runFollowUps(
    _ graph: ObjectGraph, at version: UInt64, along path: [UInt64]? = nil
  ) throws -> [Failure] {
    try observe(graph, at: version) { run, _ in
      if let path {
        try run.run(path: path, followUps: FollowUpChoice.all.changes(of: graph.schema))
      } else {
        try run.runFollowUps(.all)
      }
    }
  }

  /// Interrupts the last upgrade of a path in many ways.
  ///
  /// - Parameters:
  ///   - version: a start version of the run; the graph's schema is that version's.
  ///   - path: begins with the start version.
  /// - Returns: what is wrong with the upgrades that follow, not shrunk.
  package func runCrashes(
    _ graph: ObjectGraph, at version: UInt64, along path: [UInt64]
  ) throws -> [Failure] {
    try observe(graph, at: version) { run, _ in try run.runCrashes(along: path) }
  }

  /// Where the author wrote what a failure is about; `nil`: nothing says.
  package func source(of failure: Failure) -> SourcePlace? {
    FailureSource(versions: subject.versions).place(of: failure)
  }

  private func observe(
    _ graph: ObjectGraph, at version: UInt64,
    _ body: (TrialRun, VerificationOptions) throws -> Void
  ) throws -> [Failure] {
    let options = try checkedOptions()
    let span = try VersionSpan(subject, options)
    guard let start = span.starts.firstIndex(where: { $0.number == version }) else {
      throw VerificationError(.noSuchVersion, "No path of this run starts at version \(version).")
    }
    let scratch = try RunFolder(in: options.directory)
    defer { scratch.remove() }
    let run = TrialRun(
      span: span, kinds: options.stores, start: start, graph: graph, samples: true,
      scratch: scratch)
    run.runsKnownHops = true
    try body(run, options)
    return run.log.failures.all
  }

  /// The options with the stores in order.
  func checkedOptions() throws -> VerificationOptions {
    var options = options
    let runsApp = subject.evidence.appUpgrade != nil
    options.stores = StoreKind.allCases.filter {
      options.stores.contains($0) && (!runsApp || $0 == .file)
    }
    func require(_ condition: Bool, _ message: String) throws {
      guard condition else { throw VerificationError(.invalidOption, message) }
    }
    try require(
      !runsApp || !options.stores.isEmpty,
      "The app's upgrade runs on files: the stores must be file.")
    try require(!options.stores.isEmpty, "At least one store is needed: memory, file or both.")
    try require(options.trials >= 0, "The number of trials is 0 or more, not \(options.trials).")
    try require(
      options.trials <= VerificationOptions.mostTrials,
      "The number of trials is at most \(VerificationOptions.mostTrials), not \(options.trials).")
    try require(options.jobs >= 1, "The number of jobs is 1 or more, not \(options.jobs).")
    try require(
      options.jobs <= VerificationOptions.mostJobs,
      "The number of jobs is at most \(VerificationOptions.mostJobs), not \(options.jobs).")
    try require(
      options.shrinkBudget >= 0,
      "The budget for shrinking is 0 or more runs, not \(options.shrinkBudget).")
    if let shard = options.shard {
      try require(
        shard.isValid, "The index of a shard goes from 1 to the count, not \(shard).")
    }
    if let limit = options.timeLimit {
      try require(limit >= 0, "The time limit is 0 seconds or more, not \(limit).")
    }
    return options
  }
}
