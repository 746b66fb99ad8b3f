import MigCheckModel
import TestMaterial
import Testing

@testable import MigCheckVerifier

/// The time limit holds in every phase. Time goes by upgrades here: each one takes a second.
@Suite struct RunLimitTests {
  private static let type = ObjectType("T", [Property("a", .int), Property("b", .string)])

  /// Counts the upgrades that subjects carry out.
  private final class Upgrades: Sendable {
    private let count = Locked(0)
    var seconds: Double { Double(count.withLock { $0 }) }
    func add() { count.withLock { $0 += 1 } }
  }

  private func subject(
    versions: Int, _ upgrades: Upgrades, losing: Bool = false
  ) -> ToySubject {
    var subject = ToySubject()
    subject.versions = (1...versions).map { SubjectVersion(UInt64($0), Self.type) }
    subject.migrate = { hop, _, state in
      upgrades.add()
      if losing, hop.to == 3 { state["T", "a"] = state["T", "a"].map { _ in .int(0) } }
    }
    return subject
  }

  private func options(_ upgrades: Upgrades, limit: Double?) -> VerificationOptions {
    var options = VerificationOptions(trials: 8, jobs: 1)
    options.timeLimit = limit
    options.clock = RunClock { upgrades.seconds }
    return options
  }

  /// What one step may take that began in time: both stores, a repetition, and a comparison.
  private static let step = 12.0

  @Test(
    "no phase goes on when the time is up", .enabled(if: Sweep.isFull),
    arguments: Sweep.part([false, true], oneOf: 2))
  func noPhaseGoesOnWhenTheTimeIsUp(losing: Bool) throws {
    let all = Upgrades()
    let whole = try Verifier(
      subject(versions: 5, all, losing: losing), options: options(all, limit: nil)
    ).run()
    #expect(whole.cuts.isEmpty)
    #expect(whole.verdict == (losing ? .failed : .passed))
    for limit in stride(from: 0.0, to: all.seconds, by: all.seconds / 40) {
      let upgrades = Upgrades()
      let report = try Verifier(
        subject(versions: 5, upgrades, losing: losing), options: options(upgrades, limit: limit)
      ).run()
      #expect(upgrades.seconds <= limit + Self.step)
      if report.verdict == .passed {
        #expect(report.witnesses.isComplete)
        #expect(report.replays.isComplete)
      }
      if !report.trials.isComplete || !report.witnesses.isComplete {
        #expect(report.cuts.map(\.phase).contains(.trials))
        #expect(report.warnings.contains { $0.name == .timeLimit })
      }
    }
  }

  @Test("what is found in time is reported, shrunk or not")
  func whatIsFoundInTimeIsReportedShrunkOrNot() throws {
    let upgrades = Upgrades()
    let report = try Verifier(
      subject(versions: 5, upgrades, losing: true), options: options(upgrades, limit: 200)
    ).run()
    #expect(report.verdict == .failed)
    #expect(!report.findings.isEmpty)
    #expect(report.findings.filter(\.isFlaky).isEmpty)
    #expect(!report.trials.isComplete)
    #expect(upgrades.seconds <= 200 + Self.step)
  }

  @Test("random trials get their share if time ends before all those that are made on purpose")
  func randomTrialsGetTheirShare() throws {
    let all = Upgrades()
    let whole = try Verifier(subject(versions: 4, all), options: options(all, limit: nil)).run()
    let reports = try (1...20).map { part in
      let upgrades = Upgrades()
      return try Verifier(
        subject(versions: 4, upgrades),
        options: options(upgrades, limit: all.seconds * Double(part) / 20)
      ).run()
    }
    let cut = reports.filter { $0.witnesses.run > 2 && !$0.witnesses.isComplete }
    let counts = "\(whole.witnesses.planned) \(reports.map { ($0.witnesses.run, $0.trials.run) })"
    #expect(cut.contains { $0.trials.run > 0 }, "\(counts)")
    #expect(cut.allSatisfy { $0.witnesses.run > $0.trials.run && $0.verdict == .vacuous })
  }

