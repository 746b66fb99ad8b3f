import Foundation

/// How much of what it could try a test tries: a part that is always the same one, so that a person
/// need not wait long, or with `MIGCHECK_SWEEP=full` what CI tries, or with `all` everything.
package enum Sweep {
  private static let extent = ProcessInfo.processInfo.environment["MIGCHECK_SWEEP"]

  /// Whether tests try every moment and every case: with `MIGCHECK_SWEEP=all`, as `scripts/sanitize`
  /// does.
  package static let isComplete = extent == "all"

  /// Whether tests try what CI tries: with `MIGCHECK_SWEEP=full`, as `scripts/test --full` does, and
  /// whenever `isComplete`. Tests that take seconds and show what others show for a smaller example
  /// run only then.
  package static let isFull = isComplete || extent == "full"

  /// The first of each so many cases; all of them if `isFull`.
  package static func part<Cases: Collection>(_ cases: Cases, oneOf count: Int) -> [Cases.Element] {
    isFull ? Array(cases) : cases.enumerated().filter { $0.offset % count == 0 }.map(\.element)
  }

  /// The first and the last moments, where transactions begin and end, and some between that are
  /// always the same ones; all of them if `isComplete`.
  ///
  /// - Parameters:
  ///   - count: of all moments, which are counted from 1.
  ///   - limit: how many are tried, at least 4.
  package static func moments(of count: Int, limit: Int) -> [Int] {
    guard !isComplete, count > limit else { return Array(1...max(count, 1)) }
    let between = limit - 4
    // One of each equal part, at a place that differs from part to part.
    let others = (0..<between).map { part in
      let (first, next) = (part * (count - 4) / between, (part + 1) * (count - 4) / between)
      return 3 + first + (part * 618 + 271) % 1000 * (next - first) / 1000
    }
    return [1, 2] + others + [count - 1, count]
  }
}
