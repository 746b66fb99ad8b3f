import RealmSwift

enum Store {
  static let schemaVersion: UInt64 = 1

  static var configuration: Realm.Configuration {
    Realm.Configuration(schemaVersion: schemaVersion)
  }
}
