import Foundation
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine

extension History {
  /// A history with the one migration block of an app, as it ships: for stores of every older version.
  ///
  /// It runs on upgrades into the newest version, from every older one. Upgrades into other versions
  /// run only where `Version(2, migrationBlock: …)` gives the block that shipped with that release.
  ///
  /// - Parameters:
  ///   - name: the name of the store, as reports show it; random graphs depend on it.
  ///   - ignoring: properties that comparisons leave out, `"Person.updatedAt"`.
  ///   - migrationBlock: the app's own.
  ///   - fileID: the caller's file, which reports name.
  ///   - line: the caller's line.
  ///   - versions: in increasing order of their numbers.
  public init(
    _ name: String, ignoring: [PropertyPath] = [], migrationBlock: @escaping MigrationBlock,
    fileID: String = #fileID, line: Int = #line,
    @History.Builder<HistoryVersion> versions: () -> [HistoryVersion]
  ) {
    self.init(
      name, ignoring: ignoring,
      migrationBlock: { base, version in migrationBlock(Migration(base), version) },
      fileID: fileID, line: line, versions: versions)
  }

  /// Reads a history file with schemas and no steps, for the one migration block of an app, as it
  /// ships: such as `migcheck import realm` writes.
  ///
  /// The block runs on upgrades into the newest version, from every older one.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - migrationBlock: the app's own.
  ///   - fileID: the caller's file, which reports name.
  ///   - line: the caller's line.
  /// - Throws: `InputError` with file, JSON path and remedy.
  public init(
    contentsOf path: String, migrationBlock: @escaping MigrationBlock, fileID: String = #fileID,
    line: Int = #line
  ) throws {
    let history = try HistoryFile.read(path: path)
    try history.validate(file: path)
    self = history.migrating(fileID: fileID, line: line, by: migrationBlock)
  }

  /// The same for a file that a URL names, such as that of a resource of the tests.
  public init(
    contentsOf url: URL, migrationBlock: @escaping MigrationBlock, fileID: String = #fileID,
    line: Int = #line
  ) throws {
    try self.init(
      contentsOf: url.path, migrationBlock: migrationBlock, fileID: fileID, line: line)
  }

  /// The history with the one migration block of an app: for a history that was read from a file.
  ///
  /// - Parameters:
  ///   - version: the version whose release shipped the block, which must be one of the history's;
  ///     `nil`: the newest.
  ///   - fileID: the caller's file, which reports name.
  ///   - line: the caller's line.
  ///   - migrationBlock: the app's own.
  public func migrating(
    into version: UInt64? = nil, fileID: String = #fileID, line: Int = #line,
    by migrationBlock: @escaping MigrationBlock
  ) -> History {
    migrating(into: version, fileID: fileID, line: line) { base, version in
      migrationBlock(Migration(base), version)
    }
  }
}

extension HistoryVersion {
  /// A version with the migration block that its release shipped, for stores of every older version.
  ///
  /// - Parameters:
  ///   - drops: data that this version drops on purpose, `"Person.age"` or `"Ghost"`.
  ///   - invariants: what must hold of every object in a store that has just reached this version.
  ///   - migrationBlock: the release's own.
  ///   - fileID: the caller's file, which reports name.
  ///   - line: the caller's line.
  ///   - schema: the object types of this version.
  public init(
    _ number: UInt64, drops: [PropertyPath] = [], invariants: [HistoryInvariant] = [],
    migrationBlock: @escaping MigrationBlock, fileID: String = #fileID, line: Int = #line,
    @History.Builder<ObjectType> schema: () -> [ObjectType]
  ) {
    self.init(
      number, drops: drops, invariants: invariants,
      migrationBlock: { base, version in migrationBlock(Migration(base), version) },
      fileID: fileID, line: line, schema: schema)
  }
}
