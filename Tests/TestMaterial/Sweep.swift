import Foundation

/// Which moments of a long series of faults a test tries.
package enum Sweep {
  /// Whether tests try every moment: with `MIGCHECK_SWEEP=all`, as `scripts/sanitize` does.
  package static let isComplete =
    ProcessInfo.processInfo.environment["MIGCHECK_SWEEP"] == "all"

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
