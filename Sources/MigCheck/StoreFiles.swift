import Foundation
import MigCheckFormats
import MigCheckModel
import MigCheckRules
import MigCheckStores

extension History {
  /// Makes a store file that holds a graph.
  ///
  /// - Throws: `StoreError` if the file cannot be made, `UpgradeError` for a schema or a graph that
  ///   the engine refuses.
  public func createStore(
    at path: String, version: UInt64, holding graph: ObjectGraph
  ) throws {
    let store = try FileStore.create(at: path)
    do {
      _ = try HistoryStore(history: self, store: store, at: version, holding: graph)
      try store.reopen()
      store.close()
    } catch {
      store.discard()
      throw error
    }
  }

  /// Reads a graph file, or the content of a store file, whichever it is.
  ///
  /// - Throws: `InputError`, `StoreError`, `UpgradeError`.
  public func readGraph(at path: String) throws -> (version: UInt64, graph: ObjectGraph) {
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
    let store = try FileStore(opening: path)
    defer { store.close() }
    guard let stage = stage(store.version) else {
      throw InputError(
        file: path, problem: "the store is at version \(store.version)",
        remedy: "the history \(name) has versions "
          + stages.map { String($0.number) }.joined(separator: ", "))
    }
    return (store.version, try store.snapshot(of: stage.schema).graph)
  }
}
