import Foundation
import MigCheckModel
import MigCheckSQLite
import Testing

@testable import MigCheckStores

@Suite("Opening a FileStore")
struct FileStoreOpeningTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = folder.file("store")
  }

  /// Opens the file, and expects an error, the same bytes as before, and no other file.
  private func refuse(_ bytes: [UInt8], _ message: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    var text = ""
    do {
      _ = try FileStore(opening: path)
    } catch let error as StoreError {
      text = error.message
    } catch let error as UpgradeError {
      #expect(error.code == .storeCorrupt)
      text = error.message
    }
    #expect(text == message)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes))
    #expect(folder.names == ["store"])
  }

  private func validBytes() throws -> [UInt8] {
    let store = try FileStore.withPersons(at: path)
    store.close()
    #expect(folder.names == ["store"])
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test("gives the version, the tables and the objects that were committed")
  func open() throws {
    _ = try validBytes()
    let store = try FileStore(opening: path)
    #expect(store.version == 1)
    #expect(store.tables.map(\.name) == ["Person"])
    #expect(try store.contents(of: 0).columns[2] == [.int(36), .int(41), .int(85)])
    store.close()
    #expect(folder.names == ["store"])
  }

  @Test("refuses a missing file and does not make one")
  func missing() {
    #expect {
      _ = try FileStore(opening: path)
    } throws: {
      ($0 as? StoreError)?.message == "There is no store at '\(path)'. Check the path."
    }
    #expect(folder.names == [])
  }

  @Test("refuses a file that is no database, and leaves it alone")
  func noDatabase() throws {
    let message =
      "The file at '\(path)' is not a SQLite database. Check the path; the file was not changed."
    try refuse([], message)
    try refuse(Array("SQLite format 3\0".utf8), message)
    try refuse(Array("{\"version\": 1}".utf8) + Array(repeating: 32, count: 5000), message)
  }

  @Test("refuses another program's database, and leaves it alone", arguments: ["DELETE", "WAL"])
  func foreign(journal: String) throws {
    let connection = try SQLiteConnection(path: path)
    try connection.execute(
      "PRAGMA journal_mode = \(journal); CREATE TABLE notes(t); INSERT INTO notes VALUES ('mine')")
    connection.close()
    try refuse(
      Array(try Data(contentsOf: URL(fileURLWithPath: path))),
      "The SQLite database at '\(path)' is not a store of migcheck. Check the path; the file was "
        + "not changed.")
  }

  @Test("refuses a newer file format, and leaves the file alone")
  func newer() throws {
    var bytes = try validBytes()
    bytes[63] = 3
    try refuse(
      bytes,
      "The store at '\(path)' has file format 3, and this version of migcheck reads up to 2. "
        + "Update migcheck; the file was not changed.")
  }

  @Test("refuses a file that lacks its end, and leaves it alone")
  func truncated() throws {
    let bytes = try validBytes()
    for count in [bytes.count - 1, bytes.count - 4096, 4096, 200] {
      try refuse(
        Array(bytes.prefix(count)),
        "The store at '\(path)' is damaged: it ends after \(count) bytes. Nothing was changed in "
          + "it; restore it from a backup.")
    }
  }

  @Test("refuses a file whose catalogue is damaged, and leaves it alone")
  func damagedCatalogue() throws {
    var bytes = try validBytes()
    let name = Array("Person".utf8)
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: name) })
    // The length of the name.
    bytes[place - 1] = 0xFF
    try refuse(
      bytes,
      "The store at '\(path)' is damaged: its catalogue cannot be read. Nothing was changed in "
        + "it; restore it from a backup.")
  }

  @Test("says that the store is damaged when a value is not of its type")
  func damagedValue() throws {
    _ = try validBytes()
    let contents = try FileStore(opening: path).contents(of: 0)
    let connection = try SQLiteConnection(path: path)
    try connection.execute("UPDATE t0 SET c2 = 'forty-one' WHERE k = 1")
    connection.close()
    let store = try FileStore(opening: path)
    #expect(throws: UpgradeError.self) { try store.holds(contents, in: 0) }
    #expect {
      _ = try store.contents(of: 0)
    } throws: { error in
      (error as? UpgradeError)?.code == .storeCorrupt
        && (error as? UpgradeError)?.message
          == "The store at '\(path)' is damaged: a value of 'Person.age' is no 'int'. Nothing was "
          + "changed in it; restore it from a backup."
    }
  }

  @Test(
    "says that the store is damaged when an object or a link has a key below 0",
    arguments: ["UPDATE t0 SET k = -1 WHERE k = 0", "UPDATE t0 SET k = -3 WHERE k = 2"])
  func keyBelowZero(change: String) throws {
    _ = try validBytes()
    let connection = try SQLiteConnection(path: path)
    try connection.execute(change)
    connection.close()
    let store = try FileStore(opening: path)
    #expect {
      for table in store.tables { _ = try store.contents(of: table.id) }
    } throws: { error in
      (error as? UpgradeError)?.code == .storeCorrupt
        && (error as? UpgradeError)?.message.contains("has an object with the key -") ?? false
    }
    #expect(FileEncoding.decode(.integer(-1), as: .object, target: 0) == nil)
    #expect(FileEncoding.decode(.integer(0), as: .object, target: 0) != nil)
    #expect(
      FileEncoding.decode(.blob(FileEncoding.mixedLink(to: -1, in: 0)), as: .mixed, target: -1)
        == nil)
  }

  @Test("never crashes on a file with changed bytes", arguments: 0..<8)
  func fuzz(seed: UInt64) throws {
    let bytes = try validBytes()
    var random = TestRandom(seed: seed)
    // Most of the file is unused, and zero.
    let places = bytes.indices.filter { bytes[$0] != 0 }
    var refused = 0
    for _ in 0..<40 {
      var damaged = bytes
      for _ in 0..<(1 + random.below(3)) {
        damaged[random.pick(places)] = UInt8(random.below(256))
      }
      for suffix in ["", "-wal", "-shm"] { DatabaseFile.remove(path + suffix) }
      try DatabaseFile.write(damaged, to: path)
      do {
        let store = try FileStore(opening: path, options: .init(busyTimeout: 10))
        for table in store.tables { _ = try store.contents(of: table.id) }
        try store.begin()
        for table in store.tables { _ = try store.create(in: table.id, values: []) }
        try store.commit(version: 2)
        store.close()
      } catch is StoreError {
        refused += 1
      } catch is UpgradeError {
        refused += 1
      }
    }
    #expect(refused > 0)
  }

  @Test("creates no store over a file")
  func exists() throws {
    try DatabaseFile.write([1, 2, 3], to: path)
    #expect {
      _ = try FileStore.create(at: path)
    } throws: {
      ($0 as? StoreError)?.message
        == "There is a file at '\(path)' already. Remove it, or choose another path for the new "
        + "store."
    }
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: path))) == [1, 2, 3])
  }

  @Test("finds the last commit after a process ended in the middle of the next")
  func afterCrash() throws {
    let store = try FileStore.withPersons(at: path)
    try store.begin()
    try store.delete([0, 1, 2], from: 0)
    // What a killed process leaves behind: the file and its log, and no lock.
    let copy = folder.file("copy")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    let reopened = try FileStore(opening: copy)
    #expect(try reopened.keys(of: 0) == [0, 1, 2])
    reopened.discard()
    store.discard()
    #expect(folder.names == [])
  }
}
