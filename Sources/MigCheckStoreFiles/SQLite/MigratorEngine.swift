import Foundation
import MigCheckModel
import MigCheckSQL
import MigCheckSQLite
import MigCheckText

/// Runs a migrator: databases are in memory, and become a file for each call.
final class MigratorEngine: DatabaseEngine {
  let migrator: DatabaseMigrator
  /// Those of older releases, by the last versions that they know.
  let older: OlderMigrators
  let made: MadeVersions
  /// Parallel to the names of the versions.
  let numbers: [UInt64]
  let enforcesForeignKeys: Bool
  private let scratch: TemporaryFolder
  private let known = KnownCalls()

  /// - Parameter enforcesForeignKeys: as the app opens its database.
  init(
    _ migrator: DatabaseMigrator, older: OlderMigrators, _ made: MadeVersions,
    enforcesForeignKeys: Bool, scratch: TemporaryFolder
  ) {
    self.migrator = migrator
    self.older = older
    self.made = made
    self.enforcesForeignKeys = enforcesForeignKeys
    self.scratch = scratch
    numbers = Self.numbers(of: made.names)
  }

  /// The numbers that all names begin with, if they increase; else their places, from 1 on.
  static func numbers(of names: [String]) -> [UInt64] {
    let own = names.map { name -> UInt64? in
      let digits = name.prefix { $0.isASCII && $0.isNumber }
      let next = name.dropFirst(digits.count).first
      guard digits.count < 16, next.map({ !$0.isLetter }) ?? true, next != "." else { return nil }
      return UInt64(digits).flatMap { $0 > 0 ? $0 : nil }
    }
    let known = own.compactMap(\.self)
    if known.count == names.count, zip(known, known.dropFirst()).allSatisfy({ $0 < $1 }) {
      return known
    }
    return names.indices.map { UInt64($0) + 1 }
  }

  var migrations: [Migration] {
    zip(numbers, made.names).map { Migration(number: $0, name: $1, statements: []) }
  }

  func name(of number: UInt64) -> String? {
    numbers.firstIndex(of: number).map { made.names[$0] }
  }

  // MARK: DatabaseEngine

  // Only what the app has run is run again.
  let allowed: Set<StatementPermission> = [.attach, .internalTables]
  var ownTables: Set<String> { made.ownTables }
  var knowsStatements: Bool { made.tellsStatements }
  let upgradesInOneGo = true

  func open(_ path: String, in fileSystem: CrashingFileSystem?) throws -> OpenedDatabase {
    OpenedDatabase(try SQLiteConnection(path: path, clock: .standing()))
  }

  /// The version without rows of users, which is made already.
  func upgrade(
    _ database: ScratchDatabase, by migration: Migration, recording userVersion: Int64,
    around: (Int, () throws -> Void) throws -> Void
  ) throws -> [SQLStatement] {
    guard let place = numbers.firstIndex(of: migration.number) else { return [] }
    let connection = try LeftDatabase.open(made.files[place])
    defer { connection.close() }
    try database.load(connection)
    return told(made.lines[place], through: [migration.name]).versions.first ?? []
  }

  func upgrade(
    _ database: ScratchDatabase, from: UInt64, through migrations: [Migration]
  ) throws -> [[SQLStatement]] {
    guard let last = migrations.last else { return [] }
    return told(
      try run(database, from: from, to: last.number), through: migrations.map(\.name)
    ).versions
  }

  func reopen(_ database: ScratchDatabase, at migration: Migration) throws -> Bool {
    // As at the next launch of the newest release.
    guard migration.number == numbers.last else { return true }
    _ = try run(database, from: migration.number, to: migration.number)
    return true
  }

  func hand(
    _ database: ScratchDatabase, at version: UInt64, to release: OlderRelease
  ) throws -> HandedDatabase {
    guard let older = older.all.first(where: { $0.version.isIdentical(to: release.name) }) else {
      return HandedDatabase(refusal: nil, isChanged: false)
    }
    let folder = try file(of: database)
    let before = try folder.copy(in: scratch.path)
    var refusal: UpgradeError?
    do {
      _ = try older.migrator.run(
        DatabaseMigrator.Call(store: folder.file, from: name(of: version), to: release.name))
    } catch let error as UpgradeError {
      refusal = error
    }
    if folder.holdsSame(as: before) {
      guard !LeftDatabase.isHeld(folder.file) else { throw LeftDatabase.stillOpen }
      return HandedDatabase(refusal: refusal, isChanged: false)
    }
    try take(folder, into: database)
    return HandedDatabase(refusal: refusal, isChanged: true)
  }

  private func told(_ lines: [String], through names: [String]) -> ToldStatements {
    ToldStatements(lines, through: names, ownTables: ownTables, keys: made.keys)
  }

  /// Runs the migrator, or takes over what it did with the same file: a program takes long to start.
  ///
  /// - Returns: the statements that ran.
  private func run(
    _ database: ScratchDatabase, from: UInt64, to: UInt64
  ) throws -> [String] {
    let folder = try file(of: database)
    let mayBeKnown = !migrator.isInProcess && !database.isPerturbed
    let call = mayBeKnown ? KnownCalls.Call(on: folder.file, from: from, to: to) : nil
    if let call, let lines = try known.use(call, { try take($0, into: database) }) { return lines }
    let lines = try self.call(on: folder, from: from, to: to)
    try take(folder, into: database)
    if let call { known.note(call, left: folder, lines: lines) }
    return lines
  }

  // MARK: Files

  /// A file with the content of a database.
  func file(of database: ScratchDatabase) throws -> StoreFolder {
    let folder = try StoreFolder(in: scratch.path, named: "store.sqlite")
    try database.copyFile(to: folder.file.path)
    return folder
  }

  @discardableResult
  func call(on folder: StoreFolder, from: UInt64, to: UInt64) throws -> [String] {
    try migrator.run(
      DatabaseMigrator.Call(store: folder.file, from: name(of: from), to: name(of: to) ?? ""))
  }

  /// Reads a file that the migrator left.
  ///
  /// - Throws: `UpgradeError` for one that cannot be read.
  func take(_ folder: StoreFolder, into database: ScratchDatabase) throws {
    let connection = try LeftDatabase.open(folder.file)
    defer { connection.close() }
    try LeftDatabase.check(connection)
    try database.load(connection)
  }

  /// Runs the migrator on a file, and replays the statements that it reported for an observer.
  func rehearse(
    _ database: ScratchDatabase, by migration: Migration,
    watching: @escaping (SQLStatement?) -> Void
  ) throws {
    guard let place = numbers.firstIndex(of: migration.number), place > 0 else { return }
    let folder = try file(of: database)
    let lines = try call(on: folder, from: numbers[place - 1], to: migration.number)
    guard let statements = told(lines, through: [migration.name]).literal.first else { return }
    try database.replay(migration, statements) { statement in
      watching(statement.map { ToldStatements.ofRows($0, keys: self.made.keys) })
    }
  }

  func recordedVersion(
    of database: ScratchDatabase, among entries: [DatabaseVersions.Entry]
  ) throws -> Int? { nil }
}
