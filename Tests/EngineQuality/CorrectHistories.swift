import Foundation
import MigCheck
import MigCheckEngines
import MigCheckFormats
import TestMaterial

/// Histories without a mistake, on which every finding is a false alarm.
package enum CorrectHistories {
  /// Those of the corpus that show a mistake on purpose, by the names of their files.
  package static let mistakes = [
    "default-not-applied", "email-readded", "embedded-one-parent-strict",
    "external-storage-allowed", "primary-key-added", "tag-becomes-tags", "reads-the-clock",
    "zip-as-number",
  ]

  /// Those of the corpus, of the test material beside the project where that is, and those of the
  /// planted mistakes without them.
  package static func all() throws -> [History] {
    let files =
      Material.files(
        in: Material.root.appendingPathComponent("Corpus"), endingWith: ".history.json")
      + Material.files(
        in: Material.shared.appendingPathComponent("histories"), endingWith: ".history.json")
    let histories = try files.filter { file in
      !mistakes.contains { file.hasSuffix("/\($0).history.json") }
    }.map { try History(contentsOf: $0) }
    return try histories + PlantedBug.all().map(\.fixed)
  }
}
