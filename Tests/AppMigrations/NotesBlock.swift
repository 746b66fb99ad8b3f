import Foundation

#if MIGCHECK
  import MigCheckRealm
#else
  import RealmSwift
#endif

// Notes: unmanaged objects are given to create, old ones are copied, mixed values are told apart.

final class Attachment: Object {
  @Persisted(primaryKey: true) var id: String
  @Persisted var bytes: Data
  @Persisted var createdAt: Date?
}

public func notesBlock(migration: Migration, oldSchemaVersion: UInt64) {
  guard oldSchemaVersion < 2 else { return }
  migration.enumerateObjects(ofType: "Note") { oldObject, newObject in
    if let picture = oldObject!["picture"] as? Data, let key = oldObject!["id"] as? String {
      let attachment = Attachment()
      attachment.id = key + ".png"
      attachment.bytes = picture
      newObject!["attachment"] = migration.create(Attachment.className(), value: attachment)
    }
    let values = oldObject!.dictionaryWithValues(forKeys: ["id", "title"])
    migration.create("Entry", value: values)
    switch oldObject!["extra"] {
    case let text as String: newObject!["extraText"] = text
    case let number as Double: newObject!["extraText"] = String(number)
    default: newObject!["extraText"] = nil
    }
  }
  migration.enumerateObjects(ofType: "Draft") { oldObject, _ in
    migration.create("Archive", value: oldObject!)
  }
  migration.deleteData(forType: "Draft")
}
