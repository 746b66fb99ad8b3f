import CSQLite
import MigCheckModel
import MigCheckSQLite

/// One cell of a row, in one of SQLite's storage classes.
enum Cell: Sendable, Hashable {
  case null
  case integer(Int64)
  /// The bits of a double, so that equality is exact.
  case real(UInt64)
  case text([UInt8])
  case blob([UInt8])
}

/// A connection to a real SQLite database. Used by one thread at a time.
final class Database {
  private var handle: OpaquePointer?
  let path: String
  /// Where the file is; `nil`: where it does not break.
  private let fileSystem: CrashingFileSystem?
  /// What the statements that are compiled do; `nil`: nobody asks.
  private var actions: [StatementAction]?

  /// - Parameter path: a file, or `:memory:`.
  /// - Throws: `UpgradeError`.
  init(path: String, fileSystem: CrashingFileSystem? = nil) throws {
    self.path = path
    self.fileSystem = fileSystem
    try open()
  }

  deinit { close() }

  private func open() throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &handle, flags, fileSystem?.name) == SQLITE_OK else {
      throw error()
    }
    sqlite3_extended_result_codes(handle, 1)
    // Where nothing breaks, nobody has to wait for the disk.
    try execute(
      "PRAGMA synchronous = \(fileSystem == nil ? "OFF" : "FULL"); PRAGMA foreign_keys = OFF")
  }

  func close() {
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// Closes and opens a file again; a database in memory would be empty then, and stays open.
  func reopen() throws {
    guard path != ":memory:" else { return }
    close()
    try open()
  }

  /// Runs one or more statements.
  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error() }
  }

  /// Runs one statement.
  ///
  /// - Returns: its rows.
  @discardableResult
  func run(_ sql: String, _ arguments: [Cell] = []) throws -> [[Cell]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw error() }
    defer { sqlite3_finalize(statement) }
    for (index, cell) in arguments.enumerated() { bind(cell, at: Int32(index + 1), to: statement) }
    var rows = [[Cell]]()
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append((0..<sqlite3_column_count(statement)).map { cell($0, of: statement) })
      case SQLITE_DONE: return rows
      default: throw error()
      }
    }
  }

  /// Copies the whole content into an empty database.
  func copy(to other: Database) throws {
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw other.error()
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw other.error() }
  }

  private func bind(_ cell: Cell, at index: Int32, to statement: OpaquePointer?) {
    // SQLite copies what it is given before the call returns.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch cell {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let value): sqlite3_bind_int64(statement, index, value)
    case .real(let bits): sqlite3_bind_double(statement, index, Double(bitPattern: bits))
    case .text(let bytes):
      // A further byte, since the address of no bytes at all would mean NULL.
      (bytes + [0]).withUnsafeBytes { buffer in
        _ = sqlite3_bind_text(
          statement, index, buffer.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count),
          copies)
      }
    case .blob(let bytes):
      (bytes + [0]).withUnsafeBytes { buffer in
        _ = sqlite3_bind_blob(statement, index, buffer.baseAddress, Int32(bytes.count), copies)
      }
    }
  }

  private func cell(_ column: Int32, of statement: OpaquePointer?) -> Cell {
    func bytes(_ start: UnsafeRawPointer?) -> [UInt8] {
      Array(
        UnsafeRawBufferPointer(
          start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }
    return switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column).bitPattern)
    case SQLITE_TEXT: .text(bytes(sqlite3_column_text(statement, column)))
    case SQLITE_BLOB: .blob(bytes(sqlite3_column_blob(statement, column)))
    default: .null
    }
  }

  private func error() -> UpgradeError {
    let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory is left"
    let code: UpgradeError.Code =
      switch handle.map({ sqlite3_extended_errcode($0) }) {
      // SQLITE_CONSTRAINT with the number of the kind above it; Swift does not see these macros.
      case SQLITE_CONSTRAINT | 5 << 8: .nullForRequired
      case SQLITE_CONSTRAINT | 6 << 8, SQLITE_CONSTRAINT | 8 << 8, SQLITE_CONSTRAINT | 10 << 8:
        .duplicatePrimaryKey
      default: .expressionError
      }
    return UpgradeError(code, "SQLite says: \(message).")
  }
}

// MARK: - What statements do

/// One thing that a statement does to a table, as SQLite tells when it compiles it.
enum StatementAction: Equatable {
  case insert(table: String)
  case update(table: String, column: String)
  case delete(table: String)
  /// The table is made, altered or dropped.
  case restructure
}

extension Database {
  /// Runs one statement.
  ///
  /// - Returns: what it does, but for what SQLite does with tables of its own.
  func observe(_ sql: String) throws -> [StatementAction] {
    actions = []
    sqlite3_set_authorizer(
      handle,
      { context, code, first, second, _, _ in
        guard let context else { return SQLITE_DENY }
        let database = Unmanaged<Database>.fromOpaque(context).takeUnretainedValue()
        database.note(code, first.map { String(cString: $0) }, second.map { String(cString: $0) })
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
    defer {
      sqlite3_set_authorizer(handle, nil, nil)
      actions = nil
    }
    try execute(sql)
    return actions ?? []
  }

  private func note(_ code: Int32, _ first: String?, _ second: String?) {
    guard let first else { return }
    switch code {
    case SQLITE_CREATE_TABLE, SQLITE_DROP_TABLE, SQLITE_ALTER_TABLE: actions?.append(.restructure)
    case _ where first.hasPrefix("sqlite_"): break
    case SQLITE_INSERT: actions?.append(.insert(table: first))
    case SQLITE_UPDATE: actions?.append(.update(table: first, column: second ?? ""))
    case SQLITE_DELETE: actions?.append(.delete(table: first))
    default: break
    }
  }
}
