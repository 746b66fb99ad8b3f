import MigCheckModel

/// Runs numbered pieces of work on several threads.
enum WorkerPool {

  /// Runs `body` for 0, 1, 2 …, each number once, in no particular order.
  ///
  /// - Parameters:
  ///   - jobs: how many threads.
  ///   - mayStart: asked before each piece; once it says no, no further piece starts, so that the
  ///     numbers that ran are always the first ones.
  /// - Returns: how many pieces ran.
  /// - Throws: the error of the lowest number that failed; no piece starts after a failure.
  static func run(
    _ count: Int, jobs: Int, mayStart: @escaping @Sendable () -> Bool,
    body: @escaping @Sendable (Int) throws -> Void
  ) throws -> Int {
    struct State {
      var next = 0
      var failure: (number: Int, error: any Error)?
    }
    let state = Locked(State())
    @Sendable func work() {
      while true {
        let number: Int? = state.withLock { state in
          guard state.next < count, state.failure == nil, mayStart() else { return nil }
          state.next += 1
          return state.next - 1
        }
        guard let number else { return }
        do {
          try body(number)
        } catch {
          state.withLock { state in
            if state.failure.map({ number < $0.number }) ?? true {
              state.failure = (number, error)
            }
          }
        }
      }
    }
    // Who measures the work as a whole counts all threads.
    let counter = ProcessorTime.counter
    SystemThread.run(on: max(1, min(jobs, count))) {
      guard let counter else { return work() }
      counter(ProcessorTime.measuring(work).seconds)
    }
    return try state.withLock { state in
      if let failure = state.failure { throw failure.error }
      return state.next
    }
  }
}
