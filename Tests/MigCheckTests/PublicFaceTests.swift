import Foundation
import Testing

/// What `import MigCheck` and `import MigCheckTesting` show stays small on purpose. Whoever adds a
/// name lists it here, having seen that RealmSwift, SwiftData, GRDB, Core Data, SwiftUI, Swift
/// Testing and XCTest have none like it: `Tests/Downstream` holds the names of the first three.
@Suite struct PublicFaceTests {
  /// Types, and with parentheses functions.
  static let shown: [String] = [
    // A history.
    "History", "HistoryInvariant", "ObjectType", "ObjectView", "PropertyPath", "RealmMigration",
    "RealmMigrationObject", "Value", "Version",
    // A run.
    "CorpusFolder", "Interruption", "RunProgress", "Shard", "StoreKind", "Subject",
    "VerificationOptions", "verify()", "verifyMigrations()",
    // What it has found, and what went wrong.
    "Check", "Counterexample", "Finding", "HealthWarning", "InputError", "JSONReport", "Report",
    "TextReport", "UpgradeError", "VerificationError",
  ]

  private func lines(of folder: String) throws -> [(file: String, line: Substring)] {
    let url = Shared.root.appendingPathComponent("Sources/\(folder)")
    let files = try #require(
      FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    ).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    return try files.sorted { $0.path < $1.path }.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .map { (file.lastPathComponent, $0) }
    }
  }

  /// The name that a line declares for the whole module, if it does.
  private func declared(_ line: Substring) -> String? {
    var words = line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && !"_@".contains($0) })
    guard line.hasPrefix("public ") || line.hasPrefix("@") && words.contains("public") else {
      return nil
    }
    let kinds: [Substring] = [
      "struct", "class", "enum", "actor", "protocol", "typealias", "func", "let", "var", "macro",
    ]
    words = Array(words.drop { !kinds.contains($0) })
    guard words.count > 1 else { return nil }
    return words[0] == "func" ? "\(words[1])()" : String(words[1])
  }

  @Test("an import shows the names that are listed, and no others")
  func anImportShowsTheNamesThatAreListed() throws {
    var found = [String]()
    for module in ["MigCheck", "MigCheckTesting"] {
      for (file, line) in try lines(of: module) {
        if line.hasPrefix("@_exported") {
          #expect(file == "Exports.swift")
          let name = line.split(separator: ".").dropFirst().first
          found.append(String(try #require(name, "a whole module is exported: \(line)")))
        } else if let name = declared(line) {
          found.append(name)
        }
      }
    }
    #expect(found.sorted() == Self.shown.sorted())
  }

  @Test("no other module exports what it imports") func noOtherModuleExportsWhatItImports() throws {
    for module in ArchitectureTests.allowed.keys.sorted() where module != "MigCheck" {
      for (file, line) in try lines(of: module) {
        #expect(!line.contains("@_exported"), "\(module)/\(file)")
      }
    }
  }
}
