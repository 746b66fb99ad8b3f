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
  /// Bytes of a statement's text.
  case text
  /// Threads that help to sort.
  case threads
  /// Databases besides the main one.
  case attached
  /// Bytes of a pattern of `LIKE` or `GLOB`.
  case pattern
  /// Instructions of a compiled statement.
  case instructions

  fileprivate var number: Int32 {
    switch self {
    case .length: SQLITE_LIMIT_LENGTH
    case .depth: SQLITE_LIMIT_EXPR_DEPTH
    case .arguments: SQLITE_LIMIT_FUNCTION_ARG
    case .compound: SQLITE_LIMIT_COMPOUND_SELECT
    case .columns: SQLITE_LIMIT_COLUMN
    case .text: SQLITE_LIMIT_SQL_LENGTH
    case .threads: SQLITE_LIMIT_WORKER_THREADS
    case .attached: SQLITE_LIMIT_ATTACHED
    case .pattern: SQLITE_LIMIT_LIKE_PATTERN_LENGTH
    case .instructions: SQLITE_LIMIT_VDBE_OP
    }
  }
}

/// What becomes of an action that a statement asks for.
package enum SQLiteAnswer {
  case allowed
  /// The statement fails.
  case refused
  /// The action is left out: of a pragma nothing happens.
  case ignored

  fileprivate var code: Int32 {
    switch self {
    case .allowed: SQLITE_OK
    case .refused: SQLITE_DENY
    case .ignored: SQLITE_IGNORE
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

  /// From now on no statement can write what only SQLite itself writes: the schema's own table, the
  /// tables behind a virtual one, pages.
  ///
  /// - Parameter isOn: `false`: statements can do so again.
  package func defend(_ isOn: Bool = true) throws {
    let code = migcheck_defend(handle, isOn ? 1 : 0)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Lets the function `load_extension` do its work.
  package func enableExtensions() throws {
    let code = migcheck_enable_extensions(handle)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// The names of all kinds of virtual tables that this SQLite has, in lower case.
  package func moduleNames() throws -> Set<String> {
    // All connections of our own have the same ones.
    if !isBorrowed, let known = Self.ownModuleNames { return known }
    return try readModuleNames()
  }

  /// Those of a connection of our own; `nil`: they cannot be read.
  private static let ownModuleNames = try? SQLiteConnection(path: ":memory:").readModuleNames()

  private func readModuleNames() throws -> Set<String> {
    let list = try prepare("SELECT lower(name) FROM pragma_module_list")
    var names = Set<String>()
    while try list.step() { names.insert(list.text(0)) }
    return names
  }

  /// Asks before each action of a statement that is compiled.
  ///
  /// - Parameter answer: called while a statement is compiled; must not use the connection.
  package func authorize(_ answer: @escaping (SQLiteRequest) -> SQLiteAnswer) {
    let box = CallbackBox(answer)
    authorizer = box
    sqlite3_set_authorizer(
      handle,
      { pointer, code, first, second, schema, trigger in
        guard let pointer else { return SQLITE_DENY }
        let box = Unmanaged<CallbackBox<SQLiteRequest, SQLiteAnswer>>.fromOpaque(pointer)
          .takeUnretainedValue()
        let request = SQLiteRequest(
          code: code, first, second, schema: schema, trigger: trigger)
        return box.body(request).code
      }, Unmanaged.passUnretained(box).toOpaque())
  }

  /// Lets the statements that run fail with `SQLITE_INTERRUPT`.
  package func interrupt() { sqlite3_interrupt(handle) }

  /// Asks now and then whether a statement may go on.
  ///
  /// - Parameters:
  ///   - steps: about so many steps of SQLite's virtual machine lie between two questions; 0: none is
  ///     asked.
  ///   - mayGoOn: if it says no, the statement fails with `SQLITE_INTERRUPT`.
  package func watch(every steps: Int, _ mayGoOn: @escaping () -> Bool) {
    let box = CallbackBox<Void, Bool> { mayGoOn() }
    watcher = box
    sqlite3_progress_handler(
      handle, Int32(clamping: steps),
      { pointer in
        guard let pointer else { return 1 }
        let box = Unmanaged<CallbackBox<Void, Bool>>.fromOpaque(pointer).takeUnretainedValue()
        return box.body(()) ? 0 : 1
      }, Unmanaged.passUnretained(box).toOpaque())
  }
}

/// What a callback of SQLite finds behind its pointer; the connection keeps it alive.
final class CallbackBox<Argument, Result> {
  let body: (Argument) -> Result

  init(_ body: @escaping (Argument) -> Result) {
    self.body = body
  }
}
