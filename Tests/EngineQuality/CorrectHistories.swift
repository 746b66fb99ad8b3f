import Foundation
import MigCheck
import MigCheckFormats
import MigCheckHistory
import TestMaterial

/// Histories without a mistake, on which every finding is a false alarm.
package enum CorrectHistories {
  /// Those of the corpus that pass without a word by its tables, those of the test material beside the
  /// project where that is, and those of the planted mistakes without them.
  package static func all() throws -> [History] {
    let corpus = CorpusTable.examples.filter {
      $0.verdict == "passes" && $0.example.hasSuffix(".history.json")
    }.map { "\(CorpusTable.folder)/\($0.example)" }
    let files =
      corpus
      + Material.files(
        in: Material.shared.appendingPathComponent("histories"), endingWith: ".history.json")
    let histories = try files.map { try History(contentsOf: $0) }
    return try histories + PlantedBug.all().map(\.fixed)
  }
}
