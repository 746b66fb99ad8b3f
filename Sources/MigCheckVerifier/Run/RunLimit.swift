import MigCheckModel

/// When a run has to end: its time is up, or somebody asked for it.
///
/// Every phase asks, and every loop in it that may take long: finding hazards, making witnesses,
/// each upgrade of a trial, each step of shrinking. What asks too seldom makes the run late.
struct RunLimit: Sendable {
  private let clock: RunClock
  private let begin: Double
  /// In seconds; `nil`: no limit.
  private let limit: Double?
  private let interruption: Interruption?
  /// Whether a trial found something, so that time is left for making it small.
  private let hasFailed = Locked(false)

  /// The part of the time that trials may take once something was found.
  private var trialShare = 0.75

  /// A run that may take as long as it likes.
  static let none = RunLimit(VerificationOptions())

  /// The time begins to run.
  init(_ options: VerificationOptions) {
    self.init(
      seconds: options.timeLimit, interruption: options.interruption, clock: options.clock)
  }

  init(seconds: Double? = nil, interruption: Interruption?, clock: RunClock = .monotonic) {
    self.clock = clock
    begin = clock.seconds()
    limit = seconds
    self.interruption = interruption
  }

  /// How long the run has taken so far.
  var seconds: Double { clock.seconds() - begin }

  /// Whether nothing further is to begin.
  var isReached: Bool { isReached(after: 1) }

  /// Whether no further upgrade of a trial is to begin.
  var endsTrials: Bool {
    guard limit != nil else { return isInterrupted }
    return isReached(after: hasFailed.withLock { $0 } ? trialShare : 1)
  }

  /// The same limit for what comes after the trials: shrinking, and looking at what was found.
  var afterTrials: RunLimit {
    var limit = self
    limit.trialShare = 1
    return limit
  }

  /// Whether the search for what is to be tried ends before it is done. What a run tries should not
  /// depend on time, so a search that is quick is never cut short.
  var endsSearch: Bool {
    isReached && seconds >= Self.searchSeconds
  }

  private static let searchSeconds = 1.0

  /// To be called when a trial found something.
  func noteFailure() {
    guard limit != nil else { return }
    hasFailed.withLock { $0 = true }
  }

  var isInterrupted: Bool { interruption?.isRequested ?? false }

  private func isReached(after share: Double) -> Bool {
    if isInterrupted { return true }
    guard let limit else { return false }
    return seconds >= limit * share
  }
}

/// Tells how many seconds have passed since some moment, never fewer than the last time.
package struct RunClock: Sendable {
  package let seconds: @Sendable () -> Double

  package init(seconds: @escaping @Sendable () -> Double) {
    self.seconds = seconds
  }

  package static let monotonic: RunClock = {
    let begin = ContinuousClock.now
    return RunClock { begin.secondsToNow }
  }()
}

/// Ends a trial, or a run of a candidate, in the middle: the limit was reached.
typealias RunCut = Cancelled
