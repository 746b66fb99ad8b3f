import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct AcceptedFindingTests {
  private static let versions = (1...4).map {
    SubjectVersion(UInt64($0), ObjectType("T", [Property("a", .int)]))
  }

  /// Upgrades for which the condition holds lose what they should keep.
  private static func subject(
    shipped: UInt64? = nil, loses: @escaping @Sendable (Hop) -> Bool
  ) -> ToySubject {
    var subject = ToySubject(versions[0], versions[1], versions[2], versions[3])
    subject.shipped = shipped
    subject.migrate = { hop, _, state in
      if loses(hop) { state["T", "a"] = state["T", "a"].map { _ in .int(7) } }
    }
    return subject
  }

  private static func report(
    _ subject: ToySubject, _ change: (inout VerificationOptions) -> Void = { _ in }
  ) throws -> Report {
    try Verifier(subject, options: VerificationOptions(trials: 16, jobs: 2, change)).run()
  }

  private static func lines(_ report: Report) -> [String] {
    report.findings.map { "\($0.severity.rawValue) \($0.check.rawValue) \($0.hop)" }
  }

  @Test("what has shipped fails nothing, and what can be changed is judged in full")
  func shipped() throws {
    let loses: @Sendable (Hop) -> Bool = { $0.from < 2 }
    // Every upgrade from 1 loses it; those into 3 and 4 can still be mended.
    let report = try Self.report(Self.subject(shipped: 2, loses: loses))
    #expect(report.verdict == .failed)
    #expect(
      Self.lines(report) == ["accepted data-preserved 1 → 2", "error data-preserved 1 → 3"])
    #expect(report.findings.map(\.alsoAt) == [[], [Hop(from: 1, to: 4)]])

    let mended = try Self.report(Self.subject(shipped: 2) { $0 == Hop(from: 1, to: 2) })
    #expect(Self.lines(mended) == ["accepted data-preserved 1 → 2"])
    #expect(mended.verdict == .passed)
    #expect(mended.findings[0].acceptance == .shipped)
  }

  @Test("the option goes before what the subject says")
  func option() throws {
    let subject = Self.subject(shipped: 1) { $0 == Hop(from: 1, to: 2) }
    #expect(try Self.report(subject).verdict == .failed)
    #expect(try Self.report(subject) { $0.shipped = 2 }.verdict == .passed)
  }

  @Test("a shipped upgrade that is always refused leaves the rest to be judged")
  func refused() throws {
    var subject = Self.subject(shipped: 2) { _ in false }
    subject.migrate = { hop, _, _ in
      if hop == Hop(from: 1, to: 2) { throw UpgradeError(.duplicatePrimaryKey, "No.", type: "T") }
    }
    let report = try Self.report(subject)
    #expect(Self.lines(report) == ["accepted upgrade-succeeds 1 → 2"])
    #expect(report.verdict == .passed)
    subject.shipped = nil
    #expect(try Self.report(subject).verdict == .failed)
  }

  @Test("injected faults are noticed by checks that do not fail anyway")
  func injectedFaults() throws {
    let report = try Self.report(Self.subject(shipped: 2) { $0 == Hop(from: 1, to: 2) })
    let noticed = report.coverage.injectedFaults.filter(\.isApplicable)
    #expect(!noticed.isEmpty && noticed.allSatisfy(\.isNoticed))
    // Where nothing but what is accepted would notice, the fault is missed.
    var two = ToySubject(Self.versions[0], Self.versions[1])
    two.migrate = { _, _, state in state["T", "a"] = state["T", "a"].map { _ in .int(7) } }
    let found = try Self.report(two).findings
    #expect(found.count == 1)
    let accepted = AcceptedFinding(found[0], of: "Toy", reason: "known")
    let blind = try Self.report(two) { $0.accepted = [accepted] }
    #expect(blind.verdict == .passed)
    let null = blind.coverage.injectedFaults.first { $0.kind == .nullProperty }
    #expect(null?.outcome == .missed)
  }

  @Test("a listed finding fails nothing, with its reason; others do, and one not met is told")
  func listed() throws {
    var subject = Self.subject { $0 == Hop(from: 1, to: 2) || $0 == Hop(from: 3, to: 4) }
    subject.paths = .linear
    let found = try Self.report(subject).findings
    #expect(found.map(\.hop) == [Hop(from: 1, to: 2), Hop(from: 3, to: 4)])
    let first = AcceptedFinding(found[0], of: "Toy", reason: "users know")
    let second = AcceptedFinding(found[1], of: "Toy", reason: "so be it")

    let one = try Self.report(subject) { $0.accepted = [first] }
    #expect(Self.lines(one) == ["accepted data-preserved 1 → 2", "error data-preserved 3 → 4"])
    #expect(one.verdict == .failed)
    #expect(one.findings[0].acceptance == .listed(reason: "users know"))

    let both = try Self.report(subject) { $0.accepted = [first, second] }
    #expect(both.verdict == .passed)
    #expect(both.unmet.isEmpty)

    var half = Self.subject { $0 == Hop(from: 1, to: 2) }
    half.paths = .linear
    let mended = try Self.report(half) {
      $0.accepted = [first, second]
    }
    #expect(mended.verdict == .passed)
    #expect(mended.unmet == [second])
    // That of another history says nothing here.
    var other = first
    other.history = "Other"
    let foreign = try Self.report(subject) { $0.accepted = [other, second] }
    #expect(foreign.verdict == .failed)
    #expect(foreign.unmet.isEmpty)
  }

  @Test("a merge of shards accepts what the whole run accepts")
  func shards() throws {
    let subject = Self.subject(shipped: 2) { $0.to == 2 || $0 == Hop(from: 3, to: 4) }
    let found = try Self.report(subject).findings.filter { $0.severity == .error }
    let accepted = found.map { AcceptedFinding($0, of: "Toy", reason: "known") }
    func change(_ options: inout VerificationOptions) { options.accepted = accepted }
    let whole = try Self.report(subject, change)
    let shards = try (1...3).map { index in
      try Self.report(subject) {
        change(&$0)
        $0.shard = Shard(index: index, count: 3)
      }
    }
    let merged = try ReportMerge(shards).report
    #expect(Self.lines(merged) == Self.lines(whole))
    #expect(merged.findings.map(\.acceptance) == whole.findings.map(\.acceptance))
    #expect(merged.verdict == .passed)
    var others = shards
    others[1] = try Self.report(subject) { $0.shard = Shard(index: 2, count: 3) }
    #expect(throws: ReportMergeError.self) { try ReportMerge(others) }
  }

  @Test("one fault stands for longer hops, but not for another end of whole paths")
  func covers() throws {
    let subject = Self.subject { $0.from == 1 }
    let finding = try #require(try Self.report(subject).findings.first)
    let known = AcceptedFinding(finding, of: "Toy", reason: "known")
    var longer = finding
    longer.failure.site.hop = Hop(from: 1, to: 4)
    #expect(known.covers(longer, of: "Toy"))
    #expect(!known.covers(longer, of: "Other"))
    longer.failure.site.hop = Hop(from: 2, to: 4)
    #expect(!known.covers(longer, of: "Toy"))
  }
}
