import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckVerifier

/// Findings in the parts of shards come back as they were.
@Suite struct FindingCodingTests {
  private static let graph = {
    let type = ObjectType("T", [Property("p", .double)])
    var graph = ObjectGraph(schema: Schema([type]))
    // A NaN with bits of its own, which a graph file cannot spell.
    graph.append([.double(Double(bitPattern: 0x7FF8_0000_0000_0001))], type: 0)
    graph.append([.double(-0.0)], type: 0)
    return graph
  }()

  private func finding(
    _ violation: any CheckViolation, change: FollowUp.Change? = nil
  ) -> Finding {
    Finding(
      Failure(
        violation,
        at: FailureSite(
          hop: Hop(from: 1, to: 3), path: [1, 3], otherPath: [1, 2, 3], store: .file,
          change: change)),
      severity: .warning, followUp: change.flatMap { FollowUp($0, of: Self.graph) },
      exemption: change == nil ? nil : .ordinal,
      source: SourcePlace(file: "a.history.json", path: "versions[1]"), trial: 4, evaluations: 31,
      counterexample: Counterexample(
        version: 1, graph: Self.graph, originalObjects: 9, isMinimal: true,
        anyValues: [.init(type: "T", property: "p", row: 1, path: [2])], caseFile: "a.case.json"),
      alsoAt: [Hop(from: 1, to: 4)], isFlaky: true)
  }

  private func json(_ finding: Finding, _ schemas: SchemaTable) throws -> JSON {
    try JSON(encoding: finding, userInfo: [SchemaTable.key: schemas])
  }

  private func returned(_ finding: Finding) throws -> (same: Bool, finding: Finding) {
    let schemas = SchemaTable()
    let written = try json(finding, schemas)
    let table = SchemaTable(schemas.schemas)
    let read = try JSON.parse(written.compactText).decode(
      Finding.self, userInfo: [SchemaTable.key: table])
    return (try json(read, table).compactText.isIdentical(to: written.compactText), read)
  }

  @Test("each kind of violation comes back", arguments: SampleViolation.all)
  func eachKindOfViolationComesBack(sample: SampleViolation) throws {
    let finding = finding(sample.violation)
    let (same, read) = try returned(finding)
    #expect(same)
    #expect(read.failure.signature == finding.failure.signature)
    #expect(read.message == finding.message)
    #expect(read.rows == finding.rows)
    #expect(read.failure.violation.count == sample.violation.count)
  }

  @Test(
    "each change of a start graph comes back",
    arguments: [
      FollowUp.Change.reversed, .rotated, .object(type: "T", isFirst: true),
      .object(type: "T", isFirst: false), .group,
    ])
  func eachChangeOfAStartGraphComesBack(change: FollowUp.Change) throws {
    let (same, read) = try returned(finding(PathsAgree.Violation.undecided, change: change))
    #expect(same)
    #expect(read.failure.site.change == change)
    #expect(
      read.followUp?.graph.tables.map(\.columns)
        == FollowUp(change, of: Self.graph)?.graph.tables.map(\.columns))
    #expect(read.exemption == .ordinal)
  }

  @Test("everything else comes back, bit for bit")
  func everythingElseComesBackBitForBit() throws {
    let (_, read) = try returned(finding(DataPreserved.Violation.valueChanged("T", "p")))
    #expect(read.counterexample.graph.tables.map(\.columns) == Self.graph.tables.map(\.columns))
    #expect(read.counterexample.anyValues == [.init(type: "T", property: "p", row: 1, path: [2])])
    #expect(read.counterexample.originalObjects == 9)
    #expect(read.counterexample.caseFile == "a.case.json")
    #expect(read.source?.description == "a.history.json, versions[1]")
    #expect(read.path == [1, 3] && read.otherPath == [1, 2, 3] && read.store == .file)
    #expect(read.trial == 4 && read.evaluations == 31 && read.isFlaky)
    #expect(read.severity == .warning && read.alsoAt == [Hop(from: 1, to: 4)])
  }
}
