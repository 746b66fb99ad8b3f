import Foundation
import MigCheckCoreData
import MigCheckModel
import MigCheckSQLite

/// Writes genuine stores: files as Core Data leaves them, made without it.
package struct CoreDataStoreWriter {
  let template: StoreTemplate

  package init(_ template: StoreTemplate) {
    self.template = template
  }

  /// Writes a store.
  ///
  /// - Parameters:
  ///   - path: of a file that does not exist yet.
  ///   - uuid: the name of the store; `nil`: that of the template.
  /// - Throws: `InputError` for content that the store cannot hold; no file is left then.
  package func write(_ content: StoreGraph, to path: String, uuid: String?) throws {
    do {
      try FileManager.default.copyItem(atPath: template.path, toPath: path)
    } catch {
      throw InputError(
        .io, file: path, problem: "the store cannot be written",
        remedy: "check the folder and its disk")
    }
    do {
      try fill(path, content, uuid)
    } catch {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
      throw Self.inputError(error, path)
    }
  }

  private func fill(_ path: String, _ content: StoreGraph, _ uuid: String?) throws {
    let database = try SQLiteConnection(path: path, mode: .readWrite, sharing: .thisProcess)
    defer { database.close() }
    try database.execute(
      "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN IMMEDIATE")
    let filler = StoreFiller(
      database: database, model: template.version.model, layout: template.layout, content: content,
      store: uuid ?? path)
    try filler.fill()
    if let uuid {
      let statement = try database.prepare("UPDATE Z_METADATA SET Z_UUID = ?")
      try statement.bind(uuid, at: 1)
      try statement.run()
    }
    let (external, files) = (ExternalData(of: path), filler.values.files)
    do {
      for file in files { try external.write(file.bytes, named: file.name) }
      try database.execute("COMMIT; PRAGMA journal_mode = WAL")
    } catch {
      external.remove(files.map(\.name))
      throw error
    }
  }

  private static func inputError(_ error: any Error, _ path: String) -> any Error {
    switch error {
    case let error as StoreWriteError:
      return InputError(
        file: path, path: error.place, problem: error.problem,
        remedy: "such a store cannot be written")
    case let error as SQLiteError:
      let start = "no such function: "
      guard error.message.hasPrefix(start) else {
        return InputError(
          .io, file: path, problem: "the store cannot be written: \(error.message)",
          remedy: "check the folder and its disk")
      }
      return InputError(
        file: path,
        problem:
          "a trigger of the store calls the function \(error.message.dropFirst(start.count)), "
          + "which is not known", remedy: "such a store cannot be written")
    default: return error
    }
  }
}

extension StoreGraph {
  /// A graph whose objects get keys: in each hierarchy from 1, in the order of the types and rows.
  package static func numbered(_ graph: ObjectGraph, of model: CoreDataModel) -> StoreGraph {
    var last = [Name: Int64]()
    let keys = graph.schema.types.indices.map { type -> [Int64] in
      let root = model.root(of: graph.schema.types[type].name)
      let start = last[root] ?? 0
      last[root] = start + Int64(graph.tables[type].count)
      return (0..<Int64(graph.tables[type].count)).map { start + 1 + $0 }
    }
    return StoreGraph(graph: graph, keys: keys)
  }
}
