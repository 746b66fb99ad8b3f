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
    // What the user typed becomes a number.
    migration.enumerateObjects(ofType: "Hike") { oldObject, newObject in
      newObject!["minutes"] = Int(oldObject!["minutes"] as! String)!
    }
  }
}
