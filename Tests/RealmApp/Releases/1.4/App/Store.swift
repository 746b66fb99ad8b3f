import RealmSwift

enum Store {
  static let schemaVersion: UInt64 = 5

  static var configuration: Realm.Configuration {
    Realm.Configuration(schemaVersion: schemaVersion, migrationBlock: migrationBlock)
  }
}
