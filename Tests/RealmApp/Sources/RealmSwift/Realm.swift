import Foundation
import MigCheck
import MigCheckRealm

/// A stand-in for RealmSwift on systems without it: it opens a file as the app does, by migcheck's rules.
///
/// The real one takes the classes from the app; this one takes their schemas, which are the same, from
/// the history that was imported from them.
public final class Realm {
  public struct Configuration: Sendable {
    public var fileURL: URL?
    public var encryptionKey: Data?
    public var schemaVersion: UInt64
    public var migrationBlock: MigrationBlock?
    /// In the place of `objectTypes`.
    public var schemas: URL

    public init(
      fileURL: URL? = nil, encryptionKey: Data? = nil, schemaVersion: UInt64,
      migrationBlock: MigrationBlock? = nil, schemas: URL
    ) {
      (self.fileURL, self.encryptionKey) = (fileURL, encryptionKey)
      (self.schemaVersion, self.migrationBlock) = (schemaVersion, migrationBlock)
      self.schemas = schemas
    }
  }

  public struct Refused: Error {}

  public init(configuration: Configuration) throws {
    guard let file = configuration.fileURL, configuration.encryptionKey == nil,
      let block = configuration.migrationBlock
    else { throw Refused() }
    var app = try History(contentsOf: configuration.schemas, migrationBlock: block)
    app.stages.removeAll { $0.number > configuration.schemaVersion }
    try app.upgradeStoreFile(file)
  }
}
