import Foundation
import MigCheck
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

/// The histories and cases of the repository.
@Suite struct CorpusTests {
  static let folder = Material.root.appendingPathComponent("Corpus").path

  static func history(_ name: String) throws -> History {
    try History(contentsOf: "\(folder)/\(name).history.json")
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
    #expect(count >= 830)
  }

  @Test("the example passes") func theExamplePasses() throws {
    let report = try verify(
      Self.history("contacts"), options: VerificationOptions(trials: 20, stores: [.memory]))
    #expect(report.verdict == .passed)
    #expect(report.paths == 15)
  }
}
