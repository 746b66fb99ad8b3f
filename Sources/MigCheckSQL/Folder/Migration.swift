import MigCheckText

/// One version of a folder: what is run to get there from the one before.
package struct Migration: Sendable {
  /// The number in the names of the files, or the place in the order where names have none.
  package let number: UInt64
  /// The name of the file or of the folder.
  package let name: String
  package var statements: [SQLStatement]
  /// Whether the statements cannot all run in one transaction.
  package let runsAlone: Bool

  package init(
    number: UInt64, name: String, statements: [SQLStatement], refusesTransaction: Bool = false
  ) {
    self.number = number
    self.name = name
    self.statements = statements
    runsAlone = refusesTransaction || statements.contains(where: \.needsNoTransaction)
  }
}

extension SQLStatement {
  /// Whether the statement begins or ends a transaction, or has no effect inside one.
  fileprivate var needsNoTransaction: Bool {
    guard let first = tokens.first else { return false }
    let alone = ["begin", "commit", "end", "rollback", "vacuum", "attach", "detach"]
    if alone.contains(where: first.isWord) { return true }
    guard first.isWord("pragma") else { return false }
    let names = tokens.compactMap(\.name).map(\.lowercasedASCII)
    let settings = ["foreign_keys", "journal_mode", "synchronous", "auto_vacuum", "page_size"]
    return settings.contains { names.contains($0) } && tokens.contains { $0.isSymbol("=") }
  }

  /// Whether the statement speaks of the enforcement of foreign keys.
  var speaksOfForeignKeys: Bool {
    guard tokens.first?.isWord("pragma") ?? false else { return false }
    let names = tokens.compactMap(\.name).map(\.lowercasedASCII)
    return names.contains("foreign_keys") || names.contains("defer_foreign_keys")
  }
}
