import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct ExplorationTests {
  private static let type = ObjectType("T", [Property("a", .int)])

  private static func subject(_ versions: Int) -> ToySubject {
    var subject = ToySubject()
    subject.versions = (1...versions).map { SubjectVersion(UInt64($0), type) }
    return subject
  }

  private func run(
    _ subject: ToySubject, _ paths: VerificationOptions.Exploration
  ) throws -> TrialLog {
    let folder = try RunFolder(in: VerificationOptions().directory)
    defer { folder.remove() }
    let run = TrialRun(
      span: try VersionSpan(subject, from: nil, to: nil), kinds: [.memory], start: 0,
      graph: ObjectGraph(subject.versions[0], [.int(1)]), samples: false, scratch: folder)
    try run.explore(paths)
    return run.log
  }

  @Test func equalStatesAreMergedSoThatHopsGrowWithTheSquare() throws {
    let merged = try run(Self.subject(8), .merged)
    #expect(merged.upgrades == 28)
    #expect(merged.completed == 64)
    let all = try run(Self.subject(8), .separate)
    #expect(all.upgrades == 127)
    #expect(all.completed == 64)
  }

  @Test func statesThatDifferAreFollowedApart() throws {
    var subject = Self.subject(5)
    // Each hop leaves its trace, so that no two paths meet.
    subject.migrate = { hop, _, state in
      state.hidden = state.hidden * 31 + Int(hop.from * 7 + hop.to)
    }
    for paths in VerificationOptions.Exploration.allCases {
      let run = try run(subject, paths)
      #expect(run.upgrades == 15)
      #expect(run.completed == 8)
      #expect(run.failures.all.isEmpty)
    }
  }

  @Test func aFailedHopEndsItsPathsOnly() throws {
    var subject = Self.subject(5)
    subject.migrate = { hop, _, _ in
      if hop == Hop(from: 2, to: 4) { throw UpgradeError(.typeMismatch, "No.") }
    }
    for paths in VerificationOptions.Exploration.allCases {
      // Of the eight paths from 1 to 5 one goes through 2 → 4.
      #expect(try run(subject, paths).completed == 7)
    }
  }

  @Test func statesBeyondTheLimitAreLeftOutAndNoted() throws {
    var subject = Self.subject(9)
    subject.migrate = { hop, _, state in
      state.hidden = state.hidden * 31 + Int(hop.from * 7 + hop.to)
    }
    let run = try run(subject, .merged)
    #expect(run.cappedVersions == [9])
    #expect(run.completed == 64)
  }

  @Test func theShortestPathToAStateIsKept() throws {
    var subject = Self.subject(4)
    // Only those who visit version 2 and skip version 3, or the other way round, are marked.
    subject.migrate = { hop, _, state in
      if hop.from == 2 || hop.from == 3 { state["T", "a"] = [.int(2)] }
      state.record.writes = [UpgradeRecord.Write(type: "T", property: "a", keys: [0])]
    }
    let found = try run(subject, .merged).failures.all
    #expect(found.map(\.site.path) == [[1, 4]])
    #expect(found.map(\.site.otherPath) == [[1, 2, 4]])
  }
}
