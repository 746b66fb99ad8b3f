import Foundation

#if MIGCHECK
  import MigCheckRealm
#else
  import RealmSwift
#endif

// Many small shapes of migration code, as apps have them.

class Track: Object {
  @Persisted(primaryKey: true) var id = ObjectId.generate()
  @Persisted(indexed: true) var title = ""
  @Persisted var length: Double?
  @Persisted var tags: MutableSet<String>
  @Persisted var notes: Map<String, String>
  @Persisted var album: Album?
  @Persisted(originProperty: "tracks") var lists: LinkingObjects<Playlist>
}

class Album: EmbeddedObject {
  @Persisted var name: String = ""
}

class Playlist: Object {
  @Persisted var name: String
  @Persisted var tracks: List<Track>
}

public func makeShapesConfiguration() -> Realm.Configuration {
  var config = Realm.Configuration()
  config.schemaVersion = 2
  config.objectTypes = [Track.self, Playlist.self, Album.self]
  config.migrationBlock = { migration, oldSchemaVersion in
    guard oldSchemaVersion < 2 else { return }
    renumber(migration)
    migration.enumerateObjects(ofType: Playlist.className()) {
      (oldObject: MigrationObject?, newObject: MigrationObject?) in
      guard let old = oldObject, let new = newObject else { return }
      let oldTracks = old["tracks"] as! List<DynamicObject>
      let titles = oldTracks.map { $0["title"] as! String }.sorted()
      let long = oldTracks.filter { ($0["length"] as? Double ?? 0) > 3 }
      new.setValue(titles.joined(separator: ", "), forKey: "titles")
      new["longest"] = long.map { $0["length"] as! Double }.max()
      new["count"] = oldTracks.count
      new["first"] = (new["tracks"] as! List<MigrationObject>).first
      if let name = old.value(forKey: "name") as? String, name.isEmpty { new["name"] = "Untitled" }
      for index in 0..<oldTracks.count where index < 2 {
        _ = oldTracks[index].objectSchema.properties.map { $0.name }
      }
    }
    for schema in migration.newSchema.objectSchema where schema.className == "Track" {
      assert(schema.primaryKeyProperty?.name == "id")
    }
  }
  Realm.Configuration.defaultConfiguration = config
  return config
}

private func renumber(_ migration: Migration) {
  migration.enumerateObjects(ofType: "Track") { old, new in
    let ratings = old?["ratings"] as? List<Int>
    new?["rating"] = ratings.map { list in list.reduce(0, &+) } ?? 0
    new?["tags"] = Set((old?["tagText"] as? String ?? "").split(separator: ",").map(String.init))
    let price = old?["price"] as? Decimal128 ?? 0
    new?["isFree"] = price == 0
    if let map = new?["notes"] as? Map<String, String> {
      map["from"] = old!.title as? String
      for entry in map where entry.key.isEmpty { map.removeObject(for: entry.key) }
    }
    new?["album"] = ["name": old?["albumName"] as? String ?? ""]
    new?["added"] = (old?["addedAt"] as? NSNumber).map {
      Date(timeIntervalSince1970: $0.doubleValue / 1000)
    }
    new?["kind"] = Kind(rawValue: old?["kind"] as? Int ?? 0)?.name ?? "none"
  }
}

private enum Kind: Int {
  case song = 1
  case talk

  var name: String { self == .song ? "song" : "talk" }
}

/// A file that opens its store compiles as well.
public func openStore() throws -> Realm {
  try Realm(configuration: Realm.Configuration.defaultConfiguration)
}
