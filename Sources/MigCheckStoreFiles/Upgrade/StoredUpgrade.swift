package import Foundation
package import MigCheckModel
import MigCheckStores

/// An upgrade by migcheck's own rules from one store file to another.
package enum StoredUpgrade {
  /// - Parameters:
  ///   - versions: those that the store comes to, in order.
  ///   - folder: an existing scratch folder.
  /// - Returns: the content with the keys that objects have in the file.
  /// - Throws: `UpgradeError`.
  package static func run(
    _ before: StoreContent, through versions: [UInt64], of model: any Subject, in folder: String
  ) throws -> Snapshot {
    let store = try model.makeStore(
      .memory, at: before.snapshot.version, holding: before.snapshot.graph, in: folder)
    defer { store.discard() }
    let rows = before.snapshot.graph.schema.types.indices.map { type in
      before.snapshot.keys[type].indices.map { Int64($0) }
    }
    var snapshot = before.snapshot
    // Of several upgrades each gives types other names.
    var keys = rows
    for version in versions {
      let mapping = model.evidence.mappings?.mapping(from: store.version, to: version)
      var translation = KeyTranslation(snapshot, written: keys, mapping: mapping)
      _ = try store.upgrade(to: version)
      let own = try store.snapshot()
      snapshot = translation.translate(own)
      keys = own.keys
      for object in EmbeddedOrder(own.graph).objects { keys[object.type].append(object.key) }
    }
    return snapshot
  }

  /// - Parameters:
  ///   - before: the store that was upgraded.
  ///   - file: does not exist yet.
  /// - Throws: `InputError` for a content that the file cannot hold.
  package static func write(
    _ snapshot: Snapshot, of before: StoreContent, by format: any StoreFormat, to file: URL
  ) throws {
    switch format {
    case let format as RealmFileFormat: try format.write(snapshot, to: file)
    case let format as CoreDataFileFormat:
      try format.write(snapshot, to: file, uuid: before.store)
    default: try format.write(snapshot.graph, at: snapshot.version, to: file)
    }
  }
}
