import Foundation

#if MIGCHECK
  import MigCheckRealm
#else
  import RealmSwift
#endif

// A shop: what the target has is asked before it is written, two properties become the key.

public let shopBlock: MigrationBlock = { migration, oldSchemaVersion in
  if oldSchemaVersion < 2 {
    migration.enumerateObjects(ofType: "Order") { old, new in
      if new?.objectSchema["placedAt"] != nil, let seconds = old?["placed"] as? Int {
        new?["placedAt"] = Date(timeIntervalSince1970: TimeInterval(seconds))
      }
      guard old?.objectSchema["region"] != nil, new?.objectSchema["key"] != nil else { return }
      new?["key"] = "\(old!.region as! String)/\(old!.number as! Int64)"
    }
  }
  if oldSchemaVersion < 3 {
    var position = 0
    migration.enumerateObjects(ofType: "Item") { old, new in
      new!.position = position
      position += 1
    }
  }
}
