import MigCheck
import MigCheckCoreData
import MigCheckGeneration
import MigCheckHistory
import MigCheckModel
import MigCheckReports
import MigCheckVerifier
import TestMaterial
import Testing

/// However a run is made, it says the same.
@Suite struct ChecksAgreementTests {
  /// Random histories that can be opened at all.
  private static func histories(_ count: Int, versions: ClosedRange<Int>) -> [History] {
    var histories = [History]()
    var seed: UInt64 = 0
    while histories.count < count {
      seed += 1
      let length = versions.lowerBound + Int(seed) % versions.count
      let history = RandomHistory.make(seed: seed, versions: length)
      if (try? history.validate()) != nil { histories.append(history) }
    }
    return histories
  }

  private static let long = histories(30, versions: 3...8)
  private static let short = histories(6, versions: 2...3)

  /// What single trials see, under one way of running them: a line for each kind of failure.
  private static func failures(
    of history: History, _ options: VerificationOptions
  ) throws -> [String] {
    let verifier = Verifier(history, options: options)
    var lines = [String]()
    for version in history.versions.dropLast() {
      let generator = GraphGenerator(schema: version.schema)
      for trial in [0, 25] {
        var source = RandomSource(seed: 11, name: history.name, trial: trial)
        let graph = generator.graph(trial: trial, source: &source)
        lines += try verifier.runTrial(graph, at: version.number).map { line($0, trial: trial) }
      }
    }
    return lines.sorted()
  }

  private static func line(_ failure: Failure, trial: Int) -> String {
    let signature = failure.signature
    let path = failure.site.path.map(String.init).joined(separator: " → ")
    return "\(trial): \(signature.kind) \(signature.hop) \(signature.type).\(signature.property) "
      + "\(signature.code) \(signature.subject) on \(path)"
  }

  private static func findings(_ report: Report) -> [String] {
    report.findings.map { finding in
      let property = PropertyPath(type: finding.type ?? "", property: finding.property)
      return "\(finding.check.rawValue) \(finding.hop) \(property) \(finding.code ?? "") "
        + "\(finding.path) \(finding.otherPath ?? []) \(finding.counterexample.objects)"
    }
  }

  @Test(
    "All paths by themselves show what merged paths show", arguments: Sweep.part(long, oneOf: 10))
  func allPathsByThemselvesShowWhatMergedPathsShow(history: History) throws {
    let options = VerificationOptions(stores: [.memory])
    var all = options
    all.exploration = .separate
    let merged = try Self.failures(of: history, options)
    #expect(try Self.failures(of: history, all) == merged)
  }

  @Test(
    "Memory alone shows what memory and file show", .enabled(if: Sweep.isFull),
    arguments: Sweep.part(long, oneOf: 10))
  func memoryAloneShowsWhatMemoryAndFileShow(history: History) throws {
    let memory = try Self.failures(of: history, VerificationOptions(stores: [.memory]))
    let both = try Self.failures(of: history, VerificationOptions())
    #expect(both == memory)
  }

  @Test("Most of the histories hold a mistake, and some hold none", .enabled(if: Sweep.isFull))
  func mostOfTheHistoriesHoldAMistakeAndSomeHoldNone() throws {
    let quiet = try Self.long.filter {
      try Self.failures(of: $0, VerificationOptions(stores: [.memory])).isEmpty
    }
    #expect((1...15).contains(quiet.count))
  }

  @Test(
    "Whole runs say the same, whatever the paths, the stores and the jobs",
    .enabled(if: Sweep.isFull),
    arguments: Sweep.part(short, oneOf: 6))
  func wholeRunsSayTheSameWhateverThePathsTheStoresAndTheJobs(
    history: History
  ) throws {
    var options = VerificationOptions(trials: 8, seed: 5, stores: [.memory], jobs: 1)
    let report = try Verifier(history, options: options).run()
    options.jobs = 8
    let parallel = try Verifier(history, options: options).run()
    #expect(JSONReport.text(parallel) == JSONReport.text(report))
    options.exploration = .separate
    let all = try Verifier(history, options: options).run()
    #expect(Self.findings(all) == Self.findings(report))
    #expect(all.verdict == report.verdict)
    options.exploration = .merged
    options.stores = [.memory, .file]
    let both = try Verifier(history, options: options).run()
    #expect(Self.findings(both) == Self.findings(report))
    #expect(both.verdict == report.verdict)
  }
}

extension History: CustomTestStringConvertible {
  public var testDescription: String { "\(name), \(stages.count) versions" }
}
