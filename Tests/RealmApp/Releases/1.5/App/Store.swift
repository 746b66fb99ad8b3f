import RealmSwift

enum Store {
  static let schemaVersion: UInt64 = 6

  static var configuration: Realm.Configuration {
    Realm.Configuration(schemaVersion: schemaVersion, migrationBlock: migrationBlock)
  }
}
