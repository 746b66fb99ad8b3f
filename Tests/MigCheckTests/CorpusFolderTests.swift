import Foundation
import MigCheckCoreData
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheck
@testable import MigCheckVerifier

@Suite struct CorpusFolderTests {
  private static let schema = Schema([ObjectType("A", [Property("x", .int)])])

  private static let history = History(
    name: "H",
    stages: [
      HistoryVersion(number: 1, schema: schema), HistoryVersion(number: 2, schema: schema),
    ])

  private func finding(
    _ violation: any CheckViolation, path: [UInt64] = [1, 2], x: Int64 = 0
  ) -> Finding {
    var graph = ObjectGraph(schema: Self.schema)
    graph.append([.int(x)], type: 0)
    return Finding(
      Failure(
        violation,
        at: FailureSite(
          hop: Hop(from: path[path.count - 2], to: path[path.count - 1]), path: path,
          store: .memory)),
      trial: 0,
      counterexample: Counterexample(version: 1, graph: graph, originalObjects: 1))
  }

  private func name(_ violation: any CheckViolation) -> String {
    CorpusFileName.name(for: finding(violation))
  }

  private func valueChanged(_ type: String, _ property: String) -> any CheckViolation {
    DataPreserved.Violation(
      .value(.valueChanged, .init(property: Name(property), before: "1", after: "2")),
      of: Name(type),
      object: 0)
  }

  private func refused(_ code: UpgradeError.Code) -> any CheckViolation {
    UpgradeSucceeds.Violation(UpgradeError(code, "No.", type: "A", property: "x"))
  }

  private func differ(
    _ kind: GraphDifference.Kind, _ property: String? = nil
  ) -> any CheckViolation {
    PathsAgree.Violation.differ(EndDifference(kind, type: "A", property: property.map { Name($0) }))
  }

  private func fails(_ name: String) -> any CheckViolation {
    InvariantCheck.Violation.fails(
      .init(name: Name(name), type: "A"), object: 0, count: 1)
  }

  @Test(
    "the folder has the name of what it is beside",
    arguments: [
      ("Corpus/contacts.history.json", "Corpus/contacts"), ("Migrations", "Migrations.corpus"),
      ("Migrations/", "Migrations.corpus"),
      ("a/Model.xcdatamodeld//", "a/Model.xcdatamodeld.corpus"),
      ("/app/Migrations/.", "/app/Migrations.corpus"),
      ("/app/Migrations/a/..", "/app/Migrations.corpus"),
    ])
  func theFolderHasTheNameOfWhatItIsBeside(path: String, folder: String) {
    #expect(CorpusFolder.folder(besideHistory: path) == folder)
  }

  @Test("names tell findings apart")
  func namesTellFindingsApart() {
    #expect(
      name(valueChanged("Person", "fullName"))
        == "data-preserved-person-fullname-1-2")
    #expect(
      name(refused(.duplicatePrimaryKey))
        == "upgrade-succeeds-a-x-duplicate-primary-key-1-2")
    #expect(
      name(differ(.valueDiffers, "x")) == "paths-agree-a-x-1-2")
    #expect(
      name(differ(.linkDiffers)) == "paths-agree-a-link-differs-1-2")
    #expect(
      name(fails("é / 'Ω' stays")) == "invariant-a-stays-1-2")
    #expect(
      name(valueChanged(String(repeating: "T", count: 300), "x"))
        == "data-preserved-" + String(repeating: "t", count: 85) + "-1-2")
  }

  @Test("the title is for people")
  func theTitleIsForPeople() {
    #expect(
      CorpusFileName.title(of: finding(refused(.typeMismatch)))
        == "upgrade-succeeds A.x typeMismatch 1 → 2")
  }

  @Test("findings whose names are alike get a file each, and keep it")
  func findingsWhoseNamesAreAlikeGetAFileEachAndKeepIt() throws {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let folder = scratch.path + "/corpus"
    let corpus = CorpusFolder(folder, history: Self.history)
    let violations = [
      fails("x!"),
      fails("x?"),
      InvariantCheck.Violation.cannotBeEvaluated(
        .init(name: "x?", type: "A"), Refusal(UpgradeError(.authorError, "No."))),
    ]
    let expected = ["", "-2", "-3"].map { "\(folder)/invariant-a-x-1-2\($0).case.json" }
    for round in 0..<2 {
      let paths = try violations.map { try corpus.save(finding($0, x: Int64(round))) }
      #expect(paths == expected)
    }
    #expect(try CaseFolder.files(under: folder).count == 3)
    // The newest counterexample is the one that is kept.
    for path in expected {
      #expect(try CaseFile.read(path: path).startGraph.tables[0].columns == [[.int(1)]])
    }
    #expect(try corpus.cases().map(\.name) == expected.sorted { $0.precedes($1) })
  }

  @Test("a folder that is not there yet is empty and can be written")
  func aFolderThatIsNotThereYetIsEmptyAndCanBeWritten() throws {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let before = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    let corpus = CorpusFolder(scratch.path + "/a/b", history: Self.history)
    #expect(try corpus.cases().isEmpty)
    try corpus.requireWritable()
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == before)
  }

  @Test("cases of other versions and schemas are unfit")
  func casesOfOtherVersionsAndSchemasAreUnfit() throws {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let saved = try CorpusFolder(scratch.path, history: Self.history).save(
      finding(valueChanged("A", "x")))
    func reason(_ history: History) throws -> String? {
      let cases = try CorpusFolder(scratch.path, history: history).cases()
      #expect(cases.map(\.name) == [saved])
      guard case .unfit(let reason)? = cases.first?.start else { return nil }
      return reason
    }
    #expect(try reason(Self.history) == nil)
    var history = Self.history
    history.stages[0].schema = Schema([ObjectType("A", [Property("x", .string)])])
    #expect(try reason(history) == "version 1 has another schema now")
    history.stages.removeFirst()
    #expect(try reason(history) == "the history has no version 1")
  }

  @Test("a case is unfit for a schema whose names only look like its own")
  func aCaseIsUnfitForASchemaWhoseNamesOnlyLookLikeItsOwn() throws {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    func history(_ property: String) -> History {
      let schema = Schema([ObjectType("A", [Property(property, .int)])])
      return History(
        name: "H",
        stages: [
          HistoryVersion(number: 1, schema: schema), HistoryVersion(number: 2, schema: schema),
        ])
    }
    let (composed, decomposed) = (history("caf\u{E9}"), history("cafe\u{301}"))
    var finding = finding(valueChanged("A", "caf\u{E9}"))
    finding.counterexample.graph = ObjectGraph(schema: composed.stages[0].schema)
    finding.counterexample.graph.append([.int(1)], type: 0)
    _ = try CorpusFolder(scratch.path, history: composed).save(finding)
    func isFit(_ history: History) throws -> Bool {
      guard case .graph? = try CorpusFolder(scratch.path, history: history).cases().first?.start
      else { return false }
      return true
    }
    #expect(try isFit(composed))
    #expect(try !isFit(decomposed))
  }
}
