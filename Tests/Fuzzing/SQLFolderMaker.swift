import Foundation
import MigCheckGeneration
import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Makes folders of SQL migrations, with settings, and databases of apps that belong to them.
///
/// Tables, columns and statements fit each other most of the time, so that what is tried lies behind
/// the parser; literals are those at which arithmetic ends.
struct SQLFolderMaker {
  var source: RandomSource
  /// A folder for databases while they are made.
  let folder: String

  private struct Table {
    var name: String
    var columns: [String]
  }

  private var tables: [Table] = []

  init(source: RandomSource, folder: String) {
    self.source = source
    self.folder = folder
  }

  // MARK: Scripts

  /// - Returns: files below `m`.
  mutating func files() -> [FuzzInput.File] {
    let count = 2 + source.below(3)
    return (1...count).map { number in
      let statements = (0...source.below(4)).map { _ in statement(isFirst: number == 1) }
      var text = statements.joined(separator: ";\n") + (source.chance(80) ? ";\n" : "")
      if source.chance(12) { text = damaged(text) }
      return FuzzInput.File("m/\(name(number))", Array(text.utf8))
    }
  }

  private mutating func name(_ number: Int) -> String {
    guard source.chance(6) else { return "\(number)_x.sql" }
    return source.pick(from: [
      "\(number)_\u{1B}[2J.sql", "V\(number)__x.sql", "\(number)_a b'.sql", "00\(number)-x.up.sql",
      "1844674407370955161\(number)_x.sql", "\(number)\npassed.sql", "\(number)_x/up.sql",
    ])
  }

  private mutating func statement(isFirst: Bool) -> String {
    guard let table = tables.isEmpty ? nil : source.pick(from: tables),
      !isFirst || source.chance(40)
    else { return create() }
    let column = source.pick(from: table.columns)
    let grammar = SQLGrammar(names: table.columns)
    func value() -> String {
      grammar.expression(&source).replacingOccurrences(of: "old.", with: "")
        .replacingOccurrences(of: "new.", with: "")
    }
    switch source.below(16) {
    case 0: return create()
    case 1:
      let name = "c\(source.below(9))"
      if let place = tables.firstIndex(where: { $0.name == table.name }) {
        tables[place].columns.append(name)
      }
      return "ALTER TABLE \(table.name) ADD COLUMN \(name) \(type()) \(constraint(name))"
    case 2: return "ALTER TABLE \(table.name) RENAME COLUMN \(column) TO r\(source.below(9))"
    case 3: return "ALTER TABLE \(table.name) DROP COLUMN \(column)"
    case 4, 5: return "UPDATE \(table.name) SET \(column) = \(value()) WHERE \(value())"
    case 6: return "DELETE FROM \(table.name) WHERE \(value())"
    case 7:
      let list = table.columns.joined(separator: ", ")
      return
        "CREATE TABLE n (\(table.columns.map { "\($0) \(type())" }.joined(separator: ", ")));\n"
        + "INSERT INTO n (\(list)) SELECT \(source.chance(70) ? list : value()) FROM \(table.name) "
        + "WHERE \(source.chance(70) ? "1" : value());\nDROP TABLE \(table.name);\n"
        + "ALTER TABLE n RENAME TO \(table.name)"
    case 8: return "CREATE VIEW v\(source.below(5)) AS SELECT \(value()) AS x FROM \(table.name)"
    case 9:
      return "CREATE TRIGGER g\(source.below(9)) AFTER INSERT ON \(table.name) BEGIN "
        + "UPDATE \(table.name) SET \(column) = \(value()); END"
    case 10:
      return "CREATE \(source.pick(from: ["", "UNIQUE "]))INDEX i\(source.below(9)) ON "
        + "\(table.name)(\(source.chance(70) ? column : value()))"
    case 11: return source.pick(from: Self.settings)
    case 12: return source.pick(from: Self.hostile)
    case 13:
      return "INSERT INTO \(table.name) (\(column)) VALUES (\(source.pick(from: Self.literals)))"
    case 14:
      return "CREATE VIRTUAL TABLE f\(source.below(3)) USING fts5(\(column), content=\(table.name))"
    default: return "SELECT \(value()) FROM \(table.name)"
    }
  }

