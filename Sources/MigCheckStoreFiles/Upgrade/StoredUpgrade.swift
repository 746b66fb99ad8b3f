package import Foundation
package import MigCheckModel
import MigCheckStores

/// An upgrade by migcheck's own rules from one store file to another.
package enum StoredUpgrade {
  /// - Parameters:
  ///   - versions: those that the store comes to, in order.
  ///   - folder: an existing scratch folder.
  /// - Returns: the content with the keys that objects have in the file, and what the migration did,
  ///   where there was one upgrade.
  /// - Throws: `UpgradeError`.
  package static func run(
    _ before: Snapshot, through versions: [UInt64], of model: any Subject, in folder: String
  ) throws -> (after: Snapshot, trace: MigrationTrace) {
    let store = try model.makeStore(
      .memory, at: before.version, holding: before.graph, in: folder)
    defer { store.discard() }
    var (snapshot, trace) = (before, MigrationTrace.unknown)
    // The rows of the graph are the keys of a store that begins with it. Of several upgrades each gives
    // types other names.
    var keys = before.keys.map { Array(0..<Int64($0.count)) }
    for version in versions {
      let mapping = model.evidence.mappings?.mapping(from: store.version, to: version)
      var translation = KeyTranslation(snapshot, written: keys, mapping: mapping)
      let written = try store.upgrade(to: version)
      let own = try store.snapshot()
      snapshot = translation.translate(own)
      if versions.count == 1 { trace = translation.translate(written) }
      keys = own.keys
      for object in EmbeddedOrder(own.graph).objects { keys[object.type].append(object.key) }
    }
    return (snapshot, trace)
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
