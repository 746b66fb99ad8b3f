import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Runs the scripts of a folder, as the common runners do.
struct MigrationRunner {
  let database: ScratchDatabase

  /// A statement that failed.
  struct Failure: Error {
    var statement: SQLStatement?
    var error: SQLiteError
  }

  /// Runs the statements of one version in one transaction, unless they forbid it.
  ///
  /// - Parameter around: runs a statement; by default nothing is done but that.
  /// - Throws: `Failure`; where there is one transaction, nothing has happened then.
  func run(
    _ migration: Migration,
    around: (SQLStatement, () throws -> Void) throws -> Void = { try $1() }
  ) throws {
    let connection = database.connection
    database.seed(migration.number)
    if !migration.runsAlone { try connection.execute("BEGIN") }
    do {
      for statement in migration.statements {
        do {
          try around(statement) {
            try database.guarding { try connection.prepare(statement.text).run() }
          }
        } catch let error as SQLiteError {
          throw Failure(statement: statement, error: error)
        } catch let refusal as StatementRefusal {
          if case .cancelled = refusal.reason { throw Cancelled() }
          throw Failure(
            statement: statement, error: SQLiteError(code: 23, message: "\(refusal)"))
        }
      }
      if connection.isInTransaction {
        do {
          try connection.execute("COMMIT")
        } catch let error as SQLiteError {
          throw Failure(statement: migration.statements.last, error: error)
        }
      }
    } catch {
      connection.rollback()
      throw error
    }
  }
}

extension MigrationRunner.Failure {
  /// `0003_users.sql:12: UNIQUE constraint failed: user.email, in: CREATE UNIQUE INDEX …`
  var message: String {
    let reason = Self.reason(error)
    guard let statement else { return "SQLite says: \(reason)." }
    return "\(statement.place): \(reason), in: \(statement.summary)"
  }

  private static func reason(_ error: SQLiteError) -> String { error.message }

  /// What the verifier knows such failures by.
  ///
  /// - Parameter mapping: gives the names of types and properties.
  func upgradeError(_ mapping: SchemaMapping) -> UpgradeError {
    let place = Self.place(in: error.message)
    return UpgradeError(
      code, message, type: place.map { mapping.typeName($0.table) },
      property: place.map { mapping.propertyName($0.column, of: $0.table) })
  }

  /// `SQLITE_CONSTRAINT` has the kind of constraint above its low byte.
  private var code: UpgradeError.Code {
    guard error.primaryCode == 19 else {
      return error.isCorrupt ? .storeCorrupt : .statementFailed
    }
    switch error.code >> 8 {
    case 5: return .nullForRequired
    case 6: return .duplicatePrimaryKey
    default: return .constraintFailed
    }
  }

  /// The table and the column that SQLite names: `UNIQUE constraint failed: user.email`.
  private static func place(in message: String) -> (table: String, column: String)? {
    guard let colon = message.firstRange(of: "constraint failed: ") else { return nil }
    let first = message[colon.upperBound...].prefix { $0 != "," }
    guard let dot = first.lastIndex(of: ".") else { return nil }
    return (String(first[..<dot]), String(first[first.index(after: dot)...]))
  }
}
