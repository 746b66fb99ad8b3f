import Foundation
import MigCheck
import MigCheckEngines
import MigCheckFormats
import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

/// The histories and cases of the repository.
@Suite struct CorpusTests {
  static let folder = Material.root.appendingPathComponent("Corpus").path

  /// The rows of a table in the folder's README, as lists of cells without their quotes.
  static func table() throws -> [[String]] {
    try Documentation.text("Corpus/README.md").split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
      .map { row in
        row.split(separator: "|").map { cell in
          cell.split { " `".contains($0) }.joined(separator: " ")
        }
      }
  }

  static func history(_ name: String) throws -> History {
    try History(contentsOf: "\(folder)/\(name).history.json")
  }

  static func histories() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder + "/realm")
      .filter { $0.hasSuffix(".history.json") }.map { String($0.dropLast(13)) }.sorted()
  }

  @Test("every case comes out as it expects", arguments: Sweep.part(StoreKind.allCases, oneOf: 2))
  func everyCaseComesOutAsItExpects(kind: StoreKind) throws {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let replay = CaseReplay(directory: scratch.path)
    var count = 0
    func expectToPass(_ file: CaseFile) throws {
      count += 1
      let place = file.origin.file + (file.origin.line.map { ":\($0)" } ?? "")
      #expect(file.expectation != nil, "\(place)")
      #expect(try replay.run(file, on: kind) == .passed, "\(place): \(file.name)")
    }
    for path in try CaseFolder.files(under: Self.folder) {
      if CaseFolder.holdsLines(path) {
        let lines = try CaseLines(path: path)
        while let next = try lines.next() { try expectToPass(next) }
      } else {
        try expectToPass(CaseFile.read(path: path))
      }
    }
    #expect(count >= 790)
  }

  @Test(
    "exactly the histories with a mistake on purpose fail, and no twin of them",
    .enabled(if: Sweep.isFull))
  func exactlyTheHistoriesWithAMistakeOnPurposeFailAndNoTwinOfThem() throws {
    let table = try Self.table()
    let names = try Self.histories()
    #expect(table.count == 8)
    #expect(names.count >= 14)
    for row in table {
      #expect(row.count == 3)
      #expect(names.contains(row[0]) && names.contains(row[2]), "\(row)")
    }
    for name in names {
      let report = try verify(
        Self.history("realm/" + name), options: VerificationOptions(trials: 20))
      let isBroken = table.contains { $0[0] == name }
      #expect(report.verdict == (isBroken ? .failed : .passed), "\(name)")
    }
  }

  @Test("the example passes") func theExamplePasses() throws {
    let report = try verify(
      Self.history("contacts"), options: VerificationOptions(trials: 20, stores: [.memory]))
    #expect(report.verdict == .passed)
    #expect(report.paths == 15)
  }
}
