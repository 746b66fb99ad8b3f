import MigCheckModel

/// How long a processor was busy with each phase of a run, on all threads together.
final class PhaseClock: Sendable {
  private let seconds = Locked([Timings.Phase: Double]())

  /// The phases that took any time, in their order.
  var phases: [Timings.PhaseSeconds] {
    var seconds = seconds.withLock { $0 }
    // The trials compare and check in the rest of the time.
    let inStores = [Timings.Phase.make, .upgrade, .reopen, .read].reduce(0) {
      $0 + (seconds[$1] ?? 0)
    }
    if let trials = seconds[.check] { seconds[.check] = max(0, trials - inStores) }
    return Timings.Phase.allCases.compactMap { phase in
      seconds[phase].map { Timings.PhaseSeconds(phase: phase, seconds: $0) }
    }
  }

  fileprivate func add(_ phase: Timings.Phase, _ own: Double) {
    seconds.withLock { $0[phase, default: 0] += own }
  }
}

extension PhaseClock? {
  /// Runs work, and measures it if there is a clock.
  func measure<Result>(
    _ phase: Timings.Phase, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let self else { return try body() }
    let (result, seconds) = try ProcessorTime.measuring(body)
    self.add(phase, seconds)
    return result
  }
}
