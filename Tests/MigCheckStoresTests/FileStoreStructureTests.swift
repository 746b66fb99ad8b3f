import MigCheckModel
import MigCheckSQLite
import TestMaterial
import Testing

@testable import MigCheckStores

@Suite("The structure of a FileStore")
struct FileStoreStructureTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func scalar(_ sql: String, in store: FileStore) throws -> String {
    let statement = try store.connection.prepare(sql)
    return try statement.step() ? statement.text(0) : ""
  }

  @Test("has no SQLite table for what holds nothing")
  func lazy() throws {
    let store = try FileStore.create(at: folder.file("store"))
    try store.begin()
    let table = try store.addTable(named: "Person", embedded: false)
    try store.addProperty(Property("tags", .string, collection: .set), to: table)
    try store.commit(version: 1)
    let names = "SELECT group_concat(name) FROM (SELECT name FROM sqlite_schema ORDER BY name)"
    #expect(try scalar(names, in: store) == "migcheck")
    try store.reopen()
    try store.begin()
    _ = try store.create(in: table, values: [("tags", .set([]))])
    #expect(try scalar(names, in: store) == "migcheck,t0")
    _ = try store.create(in: table, values: [("tags", .set([.string("x")]))])
    #expect(try scalar(names, in: store) == "migcheck,t0,x0")
    try store.removeProperty("tags", from: table)
    #expect(try scalar(names, in: store) == "migcheck,t0")
    try store.removeTable(table)
    #expect(try scalar(names, in: store) == "migcheck")
    store.rollback()
    #expect(try scalar(names, in: store) == "migcheck")
    #expect(try store.contents(of: table).keys == [])
  }

  @Test("never gives a key or a table's number again")
  func keys() throws {
    let store = try FileStore.withPersons(at: folder.file("store"))
    try store.begin()
    try store.delete([0, 1, 2], from: 0)
    #expect(try store.create(in: 0, values: []) == 3)
    try store.commit(version: 2)
    try store.reopen()
    try store.begin()
    try store.delete([3], from: 0)
    try store.removeTable(0)
    #expect(try store.addTable(named: "Person", embedded: false) == 1)
    try store.commit(version: 3)
    try store.reopen()
    try store.begin()
    #expect(try store.create(in: 1, values: []) == 0)
    store.rollback()
  }

  @Test("does not let a new property see the values of a removed one, however many there were")
  func deadColumns() throws {
    let store = try FileStore.withPersons(at: folder.file("store"))
    for round in 0..<100 {
      try store.begin()
      let name = "p\(round)"
      try store.addProperty(Property(name, .string, optional: round % 2 == 0), to: 0)
      let zero: Value = round % 2 == 0 ? .null : .string("")
      #expect(try store.contents(of: 0).columns[3] == [zero, zero, zero])
      try store.setValue(
        .string("value \(round)"), of: Name(name), in: ObjectReference(type: 0, index: 1))
      try store.commit(version: UInt64(round) + 2)
      try store.begin()
      try store.removeProperty(Name(name), from: 0)
      #expect(
        try store.oldValue(of: Name(name), in: ObjectReference(type: 0, index: 1))
          == .string("value \(round)"))
      try store.commit(version: UInt64(round) + 2)
    }
    // The table was written anew in between.
    let columns = try scalar("SELECT count(*) FROM pragma_table_info('t0')", in: store)
    #expect(try #require(Int(columns)) < 80)
    try store.reopen()
    #expect(
      try store.contents(of: 0).columns == [
        ["Ada", "Alan", "Grace"].map(Value.string),
        ["Lovelace", "Turing", "Hopper"].map(Value.string), [36, 41, 85].map(Value.int),
      ])
  }

  @Test("marks its file, which is in WAL mode and keeps its integrity")
  func file() throws {
    let store = try FileStore.withEverything(at: folder.file("store"))
    #expect(try scalar("PRAGMA journal_mode", in: store) == "wal")
    #expect(try scalar("PRAGMA application_id", in: store) == "1298613099")
    #expect(try scalar("PRAGMA user_version", in: store) == "2")
    #expect(try scalar("PRAGMA integrity_check", in: store) == "ok")
    #expect(try scalar("PRAGMA synchronous", in: store) == "0")
    let durable = try FileStore.create(
      at: folder.file("durable"), version: 7, options: .init(isDurable: true))
    #expect(try scalar("PRAGMA synchronous", in: durable) == "2")
    #expect(durable.version == 7)
    try durable.reopen()
    #expect(durable.version == 7)
  }

  @Test("leaves no file behind when it is discarded")
  func discard() throws {
    let store = try FileStore.withEverything(at: folder.file("store"))
    let forks = [try store.fork(), try store.fork()]
    let second = try forks[0].fork()
    #expect(
      folder.names.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
        == ["store", "store.1", "store.2", "store.3"])
    for store in forks + [second] { store.discard() }
    try store.begin()
    store.discard()
    #expect(folder.names == [])
  }

  @Test(
    "holds as many properties as a type may have, replaced in every version",
    .enabled(if: Sweep.isFull))
  func manyProperties() throws {
    let count = FileStore.mostProperties
    let store = try FileStore.create(at: folder.file("store"))
    try store.begin()
    let table = try store.addTable(named: "Wide", embedded: false)
    for index in 0..<count { try store.addProperty(Property("1 \(index)", .int), to: table) }
    try store.commit(version: 1)
    for version in 2...6 as ClosedRange<UInt64> {
      // The first objects come when three versions have gone by.
      try store.begin()
      let added = (0..<count).map { Name("\(version) \($0)") }
      for name in added { try store.addProperty(Property(name, .int), to: table) }
      for index in 0..<count { try store.removeProperty("\(version - 1) \(index)", from: table) }
      if version == 4 { _ = try store.create(in: table, values: [(added[0], .int(7))]) }
      for key in try store.keys(of: table) where version > 4 {
        try store.setValue(
          .int(Int64(version)), of: added[count - 1],
          in: ObjectReference(type: table, index: Int(key)))
      }
      try store.commit(version: version)
    }
    try store.reopen()
    let contents = try store.contents(of: table)
    #expect(contents.columns.count == count)
    #expect(contents.columns.last == [.int(6)])
    #expect(contents.columns.dropLast().allSatisfy { $0 == [.int(0)] })
  }
}
