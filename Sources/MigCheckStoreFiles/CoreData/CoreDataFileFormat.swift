import Foundation
import MigCheckCoreData
import MigCheckModel
import MigCheckStores

/// Stores of Core Data, as those of the versions of one model.
package final class CoreDataFileFormat: StoreFormat {
  package let bundle: CoreDataBundle
  /// Cells of transformable attributes whose values cannot be made up.
  private let samples: [PropertyPath: [UInt8]]
  /// Makes an empty store of an old version; `nil`: they are made from the model alone.
  private let create: (@Sendable (UInt64, URL) throws -> Void)?
  /// What stores of the app told of names.
  private let names: StoreNames
  private let scratch: TemporaryFolder
  private let templates = Locked([UInt64: StoreTemplate]())

  package var name: String { "coredata" }
  package var fileExtension: String { "sqlite" }

  /// - Parameters:
  ///   - samples: bytes of a cell, for attributes whose values cannot be made up.
  ///   - given: empty stores that the app made, for versions whose tables cannot be predicted.
  ///   - stores: of any version, which tell names that cannot be predicted.
  ///   - create: makes an empty store of a version at a place; it is closed when it returns.
  package init(
    _ bundle: CoreDataBundle, samples: [PropertyPath: [UInt8]] = [:],
    given: [StoreTemplate] = [], namesFrom stores: [String] = [],
    create: (@Sendable (UInt64, URL) throws -> Void)? = nil
  ) throws {
    self.bundle = bundle
    self.samples = samples
    self.create = create
    scratch = try TemporaryFolder()
    var names = StoreNames()
    for store in stores { try names.learn(from: store, of: bundle, in: scratch.path) }
    self.names = names
    for template in given {
      templates.withLock { $0[template.version.number] = template }
    }
  }

  func version(_ number: UInt64) throws -> CoreDataVersion {
    guard let version = bundle.version(number) else {
      throw InputError(file: bundle.path, problem: "\(bundle.name) has no version \(number)")
    }
    return version
  }

  /// The empty store of a version, made when it is first asked for.
  package func template(_ number: UInt64) throws -> StoreTemplate {
    try templates.withLock { templates in
      if let known = templates[number] { return known }
      let made = try makeTemplate(try version(number))
      templates[number] = made
      return made
    }
  }

  private func makeTemplate(_ version: CoreDataVersion) throws -> StoreTemplate {
    guard let create else {
      return try StoreTemplate.create(
        version, of: bundle, names: names, in: scratch.path)
    }
    let folder = try StoreFolder(in: scratch.path, named: "empty.sqlite")
    try create(version.number, folder.file)
    return try StoreTemplate.copy(
      folder.file.path, of: bundle, wanted: version.number, in: scratch.path)
  }

  package func requireWritable(_ version: UInt64) throws { _ = try template(version) }

  package func storable(_ graph: ObjectGraph, at version: UInt64) throws -> ObjectGraph {
    try StorableGraph(graph, of: try self.version(version), in: bundle, samples: samples).graph
  }

  @discardableResult
  package func write(
    _ graph: ObjectGraph, at version: UInt64, to file: URL, named name: String
  ) throws -> [[Int64]] {
    let template = try template(version)
    let content = StoreGraph.numbered(graph, of: template.version.model)
    try CoreDataStoreWriter(template).write(
      content, to: file.path,
      uuid: StoreName.uuid(of: "\(bundle.name)/\(template.version.name)/\(name)"))
    return content.keys
  }

  /// Writes a store whose objects have the keys of a snapshot, as an upgrade leaves them.
  ///
  /// - Parameter uuid: the name of the store.
  package func write(_ snapshot: Snapshot, to file: URL, uuid: String?) throws {
    try CoreDataStoreWriter(try template(snapshot.version)).write(
      StoreGraph(graph: snapshot.graph, keys: snapshot.keys), to: file.path, uuid: uuid)
  }

  package func read(_ file: URL) throws -> StoreContent {
    let folder = try StoreFolder(in: scratch.path, named: "copy")
    let store = try CoreDataStoreFile(
      file.relativePath, copyingTo: folder.file.deletingLastPathComponent().path, allowsEmpty: true)
    defer { store.close() }
    let found = try StoreRecognition.version(of: store, in: bundle)
    try found.requireKnownHashes(of: file.relativePath, bundle)
    var reader = StoreReader(store, found)
    let content = try reader.read()
    var result = StoreContent(
      Snapshot(version: found.version.number, graph: content.graph, keys: content.keys),
      store: store.uuid)
    result.otherVersions = found.others.map(\.number)
    result.missingFiles = reader.missingFiles
    return result
  }

  /// Whether another process holds a lock on the store.
  package func isOpen(_ file: URL) -> Bool { StoreLock.isHeld(file.path) }
}

/// A folder that is removed with its owner.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    // The name only has to be new; no output depends on it.
    path = NSTemporaryDirectory() + "/migcheck-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