  private mutating func create() -> String {
    let name = source.pick(from: ["a", "b", "user", "\"x y\"", "\"order\"", "é"])
    var columns = (0...source.below(4)).map { "c\($0)" }
    var parts = columns.map { "\($0) \(type()) \(constraint($0))" }
    if source.chance(70) {
      columns.append("id")
      parts.insert(
        "id \(source.pick(from: ["INTEGER", "INT", "TEXT"])) PRIMARY KEY"
          + (source.chance(10) ? " AUTOINCREMENT" : ""), at: 0)
    }
    if source.chance(20), let other = tables.last {
      parts.append(
        "FOREIGN KEY (c0) REFERENCES \(other.name)"
          + source.pick(from: ["", " ON DELETE CASCADE", "(id)", "(nosuch)"]))
    }
    if source.chance(30) { parts.append("CHECK (\(check(source.pick(from: columns))))") }
    tables.append(Table(name: name, columns: columns))
    return "CREATE TABLE \(name) (\(parts.joined(separator: ", ")))"
      + source.pick(from: ["", "", "", " STRICT", " WITHOUT ROWID"])
  }

  private mutating func type() -> String {
    source.pick(from: [
      "INTEGER", "TEXT", "REAL", "BLOB", "", "NUMERIC", "VARCHAR(9223372036854775807)", "DATETIME",
      "BOOLEAN", "JSON", "ANY",
    ])
  }

  private mutating func constraint(_ column: String) -> String {
    switch source.below(9) {
    case 0: "NOT NULL"
    case 1: "NOT NULL DEFAULT \(source.pick(from: Self.literals))"
    case 2: "DEFAULT (\(source.pick(from: Self.literals)))"
    case 3: "UNIQUE"
    case 4: "CHECK (\(check(column)))"
    case 5: "AS (\(column) || 'x')"
    case 6: "COLLATE NOCASE"
    default: ""
    }
  }

  private mutating func check(_ column: String) -> String {
    let (a, b) = (source.pick(from: Self.literals), source.pick(from: Self.literals))
    return switch source.below(9) {
    case 0: "\(column) <= \(a)"
    case 1: "\(column) BETWEEN \(a) AND \(b)"
    case 2: "\(column) IN (\(a), \(b))"
    case 3: "length(\(column)) = \(a)"
    case 4: "length(\(column)) <= \(a)"
    case 5: "substr(\(column), \(a), \(b)) <> ''"
    case 6:
      "\(column) GLOB \(source.pick(from: ["'[0-9]*'", "'[^a-z]'", "'[z-a]'", "'[]]'", "'['"]))"
    case 7: "json_valid(\(column))"
    default: "\(column) % \(a) = \(b) OR \(column) > \(a)"
    }
  }

