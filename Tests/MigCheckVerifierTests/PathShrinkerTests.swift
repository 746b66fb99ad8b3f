import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct PathShrinkerTests {
  private static let type = ObjectType("T", [Property("a", .int), Property("b", .int)])

  private static func subject(_ versions: Int) -> ToySubject {
    var subject = ToySubject()
    subject.versions = (1...versions).map { SubjectVersion(UInt64($0), type) }
    return subject
  }

  private func shrunk(
    _ subject: ToySubject, path: [UInt64], otherPath: [UInt64]? = nil, hop: Hop,
    violation: any CheckViolation,
    values: [Value] = [.int(1), .int(2)]
  ) throws -> FindingShrinker.Candidate {
    let folder = try RunFolder(in: VerificationOptions().directory)
    defer { folder.remove() }
    let shrinker = FindingShrinker(
      span: try VersionSpan(subject, from: nil, to: nil), kinds: [.memory, .file],
      scratch: folder, budget: 10)
    return try PathShrinker(
      shrinker,
      failure: Failure(
        violation,
        at: FailureSite(hop: hop, path: path, otherPath: otherPath, store: .memory)),
      start: 0, graph: ObjectGraph(subject.versions[0], values)
    ).candidate
  }

  @Test func aHopThatFailsAloneIsRunAloneFromTheStateBeforeIt() throws {
    var subject = Self.subject(4)
    subject.migrate = { hop, _, state in
      state["T", "b"] = [.int(Int64(hop.to))]
      state.record.writes = [UpgradeRecord.Write(type: "T", property: "b", keys: [0])]
      if hop == Hop(from: 3, to: 4) { state["T", "a"] = [.int(0)] }
    }
    let candidate = try shrunk(
      subject, path: [1, 2, 3, 4], hop: Hop(from: 3, to: 4),
      violation: DataPreserved.Violation.valueChanged("T", "a"))
    #expect(candidate.path == [3, 4])
    #expect(candidate.start == 2)
    #expect(candidate.kinds == [.memory])
    #expect(candidate.graph.tables[0].columns == [[.int(1)], [.int(3)]])
  }

  @Test func aVersionThatTheFailureNeedsStaysInThePath() throws {
    var subject = Self.subject(4)
    // Something that no graph can hold is set in version 2.
    subject.migrate = { hop, kind, state in
      if hop.to == 2 { state.hidden = 1 }
      if hop == Hop(from: 3, to: 4), state.hidden == 1, kind == .file {
        state["T", "a"] = [.int(0)]
      }
    }
    let candidate = try shrunk(
      subject, path: [1, 2, 3, 4], hop: Hop(from: 3, to: 4),
      violation: DataPreserved.Violation.valueChanged("T", "a"))
    #expect(candidate.path == [1, 2, 3, 4])
    #expect(candidate.kinds == [.file])
  }

  @Test func twoPathsAreShortenedAndEndWhereTheyFirstDisagree() throws {
    var subject = Self.subject(6)
    subject.migrate = { hop, _, state in
      if hop == Hop(from: 3, to: 4) { state["T", "a"] = [.int(0)] }
    }
    let candidate = try shrunk(
      subject, path: [1, 2, 4, 6], otherPath: [1, 2, 3, 4, 5, 6], hop: Hop(from: 1, to: 6),
      violation: PathsAgree.Violation.valueDiffers("T", "a"))
    #expect(candidate.path == [2, 4])
    #expect(candidate.otherPath == [2, 3, 4])
    #expect(candidate.signature.hop == Hop(from: 2, to: 4))
  }

  @Test func aHopThatFailsFromALaterVersionIsShownFromThere() throws {
    var subject = Self.subject(4)
    subject.migrate = { hop, _, state in
      if hop.to == 4 { state["T", "a"] = [.int(0)] }
    }
    let candidate = try shrunk(
      subject, path: [1, 2, 4], hop: Hop(from: 2, to: 4),
      violation: DataPreserved.Violation.valueChanged("T", "a"))
    #expect(candidate.path == [3, 4])
    #expect(candidate.start == 2)
    #expect(candidate.signature.hop == Hop(from: 3, to: 4))
    #expect(candidate.graph.tables[0].columns == [[.int(1)], [.int(2)]])
  }

  @Test func aHopThatFailsOnTheWayToItsEndEndsThere() throws {
    var subject = Self.subject(4)
    subject.migrate = { hop, _, state in
      if hop.from == 1 { state["T", "a"] = [.int(0)] }
    }
    let candidate = try shrunk(
      subject, path: [1, 4], hop: Hop(from: 1, to: 4),
      violation: DataPreserved.Violation.valueChanged("T", "a"))
    #expect(candidate.path == [1, 2])
    #expect(candidate.signature.hop == Hop(from: 1, to: 2))
  }

  @Test func aHopThatFailsAsAWholeOnlyStaysAsItIs() throws {
    var subject = Self.subject(4)
    subject.migrate = { hop, _, state in
      if hop == Hop(from: 1, to: 4) { state["T", "a"] = [.int(0)] }
      if hop.to == 3 { state["T", "b"] = [.int(0)] }
    }
    let candidate = try shrunk(
      subject, path: [1, 4], hop: Hop(from: 1, to: 4),
      violation: DataPreserved.Violation.valueChanged("T", "a"))
    #expect(candidate.path == [1, 4])
    #expect(candidate.start == 0)
  }

  @Test func pathsThatDisagreeFromALaterVersionOnAreShownFromThere() throws {
    var subject = Self.subject(5)
    // Who stops at version 4 loses the value, wherever the store comes from.
    subject.migrate = { hop, _, state in
      if hop == Hop(from: 4, to: 5) { state["T", "a"] = [.int(0)] }
    }
    let candidate = try shrunk(
      subject, path: [1, 5], otherPath: [1, 2, 4, 5], hop: Hop(from: 1, to: 5),
      violation: PathsAgree.Violation.valueDiffers("T", "a"))
    #expect(candidate.path == [3, 5])
    #expect(candidate.otherPath == [3, 4, 5])
    #expect(candidate.start == 2)
    #expect(candidate.signature.hop == Hop(from: 3, to: 5))
  }

  @Test func theWayByOneStopIsFoundWhereBothPathsHaveStops() throws {
    var subject = Self.subject(5)
    // Both ways lose something else, and dropping either stop alone makes them agree.
    subject.migrate = { hop, _, state in
      guard hop.to == 5 else { return }
      switch hop.from {
      case 1, 2: state["T", "a"] = [.int(10)]
      case 3: state["T", "a"] = [.int(20)]
      default: break
      }
    }
    let candidate = try shrunk(
      subject, path: [1, 2, 5], otherPath: [1, 3, 4, 5], hop: Hop(from: 1, to: 5),
      violation: PathsAgree.Violation.valueDiffers("T", "a"))
    #expect(candidate.path.count + (candidate.otherPath?.count ?? 0) == 5)
    #expect(candidate.start == 2)
  }
}
