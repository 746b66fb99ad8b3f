import MigCheckSQLite
import MigCheckText

/// The file of an empty store.
///
/// SQLite takes several times as long to make one as to open one, so it is made once and copied.
enum FileTemplate {
  /// The bytes of an empty store at version 0, or `nil` where no temporary file can be made.
  static func bytes(withLog: Bool) -> [UInt8]? { withLog ? bytesWithLog : bytesWithoutLog }

  private static let bytesWithLog = makeBytes(withLog: true)
  private static let bytesWithoutLog = makeBytes(withLog: false)

  private static func makeBytes(withLog: Bool) -> [UInt8]? {
    try? DatabaseFile.withTemporaryFolder(
      files: ["template", "template-wal", "template-shm", "template-journal"]
    ) { folder in
      let path = folder + "/template"
      try make(at: path, catalogue: FileCatalogue(version: 0), withLog: withLog)
      let connection = try SQLiteConnection(path: path, mode: .readOnly)
      defer { connection.close() }
      return try connection.readFile(0..<connection.fileSize())
    }
  }

  /// Makes an empty store in a new or empty file.
  ///
  /// - Parameter withLog: whether the file has a write-ahead log from its first use on.
  static func make(at path: String, catalogue: FileCatalogue, withLog: Bool) throws {
    do {
      let connection = try SQLiteConnection(path: path)
      defer { connection.close() }
      // The marks are written before the log is used, so that they are in the file itself.
      try connection.execute(
        """
        PRAGMA application_id = \(FileStore.applicationID);
        PRAGMA user_version = \(FileStore.formatVersion);
        CREATE TABLE migcheck(k INTEGER PRIMARY KEY, v);
        """)
      let statement = try connection.prepare("INSERT INTO migcheck VALUES (0, ?1)")
      try statement.bind(catalogue.bytes, at: 1)
      try statement.run()
      if withLog { try connection.execute("PRAGMA journal_mode = WAL") }
    } catch let error as SQLiteError {
      throw FileStoreError.translate(error, path: path)
    }
  }
}
