import MigCheckModel
import MigCheckSQLite
import Testing

@testable import MigCheckStores

@Suite("A FileStore of scratch files")
struct ScratchFileStoreTests {
  private let folder: TestFolder
  private let path: String
  private let scratch = FileStore.Options(isScratch: true)
  private let dog = ObjectReference(type: 0, index: 0)

  init() throws {
    folder = try TestFolder()
    path = folder.file("store")
  }

  private func makeStore(name: String = "Rex") throws -> FileStore {
    let store = try FileStore.create(at: path, options: scratch)
    try store.begin()
    _ = try store.addTable(named: "Dog", embedded: false)
    try store.addProperty(Property("name", .string), to: 0)
    _ = try store.create(in: 0, values: [("name", .string(name))])
    try store.commit(version: 1)
    return store
  }

  @Test("has one file and nothing beside it, in an upgrade and after it")
  func oneFile() throws {
    let store = try makeStore()
    #expect(folder.names == ["store"])
    try store.begin()
    try store.setValue(.string("Bello"), of: "name", in: dog)
    #expect(try store.oldValue(of: "name", in: dog) == .string("Rex"))
    #expect(folder.names == ["store"])
    try store.commit(version: 2)
    #expect(folder.names == ["store"])
    store.discard()
    #expect(folder.names == [])
  }

  @Test("holds after closing what was committed, in a file that SQLite finds in order")
  func reopened() throws {
    let store = try makeStore()
    try store.begin()
    try store.setValue(.string("Hasso"), of: "name", in: dog)
    try store.commit(version: 2)
    let fork = try store.fork()
    try store.reopen()
    store.close()
    let connection = try SQLiteConnection(path: path, mode: .readOnly)
    let statement = try connection.prepare("PRAGMA integrity_check")
    #expect(try statement.step())
    #expect(statement.text(0) == "ok")
    #expect(fork.version == 2)
    #expect(try fork.value(of: "name", in: dog) == .string("Hasso"))
    fork.discard()
    #expect(folder.names == ["store"])
  }

  @Test("reads the file again when it is opened again, and not what it remembers of it")
  func readsFile() throws {
    let store = try makeStore()
    let other = try FileStore(opening: path)
    try other.begin()
    try other.setValue(.string("Waldi"), of: "name", in: dog)
    try other.addProperty(Property("age", .int), to: 0)
    try other.commit(version: 7)
    other.close()
    try store.reopen()
    #expect(store.version == 7)
    #expect(store.tables[0].properties.map(\.name) == ["name", "age"])
    #expect(try store.value(of: "name", in: dog) == .string("Waldi"))
    store.discard()
  }

  @Test("is as it was after an upgrade that was rolled back, every byte of it")
  func rolledBack() throws {
    let store = try makeStore()
    let before = try bytes()
    try store.begin()
    for number in 0..<3_000 {
      _ = try store.create(
        in: 0, values: [("name", .string(String(repeating: "\(number) ", count: 300)))])
    }
    try store.setValue(.string("Bello"), of: "name", in: dog)
    try store.delete([0], from: 0)
    try store.addProperty(Property("age", .int), to: 0)
    #expect(try store.oldValue(of: "name", in: dog) == .string("Rex"))
    store.rollback()
    #expect(store.version == 1)
    #expect(try bytes() == before)
    #expect(try store.contents(of: 0).columns == [[.string("Rex")]])
    try store.reopen()
    #expect(try store.contents(of: 0).columns == [[.string("Rex")]])
  }

  @Test("gets a log once it is large, and is upgraded, forked and rolled back all the same")
  func large() throws {
    let store = try makeStore(name: String(repeating: "long name ", count: 500_000))
    #expect(try bytes().count > FileStore.smallFile)
    #expect(folder.names == ["store"])
    try store.reopen()
    try store.begin()
    try store.setValue(.string("Bello"), of: "name", in: dog)
    #expect(folder.names.contains("store-wal"))
    #expect(
      try store.oldValue(of: "name", in: dog)
        == .string(String(repeating: "long name ", count: 500_000)))
    store.rollback()
    try store.begin()
    try store.setValue(.string("Bello"), of: "name", in: dog)
    try store.commit(version: 2)
    let fork = try store.fork()
    try store.reopen()
    for store in [store, fork] {
      #expect(store.version == 2)
      #expect(try store.value(of: "name", in: dog) == .string("Bello"))
      store.discard()
    }
    #expect(folder.names == [])
  }

  private func bytes() throws -> [UInt8] {
    let connection = try SQLiteConnection(path: path, mode: .readOnly)
    defer { connection.close() }
    return try connection.readFile(0..<connection.fileSize())
  }
}
