import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// A connection to a database of our own, in which the same statements give the same rows: the clock
/// stands still, and random numbers depend on nothing but how many were drawn since the last seed.
///
/// Used by one thread at a time.
package final class ScratchDatabase {
  package private(set) var connection: SQLiteConnection
  package let path: String
  /// Whether what happens to it must not be taken from what happened to an equal one.
  package var isPerturbed = false
  let engine: any DatabaseEngine
  /// Who opened the connection; `nil`: it belongs to nobody else.
  package private(set) var owner: AnyObject?
  private var closeOwner: () -> Void
  private let random: RandomNumbers
  private var sandbox: StatementSandbox?
  /// What computes the functions of the app; `nil`: it has none.
  private var evaluator: FunctionEvaluator?
  /// Where the file breaks; `nil`: nowhere.
  private let fileSystem: CrashingFileSystem?
  /// What the content began with; that of an app's database may be another one than SQLite's own.
  private var layout: SQLiteLayout

  /// - Parameters:
  ///   - path: a file, or `:memory:`.
  ///   - fileSystem: one with a clock that stands still, in which the file is handled as an app does
  ///     it; `nil`: in one that does not break, and with less care.
  ///   - layout: what the content begins with.
  /// - Throws: `SQLiteError`.
  init(
    path: String = ":memory:", engine: any DatabaseEngine, fileSystem: CrashingFileSystem? = nil,
    layout: SQLiteLayout = .standard
  ) throws {
    self.layout = layout
    self.path = path
    self.engine = engine
    self.fileSystem = fileSystem
    random = RandomNumbers()
    let opened = try engine.open(path, in: fileSystem)
    (connection, owner, closeOwner) = (opened.connection, opened.owner, opened.close)
    if isInMemory { try layout.apply(to: connection) }
    try prepare()
  }

  /// A database in memory.
  ///
  /// - Parameter engine: one that opens images.
  /// - Throws: `SQLiteError`.
  convenience init(holding image: DatabaseImage, engine: any DatabaseEngine) throws {
    try self.init(engine: engine)
    try connection.load(image)
  }

  var isInMemory: Bool { path == ":memory:" }

  /// Whether the disk holds files of it.
  var hasFiles: Bool { !isInMemory && !(fileSystem?.isInMemory ?? false) }

  private func prepare() throws {
    sandbox = nil
    connection.watchCalls()
    // What sorting, temporary tables and nameless databases hold counts as memory then.
    try connection.execute("PRAGMA temp_store = MEMORY")
    try random.define(on: connection)
    evaluator = try engine.defineFunctions(on: connection) { [random] in try random.define(on: $0) }
  }

  /// Runs statements of somebody else, which must not reach beyond this database.
  ///
  /// - Throws: `StatementRefusal`, or what `body` throws.
  func guarding<Result>(_ body: () throws -> Result) throws -> Result {
    try ownSandbox().run(body)
  }

  /// Runs one statement of somebody else, inside `guarding`, as an app would.
  ///
  /// - Throws: `SQLiteError`.
  func run(_ sql: String) throws { try ownSandbox().runStatement(sql) }

  /// Runs a statement inside `guarding`.
  ///
  /// - Returns: what it asked SQLite to do.
  func observing(_ body: () throws -> Void) throws -> [SQLiteRequest] {
    let sandbox = try ownSandbox()
    var requests = [SQLiteRequest]()
    sandbox.observer = { requests.append($0) }
    defer { sandbox.observer = nil }
    try body()
    return requests
  }

  private func ownSandbox() throws -> StatementSandbox {
    if let sandbox { return sandbox }
    let made = try StatementSandbox(
      connection, allowing: engine.allowed, limits: engine.limits
    ) { Cancellation.isRequested }
    evaluator?.isWatched(by: made)
    sandbox = made
    return made
  }

  /// From now on statements see another time, and draw other random numbers.
  ///
  /// - Throws: `SQLiteError`.
  package func perturb() throws {
    isPerturbed = true
    random.isInverted = true
    let (old, closeOld) = (connection, closeOwner)
    // No two connections may have a file open.
    if !isInMemory { end() }
    let opened = try engine.openElsewhen(path)
    if isInMemory {
      try layout.apply(to: opened.connection)
      try old.copy(to: opened.connection)
      old.abandon()
      closeOld()
    }
    (connection, owner, closeOwner) = (opened.connection, opened.owner, opened.close)
    try prepare()
  }

  /// From now on random numbers are those of a seed.
  package func seed(_ seed: UInt64) { random.state = seed }

  /// An independent copy.
  ///
  /// - Parameter path: where it is kept.
  func copy(to path: String) throws -> ScratchDatabase {
    try copy(to: path, makingFile: copyFile) { try connection.copy(to: $0) }
  }

  /// An independent copy of what the database held at some time, which may be closed by now.
  ///
  /// - Parameter path: where it is kept.
  func copy(of image: DatabaseImage, to path: String) throws -> ScratchDatabase {
    try copy(to: path, makingFile: image.write) {
      let source = try SQLiteConnection(path: ":memory:")
      defer { source.close() }
      try source.load(image)
      try source.copy(to: $0)
    }
  }

  /// - Parameters:
  ///   - makeFile: makes the file, if it is one.
  ///   - fill: fills a database in memory.
  private func copy(
    to path: String, makingFile makeFile: (String) throws -> Void,
    filling fill: (SQLiteConnection) throws -> Void
  ) throws -> ScratchDatabase {
    let isFile = path != ":memory:"
    if isFile { try makeFile(path) }
    let other = try ScratchDatabase(path: path, engine: engine, layout: layout)
    other.isPerturbed = isPerturbed
    if !isFile { try fill(other.connection) }
    return other
  }

  /// An independent copy in memory that another engine opens.
  func copy(by engine: any DatabaseEngine) throws -> ScratchDatabase {
    let other = try ScratchDatabase(engine: engine, layout: layout)
    try connection.copy(to: other.connection)
    return other
  }

  /// An independent copy in a file that no connection has open, with a journal as SQLite has it by
  /// default.
  package func copyFile(to path: String) throws {
    if let image = connection.image() { return try image.write(to: path) }
    let other = try SQLiteConnection(path: path)
    defer { other.close() }
    try layout.apply(to: other)
    try other.execute("PRAGMA synchronous = OFF")
    try connection.copy(to: other)
    try other.execute("PRAGMA journal_mode = DELETE")
  }

  /// Takes over the content of a database in memory from a file that another connection has open.
  ///
  /// - Throws: `SQLiteError`.
  package func load(_ file: SQLiteConnection) throws {
    let found = try SQLiteLayout(of: file)
    if found != layout {
      // A database that holds something keeps the layout that it has.
      end()
      let opened = try engine.open(path, in: fileSystem)
      (connection, owner, closeOwner) = (opened.connection, opened.owner, opened.close)
      layout = found
      try layout.apply(to: connection)
      try prepare()
    }
    connection.forgetStatements()
    try file.copy(to: connection)
  }

  /// Runs statements that code has run on another copy.
  ///
  /// - Parameter watching: gets each statement just before it runs, and `nil` at the end.
  /// - Throws: what ends the upgrade.
  package func replay(
    _ migration: Migration, _ statements: [SQLStatement],
    watching: (SQLStatement?) -> Void
  ) throws {
    try MigrationRunner(database: self).run(migration.running(statements)) { statement, run in
      watching(statement)
      try run()
    }
    watching(nil)
  }

  /// A copy that `copyFile` made, opened where it breaks.
  func opening(_ path: String, in fileSystem: CrashingFileSystem?) throws -> ScratchDatabase {
    try ScratchDatabase(path: path, engine: engine, fileSystem: fileSystem, layout: layout)
  }

  /// Closes and opens a file again; a database in memory would be empty then, and stays open.
  func reopen() throws {
    guard !isInMemory else { return }
    end()
    let opened = try engine.open(path, in: fileSystem)
    (connection, owner, closeOwner) = (opened.connection, opened.owner, opened.close)
    try prepare()
  }

  /// Closes the connection as the end of its process would.
  func end() {
    sandbox = nil
    connection.close()
    closeOwner()
    owner = nil
  }

  /// Closes the connection to a database that nobody needs any more.
  func close() {
    sandbox = nil
    connection.abandon()
    closeOwner()
    owner = nil
  }

  /// Leaves the database to code that never ends.
  package func lose() {
    connection.lose()
    owner.map { _ = Unmanaged.passRetained($0) }
    owner = nil
    closeOwner = {}
  }

  /// What `PRAGMA user_version` says.
  var userVersion: Int64 {
    get throws { try connection.rows("PRAGMA user_version").first?.first?.plainInteger ?? 0 }
  }
}

/// SplitMix64.
private final class RandomNumbers {
  var state: UInt64 = 0
  /// Whether every bit of each is the other one. As signed numbers they then differ by one in their size,
  /// and so in what remains of it.
  var isInverted = false

  func next() -> UInt64 { isInverted ? ~draw() : draw() }

  private func draw() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Lets SQL's own functions for random numbers give these.
  func define(on connection: SQLiteConnection) throws {
    // As those of SQLite, which `PRAGMA trusted_schema = OFF` leaves to triggers and defaults.
    try connection.define(
      function: "random", arguments: 0, deterministic: false, innocuous: true
    ) { _ in
      .integer(Int64(bitPattern: self.next()))
    }
    try connection.define(
      function: "randomblob", arguments: 1, deterministic: false, innocuous: true
    ) { arguments in
      let count = min(max(1, arguments.integer(0)), 1 << 20)
      return .blob((0..<count).map { _ in UInt8(truncatingIfNeeded: self.next()) })
    }
  }
}
