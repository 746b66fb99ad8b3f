import MigCheckModel
import MigCheckSQLite

/// What opens databases and upgrades them: the scripts of a folder, or an app's own code.
package protocol DatabaseEngine: Sendable {
  /// Whether foreign keys are enforced, and rows go with those that they refer to.
  var enforcesForeignKeys: Bool { get }
  /// What statements may do that the sandbox refuses others.
  var allowed: Set<StatementPermission> { get }
  /// What a statement may take.
  var limits: SQLiteBudget.Limits { get }
  /// Tables of the engine's own, in lower case, which hold no data of the app.
  var ownTables: Set<String> { get }
  /// Indexes of texts that hold rows of the app, in lower case.
  var textTables: Set<String> { get }

  /// Functions that the app defines on its connections and that nothing else brings.
  var functions: [DefinedFunction] { get }

  /// Opens a connection, and makes the database if there is none.
  ///
  /// - Parameters:
  ///   - path: a file, or `:memory:`.
  ///   - fileSystem: where the file breaks, handled as an app handles it; `nil`: where it does not
  ///     break, and with less care.
  /// - Throws: `SQLiteError`.
  func open(_ path: String, in fileSystem: CrashingFileSystem?) throws -> OpenedDatabase

  /// Opens a connection whose statements see another time than those of all others.
  ///
  /// - Throws: `SQLiteError`.
  func openElsewhen(_ path: String) throws -> OpenedDatabase

  /// Whether a database can be read from its pages alone: no code of an app opens it, and its version is
  /// that of its header.
  var opensImages: Bool { get }

  /// Whether there may be such connections; see `goesOnAsNew(_:)`.
  var mayGoOnAsNew: Bool { get }

  /// Whether an upgrade goes on with a connection as it would with a new one: the connection keeps nothing
  /// that statements can see, and nothing but statements will run. Only of an engine whose
  /// `faults(after:from:to:)` are always empty.
  ///
  /// - Throws: `SQLiteError`.
  func goesOnAsNew(_ database: ScratchDatabase) throws -> Bool

  /// Opens a copy of a file that an app wrote, as it stands.
  ///
  /// - Throws: `SQLiteError`.
  func openCopy(_ path: String) throws -> OpenedDatabase

  /// Upgrades a database by one version, and records it.
  ///
  /// - Parameters:
  ///   - userVersion: what a file says of its version, if the engine records nothing of its own.
  ///   - around: runs a statement, if the engine knows them; gets its place among the statements.
  /// - Returns: the statements that ran.
  /// - Throws: `MigrationRunner.Failure`, or `UpgradeError`.
  func upgrade(
    _ database: ScratchDatabase, by migration: Migration, recording userVersion: Int64,
    around: (Int, () throws -> Void) throws -> Void
  ) throws -> [SQLStatement]

  /// Whether an upgrade over several versions is one call, and not one call for each version.
  var upgradesInOneGo: Bool { get }

  /// Upgrades a database over several versions in one go.
  ///
  /// - Parameter from: the number of the version that it is at.
  /// - Returns: the statements that ran, by version; an empty array if they are not known.
  /// - Throws: `UpgradeError`.
  func upgrade(
    _ database: ScratchDatabase, from: UInt64, through migrations: [Migration]
  ) throws -> [[SQLStatement]]

  /// Opens a database once more at the version that it is at, as at the next launch.
  ///
  /// - Returns: whether the engine has done it.
  /// - Throws: `UpgradeError`.
  func reopen(_ database: ScratchDatabase, at migration: Migration) throws -> Bool

  /// Hands a database to a release that does not know its version; it then holds what that left.
  ///
  /// - Parameter version: the number of the version that it is at.
  /// - Throws: `UpgradeError` for a database that cannot be read afterwards.
  func hand(
    _ database: ScratchDatabase, at version: UInt64, to release: OlderRelease
  ) throws -> HandedDatabase

  /// Whether it is known which statements ran in an upgrade.
  var knowsStatements: Bool { get }

  /// Upgrades a database by one version, over rows that are there for the sake of the question.
  ///
  /// - Parameter watching: is told of each statement just before it runs, and of the end of the last
  ///   one; may read the database, and must not change it.
  /// - Throws: what ends the upgrade.
  func rehearse(
    _ database: ScratchDatabase, by migration: Migration,
    watching: @escaping (SQLStatement?) -> Void
  ) throws

  /// The place of the version that a database says it has; `nil`: nothing says.
  func recordedVersion(
    of database: ScratchDatabase, among entries: [DatabaseVersions.Entry]
  ) throws -> Int?

  /// What is wrong with an upgrade that has just ended, whatever rows there are.
  ///
  /// - Parameters:
  ///   - from: the place of the version before.
  ///   - to: that of the version after.
  func faults(after database: ScratchDatabase, from: Int, to: Int) -> [HopFault]
}

extension DatabaseEngine {
  package var textTables: Set<String> { [] }
  package var limits: SQLiteBudget.Limits { .ofStatements }
  package var functions: [DefinedFunction] { [] }
  package var opensImages: Bool { false }
  package var mayGoOnAsNew: Bool { false }
  package func goesOnAsNew(_ database: ScratchDatabase) throws -> Bool { false }
  package var knowsStatements: Bool { true }

  package var upgradesInOneGo: Bool { false }

  package func upgrade(
    _ database: ScratchDatabase, from: UInt64, through migrations: [Migration]
  ) throws -> [[SQLStatement]] { [] }

  package func reopen(_ database: ScratchDatabase, at migration: Migration) throws -> Bool { false }

