/// The database that a script is written for, where the end of its name says so.
///
/// Projects that run on several databases keep the scripts of all in one folder:
/// `3_users.sqlite.up.sql`, `3_users.postgres.up.sql`, `3_users_mysql.sql`.
enum ScriptDialect: Sendable, Equatable {
  case sqlite
  /// Another database.
  /// - Parameter isCertain: whether a dot stands before the word, as in no plain sentence.
  case other(isCertain: Bool)
  /// Any of them.
  case all

  private static let others: Set<String> = [
    "postgres", "postgresql", "pgsql", "psql", "pg", "mysql", "mysql8", "mariadb", "mssql",
    "sqlserver", "cockroach", "cockroachdb", "crdb", "oracle", "h2", "db2", "clickhouse",
  ]

  /// The database that a folder is called after.
  static func ofFolder(_ name: String) -> ScriptDialect? {
    var stem = Substring(name)
    let dialect = removing(from: &stem)
    return stem.isEmpty ? dialect : nil
  }

  /// Takes the word at the end off a name without its ending.
  static func removing(from stem: inout Substring) -> ScriptDialect? {
    let start = stem.lastIndex { "._-".contains($0) }
    let separator = start.map { stem[$0] }
    let word = stem[(start.map(stem.index(after:)) ?? stem.startIndex)...].lowercased()
    let isCertain = separator == "." || separator == nil
    let dialect: ScriptDialect
    switch word {
    case "sqlite", "sqlite3": dialect = .sqlite
    case "all" where separator == ".": dialect = .all
    case _ where others.contains(word): dialect = .other(isCertain: isCertain)
    default: return nil
    }
    stem = stem[..<(start ?? stem.startIndex)]
    return dialect
  }

  /// Divides the names of scripts of one folder into those that run on SQLite and those that do not.
  ///
  /// A word such as `postgres` behind a `_` may belong to a sentence; it counts where another name of
  /// the folder ends in `sqlite`. Of two scripts that differ in nothing but the database, the one for
  /// SQLite is taken.
  static func divide(_ names: [String]) -> (own: [String], foreign: [String]) {
    let all = names.map(MigrationName.init)
    let isMixed = all.contains { $0.dialect == .sqlite }
    let isForeign = all.map { name in
      switch name.dialect {
      case .sqlite: false
      case .other(let isCertain): isCertain || isMixed
      case .all, nil:
        all.contains {
          $0.dialect == .sqlite && $0.stem == name.stem && $0.direction == name.direction
        }
      }
    }
    return (
      zip(names, isForeign).filter { !$0.1 }.map(\.0), zip(names, isForeign).filter(\.1).map(\.0)
    )
  }
}
