import CSQLite

/// What a statement wants to do, as SQLite asks before it compiles it.
package enum SQLiteAction: Sendable, Equatable {
  case select
  case recursion
  case call(function: String)
  /// The column is empty where only rows are counted.
  case read(table: String, column: String)
  case insert(table: String)
  case update(table: String, column: String)
  case delete(table: String)
  /// - argument: `nil` where the value is only asked for.
  case pragma(name: String, argument: String?)
  /// - file: `nil` where it is an expression and not a text.
  case attach(file: String?)
  case detach(schema: String)
  case createVirtualTable(name: String, module: String)
  /// Also of views, indexes and triggers.
  case createTable(name: String)
  case dropTable(name: String)
  case alterTable(name: String)
  /// `BEGIN`, `COMMIT` or `ROLLBACK`, or an action on a savepoint.
  case transaction(String)
  case other(code: Int32)
}

/// An action, and where it would be done.
package struct SQLiteRequest: Sendable, Equatable {
  package var action: SQLiteAction
  /// `main`, `temp`, or the name of an attached one; `nil` where the action has none.
  package var schema: String?
  /// The innermost trigger or view that asks; `nil`: the statement itself.
  package var trigger: String?
}

extension SQLiteRequest {
  /// From what SQLite gives to an authorizer.
  init(
    code: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
    schema: UnsafePointer<CChar>?, trigger: UnsafePointer<CChar>?
  ) {
    action = SQLiteAction(
      code, first.map { String(cString: $0) }, second.map { String(cString: $0) })
    self.schema = schema.map { String(cString: $0) }
    self.trigger = trigger.map { String(cString: $0) }
  }
}

extension SQLiteAction {
  fileprivate init(_ code: Int32, _ first: String?, _ second: String?) {
    let name = first ?? ""
    self =
      switch code {
      case SQLITE_SELECT: .select
      case SQLITE_RECURSIVE: .recursion
      case SQLITE_FUNCTION: .call(function: second ?? "")
      case SQLITE_READ: .read(table: name, column: second ?? "")
      case SQLITE_INSERT: .insert(table: name)
      case SQLITE_UPDATE: .update(table: name, column: second ?? "")
      case SQLITE_DELETE: .delete(table: name)
      case SQLITE_PRAGMA: .pragma(name: name, argument: second)
      case SQLITE_ATTACH: .attach(file: first)
      case SQLITE_DETACH: .detach(schema: name)
      case SQLITE_CREATE_VTABLE: .createVirtualTable(name: name, module: second ?? "")
      case SQLITE_CREATE_TABLE, SQLITE_CREATE_TEMP_TABLE: .createTable(name: name)
      case SQLITE_DROP_TABLE, SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_VTABLE: .dropTable(name: name)
      // Of this one the first name is that of the database.
      case SQLITE_ALTER_TABLE: .alterTable(name: second ?? "")
      case SQLITE_TRANSACTION: .transaction(name)
      case SQLITE_SAVEPOINT: .transaction("\(name) \(second ?? "")")
      default: .other(code: code)
      }
  }
}
