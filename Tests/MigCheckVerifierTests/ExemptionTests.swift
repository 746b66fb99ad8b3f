import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckVerifier

@Suite struct LeniencyTests {
  private static let old = ObjectType("T", [Property("a", .int)])
  private static let new = ObjectType("T", [Property("a", .int), Property("rank", .int)])

  /// Numbers objects on the way into version 2.
  private static func numbering() -> ToySubject {
    var subject = ToySubject(
      SubjectVersion(1, old), SubjectVersion(2, new), SubjectVersion(3, new))
    subject.migrate = { hop, _, state in
      guard hop.from == 1 else { return }
      state["T", "rank"] = state["T", "rank"].indices.map { .int(Int64($0)) }
    }
    return subject
  }

  private static var readable: ToySubject {
    var subject = numbering()
    subject.migrationExpressions[2] = [
      MigrationExpression(
        type: "T", property: "rank", expression: "place", ordinal: "place")
    ]
    return subject
  }

  private static func report(
    _ subject: ToySubject, strict: Bool = false, silenced: [HealthWarning.Kind] = [],
    corpus: (any Corpus)? = nil
  ) throws -> Report {
    var options = VerificationOptions(trials: 60, stores: [.memory], jobs: 2)
    options.strict = strict
    options.savedFindings = corpus
    options.silenced = silenced
    return try Verifier(subject, options: options).run()
  }

  @Test("numbering that nobody declares is an error")
  func numberingThatNobodyDeclaresIsAnError() throws {
    let report = try Self.report(Self.numbering())
    #expect(report.verdict == .failed)
    #expect(report.findings.map(\.check) == [.orderIndependent, .local])
    #expect(report.findings.map(\.severity) == [.error, .error])
    #expect(report.findings.map(\.exemption) == [nil, nil])
    #expect(report.findings.map(\.hop) == [Hop(from: 1, to: 2), Hop(from: 1, to: 2)])
    #expect(report.findings.map(\.counterexample.objects) == [2, 1])
    #expect(report.findings.map(\.counterexample.isMinimal) == [true, true])
    #expect(report.findings[0].followUp?.change == .reversed)
    #expect(report.findings[1].followUp?.change == .object(type: "T", isFirst: true))
  }

  @Test("ordinal makes it a warning, which is a pass")
  func ordinalMakesItAWarning() throws {
    let report = try Self.report(Self.readable)
    #expect(report.verdict == .passed)
    #expect(report.findings.map(\.check) == [.orderIndependent, .local])
    #expect(report.findings.map(\.severity) == [.warning, .warning])
    #expect(report.findings.map(\.exemption) == [.ordinal, .ordinal])
  }

  @Test("code that cannot be read makes it a warning")
  func codeThatCannotBeReadMakesItAWarning() throws {
    var subject = Self.numbering()
    subject.codeVersions = [2]
    let report = try Self.report(subject)
    #expect(report.verdict == .passed)
    #expect(report.findings.map(\.exemption) == [.code, .code])
    #expect(report.findings.map(\.severity) == [.warning, .warning])
  }

  @Test("numbering on the way into another version is no reason")
  func numberingOnTheWayIntoAnotherVersionIsNoReason() throws {
    var subject = Self.numbering()
    subject.codeVersions = [1, 3]
    subject.migrationExpressions[3] = [
      MigrationExpression(
        type: "T", property: "rank", expression: "place", ordinal: "place")
    ]
    let report = try Self.report(subject)
    #expect(report.verdict == .failed)
    #expect(report.findings.map(\.severity) == [.error, .error])
  }

  @Test("a strict run has errors only")
  func aStrictRunHasErrorsOnly() throws {
    let report = try Self.report(Self.readable, strict: true)
    #expect(report.verdict == .failed)
    #expect(report.findings.map(\.severity) == [.error, .error])
  }

  @Test("what is silenced goes away, unless it is an error")
  func whatIsSilencedGoesAway() throws {
    let names: [HealthWarning.Kind] = ["order-independent"]
    let silenced = try Self.report(Self.readable, silenced: names)
    #expect(silenced.findings.map(\.check) == [.local])
    #expect(silenced.silencedWarnings == 1)
    let strict = try Self.report(Self.readable, strict: true, silenced: names)
    #expect(strict.findings.map(\.check) == [.orderIndependent, .local])
    let undeclared = try Self.report(Self.numbering(), silenced: names)
    #expect(undeclared.findings.map(\.check) == [.orderIndependent, .local])
  }

  @Test("warnings are not kept in the corpus, errors are")
  func warningsAreNotKeptInTheCorpus() throws {
    let corpus = CountingCorpus()
    _ = try Self.report(Self.readable, corpus: corpus)
    #expect(corpus.saved.withLock { $0 } == [])
    _ = try Self.report(Self.readable, strict: true, corpus: corpus)
    #expect(corpus.saved.withLock { $0 } == [.orderIndependent, .local])
  }

  @Test("a warning does not hide that something was not exercised or not decided")
  func aWarningDoesNotHideWhatWasNotExercised() throws {
    var report = try Self.report(Self.readable)
    #expect(report.verdict == .passed)
    var missing = report
    missing.coverage.paths[0].completed = 0
    #expect(missing.verdict == .vacuous)
    report.findings[0].failure.violation = PathsAgree.Violation.undecided
    #expect(report.verdict == .undecided)
  }
}

private final class CountingCorpus: Corpus {
  let saved = Locked([Check]())

  func cases() -> [CorpusCase] { [] }

  func save(_ finding: Finding) -> String {
    saved.withLock { $0.append(finding.check) }
    return "kept"
  }
}
