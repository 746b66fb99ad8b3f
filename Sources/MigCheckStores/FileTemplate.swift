import MigCheckSQLite

/// The file of an empty store.
///
/// SQLite takes several times as long to make one as to open one, so it is made once and copied.
enum FileTemplate {
  /// The bytes of an empty store at version 0, or `nil` where no temporary file can be made.
  static let bytes: [UInt8]? = try? DatabaseFile.withTemporaryFolder(
    files: ["template", "template-wal", "template-shm"]
  ) { folder in
    let path = folder + "/template"
    try make(at: path, catalogue: FileCatalogue(version: 0))
    let connection = try SQLiteConnection(path: path, mode: .readOnly)
    defer { connection.close() }
    return try connection.readFile(0..<connection.fileSize())
  }

  /// Makes an empty store in a new or empty file.
  static func make(at path: String, catalogue: FileCatalogue) throws {
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
      try connection.execute("PRAGMA journal_mode = WAL")
    } catch let error as SQLiteError {
      throw FileStoreError.translate(error, path: path)
    }
  }
}
