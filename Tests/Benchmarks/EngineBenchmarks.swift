import EngineQuality
import Foundation
import MigCheckHistory
import MigCheckVerifier

// How good the engine is, not how quick: what scripts/bench prints beside the speed.

/// Evaluations that shrinking takes, by the size of the graph to begin with.
func shrink() {
  let sizes = [25, 100, 500, 2000]
  print("evaluations on average, by objects at the start".padded(to: 46), terminator: "")
  print(sizes.map { String($0).padded(to: 9, left: true) }.joined())
  var totals = Array(repeating: 0, count: sizes.count)
  var runs = totals
  for task in ShrinkTask.all {
    var line = "  \(task.name)".padded(to: 46)
    for (place, size) in sizes.enumerated() {
      let summary = task.run(size: size, seeds: 0..<(size < 2000 ? 40 : 10))
      totals[place] += summary.evaluations
      runs[place] += summary.runs
      line += "\(rounded(summary.average, 1))".padded(to: 9, left: true)
      if summary.optimal < summary.runs {
        line += " (optimum in \(summary.optimal) of \(summary.runs) runs)"
      }
    }
    print(line)
  }
  let averages = zip(totals, runs).map { rounded(Double($0) / Double($1), 1) }
  print(
    "  all".padded(to: 46) + averages.map { $0.padded(to: 9, left: true) }.joined())
}

/// The share of the planted mistakes that show within so many trials.
func detection(seeds: Int) throws {
  let limits = [10, 100, 1000]
  let bugs = try PlantedBug.all()
  print("\(bugs.count) mistakes, \(seeds) seeds: found within so many trials, witnesses included")
  print(
    "".padded(to: 24)
      + limits.map { "\($0)".padded(to: 24, left: true) }.joined())
  for level in DetectionLevel.all {
    let runs = try parallel(bugs.count * seeds) { number in
      try bugs[number / seeds].firstTrial(
        of: level, seed: UInt64(number % seeds + 1), limit: limits[limits.count - 1])
    }
    var line = "  \(level.name)".padded(to: 24)
    for limit in limits {
      let found = runs.count { $0.map { $0 <= limit } ?? false }
      let interval = WilsonInterval(found, of: runs.count, deviations: 1.96)
      line += percentages(Double(found) / Double(runs.count), interval).padded(to: 24, left: true)
    }
    print(line)
    let missed = bugs.indices.filter { bug in
      !runs[(bug * seeds)..<((bug + 1) * seeds)].contains { $0 != nil }
    }
    if !missed.isEmpty {
      print("    by no seed: \(missed.map { bugs[$0].name }.joined(separator: ", "))")
    }
  }
}

private func percentages(_ rate: Double, _ interval: WilsonInterval) -> String {
  func percent(_ value: Double) -> String { rounded(value * 100, 1) }
  return "\(percent(rate)) % [\(percent(interval.low)), \(percent(interval.high))]"
}

/// Runs random trials on histories without a mistake, in both stores, and lists every finding.
///
/// - Parameter count: of all random trials; the witnesses come on top.
func falsePositives(count: Int) throws {
  let histories = try CorrectHistories.all()
  let each = (count + histories.count - 1) / histories.count
  var (trials, witnesses, upgrades, findings) = (0, 0, 0, 0)
  let time = try seconds {
    for history in histories {
      let options = VerificationOptions(trials: each, seed: UInt64(count))
      let report = try Verifier(history, options: options).run()
      trials += report.trials.run
      witnesses += report.witnesses.run
      upgrades += report.upgrades
      // What an author may mean is a warning.
      let blamed = report.findings.filter { !$0.isExempt }
      findings += blamed.count
      for finding in blamed {
        print("  \(history.name): \(finding.check.rawValue) \(finding.hop): \(finding.message)")
      }
      if report.verdict != .passed, blamed.isEmpty {
        print("  \(history.name): \(report.verdict.rawValue)")
      }
    }
  }
  print(
    "\(findings) findings in \(trials) random trials and \(witnesses) witnesses over "
      + "\(histories.count) correct histories (\(upgrades) upgrades, "
      + "\(rounded(time / 60, 1)) minutes)")
}

/// The results of numbered pieces of work, on all cores.
private func parallel<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Result
) throws -> [Result] {
  let lock = NSLock()
  // Written under the lock only, and read when all is done.
  nonisolated(unsafe) var results = [Swift.Result<Result, any Error>?](
    repeating: nil, count: count)
  DispatchQueue.concurrentPerform(iterations: count) { number in
    let result = Swift.Result { try body(number) }
    lock.withLock { results[number] = result }
  }
  return try results.compactMap { try $0?.get() }
}

extension String {
  fileprivate func padded(to width: Int, left: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - count))
    return left ? padding + self : self + padding
  }
}
