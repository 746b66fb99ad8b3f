import Foundation
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine

extension History {
  /// Reads a history file, as `init(contentsOf:)` does for a path.
  ///
  /// - Throws: `InputError` with file, JSON path and remedy.
  public init(contentsOf url: URL) throws { try self.init(contentsOf: url.path) }

  // Where MigCheckRealm is imported too, code means its types.
  /// Reads a history file with schemas and no steps, for the one migration block of an app, as it
  /// ships.
  ///
  ///     let contacts = try History(
  ///       contentsOf: "contacts.history.json", migrationBlock: migrationBlock)
  ///
  /// The block runs on upgrades into the newest version, from every older one. `migcheck import realm`
  /// writes such a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - migrationBlock: is given the migration and the version of the store that it upgrades.
  ///   - fileID: the caller's file, which reports name.
  ///   - line: the caller's line.
  /// - Throws: `InputError` with file, JSON path and remedy.
  @_disfavoredOverload
  public init(
    contentsOf path: String,
    migrationBlock: @escaping @Sendable (RealmMigration, _ oldSchemaVersion: UInt64) throws -> Void,
    fileID: String = #fileID, line: Int = #line
  ) throws {
    self = try History(contentsOf: path).migrating(fileID: fileID, line: line, by: migrationBlock)
  }

  /// The same for a file that a URL names, such as that of a resource of the tests.
  @_disfavoredOverload
  public init(
    contentsOf url: URL,
    migrationBlock: @escaping @Sendable (RealmMigration, _ oldSchemaVersion: UInt64) throws -> Void,
    fileID: String = #fileID, line: Int = #line
  ) throws {
    try self.init(
      contentsOf: url.path, migrationBlock: migrationBlock, fileID: fileID, line: line)
  }
}
