import CSQLite

/// All operations on the files of one database, in order. The files can be rebuilt as they were at any
/// moment, without a second run of the program that wrote them.
package struct RecordedWrites: Sendable {
  enum Event: Sendable {
    /// The content that the file had when it was first opened; `nil`: there was none.
    case found([UInt8]?)
    case change(UnsyncedWrites.Change)
    case sync
    /// The file is gone, and so it is on the disk.
    case removal
  }

  private var events: [(operation: Int, path: String, event: Event)] = []
  private var size = 0
  private var known: Set<String> = []

  /// The maximum that is kept, in bytes.
  private static let mostBytes = 64 << 20

  /// Whether all that was done is kept.
  var isWhole: Bool { size <= Self.mostBytes }

  /// Whether a file was opened.
  func knows(_ path: String) -> Bool { known.contains(path) }

  /// - Parameter operation: the number of the operation, from 1, or of the last one before.
  mutating func note(_ event: Event, of path: String, at operation: Int) {
    guard isWhole else { return }
    known.insert(path)
    switch event {
    case .found(let content): size += content?.count ?? 0
    case .change(.write(let bytes, _)): size += bytes.count
    case .change, .sync, .removal: break
    }
    events.append((operation, path, event))
  }

  /// The files as they are if everything ends at an operation.
  ///
  /// - Parameters:
  ///   - fault: one that ends everything.
  ///   - moment: the number of the operation that is not carried out, from 1.
  /// - Complexity: O(*n*) in the bytes that were written.
  package func files(after fault: StorageFault, at moment: Int) -> DatabaseFiles {
    var files = UnsyncedWrites()
    for (operation, path, event) in events where operation <= moment {
      guard operation < moment else {
        guard fault == .tornWrite else { continue }
        switch event {
        case .change(let change): files.note(change, of: path)
        case .removal: files.note(.deletion, of: path)
        case .found, .sync: break
        }
        continue
      }
      switch event {
      case .found(let content): files.begin(path, content: content)
      case .change(let change): files.note(change, of: path)
      case .sync: files.sync(path)
      case .removal: files.remove(path)
      }
    }
    files.lose(by: fault, at: moment)
    // A journal and a log have the name of the database, and more.
    let database = known.min { $0.utf8.count < $1.utf8.count } ?? ""
    return DatabaseFiles(files.remaining, of: database)
  }
}

/// A database that no process has open, with the journal or the log next to it.
package struct DatabaseFiles: Sendable, Equatable {
  struct File: Sendable, Equatable {
    /// What the name of the database is followed by: nothing for the database itself, `-journal` or `-wal`.
    var ending: String
    var bytes: [UInt8]

    static func == (first: File, second: File) -> Bool {
      first.ending == second.ending
        && first.bytes.withUnsafeBytes { own in
          second.bytes.withUnsafeBytes { own.isSame(as: $0) }
        }
    }
  }

  /// Those that exist, sorted by their endings.
  let contents: [File]

  /// - Parameter contents: by the endings of their names.
  init(_ contents: [String: [UInt8]]) {
    self.contents = contents.map { File(ending: $0.key, bytes: $0.value) }
      .sorted { $0.ending < $1.ending }
  }

  /// - Parameters:
  ///   - contents: by path; `nil`: there is no such file.
  ///   - path: of the database, with which all begin.
  init(_ contents: [String: [UInt8]?], of path: String) {
    self.init(
      Dictionary(
        uniqueKeysWithValues: contents.compactMap { name, content in
          content.map { (String(name.dropFirst(path.count)), $0) }
        }))
  }

  /// A database without a journal and a log.
  package init(_ image: DatabaseImage) { self.init(["": image.bytes]) }

  /// - Parameter path: of a database that no connection has open.
  package init(readingAt path: String) {
    let endings = ["", "-journal", "-wal"]
    self.init(
      Dictionary(
        uniqueKeysWithValues: endings.compactMap { ending in
          [UInt8](contentsOf: path + ending).map { (ending, $0) }
        }))
  }

  /// The database itself; `nil`: there is none.
  var database: [UInt8]? { file(ending: "") }
  /// The write-ahead log; `nil`: there is none.
  var log: [UInt8]? { file(ending: "-wal") }

  private func file(ending: String) -> [UInt8]? {
    contents.first { $0.ending == ending }?.bytes
  }

  /// In bytes.
  package var size: Int { contents.reduce(0) { $0 + $1.bytes.count } }

  /// Makes the files; there must be none of them.
  ///
  /// - Parameter path: of the database.
  /// - Throws: `SQLiteError` if a file cannot be written.
  package func write(to path: String) throws {
    guard contents.allSatisfy({ $0.bytes.write(to: path + $0.ending) }) else {
      throw SQLiteError(code: SQLITE_IOERR)
    }
  }
}
