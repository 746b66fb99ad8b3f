import Foundation
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckStores

extension History {
  /// Makes a store file that holds a graph. It is there as a whole, or not at all.
  ///
  /// - Throws: `InputError` if the file cannot be made, there is one already, or a file of another
  ///   store stands beside its place; `StoreError`; `UpgradeError` for a schema or a graph that the
  ///   engine refuses.
  package func createStore(
    at path: String, version: UInt64, holding graph: ObjectGraph
  ) throws {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    try createStore(at: path, version: version, holding: graph, scratch: scratch.path)
  }

  /// - Parameter scratch: the folder in which the store is made.
  package func createStore(
    at path: String, version: UInt64, holding graph: ObjectGraph, scratch: String
  ) throws {
    try Self.requireFreePlace(forStore: path)
    let place = scratch + "/new.store"
    let store = try FileStore.create(at: place)
    do {
      _ = try HistoryStore(history: self, store: store, at: version, holding: graph)
      try store.reopen()
      store.close()
      guard !FileManager.default.fileExists(atPath: place + "-wal") else {
        throw InputError(
          .io, file: path, problem: "the store cannot be made in \(scratch)",
          remedy: "free some space there, or set TMPDIR to a folder with more room")
      }
      try WholeFile.copy(place, to: path, collision: .refuse)
    } catch {
      store.discard()
      throw error
    }
    store.discard()
  }

  /// SQLite would take such a file for a part of the new store, and remove it.
  private static func requireFreePlace(forStore path: String) throws {
    for suffix in ["-wal", "-shm", "-journal"]
    where FileManager.default.fileExists(atPath: path + suffix) {
      throw InputError(
        .io, file: path + suffix,
        problem: "there is a file of this name, which would belong to the new store",
        remedy: "remove it, or write to another one")
    }
  }

  /// Reads a graph file, or the content of a store file, whichever it is. Neither is changed, nor
  /// what stands beside it.
  ///
  /// - Throws: `InputError`, `StoreError`, `UpgradeError`.
  package func readGraph(at path: String) throws -> (version: UInt64, graph: ObjectGraph) {
    var scratch: ScratchDirectory?
    defer { scratch?.remove() }
    return try readGraph(at: path) {
      let folder = try ScratchDirectory()
      scratch = folder
      return folder.path
    }
  }

  /// - Parameter scratch: gives a folder for the copy of a store that cannot be read in its place.
  package func readGraph(
    at path: String, scratch: () throws -> String
  ) throws -> (version: UInt64, graph: ObjectGraph) {
    if path.hasSuffix(".json") {
      return try GraphFile.read(path: path) { self.stage($0)?.schema }
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputError(
        .notFound, file: path, problem: "there is no such file", remedy: "check the path")
    }
    guard !isFolder.boolValue else {
      throw InputError(
        file: path, problem: "this is a folder",
        remedy: "name a graph file (*.json) or a store file")
    }
    try InputFile.requireRegular(path: path)
    let store = try FileStore.reading(path, copyingTo: scratch)
    defer { store.close() }
    guard let stage = stage(store.version) else {
      throw InputError(
        file: path, problem: "the store is at version \(store.version)",
        remedy: "the history \(name) has versions "
          + stages.map { String($0.number) }.joined(separator: ", "))
    }
    do {
      return (store.version, try store.snapshot(of: stage.schema).graph)
    } catch let error as UpgradeError where !error.message.contains(path) {
      throw InputError(
        file: path,
        problem: error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message,
        remedy: "name the history that the store was made with")
    }
  }
}
