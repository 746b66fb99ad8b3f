import Foundation
import MigCheckModel
import MigCheckVerifier

/// Shares the inputs among workers, starts a new one where one has died, and keeps what was found.
package final class FuzzSupervisor: Sendable {
  /// A problem with the number of the input that shows it.
  package struct Found: Sendable {
    package var number: Int
    package var problem: FuzzProblem
  }

  private let options: FuzzOptions
  private let program: String
  private let found = Locked([Found]())
  private let outcomes = Locked([String: Int]())
  private let report: @Sendable (String) -> Void

  /// - Parameters:
  ///   - program: `migcheck-fuzz`.
  ///   - report: called with one line for each problem.
  package init(
    _ options: FuzzOptions, program: String, report: @escaping @Sendable (String) -> Void
  ) {
    self.options = options
    self.program = program
    self.report = report
  }

  /// - Returns: how many inputs ended in which way, and what was found in the order of their numbers.
  package func run() -> (outcomes: [(name: String, count: Int)], found: [Found]) {
    let share = (options.inputs + options.workers - 1) / options.workers
    let group = DispatchGroup()
    for worker in 0..<options.workers {
      let first = options.first + worker * share
      let end = min(first + share, options.first + options.inputs)
      Thread.detachNewThread(group: group) { [self] in run(first..<end) }
    }
    group.wait()
    let outcomes = outcomes.withLock { $0.sorted { $0.key < $1.key } }
    return (
      outcomes.map { ($0.key, $0.value) }, found.withLock { $0.sorted { $0.number < $1.number } }
    )
  }

  private func run(_ numbers: Range<Int>) {
    var next = numbers.lowerBound
    var failedStarts = 0
    while next < numbers.upperBound, failedStarts < 3 {
      let begin = next
      do {
        let process = try FuzzProcess(
          program: program,
          ["worker"] + options.arguments(first: next, inputs: numbers.upperBound - next))
        defer { process.remove() }
        next = follow(process, from: next, to: numbers.upperBound)
      } catch {
        report("no worker can be started: \(error)")
      }
      failedStarts = next == begin ? failedStarts + 1 : 0
    }
  }

  /// - Returns: the number of the next input.
  private func follow(_ process: FuzzProcess, from first: Int, to end: Int) -> Int {
    var current: Int?
    var next = first
    while true {
      // Before its first input a worker makes what the inputs are made from.
      switch process.next(within: current == nil ? max(120, options.seconds) : options.seconds) {
      case .message(.begin(let number)):
        current = number
        next = number + 1
      case .message(.end(_, let outcome)):
        outcomes.withLock { $0[outcome, default: 0] += 1 }
      case .message(.problem(let number, let problem)): add(problem, number)
      case .finished: return end
      case .stopped:
        outcomes.withLock { $0["a call that reached its limit of time", default: 0] += 1 }
        return next
      case .died(let how):
        add(FuzzProblem("died: \(how)"), current ?? first)
        return next
      case .silent:
        add(FuzzProblem("no end after \(Int(options.seconds)) s"), current ?? first)
        return next
      }
    }
  }

  private func add(_ problem: FuzzProblem, _ number: Int) {
    found.withLock { $0.append(Found(number: number, problem: problem)) }
    report("input \(number): \(problem.kind): \(problem.detail.prefix(600))")
  }
}

extension Thread {
  fileprivate static func detachNewThread(
    group: DispatchGroup, _ body: @escaping @Sendable () -> Void
  ) {
    group.enter()
    Thread.detachNewThread {
      body()
      group.leave()
    }
  }
}
