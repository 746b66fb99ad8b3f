import Foundation

#if MIGCHECK
  import MigCheckRealm
#else
  import RealmSwift
#endif

// What apps do with values.

/// A value is copied as it is, a counter gives numbers, dates become now.
public let copyBlock: MigrationBlock = { migration, oldSchemaVersion in
  if oldSchemaVersion < 2 {
    var nextId = 0
    migration.enumerateObjects(ofType: "Bookmark") { (oldItem, newItem) in
      newItem?["latestUpdate"] = oldItem!["date"]
      newItem!["id"] = nextId
      nextId += 1
    }
  }
}

/// Numbers of other widths than the store has them, and classes of Foundation.
public let numberBlock: MigrationBlock = { migration, oldSchemaVersion in
  guard oldSchemaVersion < 2 else { return }
  migration.enumerateObjects(ofType: "Sample") { oldObject, newObject in
    if let value = oldObject?["rssi"] as? Int32 { newObject?["rssiText"] = "\(value) dB" }
    if let rank = oldObject?.value(forKey: "rank") as? Int16, rank > 0 {
      newObject?.setValue(Int64(rank), forKey: "order")
    }
    newObject!["celsius"] = Double(oldObject!["celsius"] as! Float)
    if let updated = oldObject?["updatedAt"] as? NSDate {
      newObject?["seconds"] = updated.timeIntervalSince1970
    }
    if let label = oldObject?["label"] as? NSString { newObject?["labelLength"] = label.length }
    if let number = oldObject?["weight"] as? NSNumber {
      newObject?["weightText"] = number.stringValue
    }
  }
}

/// A number as a key becomes a text; the list begins with a few elements.
public let keyBlock: MigrationBlock = { migration, oldSchemaVersion in
  if oldSchemaVersion < 2 {
    migration.enumerateObjects(
      ofType: "Account",
      { (oldObject, newObject) in
        newObject?["id"] = "\(oldObject?.value(forKey: "id") as? Int ?? 0)"
        newObject!["unlocked"] = [false, false, true]
        newObject?["nickname"] = nil
      })
  }
}

/// Guards by what the schemas have; some of what is asked for is not there.
public let guardedBlock: MigrationBlock = { migration, oldSchemaVersion in
  enum Key: String { case currency, note, price }
  migration.enumerateObjects(ofType: "Offer") { oldObject, newObject in
    if oldObject?.objectSchema.properties.contains(where: { $0.name == Key.currency.rawValue })
      == true
    {
      newObject?.setValue(oldObject?[Key.currency.rawValue], forKey: "money")
    }
    if newObject?.objectSchema["discount"] != nil { newObject?["discount"] = 0.5 }
    if migration.newSchema["Offer"]?["taxes"]?.type == .double { newObject?["taxes"] = 0 }
    if migration.oldSchema["Offer"]?[Key.note.rawValue] != nil {
      newObject?["remark"] = oldObject?[Key.note.rawValue] as? String ?? ""
    }
  }
}

/// Text that holds JSON becomes a list, and a date's text a date.
public let decodingBlock: MigrationBlock = { migration, _ in
  struct Entry: Decodable { var name: String }
  let format = ISO8601DateFormatter()
  migration.enumerateObjects(ofType: "Page") { oldObject, newObject in
    guard let old = oldObject, let new = newObject else { return }
    let data = Data((old["entries"] as? String ?? "").utf8)
    let entries = (try? JSONDecoder().decode([Entry].self, from: data)) ?? []
    let names = new["names"] as! List<String>
    names.append(objectsIn: entries.map { $0.name })
    names.append(old["entries"] as! String)
    new["day"] = format.date(from: old["dayText"] as! String) ?? Date(timeIntervalSince1970: 0)
    new["slug"] = (old["dayText"] as! String)
      .replacingOccurrences(of: "[^a-z]+", with: "-", options: .regularExpression)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
  DispatchQueue.global().async {
    NotificationCenter.default.post(name: Notification.Name("pagesAreMigrated"), object: nil)
  }
}

/// Objects pass through dictionaries.
public let dictionaryBlock: MigrationBlock = { migration, oldSchemaVersion in
  guard let schema = migration.oldSchema["Guest"] else { return }
  let names = schema.properties.map { $0.name }
  migration.enumerateObjects(ofType: "Guest") { oldObject, newObject in
    guard let oldObject = oldObject, let newObject = newObject else { return }
    var values = oldObject.dictionaryWithValues(forKeys: names)
    values["visits"] = (values["visits"] as? Int ?? 0)
    values["fullName"] = values.removeValue(forKey: "name")
    newObject.setValuesForKeys(values)
    migration.create("Visit", value: ["of": values["fullName"]!, "count": values["visits"]!])
  }
}

/// Wrong: a number that does not fit ends the app.
public let forcedBlock: MigrationBlock = { migration, _ in
  migration.enumerateObjects(ofType: "Account") { oldObject, newObject in
    newObject!["id"] = "\(Int8(oldObject!["id"] as! Int))"
    newObject!["unlocked"] = [Bool]()
  }
}
