#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How long a processor was busy with some work, on the thread that does it and on those that it waits
/// for.
package enum ProcessorTime {
  /// What other threads took for the work at hand, in seconds.
  @TaskLocal private static var elsewhere: Locked<Double>?

  /// Measures work.
  ///
  /// - Returns: what the work returns, and seconds.
  package static func measuring<Result>(
    _ body: () throws -> Result
  ) rethrows -> (result: Result, seconds: Double) {
    let others = Locked(0.0)
    let begin = ofThread
    let result = try $elsewhere.withValue(others, operation: body)
    let seconds = others.withLock { $0 }
    // What is measured around this waited for the same threads.
    elsewhere?.withLock { $0 += seconds }
    return (result, ofThread - begin + seconds)
  }

  /// Where work that goes on on another thread counts its time; to be asked for on the first one.
  package static var counter: (@Sendable (Double) -> Void)? {
    guard let others = elsewhere else { return nil }
    return { seconds in others.withLock { $0 += seconds } }
  }

  /// Seconds of the calling thread.
  package static var ofThread: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
