import MigCheckModel
import MigCheckText

/// Joins the reports of all shards into the report that the whole run would have given.
///
///     let merge = try ReportMerge(reports)
///     print(TextReport().text(merge.report))
///
/// A run that was interrupted, or ended by a time limit, depends on time; its merge adds up what
/// what the shards did.
package struct ReportMerge: Sendable {
  /// A finding as it is to be kept.
  package struct Case: Sendable, Equatable {
    /// As the report names it.
    package var path: String
    package var text: String
    /// The file that `text` names, relative to the folder of `path`; `nil`: none.
    package var history: String?
    /// Two files that are alike here hold the same finding.
    package var content: String
  }

  package let report: Report
  /// The case files that the whole run would have written. A merge of its own writes none.
  package let cases: [Case]

  /// - Parameter reports: of all shards, in any order.
  /// - Throws: `ReportMergeError` if a shard is missing, is there twice, or is of another run.
  package init(_ reports: [Report]) throws {
    try self.init(
      named: reports.enumerated().map { place, report in
        guard let shard = report.shard else {
          throw ReportMergeError(
            .noShard, "Report \(place + 1) is of a whole run, so there is nothing to merge.")
        }
        return ("report \(place + 1)", shard)
      })
  }

  /// - Parameter named: the reports, each with what messages call it.
  package init(named reports: [(name: String, report: ShardReport)]) throws(ReportMergeError) {
    let reports = reports.sorted { $0.report.shard.index < $1.report.shard.index }
    try Self.requireOneRun(reports)
    guard var result = reports.first?.report.result else {
      throw ReportMergeError(.missing, "There is no report to merge.")
    }
    for next in reports where !next.report.result.effort.hazardSearch.isComplete {
      throw ReportMergeError(
        .cut,
        "\(next.name) ended while it looked for hazards, so that it does not have the trials of the "
          + "others; give it more time with --time-limit.")
    }
    for next in reports.dropFirst() {
      guard result.join(next.report.result) else {
        throw ReportMergeError(
          .otherRun, "\(next.name) has other coverage than \(reports[0].name); it was changed.")
      }
    }
    try Self.requireAllTrials(result, reports)
    var places = CasePlaces()
    var cases = [Case]()
    var report = result.report { _, bucket in
      if let problem = bucket.draftProblem { throw Unkept(description: problem) }
      guard let draft = bucket.draft else { return nil }
      let path = places.place(for: draft)
      cases.append(
        Case(
          path: path, text: draft.text, history: draft.history, content: draft.content))
      return path
    }
    WarningFilter(of: result).apply(to: &report)
    self.report = report
    self.cases = cases
  }

  private static func requireOneRun(
    _ reports: [(name: String, report: ShardReport)]
  ) throws(ReportMergeError) {
    guard let first = reports.first else { return }
    let count = first.report.shard.count
    func title(_ entry: (name: String, report: ShardReport)) -> String {
      "\(entry.name) (shard \(entry.report.shard.index) of \(entry.report.shard.count))"
    }
    for next in reports.dropFirst() {
      if let (name, own, other) = next.report.result.scope.difference(
        from: first.report.result.scope)
      {
        throw ReportMergeError(
          .otherRun,
          "\(title(next)) is of another run than \(title(first)): \(noun(for: name)) is \(own) "
            + "instead of \(other).")
      }
      guard next.report.shard.count == count else {
        throw ReportMergeError(
          .otherRun,
          "\(title(next)) and \(title(first)) do not belong together: the number of shards "
            + "differs.")
      }
    }
    for (own, next) in zip(reports, reports.dropFirst())
    where own.report.shard.index == next.report.shard.index {
      throw ReportMergeError(
        .doubled,
        "\(own.name) and \(next.name) are both of shard \(own.report.shard.index) of \(count); "
          + "each shard counts once.")
    }
    let missing = gaps(in: reports.map(\.report.shard.index), upTo: count)
    guard missing.isEmpty else {
      throw ReportMergeError(
        .missing,
        "The report of shard \(missing) of \(count) is missing; a merge needs all of them.")
    }
  }

  /// Sees to it that the shares of all shards together are the trials of the run.
  private static func requireAllTrials(
    _ result: RunResult, _ reports: [(name: String, report: ShardReport)]
  ) throws(ReportMergeError) {
    let total = result.effort.all.planned
    for (name, report) in reports {
      let planned = report.result.effort.all.planned
      let share = TrialShare(report.shard, of: total).count
      guard planned == share else {
        throw ReportMergeError(
          .otherRun,
          "\(name): shard \(report.shard) of \(total) trials has \(share) of them, but the report "
            + "plans \(planned); it was changed.")
      }
    }
    let planned = result.effort.trials.planned
    guard planned != result.scope.trials else { return }
    throw ReportMergeError(
      .otherRun,
      "The reports plan \(planned) random trials together, but the run has \(result.scope.trials); "
        + "a report was changed.")
  }

  private static func noun(for property: String) -> String {
    switch property {
    case "engine": "the version of migcheck's engine"
    case "content": "the hash of the history's content"
    case "from": "the first version"
    case "to": "the last version"
    case "trials": "the number of trials"
    case "stores": "the list of stores"
    case "paths": "the choice of paths"
    case "exploration": "the way paths are run"
    case "shipped": "the last version that has shipped"
    case "accepted": "the list of accepted findings"
    case "shrinkBudget": "the budget for shrinking"
    case "strict": "the option strict"
    case "silenced": "the list of silenced warnings"
    case "corpus": "the folder of findings"
    default: "the \(property)"
    }
  }

  /// Which of the numbers from 1 are not there, such as `2, 5 to 7, 9`.
  ///
  /// - Parameters:
  ///   - numbers: in increasing order.
  ///   - count: the last number; far greater than `numbers.count` where a report was changed.
  private static func gaps(in numbers: [Int], upTo count: Int) -> String {
    var texts = [String]()
    var next = 1
    func add(upTo last: Int) {
      switch last - next {
      case ..<0: return
      case 0: texts.append("\(next)")
      case 1: texts += ["\(next)", "\(last)"]
      default: texts.append("\(next) to \(last)")
      }
    }
    for number in numbers {
      add(upTo: number - 1)
      // The greatest of all numbers has no next one, and nothing is missing behind it.
      guard number < count else { return texts.joined(separator: ", ") }
      next = number + 1
    }
    add(upTo: count)
    return texts.joined(separator: ", ")
  }

  /// Why a finding could not be kept, in the words of the shard that found it.
  private struct Unkept: Error, CustomStringConvertible {
    let description: String
  }
}

/// Why reports cannot be merged.
package struct ReportMergeError: Error, Sendable, Equatable {
  package enum Code: String, Sendable {
    /// A report is not of a shard.
    case noShard
    /// Reports are of different runs.
    case otherRun
    /// Two reports are of the same shard.
    case doubled
    /// There is no report of a shard.
    case missing
    /// A shard ended before it knew its trials.
    case cut
  }

  package let code: Code
  /// One sentence for people: what is wrong and what would be right.
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension ReportMergeError: CustomStringConvertible {
  package var description: String { message }
}
