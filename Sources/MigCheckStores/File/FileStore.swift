import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// A store in a SQLite database in WAL mode, changed in place by SQL statements.
///
/// **Layout.** The table `t`*id* holds the objects of one table: the key `k` and a column `c`*n*
/// per single property. The table `x`*n* holds the elements of one collection property: owner
/// `o`, position or dictionary key `p`, value `v`. Values stand as `FileEncoding` says. One BLOB
/// in the table `migcheck` is the `FileCatalogue`, which says what is where.
///
/// **Structure is cheap.** SQLite tables are made when the first object or element needs them,
/// with a few spare columns. Adding a property takes a spare column, whose NULLs count as the zero
/// value, or adds one; no row is rewritten. A removed property leaves its column behind, dead: no
/// other property gets it, since its values are still there; a table with many of them is written
/// anew at a commit. The tables of removed collections are dropped. Renaming changes the catalogue alone.
///
/// **The old state.** `begin` takes the write lock, so nobody can commit until the upgrade ends;
/// a second connection that begins to read at any time before then sees the state at `begin`. It
/// is opened when it is first needed: a column that was not written since `begin` still has its
/// old values in the writer, a dead one for ever. `changes` knows what was written; whoever
/// writes to the objects that were there at `begin` must tell it. A scratch file has no log as
/// long as it is small: `begin` keeps its bytes, and the second connection reads a copy of them.
package final class FileStore: Store {
  package struct Options: Sendable {
    /// Whether a commit waits until the disk has everything. Without it a store survives the end
    /// of the process, but not a loss of power.
    package var isDurable: Bool
    /// Milliseconds to wait for a lock of another process.
    package var busyTimeout: Int32
    /// Whether the file is nobody else's business and worth nothing once the process has ended,
    /// as one in a scratch folder. While it is small it then has neither locks nor a log.
    package var isScratch: Bool

    /// Whether the file is only read, and nobody writes to it meanwhile. SQLite then neither locks
    /// it nor makes files beside it.
    package var isImmutable: Bool

    /// Where the file is; `nil`: in a file system that does not break.
    package var fileSystem: CrashingFileSystem?

    /// The file that messages name, if this one is a copy of it.
    package var shownPath: String?

    /// By the name of a type: how many properties later versions add to it. Its table gets columns for
    /// them at once, since adding a column costs more than leaving it empty. Types that are not listed get
    /// a few.
    package var laterProperties: [Name: Int] = [:]

    package init(
      isDurable: Bool = false, busyTimeout: Int32 = 5000, isScratch: Bool = false,
      isImmutable: Bool = false, shownPath: String? = nil, fileSystem: CrashingFileSystem? = nil
    ) {
      self.fileSystem = fileSystem
      self.shownPath = shownPath
      self.isImmutable = isImmutable
      self.isDurable = isDurable
      self.busyTimeout = busyTimeout
      self.isScratch = isScratch
    }
  }

  /// The file; `-wal` and `-shm` stand beside it while it is open.
  package let path: String
  let options: Options
  var connection: SQLiteConnection
  var catalogue: FileCatalogue {
    didSet { knownLayouts = nil }
  }
  /// The catalogue that was committed last, with its bytes, which need not be taken apart again
  /// where the file has the same.
  var knownCatalogue: (bytes: [UInt8], catalogue: FileCatalogue)?
  /// The layouts of the tables, once they were asked for.
  private var knownLayouts: [StoreTable]?
  /// The catalogue at the time of `begin`.
  private(set) var old: FileCatalogue?
  var changes = FileChanges()
  /// By table id.
  var inserts: [Int: SQLiteStatement] = [:]
  let family: FileStoreFamily
  let bulkTargets = BulkTargets()
  /// Whether changes go to a write-ahead log first; else what they replace is kept in memory.
  var usesLog: Bool
  /// The file at the time of `begin`, if there is no log.
  private var oldBytes: [UInt8]?
  package var orderedTypes: [Name] = []
  package var rules = StorageRules()
  private var snapshot: SQLiteConnection?

  init(
    path: String, options: Options, connection: SQLiteConnection, usesLog: Bool,
    catalogue: FileCatalogue, family: FileStoreFamily
  ) {
    self.path = path
    self.options = options
    self.usesLog = usesLog
    self.connection = connection
    self.catalogue = catalogue
    self.family = family
  }

  deinit { close() }

  /// Closes all connections; an upgrade that is under way is rolled back.
  package func close() {
    inserts.removeAll()
    snapshot?.close()
    snapshot = nil
    connection.close()
  }

  package var kind: StoreKind { .file }
  package var version: UInt64 { catalogue.version }
  package var tables: [StoreTable] {
    if let knownLayouts { return knownLayouts }
    let layouts = catalogue.layouts
    knownLayouts = layouts
    return layouts
  }
  package private(set) var oldTables: [StoreTable] = []
  package var slots: ColumnSlots { catalogue.slots }

  // MARK: Upgrades

  package func begin() throws {
    precondition(old == nil, "an upgrade has begun already")
    try translatingErrors {
      if !usesLog { oldBytes = try connection.readFile(0..<connection.fileSize()) }
      try connection.cached("BEGIN IMMEDIATE").run()
      old = catalogue
      oldTables = tables
      guard usesLog else { return }
      // Another store may have upgraded the file since this one read the catalogue.
      do {
        catalogue = try readCatalogue()
      } catch {
        endUpgrade()
        connection.rollback()
        throw error
      }
      old = catalogue
      oldTables = tables
    }
  }

  package func commit(version: UInt64) throws {
    try translatingErrors {
      try dropScratchIndexes()
      closeSnapshot()
      try rebuildWornTables()
      var catalogue = self.catalogue
      catalogue.version = version
      let statement = try connection.cached("UPDATE migcheck SET v = ?1 WHERE k = 0")
      let bytes = catalogue.bytes
      try statement.bind(bytes, at: 1)
      try statement.run()
      try connection.cached("COMMIT").run()
      self.catalogue = catalogue
      knownCatalogue = (bytes, catalogue)
      endUpgrade()
    }
  }

  package func rollback() {
    closeSnapshot()
    connection.rollback()
    if let old { catalogue = old }
    inserts.removeAll()
    endUpgrade()
  }

  private func endUpgrade() {
    old = nil
    oldTables = []
    oldBytes = nil
    changes = FileChanges()
  }

  // MARK: The old state

  /// The connection that sees the state at the time of `begin`.
  func oldConnection() throws -> SQLiteConnection {
    if let snapshot { return snapshot }
    let snapshot = try oldBytes.map(connect(toCopyOf:)) ?? connectToOldState()
    self.snapshot = snapshot
    return snapshot
  }

  /// Opens the old bytes as a file of their own, whose name is gone at once.
  private func connect(toCopyOf bytes: [UInt8]) throws -> SQLiteConnection {
    let copy = path + ".old"
    try DatabaseFile.write(bytes, to: copy)
    defer { DatabaseFile.remove(copy) }
    return try SQLiteConnection(path: copy, mode: .readOnly, sharing: .nobody)
  }

  private func connectToOldState() throws -> SQLiteConnection {
    let snapshot = try SQLiteConnection(
      path: path, mode: .readWrite, busyTimeout: options.busyTimeout,
      sharing: Self.sharing(options, usesLog: usesLog), fileSystem: options.fileSystem)
    try snapshot.execute("PRAGMA query_only = ON; BEGIN; SELECT k FROM migcheck")
    return snapshot
  }

  private func closeSnapshot() {
    snapshot?.close()
    snapshot = nil
  }

  // MARK: Lookup

  func table(_ id: Int) -> FileTable {
    guard catalogue.tables.indices.contains(id), let table = catalogue.tables[id] else {
      preconditionFailure("the store has no table \(id)")
    }
    return table
  }

  func column(_ property: Name, in table: Int) -> Int {
    guard let column = self.table(table).layout.index(of: property) else {
      preconditionFailure("table \(table) has no property \(property)")
    }
    return column
  }

  /// Changes a table that is known to exist.
  func update(_ table: Int, _ body: (inout FileTable) -> Void) {
    guard catalogue.tables.indices.contains(table), var value = catalogue.tables[table] else {
      preconditionFailure("the store has no table \(table)")
    }
    catalogue.tables[table] = nil
    body(&value)
    catalogue.tables[table] = value
  }

  // MARK: Errors

  /// Runs statements, and says what their errors mean for the file.
  func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw FileStoreError.translate(error, path: options.shownPath ?? path)
    }
  }

  /// The content of the file is not what this code writes.
  func damaged(_ what: String) -> UpgradeError {
    FileStoreError.damaged(options.shownPath ?? path, what)
  }
}

