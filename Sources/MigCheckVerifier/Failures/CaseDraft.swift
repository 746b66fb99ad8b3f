import MigCheckModel
import MigCheckText

/// How a finding would be kept in a corpus; made by a shard, written when all shards are merged.
///
/// A shard keeps nothing itself: what one shard saved would be one more trial of the next.
package struct CaseDraft: Sendable, Codable {
  /// A file that was there before.
  package struct Taken: Sendable, Codable {
    /// Counted from 1.
    package var number: Int
    /// As `CaseDraft.content`; `nil`: the file holds no finding.
    package var content: String?

    package init(number: Int, content: String?) {
      self.number = number
      self.content = content
    }
  }

  /// The path without the number and the extension that may follow.
  package var base: String
  /// What follows path and number, such as `.case.json`.
  package var suffix: String
  /// Two files that are alike here hold the same finding.
  package var content: String
  /// The files of this name at the beginning, in any order.
  package var taken: [Taken]
  /// What the file is to hold.
  package var text: String
  /// The file that `text` names, relative to the folder of the case; `nil`: none.
  package var history: String?

  package init(
    base: String, suffix: String, content: String, taken: [Taken], text: String,
    history: String? = nil
  ) {
    self.base = base
    self.suffix = suffix
    self.content = content
    self.taken = taken
    self.text = text
    self.history = history
  }

  /// - Parameter number: counted from 1.
  package func path(_ number: Int) -> String {
    "\(base)\(number == 1 ? "" : "-\(number)")\(suffix)"
  }
}

/// The files that findings of one run go to.
package struct CasePlaces {
  private var files: [(path: String, content: String)] = []

  package init() {}

  /// A free path, or that of a file with the same finding.
  package mutating func place(for draft: CaseDraft) -> String {
    var number = 1
    while true {
      let path = draft.path(number)
      if let known = files.first(where: { $0.path.isIdentical(to: path) }) {
        if known.content.isIdentical(to: draft.content) { return path }
      } else {
        let before = draft.taken.first { $0.number == number }
        if before?.content.map({ $0.isIdentical(to: draft.content) }) ?? (before == nil) {
          files.append((path, draft.content))
          return path
        }
      }
      number += 1
    }
  }
}
