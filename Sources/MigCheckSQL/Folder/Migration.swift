import MigCheckModel
import MigCheckText

/// One version of a folder: what is run to get there from the one before.
package struct Migration: Sendable {
  /// The number in the names of the files, or the place in the order where names have none.
  package let number: UInt64
  /// The name of the file or of the folder.
  package let name: String
  package var statements: [SQLStatement]
  package let transaction: Transaction
  /// The runner that puts a transaction around the script whatever its pragmas ask for; `nil`: nobody
  /// knows of one, or the script or the settings refuse it.
  package let wrappingRunner: String?
  /// Whether the script ends a transaction that the runner has begun; its first statement begins that one.
  let beginsInside: Bool
  /// Whether the settings, or marks of a runner, say that a transaction is put around the script.
  let isStatedToBeWrapped: Bool
  /// Whether the runner is known to put no transaction around any script.
  package var hasBareRunner = false
  /// What comments in the script say to be intended.
  var allowances: [Allowance] = []

  /// Whether the statements run in one transaction.
  package enum Transaction: Sendable {
    /// All of them in one around the script.
    case whole
    /// In none but their own: the script or the settings say so.
    case own
    /// Likewise, but only since the script gives a value to a pragma that has no effect inside a
    /// transaction. Runners exist that put one around it all the same.
    case presumablyOwn
  }

  /// - Parameters:
  ///   - refusesTransaction: whether a comment in the script asks for none.
  ///   - isWrapped: whether the runner puts a transaction around each script; `nil`: unless
  ///     something speaks against it.
  ///   - wrappingRunner: the runner that is known to do so.
  package init(
    number: UInt64, name: String, statements: [SQLStatement], refusesTransaction: Bool = false,
    isWrapped: Bool? = nil, wrappingRunner: String? = nil
  ) {
    self.number = number
    self.name = name
    self.wrappingRunner = refusesTransaction || isWrapped == false ? nil : wrappingRunner
    let isInside =
      !refusesTransaction && isWrapped != false && Self.endsForeignTransaction(statements)
    beginsInside = isInside
    isStatedToBeWrapped =
      !refusesTransaction && (isWrapped ?? (wrappingRunner != nil))
      && !statements.contains(where: \.endsTransaction)
    // The runner's own transaction is a statement like any other then.
    self.statements =
      isInside
      ? [SQLStatement(text: "BEGIN", file: statements[0].file, line: statements[0].line)]
        + statements
      : statements
    transaction =
      if refusesTransaction || isWrapped == false
        || statements.contains(where: \.endsTransaction)
      {
        .own
      } else if isWrapped == nil, statements.contains(where: \.hasNoEffectInTransaction) {
        .presumablyOwn
      } else {
        .whole
      }
  }

  /// Whether a script ends a transaction that it did not begin, as those do whose runner has begun one.
  private static func endsForeignTransaction(_ statements: [SQLStatement]) -> Bool {
    let first = statements.first { $0.commits || $0.begins }
    return first?.commits ?? false
  }

  /// Whether the script runs in a transaction although it is tried without, for a pragma that has no
  /// effect inside one.
  var isSurelyWrapped: Bool { transaction == .presumablyOwn && wrappingRunner != nil }

  /// Whether the statements do not all run in one transaction around the script.
  package var runsAlone: Bool { transaction != .whole }

  /// The place of the last statement that changes something, with which the version is recorded
  /// where there is no transaction around the script; `nil`: none changes anything.
  var lastChange: Int? { statements.lastIndex(where: \.changesSomething) }
}

extension Migration {
  /// The same version of a runner that puts a transaction around each script, unless the script says
  /// that there is none.
  var wrapped: Migration {
    guard transaction == .presumablyOwn else { return self }
    return Migration(
      number: number, name: name, statements: statements, isWrapped: true,
      wrappingRunner: wrappingRunner)
  }

  /// The same version, with the statements that code has run, and with its own transactions.
  func running(_ statements: [SQLStatement]) -> Migration {
    Migration(number: number, name: name, statements: statements)
  }
}

extension SQLStatement {
  /// Whether the statement begins or ends a transaction, or fails inside one.
  fileprivate var endsTransaction: Bool {
    guard let first = tokens.first else { return false }
    let alone = ["begin", "commit", "end", "rollback", "vacuum", "attach", "detach"]
    return alone.contains(where: first.isWord)
  }

  /// Whether the statement gives a value to a pragma that keeps its old one inside a transaction, or
  /// fails there.
  fileprivate var hasNoEffectInTransaction: Bool {
    guard let first = tokens.first, first.isWord("pragma") else { return false }
    let names = tokens.compactMap(\.name).map(\.lowercasedASCII)
    if names.contains("wal_checkpoint") { return true }
    let settings = [
      "foreign_keys", "journal_mode", "synchronous", "auto_vacuum", "page_size", "temp_store",
    ]
    return settings.contains { names.contains($0) }
      && tokens.contains { $0.isSymbol("=") || $0.isSymbol("(") }
  }

  /// Whether the statement gives a value to the pragma of the journal.
  var setsJournal: Bool {
    guard tokens.first?.isWord("pragma") ?? false else { return false }
    return tokens.contains { $0.name?.isSameName(as: "journal_mode") ?? false }
      && tokens.contains { $0.isSymbol("=") || $0.isSymbol("(") }
  }

  /// Whether the statement may change the database, or makes changes last.
  var changesSomething: Bool {
    guard let first = tokens.first else { return false }
    let changing = [
      "alter", "commit", "create", "delete", "drop", "end", "insert", "replace", "update", "with",
    ]
    return changing.contains(where: first.isWord)
  }

  /// Whether it matters for what a migration of code does, and for how its other statements are to be
  /// read: it changes something, reads tables of the app, or begins or ends what holds for others.
  ///
  /// - Parameter tables: lower-case names of tables that are not the app's.
  package func isPartOfMigration(besides tables: Set<String>) -> Bool {
    guard let first = tokens.first else { return false }
    let names = tokens.compactMap(\.name).map(\.lowercasedASCII)
    if names.contains(where: tables.contains) { return false }
    if first.isWord("pragma") {
      return ["foreign_keys", "legacy_alter_table"].contains(where: names.contains)
        && tokens.contains { $0.isSymbol("=") }
    }
    if first.isWord("select") || first.isWord("with") {
      return tokens.contains { $0.isWord("from") }
        && !names.contains { $0.hasPrefix("sqlite_") || $0.hasPrefix("pragma_") }
    }
    return changesSomething || first.isWord("begin") || first.isWord("rollback")
  }

  /// Whether the statement reads rows, and changes nothing.
  var isQuery: Bool { tokens.first?.isWord("select") ?? false }

  /// Whether the statement may change the database by itself.
  package var changesData: Bool { changesSomething && !commits }

  /// Whether the statement begins a transaction.
  fileprivate var begins: Bool { tokens.first?.isWord("begin") ?? false }

  /// Whether the statement ends a transaction with effect.
  var commits: Bool {
    tokens.first.map { $0.isWord("commit") || $0.isWord("end") } ?? false
  }

  /// Whether the statement speaks of the enforcement of foreign keys.
  var speaksOfForeignKeys: Bool {
    guard tokens.first?.isWord("pragma") ?? false else { return false }
    let names = tokens.compactMap(\.name).map(\.lowercasedASCII)
    return names.contains("foreign_keys") || names.contains("defer_foreign_keys")
  }
}