  /// Tokens that are left out, come twice, change places or are replaced.
  private mutating func damaged(_ text: String) -> String {
    var bytes = Array(text.utf8)
    let tokens = SQLToken.placed(in: text)
    guard tokens.count > 2 else { return text }
    let token = source.pick(from: tokens)
    let other = source.pick(from: tokens)
    switch source.below(5) {
    case 0: bytes.removeSubrange(token.range)
    case 1: bytes.insert(contentsOf: bytes[token.range] + [0x20], at: token.range.lowerBound)
    case 2: bytes.replaceSubrange(token.range, with: Array(text.utf8)[other.range])
    case 3: bytes.replaceSubrange(token.range, with: Array(source.pick(from: Self.literals).utf8))
    default: return String(decoding: ByteMutator.damaged(bytes, &source), as: UTF8.self)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let literals = [
    "0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "0x7FFFFFFFFFFFFFFF", "0xFFFFFFFFFFFFFFFF", "1e308", "1e999", "-0.0", "0.5", "NULL", "''",
    "'a'", "'é'", "x''", "x'00'", "'2020-01-01'", "'{}'", "CURRENT_TIMESTAMP", "200", "4096",
    "4097",
    "TRUE", "99999999999999999999999",
  ]

  private static let settings = [
    "PRAGMA foreign_keys = ON", "PRAGMA foreign_keys = OFF", "PRAGMA user_version = 7",
    "PRAGMA page_size = 512", "VACUUM", "PRAGMA auto_vacuum = 2", "PRAGMA encoding = 'UTF-16'",
    "PRAGMA journal_mode = DELETE", "PRAGMA temp_store = FILE", "PRAGMA recursive_triggers = 1",
    "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT s", "RELEASE s",
    "PRAGMA ignore_check_constraints = 1",
    "PRAGMA case_sensitive_like = 1", "PRAGMA legacy_alter_table = 1", "REINDEX", "ANALYZE",
    "PRAGMA count_changes = 1", "PRAGMA reverse_unordered_selects = 1", "PRAGMA query_only = 1",
    "-- only: postgres for next 9223372036854775807 lines\nSELECT 1",
    "PRAGMA locking_mode = NORMAL",
  ]

  private static let hostile = [
    "ATTACH '' AS o; CREATE TABLE o.t(a); INSERT INTO o.t VALUES (zeroblob(900000))",
    "ATTACH 'stray.sqlite' AS o", "SELECT load_extension('x')", "VACUUM INTO 'stray.sqlite'",
    "CREATE TEMP TABLE t(a); INSERT INTO t VALUES (zeroblob(2000000))", "DETACH main",
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c",
    "PRAGMA writable_schema = 1", "DELETE FROM sqlite_sequence", "DROP TABLE sqlite_sequence",
    "SELECT writefile('stray', 'x')", "CREATE TABLE schema_migrations (version)",
    "INSERT INTO sqlite_sequence VALUES ('a', 9223372036854775807)", "\u{0}", "SELEC '\u{1B}[2J'",
  ]

  // MARK: Settings

  /// `migcheck.json`, with all keys that there are.
  mutating func settings(_ files: [FuzzInput.File]) -> JSON {
    let names = files.map { String($0.name.dropFirst(2)) }
    func text(_ texts: [String]) -> JSON { .string(source.pick(from: texts)) }
    func entry() -> JSON {
      .object([
        .init("what", text(["a", "a.c0", "user.c1", "nosuch", "\u{1B}[2J", ""])),
        .init("version", text(["1", "2_x.sql", "9"])), .init("reason", text(["r", ""])),
      ])
    }
    var members = [JSON.Member("migcheck", .integer(1))]
    for _ in 0...source.below(4) {
      switch source.below(11) {
      case 0:
        members.append(.init("base", text(["../../etc/passwd", names[0], "/dev/zero", ".."])))
      case 1: members.append(.init("fresh", text([names[0], "../s.sql", "nosuch.sql"])))
      case 2: members.append(.init("order", .array(names.reversed().map { .string($0) })))
      case 3: members.append(.init("foreignKeys", .bool(source.chance(50))))
      case 4: members.append(.init("transactions", .bool(source.chance(50))))
      case 5: members.append(.init("drops", .array([entry()])))
      case 6: members.append(.init("ignoring", .array([entry(), entry()])))
      case 7: members.append(.init("rewrites", .array([entry()])))
      case 8: members.append(.init("minSupported", NastyPieces.number(&source)))
      case 9: members.append(.init("shipped", NastyPieces.number(&source)))
      default:
        members.append(
          .init(
            "accepted",
            .array([
              .object([
                .init("history", .string("m")),
                .init("check", text(["side-effects", "\u{1B}[2J"])),
                .init("kind", text(["fault", "x"])), .init("from", .integer(1)),
                .init("to", NastyPieces.number(&source)), .init("reason", .string("r")),
              ])
            ])))
      }
    }
    return .object(members)
  }

  // MARK: Databases

  /// A database at one of the versions, with rows and what a runner leaves there; `nil`: the scripts
  /// make none.
  mutating func database(_ files: [FuzzInput.File]) -> [UInt8]? {
    let path = "\(folder)/app.sqlite"
    defer {
      for suffix in ["", "-wal", "-journal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    do {
      let connection = try SQLiteConnection(path: path)
      let sandbox = try StatementSandbox(connection)
      try connection.execute(
        "PRAGMA synchronous = OFF; PRAGMA page_size = "
          + source.pick(from: ["512", "1024", "4096", "65536"]) + "; PRAGMA encoding = "
          + source.pick(from: ["'UTF-8'", "'UTF-8'", "'UTF-16le'"]))
      for file in files.prefix(1 + source.below(files.count)) {
        try? sandbox.run { try connection.execute(String(decoding: file.bytes, as: UTF8.self)) }
      }
      connection.rollback()
      try? connection.execute(
        source.pick(from: [
          "CREATE TABLE schema_migrations (version)",
          "CREATE TABLE log (a); CREATE INDEX l ON log(a)",
          "PRAGMA user_version = -1", "PRAGMA journal_mode = WAL", "CREATE VIEW z AS SELECT 1", "",
        ]))
      for table in tables {
        for _ in 0...source.below(3) {
          let column = source.pick(from: table.columns)
          let value = source.pick(from: Self.literals)
          try? sandbox.run {
            try connection.execute("INSERT INTO \(table.name) (\(column)) VALUES (\(value))")
          }
        }
      }
      connection.close()
      return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      return nil
    }
  }
}
