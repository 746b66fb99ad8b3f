import MigCheckModel
import MigCheckText

/// A transaction that a script begins and does not end: the connection that closes rolls it back, with
/// all that the script did in it.
struct OpenTransactions {
  static let code = "transactionOpen"

  let migration: Migration

  var fault: HopFault? {
    guard let open = Self.open(in: migration) else { return nil }
    let (begin, end) = open.isSavepoint ? ("SAVEPOINT", "RELEASE") : ("BEGIN", "COMMIT")
    return HopFault(
      Self.code, type: nil,
      message: "The transaction that this \(begin) opens is still open at the end of "
        + "\(migration.name), so that nothing of it is committed: it is rolled back as the connection "
        + "closes. Add \(end).",
      place: open.statement.source)
  }

  /// The statement whose transaction is open at the end of a script; `nil`: none is, or the runner is
  /// known to commit it.
  static func open(in migration: Migration) -> (statement: SQLStatement, isSavepoint: Bool)? {
    guard !migration.isCommittedByRunner else { return nil }
    var transaction: SQLStatement?
    var savepoints = [(name: String, statement: SQLStatement)]()
    for statement in migration.statements {
      guard let first = statement.tokens.first else { continue }
      let words = statement.tokens.dropFirst()
      if first.isWord("begin") {
        transaction = transaction ?? statement
      } else if statement.commits || first.isWord("rollback") && !words.contains(word: "to") {
        (transaction, savepoints) = (nil, [])
      } else if first.isWord("savepoint"), let name = words.first?.nameOrText {
        savepoints.append((name, statement))
      } else if first.isWord("release"), let name = words.last?.nameOrText,
        let place = savepoints.lastIndex(where: { $0.name.isSameName(as: name) })
      {
        savepoints.removeSubrange(place...)
      }
    }
    if let transaction { return (transaction, false) }
    return savepoints.first.map { ($0.statement, true) }
  }
}

extension Migration {
  /// Whether the runner begins a transaction around the script, and commits it at the end, as the script
  /// itself or the settings say.
  fileprivate var isCommittedByRunner: Bool { beginsInside || isStatedToBeWrapped }
}

extension ArraySlice<SQLToken> {
  fileprivate func contains(word: String) -> Bool { contains { $0.isWord(word) } }
}

extension SQLToken {
  fileprivate var nameOrText: String? {
    if case .text(let text) = self { return text }
    return name
  }
}
