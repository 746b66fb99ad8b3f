import RealmSwift

enum Store {
  static let schemaVersion: UInt64 = 3

  static var configuration: Realm.Configuration {
    Realm.Configuration(schemaVersion: schemaVersion)
  }
}
