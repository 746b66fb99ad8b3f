import Foundation
import MigCheckModel
import MigCheckSQL
import MigCheckSQLite
import MigCheckText

/// All that a database of a version holds.
struct VersionContent {
  /// By the lower-case name of a table: its rows, each as one text.
  private var tables: [(name: String, columns: [String], rows: [String])] = []
  private var schema: [String] = []
  private var userVersion = ""
  /// By the lower-case name of a table, the lower-case columns of its primary key.
  private(set) var keys: [String: Set<String>] = [:]

  /// - Throws: `InputError` for a file that cannot be read.
  init(of file: URL) throws {
    do {
      let connection = try SQLiteConnection(path: file.path, mode: .readWrite)
      defer { connection.close() }
      schema = try Self.rows(
        connection,
        "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1"
      ).map { $0[0] }
      userVersion = try Self.rows(connection, "PRAGMA user_version").first?[0] ?? ""
      let names = try Self.rows(
        connection,
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' "
          + "ESCAPE '\\' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
      ).map { $0[0] }
      for name in names { try read(name, connection) }
    } catch let error as SQLiteError {
      throw InputError(
        file: file.lastPathComponent, problem: "the database cannot be read: \(error.message)")
    }
  }

  private mutating func read(_ name: String, _ connection: SQLiteConnection) throws {
    let quoted = "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    let columns = try Self.rows(connection, "PRAGMA table_info(\(quoted))")
    let table = name.lowercasedASCII
    let key = columns.filter { $0[5] != "0" }.map { $0[1].lowercasedASCII }
    keys[table] = Set(key)
    let rows = try Self.rows(connection, "SELECT * FROM \(quoted)").map {
      $0.joined(separator: "\u{1f}")
    }
    tables.append((table, columns.map { $0[1].lowercasedASCII }, rows))
  }

  /// The values of rows as texts.
  private static func rows(_ connection: SQLiteConnection, _ sql: String) throws -> [[String]] {
    let statement = try connection.prepare(sql)
    var rows = [[String]]()
    while try statement.step() {
      rows.append(
        (0..<statement.columnCount).map { column in
          switch statement.value(column) {
          case .null: ""
          case .integer(let number): "\(number)"
          case .real(let number): "\(number)"
          case .text(let text): text
          case .invalidText(let bytes), .blob(let bytes): "\(bytes)"
          }
        })
    }
    return rows
  }

  /// The names of its tables.
  var names: [String] { tables.map(\.name) }

  /// All of it, to be compared.
  var dump: [String] {
    schema + [userVersion] + tables.flatMap { [$0.name] + $0.rows }
  }

  /// Whether there is a table other than those of runners.
  var hasTables: Bool { tables.contains { !RunnerTables.names.contains($0.name) } }

  /// The tables with their columns, but those of runners.
  private var shape: [String] {
    tables.filter { !RunnerTables.names.contains($0.name) }
      .map { "\($0.name)(\($0.columns.sorted { $0.precedes($1) }.joined(separator: ",")))" }
  }

  /// Refuses a given database that is none of a version.
  ///
  /// - Parameters:
  ///   - place: of the version that it is given for.
  ///   - made: what the migrator makes of all versions.
  /// - Throws: `InputError`.
  func require(at place: Int, among made: [VersionContent], names: [String], path: String) throws {
    guard shape != made[place].shape else { return }
    if let other = made.firstIndex(where: { $0.shape == shape }) {
      throw InputError(
        file: path,
        problem: "the tables are those of version \(names[other]), not of version "
          + names[place], remedy: "write --template '\(names[other])=FILE'")
    }
    let own = Set(tables.map(\.name)).subtracting(RunnerTables.names)
    guard own.isDisjoint(with: made[place].tables.map(\.name)) else { return }
    throw InputError(
      file: path, problem: "the database has none of the tables of version \(names[place])",
      remedy: "name a database of the same app")
  }

  /// Lower-case names of tables in which a migrator notes what it has applied: each version changes
  /// them, and writes its name or its number there.
  static func notes(in made: [VersionContent], _ names: [String]) -> Set<String> {
    guard let last = made.last else { return [] }
    let found = last.tables.map(\.name).filter { name in
      let rows = made.map { version in version.tables.first { $0.name == name }?.rows }
      return rows.indices.allSatisfy { place in
        guard let own = rows[place], place == 0 || own != rows[place - 1] else { return false }
        let before = place > 0 ? rows[place - 1] ?? [] : []
        return own.filter { !before.contains($0) }.contains { row in
          row.split(separator: "\u{1f}").contains { isNote($0, of: names[place], at: place) }
        }
      }
    }
    return Set(found)
  }

  /// Whether a cell holds the name of a version, its number, or the number that its name begins with.
  private static func isNote(_ cell: Substring, of name: String, at place: Int) -> Bool {
    if cell == name || cell == "\(place + 1)" { return true }
    guard let number = Int(cell) else { return false }
    return number == Int(name.prefix { $0.isNumber })
  }
}
