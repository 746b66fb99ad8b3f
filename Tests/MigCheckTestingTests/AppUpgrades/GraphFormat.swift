import Foundation
import MigCheck
import MigCheckFormats
import MigCheckModel
import MigCheckStoreFiles
import MigCheckText

/// Stores that are graph files, which a program of a few words can upgrade.
struct GraphFormat: StoreFormat {
  let history: History
  /// The version of which no file can hold objects; `nil`: all can be held.
  var unwritable: UInt64?

  var name: String { "graph" }
  var fileExtension: String { "json" }

  private func keys(of graph: ObjectGraph) -> [[Int64]] {
    graph.tables.map { Array(0..<Int64($0.count)) }
  }

  func write(
    _ graph: ObjectGraph, at version: UInt64, to file: URL, named name: String
  ) throws -> [[Int64]] {
    if version == unwritable, graph.objectCount > 0 {
      throw InputError(file: file.path, problem: "objects cannot be held")
    }
    try Data(graph.json(version: version).prettyText.utf8).write(to: file)
    return keys(of: graph)
  }

  func read(_ file: URL) throws -> StoreContent {
    let (version, graph) = try GraphFile.read(path: file.path) { number in
      history.stages.first { $0.number == number }?.schema
    }
    return StoreContent(Snapshot(version: version, graph: graph, keys: keys(of: graph)))
  }
}
