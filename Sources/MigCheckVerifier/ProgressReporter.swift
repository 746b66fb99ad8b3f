/// Counts pieces of work and tells the caller, one call at a time and never backwards.
final class ProgressReporter: Sendable {
  private let progress: Guarded<Progress>
  private let callback: (@Sendable (Progress) -> Void)?

  init(phase: Progress.Phase, total: Int, callback: (@Sendable (Progress) -> Void)?) {
    progress = Guarded(Progress(phase: phase, done: 0, total: total))
    self.callback = callback
    callback?(Progress(phase: phase, done: 0, total: total))
  }

  func advance() {
    guard let callback else { return }
    progress.withLock { progress in
      progress.done += 1
      callback(progress)
    }
  }
}
