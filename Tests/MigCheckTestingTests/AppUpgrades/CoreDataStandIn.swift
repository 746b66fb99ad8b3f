import Foundation
import MigCheckCoreData
import MigCheckModel
import MigCheckStoreFiles

/// Opens stores as an app with automatic migration does: a store of an older version is migrated in its
/// place, by the mapping that migcheck infers.
struct CoreDataStandIn: Sendable {
  private let format: CoreDataFileFormat
  private let mistake: AppMistake?

  init(_ bundle: CoreDataBundle, mistake: AppMistake?) throws {
    format = try CoreDataFileFormat(bundle)
    self.mistake = mistake
  }

  private var newest: CoreDataVersion { format.bundle.versions[format.bundle.versions.count - 1] }

  /// Makes an empty store of an old version.
  func create(_ version: UInt64, _ file: URL) throws {
    let model = try format.template(version).version.model
    _ = try format.write(
      ObjectGraph(schema: model.schema), at: version, to: file, named: "empty")
  }

  func open(_ file: URL) throws {
    if mistake == .throwsError { throw AppMistake.Failed() }
    if mistake == .doesNothing { return }
    let content = try format.read(file)
    guard content.snapshot.version < newest.number,
      let source = format.bundle.version(content.snapshot.version)
    else { return }
    let upgraded = try MappedUpgrade(from: source, to: newest).upgrade(
      StoreGraph(graph: content.snapshot.graph, keys: content.snapshot.keys))
    var snapshot = Snapshot(
      version: newest.number, graph: upgraded.graph, keys: upgraded.keys)
    mistake?.apply(to: &snapshot, kept: "Note.text", written: "Note.text")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: file.path + suffix)
    }
    try CoreDataStoreWriter(try format.template(newest.number)).write(
      StoreGraph(graph: snapshot.graph, keys: snapshot.keys), to: file.path, uuid: content.store)
  }
}