  /// Of a history of many start versions, whose trials share stores.
  @Test("random trials get their share though many trials made on purpose share stores")
  func randomTrialsGetTheirShareOfBatches() throws {
    let all = Upgrades()
    func run(_ upgrades: Upgrades, limit: Double?) throws -> Report {
      var subject = subject(versions: 12, upgrades)
      subject.componentwiseObjects = 1000
      return try Verifier(subject, options: options(upgrades, limit: limit)).run()
    }
    let whole = try run(all, limit: nil)
    let reports = try (6...16).map { part in
      try run(Upgrades(), limit: all.seconds * Double(part) / 20)
    }
    let cut = reports.filter { $0.witnesses.run > 0 && !$0.witnesses.isComplete }
    let counts = "\(whole.witnesses.planned) \(reports.map { ($0.witnesses.run, $0.trials.run) })"
    #expect(cut.count > 3, "\(counts)")
    #expect(cut.allSatisfy { $0.trials.run > 0 && $0.witnesses.run > $0.trials.run }, "\(counts)")
  }

  @Test("injected faults that have no time left are said to be missing")
  func faultsThatHaveNoTimeLeftAreSaidToBeMissing() throws {
    let all = Upgrades()
    let options = options(all, limit: nil)
    let count = Locked(0.0)
    var counting = options
    counting.progress = { progress in
      if progress.done == progress.total { count.withLock { $0 = all.seconds } }
    }
    let whole = try Verifier(subject(versions: 3, all), options: counting).run()
    #expect(!whole.coverage.injectedFaults.isEmpty)
    // The trials just end in time.
    let limit = count.withLock { $0 } + 1
    let upgrades = Upgrades()
    let report = try Verifier(
      subject(versions: 3, upgrades), options: self.options(upgrades, limit: limit)
    ).run()
    #expect(report.trials.isComplete)
    #expect(report.cuts.map(\.phase) == [.injectedFaults])
    #expect(report.coverage.injectedFaults.isEmpty)
    #expect(
      report.warnings.map(\.message) == [
        "The time limit ended the run before its checks were tried on upgrades broken on purpose."
      ])
  }

  @Test("variants that have no time left are left out")
  func variantsThatHaveNoTimeLeftAreLeftOut() throws {
    let upgrades = Upgrades()
    let subject = subject(versions: 3, upgrades)
    let outcomes = try Verifier(subject, options: options(upgrades, limit: 100))
      .outcomes(of: Array(repeating: { subject }, count: 50))
    #expect(outcomes.count < 50)
    #expect(upgrades.seconds <= 100 + Self.step)
  }

  @Test("a search for hazards that takes too long is cut short, and is no pass")
  func aSearchForHazardsThatTakesTooLongIsCutShortAndIsNoPass() throws {
    let upgrades = Upgrades()
    var options = options(upgrades, limit: 5)
    // Each time that it is looked at the clock goes on by a second.
    options.clock = RunClock {
      upgrades.add()
      return upgrades.seconds
    }
    let report = try Verifier(
      subject(versions: 9, Upgrades()), options: options
    ).run()
    #expect(report.verdict == .vacuous)
    let hazards = try #require(report.cuts.first)
    #expect(hazards.phase == .hazards)
    #expect(hazards.count.planned == 8)
    #expect(hazards.count.run < 8)
    #expect(report.witnesses.run == 0)
    let message = report.warnings.map(\.message).joined()
    #expect(message.hasPrefix("The time limit ended the search for hazards after "))
    var part = options
    part.shard = Shard(index: 1, count: 1)
    let shard = try Verifier(subject(versions: 9, Upgrades()), options: part).run()
    let error = #expect(throws: ReportMergeError.self) { try ReportMerge([shard]) }
    #expect(error?.code == .cut)
  }

  @Test("a quick search is whole however little time there is")
  func aQuickSearchIsWholeHoweverLittleTimeThereIs() throws {
    let upgrades = Upgrades()
    let report = try Verifier(
      subject(versions: 9, upgrades), options: options(upgrades, limit: 0)
    ).run()
    #expect(report.cuts.map(\.phase) == [.trials])
    #expect(upgrades.seconds == 0)
  }
}
