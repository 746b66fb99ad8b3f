import Foundation
import MigCheckCoreData
import MigCheckFormats
import MigCheckModel
import MigCheckSQLite
import MigCheckStoreFiles
import TestMaterial

/// A folder of its own for stores of Core Data.
final class StoreBench {
  let path = NSTemporaryDirectory() + "/migcheck-core-data-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// A bundle of one version with the XML inside `<model>`.
  static func bundle(_ content: String) throws -> CoreDataBundle {
    let model = try CoreDataModelReader.parse(
      Array("<model userDefinedModelVersionIdentifier=''>\(content)</model>".utf8),
      file: "contents")
    return CoreDataBundle(
      name: "M", path: "M.xcdatamodeld",
      versions: [CoreDataVersion(number: 1, name: "M", model: model)], current: 1)
  }

  /// Reads a store as any command does.
  func read(_ store: String, in bundle: CoreDataBundle) throws -> StoreGraph {
    let file = try CoreDataStoreFile(store, copyingTo: path, allowsEmpty: true)
    defer { file.close() }
    var reader = StoreReader(file, try StoreRecognition.version(of: file, in: bundle))
    return try reader.read()
  }

  static func areEqual(_ first: ObjectGraph, _ second: ObjectGraph) -> Bool {
    guard case .equal = GraphComparison.compare(first, second) else { return false }
    return true
  }

  /// Runs a query and gives all rows, cell by cell.
  static func rows(_ query: String, in store: String) throws -> [[String]] {
    let database = try SQLiteConnection(path: store, mode: .readWrite, sharing: .thisProcess)
    defer { database.close() }
    let statement = try database.prepare(query)
    var rows = [[String]]()
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { "\(statement.value($0))" })
    }
    return rows
  }

  static func columnNames(_ query: String, in store: String) throws -> [String] {
    let database = try SQLiteConnection(path: store, mode: .readWrite, sharing: .thisProcess)
    defer { database.close() }
    let statement = try database.prepare(query)
    return (0..<statement.columnCount).map(statement.columnName)
  }

  static func execute(_ sql: String, in store: String) throws {
    let database = try SQLiteConnection(path: store, mode: .readWrite, sharing: .thisProcess)
    defer { database.close() }
    try database.execute(sql)
  }

  static func tables(in store: String) throws -> [String] {
    try rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1",
      in: store
    ).map { String($0[0].dropFirst(6).dropLast(2)) }
  }
}

/// The stores that one app has for the tests of its own upgrades.
enum RealStores {
  static let folder = "coredata/duckduckgo-stores"
  static let areAtHand = Material.has(folder)

  /// The bundle, the store, and the number of its version.
  static let all = [
    ("BookmarksModel", "Bookmarks_V1", 1), ("BookmarksModel", "Bookmarks_V2", 2),
    ("BookmarksModel", "Bookmarks_V3", 3), ("BookmarksModel", "Bookmarks_V4", 4),
    ("BookmarksModel", "Bookmarks_V5", 5), ("SyncMetadata", "SyncMetadata_V3", 3),
  ]

  static func bundle(_ name: String) throws -> CoreDataBundle {
    try CoreDataBundleReader.read(path: Material.sharedPath("\(folder)/\(name).xcdatamodeld"))[0]
  }

  /// A copy of a store with its write-ahead log.
  static func copy(_ name: String, to bench: StoreBench) throws -> String {
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: Material.sharedPath("\(folder)/stores/\(name).sqlite\(suffix)"),
        toPath: bench.file("\(name).sqlite\(suffix)"))
    }
    return bench.file("\(name).sqlite")
  }
}
