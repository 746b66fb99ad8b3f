import Foundation
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckReports
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheck

/// A history that is verified at once and in shards, with and without a corpus.
struct ShardedRun {
  let history: History
  var options: VerificationOptions
  /// Files of a corpus that is there before the run, by name.
  var cases: [(name: String, text: String)]?

  /// The same for every run, since reports name it.
  private let folder = NSTemporaryDirectory() + "/migcheck-sharded-\(UUID().uuidString)"

  /// A report in all its forms, and the files of the corpus after the run.
  struct Outcome: Equatable {
    var json: String
    var text: String
    /// Every stored property of the report.
    var content: String
    var files: [String]
  }

  init(
    _ history: History, trials: Int = Sweep.isFull ? 40 : 16,
    cases: [(name: String, text: String)]? = nil
  ) {
    self.history = history
    self.cases = cases
    options = VerificationOptions(trials: trials, jobs: 1) { $0.shrinkBudget = 60 }
  }

  /// Calls `body` with the options of a run whose corpus is as at the beginning.
  private func withCorpus(
    _ body: (VerificationOptions) throws -> Report
  ) throws -> (report: Report, files: [String]) {
    guard let cases else { return (try body(options), []) }
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for file in cases {
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file.name)"))
    }
    var options = options
    options.corpus = CorpusFolder(folder, history: history)
    let report = try body(options)
    let files = try CaseFolder.files(under: folder).map { path in
      "\(path)\n\(try String(contentsOfFile: path, encoding: .utf8))"
    }
    return (report, files)
  }

  func whole() throws -> Outcome {
    outcome(try withCorpus { try Verifier(history, options: $0).run() })
  }

  /// The outcome of merging all shards, each written and read back.
  func merged(_ count: Int, jobs: Int = 2) throws -> Outcome {
    outcome(
      try withCorpus { options in
        var reports = [(name: String, report: ShardReport)]()
        for index in 1...count {
          var options = options
          options.jobs = jobs
          options.shard = Shard(index: index, count: count)
          let report = try Verifier(history, options: options).run()
          let read = try ShardReport(report: try JSON.parse(JSONReport.text(report)))
          let written = try #require(report.shard)
          if index == 1 { #expect(dumped(read) == dumped(written)) }
          reports.append(("shard \(index)", read))
        }
        let merge = try ReportMerge(named: reports.reversed())
        #expect(merge.saveCases() == [])
        return merge.report
      })
  }

  private func outcome(_ run: (report: Report, files: [String])) -> Outcome {
    Outcome(
      json: JSONReport.text(run.report), text: TextReport().text(run.report),
      content: dumped(run.report), files: run.files)
  }

  /// Every stored property, however deep it lies.
  private func dumped(_ value: some Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }
}
