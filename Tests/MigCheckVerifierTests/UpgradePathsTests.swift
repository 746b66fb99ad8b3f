import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct UpgradePathsTests {
  private static let versions = (1...4).map {
    SubjectVersion(UInt64($0), ObjectType("T", [Property("a", .int)]))
  }

  private static func subject(_ paths: UpgradePaths) -> ToySubject {
    var subject = ToySubject(versions[0], versions[1], versions[2], versions[3])
    subject.paths = paths
    return subject
  }

  /// All upgrades that a run takes.
  private static func hops(
    of subject: ToySubject, _ change: (inout VerificationOptions) -> Void = { _ in }
  ) throws -> (hops: Set<Hop>, report: Report) {
    let seen = Locked(Set<Hop>())
    var subject = subject
    subject.migrate = { hop, _, _ in seen.withLock { _ = $0.insert(hop) } }
    let report = try Verifier(subject, options: VerificationOptions(trials: 16, jobs: 2, change))
      .run()
    return (seen.withLock { $0 }, report)
  }

  private static func hops(_ pairs: (UInt64, UInt64)...) -> Set<Hop> {
    Set(pairs.map { Hop(from: $0.0, to: $0.1) })
  }

  @Test(
    "only the upgrades of the subject's paths are taken",
    arguments: [
      (UpgradePaths.all, hops((1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)), UInt64(7)),
      (.direct, hops((1, 4), (2, 4), (3, 4)), UInt64(3)),
      (.linear, hops((1, 2), (2, 3), (3, 4)), UInt64(3)),
    ])
  func kinds(paths: UpgradePaths, expected: Set<Hop>, count: UInt64) throws {
    for exploration in VerificationOptions.Exploration.allCases {
      let (hops, report) = try Self.hops(of: Self.subject(paths)) { $0.exploration = exploration }
      #expect(hops == expected)
      #expect(report.verdict == .passed)
      #expect(report.paths == count)
    }
  }

  @Test("options go before what the subject says")
  func options() throws {
    let (hops, _) = try Self.hops(of: Self.subject(.linear)) { $0.paths = .direct }
    #expect(hops == Self.hops((1, 4), (2, 4), (3, 4)))
  }

  @Test("with an earlier end, direct leads there")
  func earlierEnd() throws {
    let (hops, _) = try Self.hops(of: Self.subject(.direct)) { $0.to = 3 }
    #expect(hops == Self.hops((1, 3), (2, 3)))
  }

  @Test("upgrades that a subject does not have, and those that lead nowhere, are not taken")
  func ownUpgrades() throws {
    var subject = Self.subject(.all)
    // Version 2 is reached, and left by nothing.
    subject.hasUpgrade = { hop in hop.from != 2 && hop != Hop(from: 1, to: 4) }
    #expect(throws: VerificationError.self) { try Self.hops(of: subject) }
    subject.hasUpgrade = { hop in hop != Hop(from: 2, to: 3) && hop != Hop(from: 1, to: 4) }
    let (hops, report) = try Self.hops(of: subject)
    #expect(hops == Self.hops((1, 2), (1, 3), (2, 4), (3, 4)))
    #expect(report.paths == 4)
    #expect(report.verdict == .passed)
  }

  @Test("no upgrade to the last version is an error with the version")
  func noWay() {
    var subject = Self.subject(.all)
    subject.hasUpgrade = { $0.to < 4 }
    #expect(
      throws: VerificationError(
        .nothingToUpgrade,
        "No upgrade leads from version 1 to version 4; end at a version that stores of Toy are "
          + "upgraded to.")
    ) { try Self.hops(of: subject) }
  }

  @Test("a long history takes all its direct upgrades", arguments: [UpgradePaths.direct, .linear])
  func long(paths: UpgradePaths) throws {
    let versions = (1...40).map {
      SubjectVersion(UInt64($0), ObjectType("T", [Property("a", .int)]))
    }
    var subject = ToySubject()
    subject.versions = versions
    subject.paths = paths
    let (hops, report) = try Self.hops(of: subject) {
      $0.trials = 39
      $0.stores = [.memory]
    }
    #expect(hops.count == 39)
    #expect(report.coverage.selection == nil)
    #expect(report.verdict == .passed)
  }

  @Test("the counterexample takes upgrades that there are", arguments: UpgradePaths.allCases)
  func shrinking(paths: UpgradePaths) throws {
    var subject = Self.subject(paths)
    subject.migrate = { hop, _, state in
      if hop.to == 4 { state["T", "a"] = state["T", "a"].map { _ in .int(7) } }
    }
    let report = try Verifier(subject, options: VerificationOptions(trials: 16, jobs: 2)).run()
    let finding = try #require(report.findings.first)
    #expect(report.findings.count == 1)
    #expect(finding.path == [3, 4])
  }
}
