import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Runs the scripts of a folder, as the common runners do.
package struct MigrationRunner {
  let database: ScratchDatabase

  /// A statement that failed.
  package struct Failure: Error {
    var statement: SQLStatement?
    var error: SQLiteError
    /// Whether it was stopped since it takes too much.
    var reachesLimit: Bool

    /// - Parameter statement: `nil`: the end of the transaction.
    package init(statement: SQLStatement?, error: SQLiteError, reachesLimit: Bool = false) {
      self.statement = statement
      self.error = error
      self.reachesLimit = reachesLimit
    }
  }

  /// Runs the statements of one version in one transaction, unless they forbid it.
  ///
  /// - Parameters:
  ///   - userVersion: what the file says of its version afterwards, which is recorded together with
  ///     the last change; `nil`: it is not recorded.
  ///   - around: runs a statement; by default nothing is done but that.
  /// - Throws: `Failure`; where there is one transaction, nothing has happened then.
  func run(
    _ migration: Migration, recording userVersion: Int64? = nil,
    around: (SQLStatement, () throws -> Void) throws -> Void = { try $1() }
  ) throws {
    let last = migration.runsAlone && userVersion != nil ? migration.lastChange : nil
    let connection = database.connection
    database.seed(migration.number)
    if !migration.runsAlone { try connection.execute("BEGIN") }
    do {
      for (place, statement) in migration.statements.enumerated() {
        connection.label = statement.place
        defer { connection.label = nil }
        do {
          try around(statement) {
            try database.guarding {
              if place == last, let userVersion {
                try run(statement, recording: userVersion)
              } else {
                try database.run(statement.text)
              }
            }
          }
        } catch let error as SQLiteError {
          let broken =
            statement.commits ? BrokenCommit(error, of: migration, in: connection) : nil
          throw Failure(statement: broken?.statement ?? statement, error: broken?.error ?? error)
        } catch let refusal as StatementRefusal {
          if case .cancelled = refusal.reason { throw Cancelled() }
          throw Failure(
            statement: statement, error: SQLiteError(refusal), reachesLimit: refusal.isLimit)
        }
      }
      do {
        if let userVersion, try database.userVersion != userVersion {
          try connection.execute("PRAGMA user_version = \(userVersion)")
        }
        if connection.isInTransaction { try connection.execute("COMMIT") }
      } catch let error as SQLiteError {
        let broken = BrokenCommit(error, of: migration, in: connection)
        throw Failure(
          statement: broken?.statement ?? migration.statements.last, error: broken?.error ?? error)
      }
    } catch {
      connection.rollback()
      throw error
    }
  }

  /// Runs the last change of a script without a transaction around it, and records the version in the
  /// same transaction.
  private func run(_ statement: SQLStatement, recording userVersion: Int64) throws {
    let connection = database.connection
    let record = "PRAGMA user_version = \(userVersion)"
    if statement.commits {
      if connection.isInTransaction { try connection.execute(record) }
      return try database.run(statement.text)
    }
    let isOwn = !connection.isInTransaction
    if isOwn { try connection.execute("BEGIN") }
    do {
      try database.run(statement.text)
      try connection.execute(isOwn ? "\(record); COMMIT" : record)
    } catch {
      if isOwn { connection.rollback() }
      throw error
    }
  }
}

extension SQLiteError {
  /// `SQLITE_AUTH`.
  private static let refused: Int32 = 23

  /// Of a statement that the sandbox stopped.
  init(_ refusal: StatementRefusal) {
    self.init(code: Self.refused, message: "\(refusal)")
  }

  /// Whether the sandbox stopped the statement.
  var isRefusal: Bool { code == Self.refused }
}

extension MigrationRunner.Failure {
  /// `0003_users.sql:12: UNIQUE constraint failed: user.email, in: CREATE UNIQUE INDEX …`
  var message: String {
    guard let statement else { return "SQLite says: \(error.message)." }
    // Why a statement was stopped is said in sentences.
    let why = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
    return "\(statement.place): \(why), in: \(statement.summary)"
  }

  /// What the verifier knows such failures by.
  ///
  /// - Parameter mapping: gives the names of types and properties.
  func upgradeError(_ mapping: SchemaMapping) -> UpgradeError {
    let place = Self.place(in: error.message)
    var result = UpgradeError(
      code, message, type: place.map { mapping.typeName($0.table) },
      property: place.map { mapping.propertyName($0.column, of: $0.table) })
    result.place = statement?.source
    result.reachesLimit = reachesLimit
    result.constraint = constraint.map {
      BrokenConstraint($0, statement: (statement?.summary).map { Name($0) })
    }
    return result
  }

  private var code: UpgradeError.Code {
    switch constraint {
    case .notNull: .nullForRequired
    case .primaryKey: .duplicatePrimaryKey
    case .unique, .foreignKey, .check, .other: .constraintFailed
    case nil: error.isCorrupt ? .storeCorrupt : .statementFailed
    }
  }

  var isOfForeignKey: Bool { constraint == .foreignKey }

  /// `SQLITE_CONSTRAINT` has the kind of constraint above its low byte.
  private var constraint: BrokenConstraint.Kind? {
    guard error.primaryCode == 19 else { return nil }
    return switch error.code >> 8 {
    case 1: .check
    case 3: .foreignKey
    case 5: .notNull
    case 6: .primaryKey
    case 8, 10: .unique
    default: .other
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
