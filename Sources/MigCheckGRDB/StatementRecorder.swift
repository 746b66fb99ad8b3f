#if GRDB
  import GRDB
  import MigCheckSQL

  /// Records the statements that a migration runs, each once, in the order in which they first ran.
  final class StatementRecorder {
    private var log = StatementLog()
    private let migration: String
    private let ownTables: Set<String>
    private let watching: ((SQLStatement) -> Void)?
    private var known: [String: SQLStatement?] = [:]
    /// What the watcher was told of last.
    private var last: SQLStatement?
    /// When the migration has to end.
    var deadline: MigrationDeadline?
    /// The last statement that ran for the first time before the time was over: in a loop the same one
    /// each time.
    private(set) var lastInTime: SQLStatement?
    /// Whether what runs now is a question of the watcher.
    private var isAsked = false

    var statements: [SQLStatement] { log.statements }

    /// - Parameters:
    ///   - migration: its name.
    ///   - ownTables: lower-case names of tables that are not the app's.
    ///   - watching: is told of each statement just before it runs, each time; may read the database.
    init(
      of migration: String, ownTables: Set<String>, watching: ((SQLStatement) -> Void)? = nil
    ) {
      self.migration = migration
      self.ownTables = ownTables
      self.watching = watching
    }

    /// Records what runs in `body`.
    func recording(_ queue: DatabaseQueue, _ body: () throws -> Void) throws {
      queue.inDatabase { db in
        db.trace { event in
          if case .statement(let statement) = event { self.note(statement) }
        }
      }
      defer { queue.inDatabase { $0.trace(nil) } }
      try body()
    }

    private func note(_ event: Database.TraceEvent.Statement) {
      guard !isAsked else { return }
      let sql = event.sql
      deadline?.note(sql)
      let isFirst = known[sql] == nil
      if isFirst { known[sql] = .some(statement(sql, event)) }
      guard case .some(.some(let statement)) = known[sql] else { return }
      log.append(statement)
      if isFirst, !(deadline?.isReached ?? false) { lastInTime = statement }
      guard let watching else { return }
      isAsked = true
      defer { isAsked = false }
      let running = isFirst ? statement : self.statement(sql, event) ?? statement
      // Rows that a foreign key takes along show the statement again.
      guard running.boundText != last?.boundText || running.text != last?.text else { return }
      last = running
      watching(running)
    }

    private func statement(
      _ sql: String, _ event: Database.TraceEvent.Statement
    ) -> SQLStatement? {
      guard
        let statement = SQLStatement(
          traced: sql,
          boundText: sql.contains(where: { "?:@$".contains($0) }) ? event.expandedSQL : nil,
          by: migration)
      else { return nil }
      return statement.isPartOfMigration(besides: ownTables) ? statement : nil
    }
  }
#endif
