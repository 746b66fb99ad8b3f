import Foundation

#if MIGCHECK
  import MigCheckRealm
#else
  import RealmSwift
#endif

/// Brings a store of any earlier release to this one.
public let migrationBlock: MigrationBlock = { migration, oldSchemaVersion in
  if oldSchemaVersion < 2 {
    migration.renameProperty(onType: "Person", from: "mail", to: "email")
    migration.enumerateObjects(ofType: "Person") { oldObject, newObject in
      let first = oldObject!["firstName"] as! String
      newObject!["fullName"] = first + " " + (oldObject!["lastName"] as! String)
    }
  }
  if oldSchemaVersion < 3 {
    var groups = [Int: MigrationObject]()
    migration.enumerateObjects(ofType: "Person") { oldObject, newObject in
      let age = oldObject!["age"] as! Int
      let group = groups[age] ?? migration.create("Group", value: ["age": age])
      groups[age] = group
      newObject!["group"] = group
    }
  }
}
