import MigCheckModel

extension RealmFile {
  /// Reads a file, which is not changed and not locked.
  ///
  /// The bytes are taken at once. Commits never overwrite what the top in force reaches, so that a
  /// file is whole unless a commit came in between, which shows in the first 24 bytes.
  ///
  /// - Throws: `InputError` with the file's name.
  package static func read(path: String) throws(InputError) -> RealmContent {
    try read(path: path) {}
  }

  /// - Parameter meanwhile: called between the read of all bytes and the look at the first ones.
  package static func read(
    path: String, meanwhile: () -> Void
  ) throws(InputError) -> RealmContent {
    for _ in 0..<3 {
      let bytes = try bytes(path)
      meanwhile()
      guard try isUnchanged(path, since: bytes) else { continue }
      do {
        return try read(bytes)
      } catch {
        throw error.inputError(file: path)
      }
    }
    throw RealmFileError.beingWritten.inputError(file: path)
  }

  /// Whether a file begins as Realm files do, or has the name of one.
  package static func isRealm(_ path: String) -> Bool {
    if path.hasSuffix(".realm") { return true }
    guard let start = try? start(path), start.count == RealmFileHeader.size else {
      return false
    }
    return start[RealmFileHeader.mnemonicOffset..<RealmFileHeader.formatOffset]
      .elementsEqual(RealmFileHeader.mnemonic)
  }

  /// The largest file that is read, in bytes: 1 GiB. It is held in memory as a whole.
  private static let limit = 1 << 30

  private static func bytes(_ path: String) throws(InputError) -> [UInt8] {
    guard !InputFile.isFolder(path) else {
      throw InputError(file: path, problem: "this is a folder", remedy: "name a *.realm file")
    }
    return try FileReader.read(
      path: path, limit: limit, remedy: "name a copy with fewer objects")
  }

  private static func isUnchanged(
    _ path: String, since bytes: [UInt8]
  ) throws(InputError) -> Bool {
    try start(path).elementsEqual(bytes.prefix(RealmFileHeader.size))
  }

  /// The first 24 bytes, or fewer.
  private static func start(_ path: String) throws(InputError) -> [UInt8] {
    let file = try InputFile(path: path)
    defer { file.close() }
    var start = [UInt8]()
    while start.count < RealmFileHeader.size,
      try file.read(into: &start, atMost: RealmFileHeader.size - start.count) > 0
    {}
    return start
  }
}
