import Foundation
import MigCheckModel
import MigCheckSQL
import MigCheckSQLite
import MigCheckText

/// The versions of a database as files without rows of users: shipped ones, or made by the migrator.
///
/// Each is made once, by the migrator's own upgrade of the one before, and copied from then on.
struct MadeVersions: Sendable {
  /// In order.
  let names: [String]
  /// Parallel to the names.
  let files: [URL]
  /// Parallel to the names: the statements that led there from the version before.
  let lines: [[String]]
  /// Parallel to the names: whether the database is one that was given.
  let isGiven: [Bool]
  /// Lower-case names of the tables in which the migrator notes what it has applied.
  let ownTables: Set<String>
  /// By the lower-case name of a table, the lower-case columns of its primary key.
  let keys: [String: Set<String>]
  private let folders: [StoreFolder]

  /// Whether the migrator tells which statements it runs.
  var tellsStatements: Bool { lines.dropFirst().contains { !$0.isEmpty } }

  /// - Parameters:
  ///   - name: of the subject, for messages.
  ///   - given: shipped databases by the names of their versions; they are only read.
  ///   - scratch: an existing folder.
  /// - Throws: `InputError` for a version that cannot be made, and for a database that is none of them.
  init(
    _ names: [String], of name: String, by migrator: DatabaseMigrator, given: [String: String],
    in scratch: String
  ) throws {
    try Self.requireNames(names, name)
    if let unknown = given.keys.sorted().first(where: { !names.contains($0) }) {
      throw InputError(
        .notFound, file: given[unknown] ?? "", problem: "there is no version \"\(unknown)\"",
        remedy: nearest(to: unknown, among: names).map { "did you mean \"\($0)\"?" }
          ?? "the versions are \(Self.list(names))")
    }
    self.names = names
    var (folders, lines) = ([StoreFolder](), [[String]]())
    for (place, version) in names.enumerated() {
      let isLast = place == names.count - 1
      if !migrator.stops, !isLast {
        guard let path = given[version] else {
          throw InputError(
            file: name,
            problem: "the upgrade always goes to the newest version, so version "
              + "\(version) cannot be made",
            remedy:
              "name a shipped database with --template '\(version)=FILE', or have the upgrade "
              + "stop at {version}")
        }
        folders.append(try Self.copy(of: path, in: scratch))
        lines.append([])
        continue
      }
      let folder =
        try folders.last?.copy(in: scratch) ?? StoreFolder(in: scratch, named: "store.sqlite")
      do {
        lines.append(
          try migrator.run(
            DatabaseMigrator.Call(
              store: folder.file, from: place > 0 ? names[place - 1] : nil, to: version)))
        let connection = try LeftDatabase.open(folder.file)
        defer { connection.close() }
        try LeftDatabase.check(connection)
      } catch let error as UpgradeError {
        let start =
          place == 0 ? "nothing" : "version \(names[place - 1]), without rows of users"
        throw InputError(
          file: name,
          problem: "version \(version) cannot be made from \(start): "
            + error.message.withoutFullStop)
      }
      folders.append(folder)
    }
    let made = try folders.map { try VersionContent(of: $0.file) }
    try Self.requireEffect(made, name)
    for (place, version) in names.enumerated() {
      guard migrator.stops, let path = given[version] else { continue }
      let folder = try Self.copy(of: path, in: scratch)
      try VersionContent(of: folder.file)
        .require(at: place, among: made, names: names, path: path)
      folders[place] = folder
    }
    isGiven = names.map { given[$0] != nil }
    files = folders.map(\.file)
    self.folders = folders
    self.lines = lines
    ownTables = RunnerTables.names.union(VersionContent.notes(in: made, names))
    keys = made.reduce(into: [:]) { keys, version in
      for (table, columns) in version.keys { keys[table, default: []].formUnion(columns) }
    }
  }

  private static func copy(of path: String, in scratch: String) throws -> StoreFolder {
    let file = try AppDatabaseFile(path, called: "database")
    let folder = try StoreFolder(in: scratch, named: "store.sqlite")
    try file.copy(to: folder.file.path)
    do {
      let connection = try LeftDatabase.open(folder.file)
      defer { connection.close() }
      try LeftDatabase.check(connection)
    } catch let error as UpgradeError {
      throw InputError(
        file: path, problem: error.message.withoutFullStop, remedy: "name another database")
    }
    return folder
  }

  private static func requireNames(_ names: [String], _ name: String) throws {
    guard names.count > 1 else {
      throw InputError(
        file: name, problem: names.isEmpty ? "there are no versions" : "there is only one version",
        remedy: "name at least two, oldest first")
    }
    for (place, version) in names.enumerated() {
      if version.isEmpty || version.contains(where: \.isNewline) {
        throw InputError(
          file: name, problem: "the name of version \(place + 1) is empty or has several lines",
          remedy: "give each version a name on one line")
      }
      if let other = names[..<place].firstIndex(where: { $0.isIdentical(to: version) }) {
        throw InputError(
          file: name,
          problem: "the versions \(other + 1) and \(place + 1) have the same name \"\(version)\"",
          remedy: "name each version once, oldest first")
      }
    }
  }

  /// An upgrade that writes elsewhere changes nothing.
  private static func requireEffect(_ made: [VersionContent], _ name: String) throws {
    guard let last = made.last, last.hasTables else {
      throw InputError(
        file: name, problem: "the database at {store} has no tables at the last version",
        remedy: "check that the upgrade writes to {store}, and not to a database of its own")
    }
    guard made.dropFirst().allSatisfy({ $0.dump == made[0].dump }) else { return }
    throw InputError(
      file: name, problem: "the database is the same at all versions",
      remedy: "check that the upgrade stops at {version}, and that it writes to {store}")
  }

  static func list(_ names: [String]) -> String {
    names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
  }
}

extension String {
  /// The text without a full stop at its end.
  var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
