import Foundation
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckStores
import MigCheckText
import TestMaterial
import Testing

@Suite("The recorded histories are read and written")
struct RecordedHistoriesTests {
  private func validate(_ history: History, _ file: String) throws {
    let evaluator = try ExpressionEvaluator()
    let problems = history.problems(
      file: file, schemaErrors: RealmSchemaRules.errors,
      expressionProblem: evaluator.syntaxProblem)
    #expect(problems == [])
  }

  @Test(
    "Histories with a planted mistake, and their corrected twins, are valid input",
    .enabled(if: Material.has("bugs"), "the recorded histories are not at hand"))
  func bugs() throws {
    let files = Material.files(
      in: Material.shared.appendingPathComponent("bugs"), endingWith: ".bug.json")
    #expect(files.count == 18)
    for file in files {
      let bytes = try FileReader.read(path: file)
      let document = try bytes.withUnsafeBufferPointer { try JSON.parse($0) }
      for key in ["buggy", "fixed"] {
        let history = try HistoryFile.parse(try #require(document[key]), file: file)
        try validate(history, file)
        let written = try HistoryFile.json(history)
        let again = try HistoryFile.json(HistoryFile.parse(written, file: file))
        #expect(again.compactText == written.compactText)
      }
    }
  }

  @Test(
    "The histories that are checked as examples are valid input",
    .enabled(if: Material.has("histories"), "the recorded histories are not at hand"))
  func examples() throws {
    let files = Material.files(
      in: Material.shared.appendingPathComponent("histories"), endingWith: ".history.json")
    #expect(!files.isEmpty)
    for file in files { try validate(HistoryFile.read(path: file), file) }
  }

  @Test(
    "Cases that were recorded at random are written so that they are read as the same",
    .enabled(if: Material.has("realm/random.jsonl"), "the recorded cases are not at hand"))
  func roundTrip() throws {
    let path = Material.sharedPath("realm/random.jsonl")
    let lines = try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: 0x0A)
    #expect(lines.count >= 3000)
    for index in stride(from: 0, to: lines.count, by: Sweep.isComplete ? 1 : 20) {
      let json = try JSON.parse(String(decoding: lines[index], as: UTF8.self))
      let found = try CaseFile.parse(json, file: path, line: index + 1)
      let written = try found.json()
      let again = try CaseFile.parse(written, file: found.origin.file, line: found.origin.line)
      let schemas = try #require(found.subject.history).stages.map(\.schema)
      #expect(again.subject.history?.stages.map(\.schema) == schemas)
      #expect(again.startGraph.tables.map(\.columns) == found.startGraph.tables.map(\.columns))
      #expect(try again.json().compactText == written.compactText)
    }
  }
}