  package func hand(
    _ database: ScratchDatabase, at version: UInt64, to release: OlderRelease
  ) throws -> HandedDatabase { HandedDatabase(refusal: nil, isChanged: false) }

  package func faults(after database: ScratchDatabase, from: Int, to: Int) -> [HopFault] { [] }

  // What code sees of the time is the system's.
  package func openElsewhen(_ path: String) throws -> OpenedDatabase { try open(path, in: nil) }

  package func openCopy(_ path: String) throws -> OpenedDatabase {
    OpenedDatabase(try SQLiteConnection(path: path, mode: .readWrite))
  }
}

/// What became of a database in the hands of an older release.
package struct HandedDatabase {
  /// How the release refused it; `nil`: it did not.
  package var refusal: UpgradeError?
  /// Whether a byte of it is another one.
  package var isChanged: Bool

  package init(refusal: UpgradeError?, isChanged: Bool) {
    (self.refusal, self.isChanged) = (refusal, isChanged)
  }
}

/// A connection, and whoever else must live as long.
package struct OpenedDatabase {
  package var connection: SQLiteConnection
  /// Who opened the connection; `nil`: it belongs to nobody else.
  package var owner: AnyObject?
  /// Closes what the owner has open.
  package var close: () -> Void

  package init(
    _ connection: SQLiteConnection, owner: AnyObject? = nil, close: @escaping () -> Void = {}
  ) {
    self.connection = connection
    self.owner = owner
    self.close = close
  }
}

/// The scripts of a folder, run on SQLite itself.
struct ScriptsEngine: DatabaseEngine {
  let enforcesForeignKeys: Bool
  let allowed: Set<StatementPermission>
  let functions: [DefinedFunction]
  let ownTables: Set<String>
  let textTables: Set<String>
  let opensImages = true
  /// Whether scripts choose the journal of the file, which then begins with that of SQLite's default.
  private let choosesJournal: Bool
  /// `nil`: there is a database of an app, whose own statements are not known.
  private let memory: ConnectionMemory?
  let limits: SQLiteBudget.Limits

  /// - Parameters:
  ///   - ownTables: tables of the runner of the scripts, in lower case.
  ///   - isSeeded: whether there is a database of an app, whose values may be long.
  init(_ folder: MigrationFolder, ownTables: Set<String> = [], isSeeded: Bool = false) {
    let statements = folder.migrations.lazy.flatMap(\.statements)
    limits =
      isSeeded || folder.settings.allowed.contains(.longValues)
      ? .ofStatements
      // A script that holds a long value needs it.
      : .ofScripts(length: 2 * (statements.map(\.text.utf8.count).max() ?? 0))
    self.ownTables = ownTables
    memory = isSeeded ? nil : ConnectionMemory(of: Array(statements))
    textTables = VirtualTable.ofOwnTexts(in: folder.migrations.flatMap(\.statements))
    enforcesForeignKeys =
      folder.settings.foreignKeys
      ?? folder.migrations.flatMap(\.statements).contains(where: \.speaksOfForeignKeys)
    choosesJournal = folder.migrations.flatMap(\.statements).contains(where: \.setsJournal)
    allowed = folder.settings.allowed
    functions = folder.settings.functions
  }

  func open(_ path: String, in fileSystem: CrashingFileSystem?) throws -> OpenedDatabase {
    try open(path, in: fileSystem, isElsewhen: false)
  }

  func openElsewhen(_ path: String) throws -> OpenedDatabase {
    try open(path, in: nil, isElsewhen: true)
  }

  private func open(
    _ path: String, in fileSystem: CrashingFileSystem?, isElsewhen: Bool
  ) throws -> OpenedDatabase {
    let connection =
      if let fileSystem {
        try SQLiteConnection(path: path, fileSystem: fileSystem)
      } else {
        try SQLiteConnection(path: path, clock: .standing(isElsewhen: isElsewhen))
      }
    if path != ":memory:", fileSystem == nil {
      // No other process knows the file, and nothing ends before it is closed.
      let journal = choosesJournal ? "" : "PRAGMA journal_mode = MEMORY; "
      try connection.execute(
        "PRAGMA locking_mode = EXCLUSIVE; \(journal)PRAGMA synchronous = OFF")
    }
    try connection.execute("PRAGMA foreign_keys = \(enforcesForeignKeys ? "ON" : "OFF")")
    return OpenedDatabase(connection)
  }

  func upgrade(
    _ database: ScratchDatabase, by migration: Migration, recording userVersion: Int64,
    around: (Int, () throws -> Void) throws -> Void
  ) throws -> [SQLStatement] {
    var place = 0
    try MigrationRunner(database: database).run(migration, recording: userVersion) { _, run in
      try withoutActuallyEscaping(run) { try around(place, $0) }
      place += 1
    }
    return migration.statements
  }

  var mayGoOnAsNew: Bool { memory.map { !$0.isHidden } ?? false }

  func goesOnAsNew(_ database: ScratchDatabase) throws -> Bool {
    try memory?.isEmpty(in: database.connection, enforcesForeignKeys: enforcesForeignKeys) ?? false
  }

  func rehearse(
    _ database: ScratchDatabase, by migration: Migration,
    watching: @escaping (SQLStatement?) -> Void
  ) throws {
    try MigrationRunner(database: database).run(migration) { statement, run in
      watching(statement)
      try run()
    }
    watching(nil)
  }

  func recordedVersion(
    of database: ScratchDatabase, among entries: [DatabaseVersions.Entry]
  ) throws -> Int? {
    let found = try database.userVersion
    return entries.firstIndex { $0.userVersion == found }
  }
}
