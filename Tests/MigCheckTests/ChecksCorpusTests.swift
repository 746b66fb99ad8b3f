import Foundation
import MigCheck
import MigCheckHistory
import MigCheckVerifier
import TestMaterial
import Testing

/// The histories of the corpus: those with a mistake on purpose fail, all others pass.
@Suite struct ChecksCorpusTests {
  /// As the corpus' own list says, with the check that fails.
  static let mistakes = Dictionary(
    uniqueKeysWithValues: CorpusTable.examples.filter {
      $0.verdict.hasPrefix("fails") && $0.example.hasSuffix(".history.json")
    }.compactMap {
      row in row.subject.flatMap(Check.init(rawValue:)).map { (name(row.example), $0) }
    })

  static let files: [String] = {
    let corpus = Material.root.appendingPathComponent("Corpus").path
    let paths = FileManager.default.enumerator(atPath: corpus)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".history.json") }.sorted().map { corpus + "/" + $0 }
  }()

  private static func name(_ file: String) -> String {
    String(file.split(separator: "/").last?.prefix { $0 != "." } ?? "")
  }

  private static func report(_ file: String, seed: UInt64) throws -> Report {
    let options = VerificationOptions(trials: 40, seed: seed, stores: [.memory])
    return try Verifier(History(contentsOf: file), options: options).run()
  }

  @Test(
    "A correct history raises no alarm",
    arguments: Sweep.part(files.filter { mistakes[name($0)] == nil }, oneOf: 12),
    Sweep.part([1, 2, 3] as [UInt64], oneOf: 3))
  func aCorrectHistoryRaisesNoAlarm(file: String, seed: UInt64) throws {
    let report = try Self.report(file, seed: seed)
    let isNumbered = try String(contentsOfFile: file, encoding: .utf8).contains("ordinal")
    #expect(report.findings.map(\.exemption) == (isNumbered ? [.ordinal, .ordinal] : []))
    #expect(report.verdict == .passed)
  }

  @Test(
    "A mistake on purpose is reported", arguments: files.map(name).filter { mistakes[$0] != nil })
  func aMistakeOnPurposeIsReported(name: String) throws {
    let file = try #require(Self.files.first { Self.name($0) == name })
    let report = try Self.report(file, seed: 1)
    let check = try #require(Self.mistakes[name])
    #expect(report.findings.contains { $0.check == check })
  }
}
