import RealmSwift

enum Store {
  static let schemaVersion: UInt64 = 4

  static var configuration: Realm.Configuration {
    Realm.Configuration(schemaVersion: schemaVersion)
  }
}
