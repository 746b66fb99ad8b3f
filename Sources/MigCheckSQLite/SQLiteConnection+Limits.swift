import CSQLite

/// Something that a connection lets no statement exceed.
package enum SQLiteLimit {
  /// Bytes of a text, a blob or a row.
  case length
  /// Levels of an expression.
  case depth
  /// Arguments of a function.
  case arguments
  /// Terms of a `UNION`.
  case compound
  /// Columns of a result.
  case columns

  fileprivate var number: Int32 {
    switch self {
    case .length: SQLITE_LIMIT_LENGTH
    case .depth: SQLITE_LIMIT_EXPR_DEPTH
    case .arguments: SQLITE_LIMIT_FUNCTION_ARG
    case .compound: SQLITE_LIMIT_COMPOUND_SELECT
    case .columns: SQLITE_LIMIT_COLUMN
    }
  }
}

/// What a statement wants to do, as SQLite asks before it compiles it.
package enum SQLiteAction {
  case select
  case recursion
  case call(function: String)
  /// The column is empty where only rows are counted.
  case read(table: String, column: String)
  case other

  fileprivate init(_ code: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?) {
    let (first, second) = (first.map { String(cString: $0) }, second.map { String(cString: $0) })
    self =
      switch code {
      case SQLITE_SELECT: .select
      case SQLITE_RECURSIVE: .recursion
      case SQLITE_FUNCTION: .call(function: second ?? "")
      case SQLITE_READ: .read(table: first ?? "", column: second ?? "")
      default: .other
      }
  }
}

extension SQLiteConnection {
  /// - Returns: the limit that held before.
  @discardableResult
  package func limit(_ limit: SQLiteLimit, to value: Int) -> Int {
    Int(sqlite3_limit(handle, limit.number, Int32(clamping: value)))
  }

  /// From now on a text in double quotes is a name, and an error where there is none such.
  package func refuseDoubleQuotedText() throws {
    let code = migcheck_refuse_double_quoted_text(handle)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Asks before each action of a statement that is compiled.
  ///
  /// - Parameter allows: called while a statement is compiled; must not use the connection.
  package func authorize(_ allows: @escaping (SQLiteAction) -> Bool) {
    let box = CallbackBox(allows)
    authorizer = box
    sqlite3_set_authorizer(
      handle,
      { pointer, code, first, second, _, _ in
        guard let pointer else { return SQLITE_DENY }
        let box = Unmanaged<CallbackBox<SQLiteAction>>.fromOpaque(pointer).takeUnretainedValue()
        return box.body(SQLiteAction(code, first, second)) ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(box).toOpaque())
  }

  /// Asks now and then whether a statement may go on.
  ///
  /// - Parameters:
  ///   - steps: about so many steps of SQLite's virtual machine lie between two questions.
  ///   - mayGoOn: if it says no, the statement fails with `SQLITE_INTERRUPT`.
  package func watch(every steps: Int, _ mayGoOn: @escaping () -> Bool) {
    let box = CallbackBox<Void> { mayGoOn() }
    watcher = box
    sqlite3_progress_handler(
      handle, Int32(clamping: steps),
      { pointer in
        guard let pointer else { return 1 }
        let box = Unmanaged<CallbackBox<Void>>.fromOpaque(pointer).takeUnretainedValue()
        return box.body(()) ? 0 : 1
      }, Unmanaged.passUnretained(box).toOpaque())
  }
}

/// What a callback of SQLite finds behind its pointer; the connection keeps it alive.
final class CallbackBox<Argument> {
  let body: (Argument) -> Bool

  init(_ body: @escaping (Argument) -> Bool) {
    self.body = body
  }
}
