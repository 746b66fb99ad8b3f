import Foundation
import MigCheckCoreData
import MigCheckModel
import MigCheckSQLite

/// An empty store of one version, from which filled ones are made.
package struct StoreTemplate: Sendable {
  package let version: CoreDataVersion
  /// The file, closed and without a write-ahead log.
  let path: String
  let layout: CoreDataLayout
  /// Whether the empty store keeps a history of changes.
  package let tracksHistory: Bool

  // MARK: From a model

  /// Makes the empty store from the model alone.
  ///
  /// - Parameters:
  ///   - names: what stores of the app told.
  ///   - folder: an existing scratch folder, which the caller removes.
  /// - Throws: `InputError` that names what in the model has no known names in a store.
  package static func create(
    _ version: CoreDataVersion, of bundle: CoreDataBundle, names: StoreNames = StoreNames(),
    in folder: String
  ) throws -> StoreTemplate {
    let predicted = PredictedStore(version.model, names: names)
    try requirePredictable(predicted, version, bundle)
    let path = folder + "/\(UUID().uuidString).sqlite"
    let database = try SQLiteConnection(path: path, mode: .create, sharing: .thisProcess)
    try database.execute(
      """
      PRAGMA page_size = 4096;
      PRAGMA auto_vacuum = 2;
      PRAGMA journal_mode = MEMORY;
      PRAGMA synchronous = OFF;
      BEGIN;
      """)
    for statement in predicted.statements { try database.execute(statement) }
    try database.execute(
      """
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
      """)
    let insert = try database.prepare("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 0)")
    for entity in predicted.entities {
      try insert.bind(entity.number, at: 1)
      try insert.bind(entity.name.text, at: 2)
      try insert.bind(entity.parent, at: 3)
      try insert.run()
    }
    let metadata = try database.prepare("INSERT INTO Z_METADATA VALUES (1, ?, ?)")
    try metadata.bind(StoreName.uuid(of: version.name), at: 1)
    try metadata.bind(StoreMetadata.propertyList(of: version.model).bytes, at: 2)
    try metadata.run()
    try database.execute("COMMIT")
    database.close()
    return try StoreTemplate(path, of: version, in: bundle, scratch: folder)
  }

  private static func requirePredictable(
    _ predicted: PredictedStore, _ version: CoreDataVersion, _ bundle: CoreDataBundle
  ) throws(InputError) {
    guard let first = predicted.unpredictable.first else { return }
    let more = predicted.unpredictable.count - 1
    throw InputError(
      file: bundle.path,
      problem: "version \(version.number) (\(version.name)) has \(first.phrase)"
        + (more > 0 ? " (and \(more) more such)" : "")
        + ", whose tables in a store cannot be predicted",
      remedy: (predicted.unpredictable.allSatisfy(\.isLearnable)
        ? "name any store of the app that has it with --names-from FILE, or " : "")
        + "give an empty store of this version that the app made, with --empty-store FILE")
  }

  // MARK: From a store

  /// Takes an empty store that the app made.
  ///
  /// - Parameters:
  ///   - store: is only read, with its write-ahead log.
  ///   - wanted: the version that it must be of; `nil`: any of the bundle.
  ///   - folder: an existing scratch folder, which the caller removes.
  /// - Throws: `InputError` for a store of another version, or one that holds objects.
  package static func copy(
    _ store: String, of bundle: CoreDataBundle, wanted: UInt64?, in folder: String
  ) throws -> StoreTemplate {
    try StoreLock.requireClosed(store)
    let file = try CoreDataStoreFile(store, copyingTo: folder, allowsEmpty: true)
    defer { file.close() }
    var found = try StoreRecognition.version(of: file, in: bundle)
    if let wanted, found.mismatch?.isUnconfirmed ?? false {
      // The hashes tell nothing, so the tables have to fit what the user says.
      found = try StoreRecognition.version(of: file, in: bundle, wanted: wanted)
    }
    if let wanted, found.version.number != wanted,
      !found.others.contains(where: { $0.number == wanted })
    {
      throw InputError(
        file: store,
        problem:
          "the empty store is at version \(found.version.number) (\(found.version.name)), not at "
          + "version \(wanted)", remedy: "let the app of that release make one")
    }
    try found.requireKnownHashes(of: store, bundle, remedy: "let the app of a release make one")
    if let table = try file.tableWithObjects(found.layout) {
      throw InputError(
        file: store, problem: "the store holds objects in the table \(table)",
        remedy: "--empty-store takes a store without any")
    }
    let path = folder + "/\(UUID().uuidString).sqlite"
    try AppDatabaseFile(store, called: "store").copy(to: path)
    let database = try SQLiteConnection(path: path, mode: .readWrite, sharing: .thisProcess)
    // All of the log goes into the file, which is all that is copied from now on.
    try database.execute("PRAGMA journal_mode = DELETE")
    database.close()
    AppDatabaseFile.removeLog(of: path)
    return StoreTemplate(
      version: wanted.flatMap(bundle.version) ?? found.version, path: path, layout: found.layout,
      tracksHistory: file.ownEntities.contains("CHANGE"))
  }

  private init(
    version: CoreDataVersion, path: String, layout: CoreDataLayout, tracksHistory: Bool
  ) {
    self.version = version
    self.path = path
    self.layout = layout
    self.tracksHistory = tracksHistory
  }

  /// Reads a store that was made from a model back, as any other store.
  private init(
    _ path: String, of version: CoreDataVersion, in bundle: CoreDataBundle, scratch: String
  ) throws {
    let file = try CoreDataStoreFile(path, copyingTo: scratch, allowsEmpty: true)
    defer { file.close() }
    let own = CoreDataBundle(
      name: bundle.name, path: bundle.path, versions: [version], current: nil)
    let found = try StoreRecognition.version(of: file, in: own)
    self.init(version: version, path: path, layout: found.layout, tracksHistory: false)
  }
}

extension CoreDataStoreFile {
  /// A table of objects that holds a row; `nil`: the store is empty.
  fileprivate func tableWithObjects(_ layout: CoreDataLayout) throws -> String? {
    for table in layout.tables.values.sorted() where try holdsRows(table) { return table }
    return nil
  }
}

extension AppDatabaseFile {
  /// Removes what SQLite leaves beside a copy whose log was moved into it.
  fileprivate static func removeLog(of copy: String) {
    for suffix in ["-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: copy + suffix)
    }
  }
}
