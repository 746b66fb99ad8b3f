import Foundation
import MigCheckEngines
import MigCheckModel

/// A store of Realm: here its configuration only, which holds the migration block.
public struct Realm {
  /// What an app opens its store with.
  public struct Configuration {
    public var fileURL: URL?
    public var inMemoryIdentifier: String?
    public var encryptionKey: Data?
    public var readOnly: Bool
    public var schemaVersion: UInt64
    public var migrationBlock: MigrationBlock?
    public var deleteRealmIfMigrationNeeded: Bool
    public var shouldCompactOnLaunch: ((Int, Int) -> Bool)?
    public var objectTypes: [ObjectBase.Type]?
    public var seedFilePath: URL?

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
