import MigCheckModel

extension Verifier {
  /// Runs trials in their order, on this thread and without shrinking, until one of them shows
  /// what is looked for.
  ///
  /// - Parameter limit: after how many trials it is given up, witnesses included.
  /// - Returns: the position of the trial.
  package func firstTrial(limit: Int, showing isIt: (Failure) -> Bool) throws -> Int? {
    let options = try checkedOptions()
    let span = try VersionSpan(subject, options)
    let scratch = try RunFolder(in: options.directory)
    defer { scratch.remove() }
    let plan = TrialPlan(span: span, options: options, replays: [])
    for position in 0..<min(limit, plan.count) {
      let trial = plan.trial(position)
      let run = TrialRun(
        span: span, kinds: options.stores, start: trial.start, graph: trial.graph,
        samples: trial.samples, itinerary: trial.itinerary, scratch: scratch)
      try run.explore(options.exploration)
      if run.log.failures.all.contains(where: isIt) { return position }
    }
    return nil
  }
}
