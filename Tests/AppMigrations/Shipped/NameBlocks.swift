import Foundation

#if MIGCHECK
  import MigCheckRealm
#else
  import RealmSwift
#endif

// How code gets at names: with the module in front, as dynamic members, through a configuration that
// was set elsewhere.

/// 'List' is SwiftUI's in most files of such an app.
public let qualifiedBlock: RealmSwift.MigrationBlock = { migration, oldSchemaVersion in
  migration.enumerateObjects(ofType: "Day") { oldObject, newObject in
    autoreleasepool {
      let notices = oldObject!["notices"] as! RealmSwift.List<DynamicObject>
      let current = newObject!["current"] as! RealmSwift.List<MigrationObject>
      for notice in notices {
        let made = migration.create(
          "CurrentNotice",
          value: [
            "rootId": notice._id!, "title": notice.title as Any, "amount": notice.amount ?? 0,
          ])
        current.append(made)
      }
    }
  }
}

/// A property is read under the name that it got just before, and a type goes whose data nobody needs.
public let renamedBlock: MigrationBlock = { migration, oldVersion in
  if oldVersion < 2 {
    migration.renameProperty(onType: "Todo", from: "dueTime", to: "notifyAt")
    migration.enumerateObjects(ofType: "Todo") { _, newObject in
      newObject?["startsAt"] = newObject?["notifyAt"]
      newObject?["endsAt"] = nil
      newObject?["isAllDay"] = false
    }
    migration.deleteData(forType: "PostponedEvent")
  }
}

/// An object of the app sets the default configuration when it begins.
public enum AppStart {
  public static func configureRealm() {
    let newest: UInt64 = 2
    var config = Realm.Configuration.defaultConfiguration
    config.schemaVersion = newest
    config.migrationBlock = { migration, oldSchemaVersion in
      guard oldSchemaVersion < newest else { return }
      var count = 0
      migration.enumerateObjects(ofType: String(describing: Message.self)) { old, new in
        guard let text = old?["text"] as? String, !text.isEmpty else { return }
        do {
          let data = try JSONEncoder().encode([text])
          new?["payload"] = data
        } catch {
          print(error)
        }
        count += 1
      }
      assert(count >= 0)
    }
    Realm.Configuration.defaultConfiguration = config
  }
}

final class Message: Object {
  @Persisted var text: String
  @Persisted var payload: Data?
}
