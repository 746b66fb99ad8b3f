import Foundation
import MigCheckEngines
import MigCheckFormats
import MigCheckModel
import MigCheckText
import MigCheckVerifier
import Testing

@testable import MigCheck

@Suite struct CorpusFolderTests {
  private static let schema = Schema([ObjectType("A", [Property("x", .int)])])

  private static let history = History(
    name: "H",
    stages: [
      HistoryVersion(number: 1, schema: schema), HistoryVersion(number: 2, schema: schema),
    ])

  private func finding(_ fault: Fault, path: [UInt64] = [1, 2], x: Int64 = 0) -> Finding {
    var graph = ObjectGraph(schema: Self.schema)
    graph.append([.int(x)], type: 0)
    return Finding(
      fault: fault, hop: Hop(from: path[path.count - 2], to: path[path.count - 1]), path: path,
      store: .memory, trial: 0,
      counterexample: Counterexample(version: 1, graph: graph, originalObjects: 1))
  }

  private func name(_ fault: Fault) -> String { CorpusFileName.name(for: finding(fault)) }

  @Test("names tell findings apart")
  func namesTellFindingsApart() {
    #expect(
      name(Fault(.valueChanged, type: "Person", property: "fullName"))
        == "data-preserved-person-fullname-1-2")
    #expect(
      name(Fault(.refused, code: "duplicatePrimaryKey", type: "A", property: "x"))
        == "upgrade-succeeds-a-x-duplicate-primary-key-1-2")
    #expect(
      name(Fault(.pathsDiffer, code: "valueDiffers", type: "A", property: "x"))
        == "paths-agree-a-x-1-2")
    #expect(
      name(Fault(.pathsDiffer, code: "linkDiffers", type: "A")) == "paths-agree-a-link-differs-1-2")
    #expect(
      name(Fault(.invariantFails, type: "A", subject: "é / 'Ω' stays"))
        == "invariant-a-stays-1-2")
    #expect(
      name(Fault(.valueChanged, type: String(repeating: "T", count: 300)))
        == "data-preserved-" + String(repeating: "t", count: 85) + "-1-2")
  }

  @Test("the title is for people")
  func theTitleIsForPeople() {
    #expect(
      CorpusFileName.title(
        of: finding(Fault(.refused, code: "typeMismatch", type: "A", property: "x")))
        == "upgrade-succeeds A.x typeMismatch 1 → 2")
  }

  @Test("findings whose names are alike get a file each, and keep it")
  func findingsWhoseNamesAreAlikeGetAFileEachAndKeepIt() throws {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let folder = scratch.path + "/corpus"
    let corpus = CorpusFolder(folder, history: Self.history)
    let faults = [
      Fault(.invariantFails, type: "A", subject: "x!"),
      Fault(.invariantFails, type: "A", subject: "x?"),
      Fault(.invariantCannotBeEvaluated, type: "A", subject: "x?"),
    ]
    let expected = ["", "-2", "-3"].map { "\(folder)/invariant-a-x-1-2\($0).case.json" }
    for round in 0..<2 {
      let paths = try faults.map { try corpus.save(finding($0, x: Int64(round))) }
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
      finding(Fault(.valueChanged, type: "A")))
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
}
