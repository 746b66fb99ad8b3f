#if CommandLine
  import Foundation
  import MigCheckVerifier

  /// One line on standard error that says how far the run is, how fast, and how long it will take.
  final class ProgressLine: Sendable {
    private let state = Guarded(State())

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
        }
        let isLast = progress.done >= progress.total
        guard isLast || now.uptimeNanoseconds - state.shown.uptimeNanoseconds > 100_000_000 else {
          return
        }
        state.shown = now
        state.isVisible = true
        let seconds = Double(now.uptimeNanoseconds - state.start.uptimeNanoseconds) / 1e9
        FileHandle.standardError.write(
          Data(("\r\u{1B}[K" + Self.text(progress, seconds: seconds)).utf8))
      }
    }

    func clear() {
      state.withLock { state in
        if state.isVisible { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
        state.isVisible = false
      }
    }

    static func text(_ progress: RunProgress, seconds: Double) -> String {
      let what = progress.phase == .trials ? "trials" : "findings shrunk"
      var text = "\(progress.done) of \(progress.total) \(what)"
      if seconds > 0.2, progress.done > 0 {
        let rate = Double(progress.done) / seconds
        let rest = Double(progress.total - progress.done) / rate
        text += ", \(Int(rate.rounded())) a second, \(duration(rest)) left"
      }
      return text
    }

    private static func duration(_ seconds: Double) -> String {
      let seconds = Int(seconds.rounded(.up))
      if seconds < 60 { return "\(seconds) s" }
      return seconds < 3600
        ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    }
  }

  /// Turns the first Ctrl-C into a request to end, and the second one into the end.
  final class InterruptHandler {
    private let source: any DispatchSourceSignal

    init(_ interruption: Interruption) {
      signal(SIGINT, SIG_IGN)
      source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
      source.setEventHandler {
        if interruption.isRequested { _exit(130) }
        interruption.request()
      }
      source.resume()
    }

    func stop() {
      source.cancel()
      signal(SIGINT, SIG_DFL)
    }
  }
#endif
