import Foundation
import MigCheckModel
import MigCheckSQLite
import Testing

@testable import MigCheckStores

@Suite("A FileStore that others use too")
struct FileStoreLockingTests {
  private let folder: TestFolder
  private let path: String
  private let impatient = FileStore.Options(busyTimeout: 10)

  init() throws {
    folder = try TestFolder()
    path = folder.file("store")
  }

  private var inUse: String {
    "The store at '\(path)' is in use by another process. Wait until it has ended, or close it "
      + "there, and try again."
  }

  @Test("is not upgraded by two at once, and the second goes on from what the first committed")
  func twoUpgrades() throws {
    let first = try FileStore.withPersons(at: path)
    let second = try FileStore(opening: path, options: impatient)
    try first.begin()
    _ = try first.create(in: 0, values: [("first", .string("Kurt"))])
    #expect {
      try second.begin()
    } throws: {
      ($0 as? StoreError)?.message == inUse
    }
    // Reading goes on, and sees what was committed.
    #expect(try second.contents(of: 0).keys == [0, 1, 2])
    try first.commit(version: 2)
    try second.begin()
    #expect(second.version == 2)
    #expect(try second.create(in: 0, values: [("first", .string("Emmy"))]) == 4)
    try second.commit(version: 3)
    try first.reopen()
    #expect(
      try first.contents(of: 0).columns[0]
        == ["Ada", "Alan", "Grace", "Kurt", "Emmy"].map(Value.string))
  }

  @Test("reads the old state from a snapshot while the new one changes")
  func snapshot() throws {
    let store = try FileStore.withPersons(at: path)
    try store.begin()
    let ada = ObjectReference(type: 0, index: 0)
    try store.setValue(.string("Augusta"), of: "first", in: ada)
    try store.delete([1], from: 0)
    try store.removeProperty("age", from: 0)
    #expect(try store.oldValue(of: "first", in: ada) == .string("Ada"))
    #expect(try store.oldKeys(of: 0) == [0, 1, 2])
    let alan = ObjectReference(type: 0, index: 1)
    #expect(try store.oldValue(of: "age", in: alan) == .int(41))
    try store.delete([0, 2], from: 0)
    try store.removeTable(0)
    #expect(try store.oldValue(of: "last", in: alan) == .string("Turing"))
    #expect(store.oldTables.map(\.name) == ["Person"])
    try store.commit(version: 2)
    #expect(store.tables == [])
    #expect(store.oldTables == [])
    try store.reopen()
    #expect(store.tables == [])
  }

  @Test("is not forked while somebody reads an older state")
  func forkWhileRead() throws {
    let store = try FileStore.withPersons(at: path, [], options: impatient)
    let reader = try SQLiteConnection(path: path, mode: .readOnly)
    try reader.execute("BEGIN; SELECT * FROM migcheck")
    try store.begin()
    _ = try store.addTable(named: "Dog", embedded: false)
    try store.commit(version: 2)
    #expect {
      _ = try store.fork()
    } throws: {
      ($0 as? StoreError)?.message == inUse
    }
    try reader.execute("COMMIT")
    let fork = try store.fork()
    #expect(fork.tables.map(\.name) == ["Person", "Dog"])
    fork.discard()
  }

  @Test("is refused while another process writes, and nothing is lost", .enabled(if: hasPython))
  func otherProcess() throws {
    let store = try FileStore.withPersons(
      at: path, [("Ada", "Lovelace", 36)], options: impatient)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1], isolation_level=None)
      connection.execute("BEGIN IMMEDIATE")
      connection.execute("UPDATE t0 SET c2 = 37")
      print("locked", flush=True)
      sys.stdin.readline()
      connection.execute("COMMIT")
      connection.close()
      """, path,
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(answer.hasPrefix("locked"))
    #expect {
      try store.begin()
    } throws: {
      ($0 as? StoreError)?.message == inUse
    }
    input.fileHandleForWriting.write(Data("go\n".utf8))
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    try store.begin()
    try store.setValue(.string("Augusta"), of: "first", in: ObjectReference(type: 0, index: 0))
    try store.commit(version: 2)
    try store.reopen()
    #expect(
      try store.contents(of: 0).columns == [
        [.string("Augusta")], [.string("Lovelace")], [.int(37)],
      ])
    store.discard()
    #expect(folder.names == [])
  }

  private static let hasPython: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import sqlite3"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}
