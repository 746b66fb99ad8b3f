import MigCheckSQLite
import MigCheckText

/// What a connection keeps beside its database and later statements can see: temporary tables, pragmas,
/// the last row id.
///
/// Two connections that keep nothing do the same with equal databases, however many statements one of
/// them has run. One thing is left to chance: SQLite draws a row id if the greatest one is taken.
struct ConnectionMemory: Sendable {
  /// Whether statements keep or read something that cannot be asked for later.
  let isHidden: Bool
  /// The pragmas that statements set, which can be asked for.
  private let pragmas: [String]

  /// Pragmas whose value can be asked for. It is 0 on a new connection; that of the first is 1 if foreign
  /// keys are enforced.
  private static let settings = ["foreign_keys", "legacy_alter_table", "defer_foreign_keys"]
  /// Pragmas that set what the file holds, or nothing.
  private static let harmless: Set = [
    "application_id", "foreign_key_check", "foreign_key_list", "index_info", "index_list",
    "index_xinfo", "integrity_check", "quick_check", "table_info", "table_list", "table_xinfo",
    "user_version",
  ]
  private static let functions: Set = ["changes", "last_insert_rowid", "total_changes"]

  /// - Parameter statements: all that may run on a connection.
  init(of statements: [SQLStatement]) {
    let set = statements.compactMap(\.pragma)
    pragmas = Self.settings.filter(set.contains)
    isHidden =
      !set.allSatisfy { Self.harmless.contains($0) || Self.settings.contains($0) }
      || statements.contains { $0.mayKeepSomething || $0.calls(Self.functions) }
  }

  /// Whether a connection keeps nothing that a new one would not.
  ///
  /// - Throws: `SQLiteError`.
  func isEmpty(in connection: SQLiteConnection, enforcesForeignKeys: Bool) throws -> Bool {
    guard !isHidden, !connection.isInTransaction else { return false }
    return try pragmas.allSatisfy { pragma in
      let expected: Int64 = pragma == Self.settings[0] && enforcesForeignKeys ? 1 : 0
      return try connection.rows("PRAGMA \(pragma)").first?.first?.plainInteger == expected
    }
  }
}

extension SQLStatement {
  /// The lower-case name of the pragma; `nil`: the statement is something else.
  fileprivate var pragma: String? {
    guard tokens.first?.isWord("pragma") ?? false else { return nil }
    let names = tokens.dropFirst().prefix(3)
    let hasSchema = names.dropFirst().first?.isSymbol(".") ?? false
    return (hasSchema ? names.last : names.first)?.possibleName ?? ""
  }

  /// Whether the statement leaves something in the connection, or what it does depends on what a
  /// connection has read of the database before.
  fileprivate var mayKeepSomething: Bool {
    guard let first = tokens.first else { return false }
    // What `ANALYZE` finds is read when a database is opened, modules keep what they like, and a pragma
    // that is explained takes effect.
    if ["analyze", "attach", "detach", "explain"].contains(where: first.isWord) { return true }
    let names = tokens.map(\.possibleName)
    if first.isWord("create"), names.count > 1, ["temp", "temporary", "virtual"].contains(names[1])
    {
      return true
    }
    return names.enumerated().contains { place, name in
      guard let name else { return false }
      return name.hasPrefix("sqlite_stat") || name.hasPrefix("sqlite_temp")
        || name.hasPrefix("pragma_")
        || name == "temp" && place + 1 < tokens.count && tokens[place + 1].isSymbol(".")
    }
  }

  /// - Parameter functions: lower-case names.
  fileprivate func calls(_ functions: Set<String>) -> Bool {
    zip(tokens, tokens.dropFirst()).contains { name, next in
      next.isSymbol("(") && name.possibleName.map(functions.contains) ?? false
    }
  }
}

extension SQLToken {
  /// What the token may name, in lower case: SQLite takes a text for a name where it expects one.
  fileprivate var possibleName: String? {
    if case .text(let text) = self { text.lowercasedASCII } else { name?.lowercasedASCII }
  }
}