/// What an upgrade has written, as far as it concerns objects that were there at `begin`.
struct FileChanges {
  /// Slots by table whose values are no longer the old ones.
  private var columns: [Int: Set<Int>] = [:]
  private var collections: Set<Int> = []
  /// Tables that lost objects.
  private(set) var deletedFrom: Set<Int> = []
  /// How often links to a few objects were looked for by reading whole tables.
  var scans = 0
  /// Indexes that last until the upgrade ends.
  var scratchIndexes: [String] = []

  mutating func wrote(_ slot: FileTable.Slot, of table: Int) {
    switch slot {
    case .column(let column, _): columns[table, default: []].insert(column)
    case .collection(let number, _, _): collections.insert(number)
    }
  }

  mutating func deletedObjects(of table: Int) { deletedFrom.insert(table) }

  func isUntouched(_ slot: FileTable.Slot, of table: Int) -> Bool {
    switch slot {
    case .column(let column, _): !(columns[table]?.contains(column) ?? false)
    case .collection(let number, _, _): !collections.contains(number)
    }
  }
}

/// What a store shares with its forks; all are used by one thread.
final class FileStoreFamily {
  private let evaluator = SharedEvaluator()
  private var forks = 0
  private let root: String

  init(root: String) {
    self.root = root
  }

  func sharedEvaluator() throws -> ExpressionEvaluator { try evaluator.get() }

  /// A file name that no other store of the family has.
  func nextPath() -> String {
    forks += 1
    return "\(root).\(forks)"
  }
}
