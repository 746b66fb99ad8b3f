import Foundation

#if MIGCHECK
  import MigCheckRealm
#else
  import RealmSwift
#endif

/// Brings a store of any earlier release to this one.
let migrationBlock: MigrationBlock = { migration, oldSchemaVersion in
  if oldSchemaVersion < 3 {
    // Realm gives new properties of old objects no default.
    migration.enumerateObjects(ofType: "Hike") { _, newObject in
      newObject!["kind"] = "tour"
    }
  }
  if oldSchemaVersion < 5 {
    // What the user typed becomes a number. Release 1.4 crashed where that was none.
    migration.enumerateObjects(ofType: "Hike") { oldObject, newObject in
      newObject!["minutes"] = (oldObject!["minutes"] as? String).flatMap { Int($0) } ?? 0
    }
  }
  if oldSchemaVersion == 5 {
    migration.renameProperty(onType: "Hike", from: "note", to: "comment")
  }
}
