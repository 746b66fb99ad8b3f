import MigCheckModel

/// The cases of a corpus, and one start graph more.
package struct CorpusWithStart: Corpus {
  private let base: (any Corpus)?
  private let start: CorpusCase

  /// - Parameter base: `nil`: findings are not kept.
  package init(base: (any Corpus)?, start: CorpusCase) {
    self.base = base
    self.start = start
  }

  package var keepsFindings: Bool { base?.keepsFindings ?? false }

  package func cases() throws -> [CorpusCase] { [start] + (try base?.cases() ?? []) }

  package func save(_ finding: Finding) throws -> String {
    guard let base else {
      throw InputError(
        .io, file: "", problem: "there is no folder for findings",
        remedy: "name one with --corpus")
    }
    return try base.save(finding)
  }

  package func draft(_ finding: Finding) throws -> CaseDraft? { try base?.draft(finding) }
}
