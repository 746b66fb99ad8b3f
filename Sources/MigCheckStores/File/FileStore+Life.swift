import MigCheckModel
import MigCheckSQLite
import MigCheckText

extension FileStore {
  /// The file's mark, in `PRAGMA application_id`: "MgCk".
  static let applicationID: UInt32 = 0x4D67_436B
  /// The newest file format that this code knows, in `PRAGMA user_version`.
  static let formatVersion: UInt32 = 2

  // MARK: Making

  /// Makes an empty store.
  ///
  /// - Throws: `StoreError` if there is a file at the path already, or none can be made.
  package static func create(
    at path: String, version: UInt64 = 0, options: Options = Options()
  ) throws -> FileStore {
    let catalogue = FileCatalogue(version: version)
    let usesLog = !options.isScratch || !ScratchFileSystem.isAvailable
    if version == 0, let template = FileTemplate.bytes(withLog: usesLog) {
      try DatabaseFile.write(template, to: path)
    } else {
      try DatabaseFile.write([], to: path)
      do {
        try FileTemplate.make(at: path, catalogue: catalogue, withLog: usesLog)
      } catch {
        DatabaseFile.remove(path)
        throw error
      }
    }
    let store = FileStore(
      path: path, options: options,
      connection: try connect(to: path, options: options, usesLog: usesLog), usesLog: usesLog,
      catalogue: catalogue, family: FileStoreFamily(root: path))
    try store.configure()
    return store
  }

  // MARK: Opening

  /// Opens a store.
  ///
  /// The file is looked at before SQLite does anything with it, so that a file that is no store of
  /// this kind stays as it is, and nothing is left beside it.
  ///
  /// - Throws: `StoreError`; `UpgradeError` of code `storeCorrupt`.
  package convenience init(opening path: String, options: Options = Options()) throws {
    guard DatabaseFile.exists(path) else { throw FileStoreError.missing(path) }
    let connection = try Self.connect(to: path, options: options, usesLog: true)
    do {
      try Self.check(connection, path: path, shownPath: options.shownPath)
      self.init(
        path: path, options: options, connection: connection, usesLog: true,
        catalogue: FileCatalogue(version: 0), family: FileStoreFamily(root: path))
      try configure()
      try translatingErrors { catalogue = try readCatalogue() }
    } catch {
      connection.close()
      throw error
    }
  }

  static func sharing(_ options: Options, usesLog: Bool) -> SQLiteConnection.Sharing {
    options.isScratch ? usesLog ? .thisProcess : .nobody : .anybody
  }

  static func connect(
    to path: String, options: Options, usesLog: Bool = true
  ) throws -> SQLiteConnection {
    do {
      return try SQLiteConnection(
        path: path, mode: options.isImmutable ? .immutable : .readWrite,
        busyTimeout: options.busyTimeout,
        sharing: sharing(options, usesLog: usesLog), fileSystem: options.fileSystem)
    } catch let error as SQLiteError {
      throw FileStoreError.cannotOpen(options.shownPath ?? path, error.message)
    }
  }

  private func configure() throws {
    try translatingErrors {
      try connection.execute("PRAGMA synchronous = \(options.isDurable ? "FULL" : "OFF")")
      guard options.isScratch else { return }
      try connection.execute(
        usesLog
          ? "PRAGMA journal_mode = WAL"
          : "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY")
    }
  }

  /// The bytes of a scratch file from which on it has a log, so that neither the old state nor
  /// what a change replaces is held in memory.
  static let smallFile: Int64 = 1 << 22

  /// Whether a file of the present size is to have a log when it is opened the next time.
  private func willUseLog() throws -> Bool {
    try usesLog || connection.fileSize() > Self.smallFile
  }

  /// Looks at the file's header without a transaction.
  ///
  /// - Parameter shownPath: the file that messages name; `nil`: this one.
  static func check(
    _ connection: SQLiteConnection, path: String, shownPath: String? = nil
  ) throws {
    let shown = shownPath ?? path
    let size: Int64
    let header: [UInt8]
    do {
      size = try connection.fileSize()
      header = try connection.readFile(0..<min(size, 100))
    } catch let error as SQLiteError {
      throw FileStoreError.cannotOpen(shown, error.message)
    }
    guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else {
      throw FileStoreError.noDatabase(shown)
    }
    func number(at offset: Int) -> UInt32 {
      header[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard number(at: 68) == applicationID else { throw FileStoreError.foreign(shown) }
    let format = number(at: 60)
    guard format <= formatVersion else {
      throw FileStoreError.newer(shown, format: format, known: formatVersion)
    }
    // With a log beside it the file may be in the middle of a checkpoint.
    let pageSize = header[16..<18].reduce(0) { Int64($0) << 8 | Int64($1) }
    let pages = Int64(number(at: 28))
    if size < pages * (pageSize == 1 ? 65_536 : pageSize), !DatabaseFile.exists(path + "-wal") {
      throw FileStoreError.damaged(shown, "it ends after \(size) bytes")
    }
  }

  func readCatalogue() throws -> FileCatalogue {
    let statement = try connection.cached("SELECT v FROM migcheck WHERE k = 0")
    defer { statement.reset() }
    guard try statement.step() else { throw damaged("it has no catalogue") }
    let bytes = statement.blob(0)
    if let knownCatalogue, knownCatalogue.bytes == bytes { return knownCatalogue.catalogue }
    guard let catalogue = FileCatalogue(bytes) else {
      throw damaged("its catalogue cannot be read")
    }
    return catalogue
  }

  // MARK: Life

  package func fork() throws -> any Store {
    precondition(old == nil, "a store under upgrade cannot be forked")
    return try translatingErrors {
      if usesLog, try !connection.checkpoint() { throw SQLiteError.busy }
      var path = family.nextPath()
      while DatabaseFile.exists(path) { path = family.nextPath() }
      try DatabaseFile.copy(connection, to: path)
      let willUseLog = try willUseLog()
      let store = FileStore(
        path: path, options: options,
        connection: try Self.connect(to: path, options: options, usesLog: willUseLog),
        usesLog: willUseLog, catalogue: catalogue, family: family)
      store.orderedTypes = orderedTypes
      store.rules = rules
      try store.configure()
      return store
    }
  }

  package func reopen() throws {
    precondition(old == nil, "a store under upgrade cannot be reopened")
    usesLog = try translatingErrors { try willUseLog() }
    close()
    connection = try Self.connect(to: path, options: options, usesLog: usesLog)
    try Self.check(connection, path: path)
    try configure()
    try translatingErrors { catalogue = try readCatalogue() }
  }

  package func discard() {
    rollback()
    inserts.removeAll()
    connection.abandon()
    DatabaseFile.remove(path)
    guard usesLog else { return }
    for suffix in ["-wal", "-shm"] { DatabaseFile.remove(path + suffix) }
  }
}
