import Foundation
import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckStoreFiles
import TestMaterial
import Testing

/// The writer against stores that Core Data itself wrote.
@Suite(
  "Stores that Core Data wrote",
  .enabled(if: RealStores.areAtHand, "the stores of real apps are not at hand"))
struct RealStoreTests {
  @Test("emptied and filled again they are the same, cell by cell", arguments: RealStores.all)
  func refilled(model: String, store: String, version: Int) throws {
    let bench = try StoreBench()
    let bundle = try RealStores.bundle(model)
    let original = try RealStores.copy(store, to: bench)
    let content = try bench.read(original, in: bundle)
    let empty = bench.file("empty.sqlite")
    try FileManager.default.copyItem(atPath: original, toPath: empty)
    try FileManager.default.copyItem(atPath: original + "-wal", toPath: empty + "-wal")
    let tables = try StoreBench.tables(in: empty)
    let own = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]
    let filled = tables.filter { !own.contains($0) }
    #expect(!filled.isEmpty)
    try StoreBench.execute(
      filled.map { "DELETE FROM \($0);" }.joined() + "UPDATE Z_PRIMARYKEY SET Z_MAX = 0", in: empty)
    let template = try StoreTemplate.copy(empty, of: bundle, wanted: nil, in: bench.path)
    #expect(template.version.number == UInt64(version))
    let result = bench.file("result.sqlite")
    try CoreDataStoreWriter(template).write(content, to: result, uuid: nil)
    #expect(try StoreBench.tables(in: result) == tables)
    for table in tables {
      // Of an object's count of saves and of orders only what they mean is the same.
      let columns = try StoreBench.columnNames("SELECT * FROM \(table)", in: result)
      let exact = columns.filter { $0 != "Z_OPT" && !$0.hasPrefix("Z_FOK_") }
      let list = exact.joined(separator: ", ")
      let query = "SELECT \(list) FROM \(table) ORDER BY \(list)"
      #expect(
        try StoreBench.rows(query, in: result) == StoreBench.rows(query, in: original), "\(table)")
      for column in columns where column.hasPrefix("Z_FOK_") {
        let order =
          "SELECT \(list) FROM \(table) WHERE \(column) IS NOT NULL ORDER BY "
          + "\(owner(of: column, in: columns)), \(column)"
        #expect(
          try StoreBench.rows(order, in: result) == StoreBench.rows(order, in: original),
          "\(table).\(column)")
      }
    }
    #expect(try StoreBench.rows("PRAGMA integrity_check", in: result) == [["text(\"ok\")"]])
    #expect(StoreBench.areEqual(try bench.read(result, in: bundle).graph, content.graph))
  }

  /// The column that holds the object in whose relationship a place is.
  private func owner(of column: String, in columns: [String]) -> String {
    let name = String(column.dropFirst("Z_FOK_".count))
    if columns.contains("Z" + name) { return "Z" + name }
    return columns.first { $0.hasPrefix("Z_") && $0 != "Z_" + name && $0 != column } ?? "Z_PK"
  }

  @Test(
    "stores made from the model alone have the same tables, columns and metadata",
    arguments: RealStores.all)
  func predicted(model: String, store: String, version: Int) throws {
    let bench = try StoreBench()
    let bundle = try RealStores.bundle(model)
    let original = try RealStores.copy(store, to: bench)
    let content = try bench.read(original, in: bundle)
    // Of a many-to-many relationship of an entity with itself the store of another version tells the side
    // that gives the table its name.
    var names = StoreNames()
    if let other = ["Bookmarks_V4": "Bookmarks_V5", "Bookmarks_V5": "Bookmarks_V4"][store] {
      try names.learn(
        from: RealStores.copy(other, to: bench), of: bundle, in: bench.path)
    }
    let template = try StoreTemplate.create(
      try #require(bundle.version(UInt64(version))), of: bundle, names: names, in: bench.path)
    let result = bench.file("result.sqlite")
    try CoreDataStoreWriter(template).write(content, to: result, uuid: nil)
    let tables =
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
      + "ORDER BY name"
    #expect(try StoreBench.rows(tables, in: result) == StoreBench.rows(tables, in: original))
    let indexes =
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name"
    #expect(try StoreBench.rows(indexes, in: result) == StoreBench.rows(indexes, in: original))
    for query in [
      "SELECT * FROM Z_PRIMARYKEY ORDER BY 1", "PRAGMA page_size", "PRAGMA auto_vacuum",
      "PRAGMA user_version", "PRAGMA journal_mode", "PRAGMA encoding",
    ] {
      #expect(
        try StoreBench.rows(query, in: result) == StoreBench.rows(query, in: original), "\(query)")
    }
    let (own, theirs) = (try metadata(result), try metadata(original))
    #expect(own.count == 7)
    for (key, value) in own
    where !["NSPersistenceFrameworkVersion", "NSStoreModelVersionHashes"].contains(key) {
      #expect("\(value)" == theirs[key].map { "\($0)" }, "\(key)")
    }
    #expect(
      own["NSStoreModelVersionHashes"] as? [String: Data] == theirs["NSStoreModelVersionHashes"]
        as? [String: Data])
    #expect(StoreBench.areEqual(try bench.read(result, in: bundle).graph, content.graph))
    #expect(!FileManager.default.fileExists(atPath: result + "-wal"))
  }

  private func metadata(_ store: String) throws -> [String: Any] {
    let hex = try StoreBench.rows("SELECT hex(Z_PLIST) FROM Z_METADATA", in: store)[0][0]
    let digits = Array(hex.dropFirst(6).dropLast(2).utf8)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    return try #require(
      try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        as? [String: Any])
  }
}
