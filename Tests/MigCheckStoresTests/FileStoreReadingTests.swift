import Foundation
import MigCheckModel
import MigCheckSQLite
import Testing

@testable import MigCheckStores

@Suite("Reading a FileStore")
struct FileStoreReadingTests {
  private let folder: TestFolder
  private let copies: TestFolder

  init() throws {
    folder = try TestFolder()
    copies = try TestFolder()
  }

  private func contents() throws -> [String: Data] {
    var contents = [String: Data]()
    for name in folder.names {
      contents[name] = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
    }
    return contents
  }

  /// The ages in the store, after a look at whether everything in its folder is as it was.
  private func ages(_ name: String) throws -> [Value] {
    let before = try contents()
    let copy = copies.file("copy-of-\(name)")
    let store = try FileStore.reading(folder.file(name)) {
      try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
      return copy
    }
    let ages = try store.contents(of: 0).columns[2]
    store.close()
    #expect(try contents() == before)
    return ages
  }

  @Test(
    "A store that stands alone is read where it is",
    arguments: ["store", "a?b=c#d%41", ":memory:", "e\u{301} and spaces "])
  func alone(name: String) throws {
    try FileStore.withPersons(at: folder.file(name)).close()
    #expect(try ages(name) == [.int(36), .int(41), .int(85)])
    #expect(copies.names == [])
  }

  @Test("What stands in a log beside it is read, too")
  func log() throws {
    let open = try FileStore.withPersons(at: folder.file("store"))
    try open.begin()
    try open.setValue(.int(37), of: "age", in: ObjectReference(type: 0, index: 0))
    try open.commit(version: 2)
    #expect(folder.names.contains("store-wal"))
    #expect(try ages("store") == [.int(37), .int(41), .int(85)])
    #expect(copies.names == ["copy-of-store"])
    // The one who has it open can go on.
    try open.begin()
    try open.setValue(.int(38), of: "age", in: ObjectReference(type: 0, index: 0))
    try open.commit(version: 3)
    #expect(try ages("store") == [.int(38), .int(41), .int(85)])
    open.close()
    #expect(try ages("store") == [.int(38), .int(41), .int(85)])
  }

  @Test("A log without its file -shm, as copying leaves it, stays as it is")
  func logOfDeadProcess() throws {
    let open = try FileStore.withPersons(at: folder.file("open"))
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder.file("open") + suffix, toPath: folder.file("dead") + suffix)
    }
    open.close()
    #expect(try ages("dead") == [.int(36), .int(41), .int(85)])
  }

  @Test("A journal that belongs to no transaction stays as it is", arguments: [0, 3000])
  func journal(size: Int) throws {
    try FileStore.withPersons(at: folder.file("store")).close()
    try Data(repeating: 7, count: size).write(
      to: URL(fileURLWithPath: folder.file("store-journal")))
    #expect(try ages("store") == [.int(36), .int(41), .int(85)])
  }

  @Test("A file that is no store is refused, and not copied")
  func noStore() throws {
    try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: folder.file("store")))
    try Data([1]).write(to: URL(fileURLWithPath: folder.file("store-wal")))
    let path = folder.file("store")
    #expect {
      _ = try FileStore.reading(path) {
        Issue.record("it is copied")
        return ""
      }
    } throws: {
      ($0 as? StoreError)?.message
        == "The file at '\(path)' is not a SQLite database. Check the path; the file was not changed."
    }
    #expect(folder.names == ["store", "store-wal"])
  }
}
