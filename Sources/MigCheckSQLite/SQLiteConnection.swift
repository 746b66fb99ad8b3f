import CSQLite

/// A connection to a database. Used by one thread at a time.
package final class SQLiteConnection {
  package enum Mode {
    /// The file is made if it is missing.
    case create
    case readWrite
    case readOnly
    /// Only read, as a file that nobody changes: without locks, logs and files beside it.
    case immutable
  }

  /// Who may have the file open at the same time.
  package enum Sharing {
    case anybody
    /// All other processes are kept from it. What the connections of this one share then stands
    /// in memory and not in a file `-shm`.
    case thisProcess
    /// Only this connection, which nothing enforces: a scratch file whose name nobody else knows.
    /// It must have no journal beside it, and get none.
    case nobody
  }

  private(set) var handle: OpaquePointer?
  /// Shows another thread what this connection is doing inside SQLite.
  let call = CallSlot()
  private var statements: [String: SQLiteStatement] = [:]
  private var functions: Set<String> = []
  // What the callbacks of the handle point to.
  var authorizer: CallbackBox<SQLiteRequest, SQLiteAnswer>?
  var watcher: CallbackBox<Void, Bool>?
  // Outlives the handle, which reads the time from it.
  private var clock: SQLiteClock?
  private var fileSystem: CrashingFileSystem?
  /// Whether somebody else closes the handle.
  private(set) var isBorrowed = false

  /// A connection of somebody else, who must not close it before this one is closed.
  ///
  /// Its owner no longer hears of commits and rollbacks: not all of them are the owner's.
  ///
  /// - Parameter handle: what SQLite knows it by.
  package init(borrowing handle: OpaquePointer) {
    self.handle = handle
    isBorrowed = true
    sqlite3_commit_hook(handle, nil, nil)
    sqlite3_rollback_hook(handle, nil, nil)
    sqlite3_update_hook(handle, nil, nil)
  }

  /// - Parameters:
  ///   - path: a file, or `:memory:`.
  ///   - busyTimeout: milliseconds to wait for a lock of another connection.
  ///   - sharing: who else may open the file.
  ///   - fileSystem: where the file is, whoever shares it; `nil`: in one that does not break.
  /// - Throws: `SQLiteError`.
  package init(
    path: String, mode: Mode = .create, busyTimeout: Int32 = 5000, sharing: Sharing = .anybody,
    fileSystem: CrashingFileSystem? = nil
  ) throws {
    let flags =
      switch mode {
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    let system: String? =
      switch sharing {
      case .anybody: nil
      // Every SQLite for Unix has this one, if it was not left out on purpose.
      case .thisProcess: sqlite3_vfs_find("unix-excl") == nil ? nil : "unix-excl"
      case .nobody: ScratchFileSystem.name
      }
    self.fileSystem = fileSystem
    let name = mode == .immutable ? Self.immutableURI(of: path) : path
    let code = sqlite3_open_v2(
      name, &handle, flags | SQLITE_OPEN_NOMUTEX,
      fileSystem?.name ?? system ?? SystemFileSystem.name)
    guard code == SQLITE_OK else {
      let error = error(code)
      sqlite3_close_v2(handle)
      handle = nil
      throw error
    }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, busyTimeout)
  }

  private static func immutableURI(of path: String) -> String {
    var name = [UInt8]()
    for byte in (path.utf8.first == UInt8(ascii: "/") ? "//" + path : "./" + path).utf8 {
      switch byte {
      case UInt8(ascii: "%"): name += Array("%25".utf8)
      case UInt8(ascii: "?"): name += Array("%3F".utf8)
      case UInt8(ascii: "#"): name += Array("%23".utf8)
      default: name.append(byte)
      }
    }
    return "file:" + String(decoding: name, as: UTF8.self) + "?mode=ro&immutable=1"
  }

  /// A database whose statements read the time from a clock.
  ///
  /// - Parameter path: a file, which is made if it is missing, or `:memory:`.
  /// - Throws: `SQLiteError`.
  package init(path: String = ":memory:", clock: SQLiteClock) throws {
    self.clock = clock
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, clock.systemName)
    guard code == SQLITE_OK else {
      let error = error(code)
      sqlite3_close_v2(handle)
      handle = nil
      throw error
    }
    sqlite3_extended_result_codes(handle, 1)
  }

  deinit {
    close()
    CallWatch.remove(call)
  }

  /// What the connection does for its owner, for the message about a call that does not return, such
  /// as the place of a statement.
  package var label: String? {
    get { call.label }
    set { call.label = newValue }
  }

  /// Finalizes the cached statements and closes; statements that a caller still holds keep the
  /// connection alive until they go.
  package func close() {
    statements.removeAll()
    if let handle, !isBorrowed {
      sqlite3_close_v2(handle)
    }
    handle = nil
  }

  /// Closes the connection to a file that is about to be removed: its write-ahead log is not moved
  /// into it.
  package func abandon() {
    if let handle { _ = migcheck_skip_checkpoint_on_close(handle) }
    close()
  }

  /// Leaves the connection to a thread that never ends, and that may hold its locks: nothing of it is
  /// given back, and whatever is asked of it fails.
  package func lose() {
    for statement in statements.values { _ = Unmanaged.passRetained(statement) }
    statements.removeAll()
    handle = nil
    CallWatch.remove(call)
  }

  /// Calls of this connection that do not return end the process, if it watches them.
  package func watchCalls() { CallWatch.add(call) }

  func error(_ code: Int32) -> SQLiteError {
    SQLiteError(
      code: handle.map { sqlite3_extended_errcode($0) } ?? code,
      message: handle.map { String(cString: sqlite3_errmsg($0)) }
        ?? String(cString: sqlite3_errstr(code)))
  }

  /// Runs one or more statements without results.
  package func execute(_ sql: String) throws {
    let code = sql.withCString { text in
      call.during(text) { sqlite3_exec(handle, text, nil, nil, nil) }
    }
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Compiles the first statement of `sql`.
  ///
  /// - Throws: `SQLiteError`; also if there is no statement, or more than one.
  package func prepare(_ sql: String) throws -> SQLiteStatement {
    try SQLiteStatement(connection: self, sql: sql)
  }

  /// The statement for this text, compiled once and reset. Not to be used in two nested loops.
  package func cached(_ sql: String) throws -> SQLiteStatement {
    if let statement = statements[sql] {
      statement.reset()
      return statement
    }
    let statement = try prepare(sql)
    statements[sql] = statement
    return statement
  }

  /// Finalizes the cached statements, as some changes of the schema require.
  package func forgetStatements() { statements.removeAll() }

  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }
  /// The rows that the last statement changed.
  package var changes: Int { Int(sqlite3_changes(handle)) }
  package var isInTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  /// Ends a transaction without effect, if one is open.
  package func rollback() {
    guard handle != nil, isInTransaction else { return }
    // The only other way for it to fail is that the transaction has been rolled back already.
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  /// Whether an SQL function was defined by this name.
  package func defines(_ function: String) -> Bool { functions.contains(function) }

  /// Defines an SQL function. An error that `body` throws fails the statement.
  ///
  /// - Parameters:
  ///   - arguments: their number, or −1 for any.
  ///   - innocuous: whether triggers, views and defaults may call it when the schema is not trusted.
  package func define(
    function name: String, arguments: Int32, deterministic: Bool = true, innocuous: Bool = false,
    _ body: @escaping (SQLiteArguments) throws -> SQLiteValue
  ) throws {
    let box = Unmanaged.passRetained(FunctionBox(body))
    let flags =
      SQLITE_UTF8 | (deterministic ? SQLITE_DETERMINISTIC : 0)
      | (innocuous ? SQLITE_INNOCUOUS : 0)
    let code = sqlite3_create_function_v2(
      handle, name, arguments, flags, box.toOpaque(),
      { context, count, values in
        guard let context, let user = sqlite3_user_data(context) else { return }
        let box = Unmanaged<FunctionBox>.fromOpaque(user).takeUnretainedValue()
        do {
          let result = try box.body(SQLiteArguments(values: values, count: Int(count)))
          result.report(to: context)
        } catch let error as SQLiteError {
          // Of a statement that the function ran: as if it were one of this statement.
          sqlite3_result_error(context, error.message, -1)
          sqlite3_result_error_code(context, error.code)
        } catch {
          sqlite3_result_error(context, String(describing: error), -1)
        }
      }, nil, nil,
      { pointer in
        if let pointer { Unmanaged<FunctionBox>.fromOpaque(pointer).release() }
      })
    guard code == SQLITE_OK else { throw error(code) }
    functions.insert(name)
  }
}

private final class FunctionBox {
  let body: (SQLiteArguments) throws -> SQLiteValue

  init(_ body: @escaping (SQLiteArguments) throws -> SQLiteValue) {
    self.body = body
  }
}
