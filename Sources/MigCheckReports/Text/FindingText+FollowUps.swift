import MigCheckModel
import MigCheckVerifier

// What a finding between two start graphs has beside the others.

extension FindingText {
  /// The objects that were added to those of the start graph, numbered after them.
  var addedLines: [String] {
    guard let followUp = finding.followUp, followUp.added.objectCount > 0 else { return [] }
    let place =
      switch followUp.change {
      case .object(_, true): "before the others"
      case .group: "the first of each type before the others, the second after them"
      default: "after the others"
      }
    let counts = finding.counterexample.graph.tables.map(\.count)
    return ["  added, \(place)"]
      + GraphText(
        graph: followUp.added, anyValues: [], firstNumbers: counts, width: width - 4
      ).lines
      .map { "    \($0)" }
  }

  func notes(_ exemption: Exemption) -> [(label: String, text: String)] {
    let reason =
      switch exemption {
      case .ordinal: "the migration numbers objects by ordinal"
      case .code: "the migration's own code may count or compare objects"
      }
    return [
      ("a warning", "\(reason), perhaps on purpose;"),
      ("", "--strict makes it an error,"),
      ("", "--silence \(finding.check.rawValue) leaves it out"),
    ]
  }
}
