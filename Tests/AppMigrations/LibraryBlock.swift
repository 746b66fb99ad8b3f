import Foundation

#if MIGCHECK
  import MigCheckRealm
#else
  import RealmSwift
#endif

// A library: links in a list become a set, texts become objects, copies go.

enum LibraryMigrations {
  static let block: MigrationBlock = { migration, oldVersion in
    if oldVersion < 2 { linkShelves(migration) }
    if oldVersion < 3 { removeCopies(migration) }
  }

  private static func linkShelves(_ migration: Migration) {
    var shelves = [String: MigrationObject]()
    migration.enumerateObjects(ofType: "Book") { oldObject, newObject in
      guard let oldObject, let newObject else { return }
      let name = oldObject["shelf"] as? String ?? ""
      let shelf = shelves[name] ?? migration.create("Shelf", value: ["name": name])
      shelves[name] = shelf
      newObject["shelf"] = shelf

      let readers = newObject["readers"] as! MutableSet<MigrationObject>
      for reader in newObject.dynamicList("borrowers") { readers.insert(reader) }

      let words = (oldObject["words"] as! List<String>).enumerated().map { index, word in
        "\(index) \(word)"
      }
      newObject["words"] = words
    }
  }

  private static func removeCopies(_ migration: Migration) {
    var known = Set<String>()
    migration.enumerateObjects(ofType: "Reader") { old, new in
      guard let name = old?["name"] as? String, let new else { return }
      if known.contains(name), migration.newSchema["Reader"]?["alias"] == nil {
        migration.delete(new)
      }
      known.insert(name)
      if new.objectSchema["token"] != nil { new["token"] = UUID().uuidString }
    }
  }
}

public let libraryBlock = LibraryMigrations.block
