import Foundation
import MigCheck
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

/// The known defects of the real engine: each recorded one has its warning, and no history is
/// warned of one that it cannot run into.
@Suite struct EngineDefectsTests {
  /// By the beginning of a case's file name: what the warning is called, and its place.
  static let expected: [(file: String, warning: String)] = [
    ("copied-string", "realm-copied-string E.s 1 → 2"),
    ("dictionary-values-optional", "realm-elements-made-optional A.s 1 → 2"),
    ("ghost-backlink-delete", "realm-ghost-link A.d 1 → 2"),
    ("ghost-backlink-embed", "realm-ghost-link A.d 2 → 3"),
    ("indexed-mixed-link", "realm-indexed-mixed-link A.m 1 → 2"),
    ("long-passing-name", "realm-long-passing-name A.n 1 → 2"),
    ("removed-set-shared", "realm-removed-set X.s 1 → 2"),
    ("rename-list-to-set", "realm-renamed-to-other-kind A.x 1 → 2"),
    ("rename-scalar-to-list", "realm-renamed-to-other-kind A.x 1 → 2"),
    ("set-elements-optional", "realm-elements-made-optional A.s 1 → 2"),
    ("set-mixed-double-decimal", "realm-rounded-set A.m 1 → 2"),
    ("set-mixed-float-decimal", "realm-rounded-set A.m 1 → 2"),
    ("set-nan-equal-twice", "realm-set-with-nan A.f 1 → 2"),
    ("set-nan-order", "realm-set-with-nan A.f 1 → 2"),
    ("set-of-bool-optional", "realm-elements-made-optional A.s 1 → 2"),
    ("stale-embedded-flag", "realm-stale-embedded-flag F.p0 1 → 11"),
  ]

  /// Warnings of the engine's defects, each once with its shortest upgrade.
  static func warnings(_ history: History) throws -> [String] {
    // Defects are told from schemas and migration alone, so no trial is needed.
    var options = VerificationOptions(trials: 0, stores: [.memory])
    options.timeLimit = 0
    options.silenced = [.timeLimit]
    return try Verifier(history, options: options).run().warnings.map { warning in
      let place = PropertyPath(type: warning.type ?? "", property: warning.property)
      return "\(warning.name) \(place) \(warning.hop.map(\.description) ?? "")"
    }
  }

  private func expectWarnings(_ folder: String, suffix: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(suffix) }.sorted()
    #expect(names.count == Self.expected.count)
    for (name, expected) in zip(names, Self.expected) {
      #expect(name.hasPrefix(expected.file))
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      let history = try HistoryFile.parse(
        #require(JSON.parse(text)["history"]), file: name)
      #expect(try Self.warnings(history) == [expected.warning], "\(name)")
    }
  }

  @Test("every defect of the corpus has its warning and no other")
  func everyDefectOfTheCorpusHasItsWarningAndNoOther() throws {
    try expectWarnings(CorpusTests.folder + "/realm/engine-defects", suffix: ".case.json")
  }

  @Test(
    "every recorded defect has its warning and no other",
    .enabled(if: Material.has("realm"), "the recorded cases are not at hand"))
  func everyRecordedDefectHasItsWarningAndNoOther() throws {
    try expectWarnings(Material.sharedPath("realm/engine-defects"), suffix: ".defect.json")
  }

  @Test("every name has a case or a history of its own in the tests")
  func everyNameHasACaseOrAHistoryOfItsOwnInTheTests() {
    let seen = Self.expected.map { $0.warning.prefix { $0 != " " } }
    for name in History("", versions: {}).defectNames where !seen.contains(name[...]) {
      // The engine was seen to corrupt a file in the first, which no case can hold; the others need an
      // app without a block, and a case is run as with an empty one.
      #expect(
        [
          "realm-written-after-rename", "realm-key-retyped", "realm-key-made-required",
          "realm-index-with-optionality",
        ].contains(name))
    }
  }

  /// Both let an address with texts become embedded, and say that shared ones are copied: true.
  static let warned = [
    "contacts": ["realm-copied-string Address 4 → 5"],
    "embedded-one-parent-fixed": ["realm-copied-string Address 1 → 2"],
  ]

  @Test("of the corpus only histories that copy texts are warned")
  func ofTheCorpusOnlyHistoriesThatCopyTextsAreWarned() throws {
    #expect(ChecksCorpusTests.files.count > 14)
    for file in ChecksCorpusTests.files {
      let name = String(file.split(separator: "/").last?.prefix { $0 != "." } ?? "")
      #expect(
        try Self.warnings(History(contentsOf: file)) == Self.warned[name, default: []], "\(name)")
    }
  }
}
