import MigCheckHistory
import MigCheckModel
import MigCheckText

/// What a history says of an app that uses Realm.
package struct RealmOptions: EngineOptions {
  /// Parts of the app that open the store beside the app itself.
  package var openers: [Opener] = []
  /// `deleteRealmIfMigrationNeeded` of the app's own configuration.
  package var deleteIfMigrationNeeded = false
  /// The oldest Realm Swift that the app is built with; `nil`: not stated.
  package var realmSwift: RealmSwiftVersion?
  /// Versions as they were when they were released.
  package var released: [ReleasedSchema] = []
  /// Whether the file of the history says that the migrations are Swift code, which no file can hold.
  package var awaitsBlock = false

  package init() {}

  package var definition: String {
    (deleteIfMigrationNeeded ? "deleteIfMigrationNeeded\n" : "")
      + (realmSwift.map { "Realm Swift \($0)\n" } ?? "")
      + openers.map { "\(String(reflecting: $0))\n" }.joined()
  }

  package func check(
    _ schemaErrors: (Schema) -> [String], with validator: inout HistoryValidator
  ) {
    for (index, opener) in openers.enumerated() {
      guard let schema = opener.schema else { continue }
      let path = JSONPath.key(.index(.key(.root, "openers"), index), "schema")
      for error in schemaErrors(schema) {
        validator.report(
          path, error.hasSuffix(".") ? String(error.dropLast()) : error,
          "write the types as the part declares them")
      }
    }
  }
}

extension History {
  /// Nothing can be set while the engine is another one.
  private var realm: RealmOptions {
    get { options as? RealmOptions ?? RealmOptions() }
    set { if engine == .realm { options = newValue } }
  }

  /// Parts of the app that open the store beside the app itself; only of Realm.
  public var openers: [Opener] {
    get { realm.openers }
    set { realm.openers = newValue }
  }

  /// `deleteRealmIfMigrationNeeded` of the app's own configuration; only of Realm.
  public var deleteIfMigrationNeeded: Bool {
    get { realm.deleteIfMigrationNeeded }
    set { realm.deleteIfMigrationNeeded = newValue }
  }

  /// The oldest Realm Swift that the app is built with, on which some warnings depend; `nil`: not
  /// stated. Only of Realm.
  public var realmSwift: RealmSwiftVersion? {
    get { realm.realmSwift }
    set { realm.realmSwift = newValue }
  }

  /// Versions as they were when they were released; only of Realm.
  package var released: [ReleasedSchema] {
    get { realm.released }
    set { realm.released = newValue }
  }

  /// Whether its file says that the migrations are Swift code, which no file can hold; only of Realm.
  package var awaitsBlock: Bool {
    get { realm.awaitsBlock }
    set { realm.awaitsBlock = newValue }
  }
}
