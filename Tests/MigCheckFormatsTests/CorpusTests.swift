import Foundation
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckStores
import MigCheckText
import TestMaterial
import Testing

@Suite("The corpus of the repository")
struct CorpusTests {
  private let folder = Material.root.appendingPathComponent("Corpus").path

  /// Those with one case a line have no names of their own.
  private var caseFiles: [String] {
    get throws { try CaseFolder.files(under: folder).filter { !CaseFolder.holdsLines($0) } }
  }

  @Test("Every case is read, names the history of its folder and begins where its file says")
  func cases() throws {
    let files = try caseFiles
    #expect(files.count >= 80)
    for file in files {
      let found = try CaseFile.read(path: file)
      #expect(found.expectation != nil, "\(file)")
      let parts = file.split(separator: "/")
      if let path = found.subject.historyPath {
        let names = ["history.json", "xcdatamodeld"].map { "../\(parts[parts.count - 2]).\($0)" }
        #expect(names.contains(path), "\(file)")
      }
      let name = parts[parts.count - 1]
      let versions = name.split { $0 == "-" || $0 == "." }.compactMap { UInt64($0) }
      #expect(versions.starts(with: found.path), "\(file)")
    }
  }

  @Test("Every history that a case names is valid input, and is written as the same")
  func histories() throws {
    let evaluator = try ExpressionEvaluator()
    for file in try caseFiles {
      let found = try CaseFile.read(path: file)
      guard let path = found.subject.historyPath, path.hasSuffix(".json") else { continue }
      let history = try #require(found.subject.history)
      let problems = history.problems(
        file: path, schemaErrors: RealmSchemaRules.errors,
        expressionProblem: evaluator.syntaxProblem)
      #expect(problems == [])
      let written = try HistoryFile.json(history)
      let again = try HistoryFile.json(HistoryFile.parse(written, file: path))
      #expect(again.compactText == written.compactText)
    }
  }

  @Test("The example has a case for each path to its last version")
  func contacts() throws {
    let files = try CaseFolder.files(under: "\(folder)/contacts")
    let paths = try files.map { try CaseFile.read(path: $0).path }
    #expect(paths.count == 15)
    #expect(Set(paths).count == 15)
    for path in paths {
      #expect(path.last == 5)
      #expect(zip(path, path.dropFirst()).allSatisfy { $0 < $1 })
    }
  }
}
