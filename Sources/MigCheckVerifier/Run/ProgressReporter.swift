import MigCheckModel

/// Counts pieces of work and tells the caller, one call at a time and never backwards.
final class ProgressReporter: Sendable {
  private let progress: Locked<RunProgress>
  private let callback: (@Sendable (RunProgress) -> Void)?

  init(phase: RunProgress.Phase, total: Int, callback: (@Sendable (RunProgress) -> Void)?) {
    progress = Locked(RunProgress(phase: phase, done: 0, total: total))
    self.callback = callback
    callback?(RunProgress(phase: phase, done: 0, total: total))
  }

  func advance() {
    guard let callback else { return }
    progress.withLock { progress in
      progress.done += 1
      callback(progress)
    }
  }
}
