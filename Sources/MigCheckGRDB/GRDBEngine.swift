#if GRDB
  import Foundation
  import GRDB
  import MigCheckCoreData
  import MigCheckHistory
  import MigCheckModel
  import MigCheckSQL
  import MigCheckSQLite
  import MigCheckText

  /// Runs a migrator.
  struct GRDBEngine: DatabaseEngine {
    /// One version: a migration, or a state that a former release left.
    enum Step: Sendable {
      case migration(String)
      /// Of the former migrator only these were applied, in its order.
      case former([String])

      var name: String {
        switch self {
        case .migration(let identifier): identifier
        case .former(let identifiers): identifiers.joined(separator: "+")
        }
      }
    }

    let steps: [Step]
    private let migrator: DatabaseMigrator
    private let former: DatabaseMigrator?
    private let configuration: Configuration
    private let isVariant: Bool
    /// How many seconds of a processor's time a migration may take.
    private let timeLimit: Double
    private let known = Locked(Set<String>())
    /// Parallel to the steps.
    private let timings: [BlockTiming]

    init(
      _ migrator: DatabaseMigrator, configuration: Configuration, former: DatabaseMigrator?,
      timeLimit: Double
    ) {
      self.init(
        migrator, configuration: configuration, former: former, timeLimit: timeLimit,
        steps: migrator.migrations.map(Step.migration))
    }

    private init(
      _ migrator: DatabaseMigrator, configuration: Configuration, former: DatabaseMigrator?,
      timeLimit: Double, steps: [Step], isVariant: Bool = false
    ) {
      self.migrator = migrator
      self.configuration = configuration
      self.former = former
      self.steps = steps
      self.isVariant = isVariant
      self.timeLimit = timeLimit
      timings = steps.map { _ in BlockTiming() }
    }

    var migrations: [Migration] {
      steps.enumerated().map { place, step in
        Migration(number: UInt64(place) + 1, name: step.name, statements: [])
      }
    }

    // MARK: DatabaseEngine

    var enforcesForeignKeys: Bool { configuration.foreignKeysEnabled }
    // Only what the app has run is run again.
    var allowed: Set<StatementPermission> { [.attach, .internalTables] }
    /// That of GRDB, and those that only the database of an app has.
    var ownTables: Set<String> = ["grdb_migrations"]

    func openCopy(_ path: String) throws -> OpenedDatabase { try open(path, in: nil) }

    func open(_ path: String, in fileSystem: CrashingFileSystem?) throws -> OpenedDatabase {
      try open(path, in: fileSystem, isElsewhen: false)
    }

    func openElsewhen(_ path: String) throws -> OpenedDatabase {
      try open(path, in: nil, isElsewhen: true)
    }

    private func open(
      _ path: String, in fileSystem: CrashingFileSystem?, isElsewhen: Bool
    ) throws -> OpenedDatabase {
      var configuration = configuration
      let now = Date(timeIntervalSince1970: isElsewhen ? 1_950_731_258.614 : 1_704_164_645)
      configuration.transactionClock = .custom { _ in now }
      // Where nothing breaks, nobody has to wait for the disk.
      if fileSystem == nil {
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
      }
      do {
        let queue = try DefaultFileSystem.opening(
          path, in: fileSystem, isElsewhen: isElsewhen
        ) {
          path == ":memory:"
            ? try DatabaseQueue(configuration: configuration)
            : try DatabaseQueue(path: path, configuration: configuration)
        }
        guard let handle = queue.inDatabase({ $0.sqliteConnection }) else {
          throw SQLiteError(
            code: ResultCode.SQLITE_MISUSE.rawValue, message: "the database is not open")
        }
        let connection = MigCheckSQLite.SQLiteConnection(borrowing: handle)
        return OpenedDatabase(connection, owner: queue) { try? queue.close() }
      } catch let error as DatabaseError {
        throw SQLiteError(error)
      }
    }

    func upgrade(
      _ database: ScratchDatabase, by migration: Migration, recording userVersion: Int64,
      around: (Int, () throws -> Void) throws -> Void
    ) throws -> [SQLStatement] {
      guard let queue = database.owner as? DatabaseQueue else {
        throw UpgradeError(.storeCorrupt, "The database is not open.")
      }
      database.seed(migration.number)
      let recorder = StatementRecorder(of: migration.name, ownTables: ownTables)
      do {
        try run(migration, on: database, queue, recorder)
      } catch let error as DatabaseError {
        throw MigrationRunner.Failure(
          statement: statement(of: error, in: migration, recorder), error: SQLiteError(error))
      } catch let error as UpgradeError {
        throw error
      } catch {
        throw UpgradeError(.authorError, "\(migration.name) throws an error of its own: \(error).")
      }
      return recorder.statements
    }

    /// The statement that an error is about.
    private func statement(
      of error: DatabaseError, in migration: Migration, _ recorder: StatementRecorder
    ) -> SQLStatement {
      if let text = error.sql { return SQLStatement(text: text, file: migration.name, line: nil) }
      if error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
        return SQLStatement(
          text: "the check of foreign keys at the end of the migration", file: migration.name,
          line: nil)
      }
      return recorder.statements.last { $0.changesData }
        ?? SQLStatement(text: "COMMIT", file: migration.name, line: nil)
    }

    func rehearse(
      _ database: ScratchDatabase, by migration: Migration,
      watching: @escaping (SQLStatement?) -> Void
    ) throws {
      guard let queue = database.owner as? DatabaseQueue else { return }
      database.seed(migration.number)
      let recorder = StatementRecorder(
        of: migration.name, ownTables: ownTables, watching: watching)
      try run(migration, on: database, queue, recorder)
      watching(nil)
    }

    /// Runs a version on a thread of its own, whose end is not that of the process: the app's code may
    /// decode NULL as a `String`, or never end.
    private func run(
      _ migration: Migration, on database: ScratchDatabase, _ queue: DatabaseQueue,
      _ recorder: StatementRecorder
    ) throws {
      let step = steps[Int(migration.number) - 1]
      let timing = timings[Int(migration.number) - 1]
      let limit = timing.seconds(of: timeLimit)
      let begin = ContinuousClock.now
      let deadline = MigrationDeadline(database.connection, seconds: limit)
      recorder.deadline = deadline
      let result = Locked<Result<Void, any Error>?>(nil)
      // The thread is stopped only if SQLite cannot end the migration: a loop without statements.
      let ending = BlockThread.run(seconds: 2 * limit + 0.5, staysWhenTrapped: true) {
        deadline.start()
        let own = Result { try recorder.recording(queue) { try run(step, on: queue) } }
        deadline.stop()
        result.withLock { $0 = own }
      }
      let last = recorder.lastInTime.map { " after \($0.summary)" } ?? ""
      guard let ending else {
        if deadline.isReached { throw overdue(migration, timing, last) }
        let parts = begin.duration(to: .now).components
        timing.note(seconds: Double(parts.seconds) + Double(parts.attoseconds) / 1e18)
        try result.withLock { $0 }?.get()
        return
      }
      database.lose()
      switch ending {
      case .trapped(let message):
        throw UpgradeError.trap("\(migration.name) crashed\(last)", message)
      case .timedOut, .stopped: throw overdue(migration, timing, last)
      }
    }

    private func overdue(
      _ migration: Migration, _ timing: BlockTiming, _ last: String
    ) -> UpgradeError {
      timing.noteTimeOut()
      return UpgradeError(
        .timeLimit,
        "\(migration.name) did not end\(last), within \(Self.text(timeLimit)) seconds of a processor's "
          + "time.")
    }

    /// `30`, or `0.5`.
    private static func text(_ seconds: Double) -> String {
      seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }

    private func run(_ step: Step, on queue: DatabaseQueue) throws {
      switch step {
      case .migration(let identifier):
        // Each migration is a transaction of its own, whether or not others follow at once.
        var migrator = migrator
        migrator.eraseDatabaseOnSchemaChange = false
        try migrator.migrate(queue, upTo: identifier)
      case .former(let identifiers): try runFormer(identifiers, on: queue)
      }
    }

    /// Runs some of the former migrations: the others count as applied for a moment.
    private func runFormer(_ identifiers: [String], on queue: DatabaseQueue) throws {
      guard var former, let last = identifiers.last else { return }
      former.eraseDatabaseOnSchemaChange = false
      let all = former.migrations
      let skipped = all[...(all.firstIndex(of: last) ?? 0)].filter { !identifiers.contains($0) }
      let added = try queue.writeWithoutTransaction { db in
        let applied = try former.appliedIdentifiers(db)
        return try skipped.filter { !applied.contains($0) }.map { identifier in
          try db.execute(
            sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [identifier])
          return identifier
        }
      }
      try former.migrate(queue, upTo: last)
      try queue.writeWithoutTransaction { db in
        for identifier in added {
          try db.execute(
            sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [identifier])
        }
      }
    }

    func recordedVersion(
      of database: ScratchDatabase, among entries: [DatabaseVersions.Entry]
    ) throws -> Int? {
      guard let queue = database.owner as? DatabaseQueue else { return nil }
      do {
        let applied = try queue.inDatabase { try migrator.appliedIdentifiers($0) }
        return steps.lastIndex { step in
          switch step {
          case .migration(let identifier): applied.contains(identifier)
          case .former(let identifiers): identifiers.allSatisfy(applied.contains)
          }
        }
      } catch let error as DatabaseError {
        throw SQLiteError(error)
      }
    }

    // MARK: What is reported beside data

    func faults(after database: ScratchDatabase, from: Int, to: Int) -> [HopFault] {
      var faults = [HopFault]()
      let name = steps[to].name
      if to == steps.count - 1, from == to - 1, !isVariant {
        if migrator.eraseDatabaseOnSchemaChange { faults.append(Self.erases) }
        if former == nil, let merging = merged.first { faults.append(Self.untried(merging)) }
      }
      // Tables beside those of the migrations are a change to GRDB.
      guard ownTables.count == 1, let queue = database.owner as? DatabaseQueue,
        known.withLock({ $0.insert("\(from) \(to)").inserted }) || isChanged("\(from) \(to)")
      else { return faults }
      if (try? queue.inDatabase({ try migrator.hasSchemaChanges($0) })) ?? false {
        known.withLock { _ = $0.insert("changed \(from) \(to)") }
        faults.append(
          HopFault(
            "schemaChanged", isError: migrator.eraseDatabaseOnSchemaChange,
            message: "After the upgrade the schema is not the one that the migrations give to an "
              + "empty database (hasSchemaChanges), at \(name). If only the order of columns is "
              + "another one, nothing is to be done unless eraseDatabaseOnSchemaChange is set."))
      }
      return faults
    }

    /// Whether an upgrade ended with another schema before; others of the same hop are looked at too.
    private func isChanged(_ hop: String) -> Bool {
      known.withLock { $0.contains("changed \(hop)") }
    }

    private static let erases = HopFault(
      "erasesDatabase", isError: false,
      message: "eraseDatabaseOnSchemaChange is set: a store whose schema is not that of the "
        + "migrations is erased with all that it holds. Let no release set it. Here the migrations "
        + "run without it.")

    private static func untried(_ merging: (identifier: String, merged: [String])) -> HopFault {
      HopFault(
        "mergedUntried", isError: false,
        message: "\(merging.identifier) merges \(merging.merged.joined(separator: ", ")); stores "
          + "that have applied some of them are tried if the migrator that had them is given as "
          + "former.")
    }

    // MARK: Merged migrations

    /// The migrations that merge others, which GRDB does not show by its interface.
    private var merged: [(identifier: String, merged: [String])] {
      guard let all = Mirror(reflecting: migrator).descendant("_migrations") as? [Any] else {
        return []
      }
      return all.compactMap { migration in
        let mirror = Mirror(reflecting: migration)
        guard let identifier = mirror.descendant("identifier") as? String,
          let names = mirror.descendant("mergedIdentifiers") as? Set<String>, !names.isEmpty
        else { return nil }
        return (identifier, names.sorted())
      }
    }

    /// At most so many subsets of merged migrations are tried.
    private static let mostVariants = 32

    /// For each subset of merged migrations that a store may have applied, but the empty one: the
    /// same versions, with a store that has applied it just before the one that merges them.
    var variants: [GRDBEngine] {
      guard let former, !isVariant else { return [] }
      var variants = [GRDBEngine]()
      for (identifier, names) in merged {
        let order = former.migrations.filter(names.contains)
        guard let place = migrator.migrations.firstIndex(of: identifier), !order.isEmpty,
          order.count < 16
        else { continue }
        for mask in 1..<(1 << order.count) where variants.count < Self.mostVariants {
          let subset = order.enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element)
          var steps = self.steps
          steps.insert(.former(subset), at: place)
          variants.append(
            GRDBEngine(
              migrator, configuration: configuration, former: former, timeLimit: timeLimit,
              steps: steps, isVariant: true)
          )
        }
      }
      return variants
    }

    /// The number of the version of such a store; `nil`: this is no variant.
    var formerVersion: UInt64? {
      steps.firstIndex { if case .former = $0 { true } else { false } }.map { UInt64($0) + 1 }
    }

    /// The merged migrations that a variant has applied.
    var mergedText: String {
      for case .former(let identifiers) in steps { return identifiers.joined(separator: ", ") }
      return ""
    }
  }

  extension SQLiteError {
    init(_ error: DatabaseError) {
      // Behind it stands the row, whose values are the reader's to see only where they are asked for.
      let message = (error.message ?? "\(error.resultCode)").split(separator: ", in [")
      self.init(
        code: error.extendedResultCode.rawValue, message: message.first.map { String($0) } ?? "")
    }
  }
#endif
