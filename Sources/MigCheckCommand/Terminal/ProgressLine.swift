import MigCheckModel

#if CommandLine
  import Foundation
  import MigCheckVerifier

  /// One line on standard error that says how far the run is, how fast, and how long it will take.
  final class ProgressLine: Sendable {
    private let state = Locked(State())

    private struct State {
      var start = DispatchTime.now()
      var phase: RunProgress.Phase?
      var shown = DispatchTime(uptimeNanoseconds: 0)
      var isVisible = false
    }

    func show(_ progress: RunProgress) {
      state.withLock { state in
        let now = DispatchTime.now()
        if state.phase != progress.phase {
          state.phase = progress.phase
          state.start = now
          state.shown = DispatchTime(uptimeNanoseconds: 0)
        }
        let isLast = progress.done >= progress.total
        guard isLast || now.uptimeNanoseconds - state.shown.uptimeNanoseconds > 100_000_000 else {
          return
        }
        state.shown = now
        state.isVisible = true
        let seconds = Double(now.uptimeNanoseconds - state.start.uptimeNanoseconds) / 1e9
        Terminal.show("\r\u{1B}[K" + Self.text(progress, seconds: seconds))
      }
    }

    func clear() {
      state.withLock { state in
        if state.isVisible { Terminal.show("\r\u{1B}[K") }
        state.isVisible = false
      }
    }

    static func text(_ progress: RunProgress, seconds: Double) -> String {
      let what =
        switch progress.phase {
        case .migrations: "scripts read"
        case .hazards: "versions searched for hazards"
        case .trials: "trials"
        case .shrinking: "findings shrunk"
        case .mistakes: "mistakes tried"
        case .invariants: "invariants tried"
        case .tags: "tags read"
        case .commits: "commits read"
        }
      var text = "\(progress.done) of \(progress.total) \(what)"
      if seconds > 0.2, progress.done > 0 {
        let rate = Double(progress.done) / seconds
        let rest = Double(progress.total - progress.done) / rate
        text += ", \(Self.rate(rate)) a second, \(duration(rest)) left"
      }
      return text
    }

    /// Whole numbers, but for slow runs.
    private static func rate(_ rate: Double) -> String {
      let tenths = Int((rate * 10).rounded())
      return tenths >= 100 ? "\(Int(rate.rounded()))" : "\(tenths / 10).\(tenths % 10)"
    }

    private static func duration(_ seconds: Double) -> String {
      let seconds = Int(seconds.rounded(.up))
      if seconds < 60 { return "\(seconds) s" }
      return seconds < 3600
        ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    }
  }
#endif
