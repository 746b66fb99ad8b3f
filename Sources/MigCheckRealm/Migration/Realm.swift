import Foundation
import MigCheckHistory
import MigCheckModel

/// A store of Realm: here its configuration only, which holds the migration block.
public struct Realm {
  /// What an app opens its store with.
  public struct Configuration {
    /// The file that the app opens; no file is opened here.
    public var fileURL: URL?
    /// The name of a store in memory; no store is opened here.
    public var inMemoryIdentifier: String?
    /// The key of an encrypted file, 64 bytes; not used here.
    public var encryptionKey: Data?
    /// Whether the app only reads the store; not used here.
    public var readOnly: Bool
    /// The version of the app's models; not used here.
    public var schemaVersion: UInt64
    /// The app's migration block; `nil`: it has none.
    public var migrationBlock: MigrationBlock?
    /// Whether the app deletes a store that needs a migration; not carried out here.
    public var deleteRealmIfMigrationNeeded: Bool
    /// Decides from the size of the file and of its used part, in bytes, if it is compacted; never
    /// called.
    public var shouldCompactOnLaunch: ((Int, Int) -> Bool)?
    /// The classes that the store holds; `nil`: all. Not used here.
    public var objectTypes: [ObjectBase.Type]?
    /// A file to copy when the store does not exist yet; not used here.
    public var seedFilePath: URL?

    /// A configuration with the given values; nothing is opened.
    public init(
      fileURL: URL? = nil, inMemoryIdentifier: String? = nil, encryptionKey: Data? = nil,
      readOnly: Bool = false, schemaVersion: UInt64 = 0, migrationBlock: MigrationBlock? = nil,
      deleteRealmIfMigrationNeeded: Bool = false,
      shouldCompactOnLaunch: ((Int, Int) -> Bool)? = nil, objectTypes: [ObjectBase.Type]? = nil,
      seedFilePath: URL? = nil
    ) {
      self.fileURL = fileURL
      self.inMemoryIdentifier = inMemoryIdentifier
      self.encryptionKey = encryptionKey
      self.readOnly = readOnly
      self.schemaVersion = schemaVersion
      self.migrationBlock = migrationBlock
      self.deleteRealmIfMigrationNeeded = deleteRealmIfMigrationNeeded
      self.shouldCompactOnLaunch = shouldCompactOnLaunch
      self.objectTypes = objectTypes
      self.seedFilePath = seedFilePath
    }

    /// The one that an app set, as the last to do so.
    public static var defaultConfiguration: Configuration {
      get { shared.withLock { $0 } }
      set { shared.withLock { $0 = newValue } }
    }

    private static let shared = SharedConfiguration()
  }
}

extension Realm {
  /// There is no store behind it: a file that opens one compiles, and its migration block can be tested.
  public init(configuration: Configuration = .defaultConfiguration) throws { throw NoStore() }

  /// Always throws: there is no store to migrate. Verify the migration block instead.
  public static func performMigration(
    for configuration: Configuration = .defaultConfiguration
  ) throws { throw NoStore() }

  /// What an object of a migration gives for its Realm: nothing can be done with it.
  struct OfMigration {}

  private struct NoStore: Error, CustomStringConvertible {
    var description: String {
      "MigCheckRealm opens no store, and a migration block cannot open the one that it migrates: "
        + "use the objects of the migration."
    }
  }
}

private final class SharedConfiguration: @unchecked Sendable {
  // Unchecked: the lock guards the value.
  private let lock = NSLock()
  private var value = Realm.Configuration()

  func withLock<Result>(_ body: (inout Realm.Configuration) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
