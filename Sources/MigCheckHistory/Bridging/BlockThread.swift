import CBlockThread
import MigCheckModel

/// Runs an author's code so that nothing it does ends the process, or the run.
///
/// The code runs on a thread of its own. What cannot be undone in Swift ends that thread and no more:
/// an error of the kit, which ends a block at the statement that made it as Realm's exception
/// ends the app; `fatalError`, `!` of `nil` and other traps; a loop without end. What the thread's
/// frames held is then never released.
package enum BlockThread {
  /// How a run ended otherwise than by returning.
  package enum Ending {
    /// By `end()`.
    case stopped
    /// By a trap: what the runtime said of it, or the name of the signal.
    case trapped(String)
    /// It took too long: as many seconds as it had.
    case timedOut(Double)
  }

  /// How much longer than its processor time a run may take in all.
  private static let wallFactor = 6.0
  private static let leastWallSeconds = 1.0

  /// Runs a body, and waits until it has ended.
  ///
  /// - Parameters:
  ///   - seconds: how much of a processor's time it may take; six times as much in all.
  ///   - staysWhenTrapped: whether a thread that traps is kept for good, as libraries need that run
  ///     the body inside of theirs.
  /// - Returns: `nil` if it returned.
  package static func run(
    seconds: Double, staysWhenTrapped: Bool = false, _ body: @escaping () -> Void
  ) -> Ending? {
    // Not `withoutActuallyEscaping`: a thread that is ended keeps what it has.
    let (isRequested, count) = (Cancellation.inherited, ProcessorTime.counter)
    let box = Box {
      defer { count?(ProcessorTime.ofThread) }
      if staysWhenTrapped { block_thread_stay_when_trapped() }
      if let isRequested { Cancellation.observing(isRequested) { body() } } else { body() }
    }
    let outcome = withExtendedLifetime(box) {
      block_thread_run(
        { context in
          guard let context else { return }
          Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().body()
        }, Unmanaged.passUnretained(box).toOpaque(), seconds,
        max(seconds * wallFactor, leastWallSeconds))
    }
    return ending(outcome, seconds: seconds) { box.body() }
  }

  private static func ending(
    _ outcome: block_run_outcome, seconds: Double, orRun body: () -> Void
  ) -> Ending? {
    switch outcome.kind {
    case block_run_returned: return nil
    case block_run_stopped: return .stopped
    case block_run_trapped: return .trapped(text(of: outcome))
    case block_run_timed_out: return .timedOut(seconds)
    default:
      // There are no more threads to be had; without one the code runs as it would in an app.
      body()
      return nil
    }
  }

  private static func text(of outcome: block_run_outcome) -> String {
    let message = withUnsafeBytes(of: outcome.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let lines = message.split(separator: "\n").map { $0.drop { $0 == " " } }
    if let last = lines.last(where: { $0.contains("atal error") }) ?? lines.last {
      return String(last)
    }
    return signals[outcome.signal].map { "\($0)." } ?? "Signal \(outcome.signal)."
  }

  private static let signals: [Int32: String] = [
    4: "Illegal instruction: a trap such as an unwrapped nil, in code without its message",
    5: "Trap: such as an unwrapped nil, in code without its message", 6: "Aborted",
    7: "Bus error", 8: "Arithmetic error", 10: "Bus error",
    11: "Segmentation fault: the stack may have run out, as in a recursion without end",
  ]

  /// Ends the body that runs on the calling thread, at this point. Returns on other threads.
  package static func end() { block_thread_end() }

  /// Runs code of the kit that a body calls: a trap in it is not the author's.
  package static func inKit<Result>(_ body: () throws -> Result) rethrows -> Result {
    block_thread_enter_kit()
    defer { block_thread_leave_kit() }
    return try body()
  }

  /// Runs code of the author that code of the kit calls.
  package static func inAuthorsCode<Result>(_ body: () throws -> Result) rethrows -> Result {
    let depth = block_thread_enter_author()
    defer { block_thread_return_to_kit(depth) }
    return try body()
  }

  private final class Box {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
