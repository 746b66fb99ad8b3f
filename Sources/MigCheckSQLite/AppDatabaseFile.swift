import Foundation

/// A database file that an app wrote. It is read from a copy: the file itself, and what stands beside
/// it, are never opened for writing.
package struct AppDatabaseFile {
  package let path: String
  /// What messages call it, such as "store".
  private let noun: String

  /// What is wrong with such a file: where, what, and what would be right.
  package struct Problem: Error {
    package enum Kind: Sendable { case badData, notFound, io }

    package let kind: Kind

    /// What one of three stands for this kind, in the terms of whoever reports the problem.
    package func choose<Choice>(badData: Choice, notFound: Choice, io: Choice) -> Choice {
      switch kind {
      case .badData: badData
      case .notFound: notFound
      case .io: io
      }
    }
    package let file: String
    package let problem: String
    package let remedy: String
  }

  /// Looks at the file, and at whether the log beside it is there that belongs to it.
  ///
  /// - Throws: `Problem` if there is no file that may be read, if it does not start as a database
  ///   does, or if its log is missing.
  package init(_ path: String, called noun: String) throws {
    self.path = path
    self.noun = noun
    try requireDatabase()
    try requireLog()
  }

  private func requireDatabase() throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Problem(
        kind: .notFound, file: path, problem: "there is no such file", remedy: "check the path")
    }
    guard !isFolder.boolValue else { throw wrongFile("this is a folder") }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw Problem(
        kind: .io, file: path, problem: "the file may not be read",
        remedy: "check its permissions")
    }
    defer { try? file.close() }
    let start = (try? file.read(upToCount: 16)) ?? Data()
    guard start.elementsEqual("SQLite format 3\0".utf8) else {
      throw wrongFile("this is not a SQLite database, or an encrypted one")
    }
  }

  private func wrongFile(_ problem: String) -> Problem {
    Problem(kind: .badData, file: path, problem: problem, remedy: "name a \(noun)'s file")
  }

  private func requireLog() throws {
    let files = FileManager.default
    guard files.fileExists(atPath: path + "-wal") || !files.fileExists(atPath: path + "-shm") else {
      throw Problem(
        kind: .badData, file: path + "-wal",
        problem: "the write-ahead log of the \(noun) is missing, although its index -shm is there",
        remedy: "copy the \(noun) together with its -wal")
    }
  }

  /// The file with its write-ahead log, in bytes.
  package var size: Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
    }
  }

  /// Copies the file with its write-ahead log, and with the journal of a transaction that was not
  /// finished, without which the copy would be damaged.
  ///
  /// - Throws: `Problem`.
  package func copy(to copy: String) throws {
    let files = FileManager.default
    for suffix in ["", "-wal", "-journal"] where files.fileExists(atPath: path + suffix) {
      do {
        try files.copyItem(atPath: path + suffix, toPath: copy + suffix)
        // What may only be read is copied as such.
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy + suffix)
      } catch {
        throw Problem(
          kind: .io, file: path + suffix, problem: "the file cannot be copied",
          remedy: "check its permissions, and the room in the folder for scratch files")
      }
    }
  }

  /// Removes a copy with what SQLite put beside it.
  package static func removeCopy(_ copy: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: copy + suffix)
    }
  }
}
