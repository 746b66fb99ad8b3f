import Foundation
import MigCheckSQLite
import TestMaterial
import Testing

/// Stores of Core Data that cannot be read, or that no app could have saved.
@Suite struct ModelBrokenStoreTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    for (index, names) in [["a"], ["a", "b", "c"]].enumerated() {
      try bench.write(
        "M.xcdatamodeld/M \(index + 1).xcdatamodel/contents",
        "<model><entity name='E'>"
          + names.map {
            "<attribute name='\($0)' attributeType='String' defaultValueString='\($0)'/>"
          }.joined() + "</entity></model>")
    }
  }

  /// Writes a store of version 1 with two objects.
  private func writeStore(_ name: String = "s.sqlite", _ sql: String = "") throws {
    let database = try SQLiteConnection(path: bench.path + "/" + name)
    defer { database.close() }
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["NSStoreModelVersionIdentifiers": [""]], format: .binary, options: 0)
    try database.execute(
      """
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER,
        Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'E', 0, 2);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, 'A', x'\(list.map { String(format: "%02x", $0) }.joined())');
      CREATE TABLE ZE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZA VARCHAR);
      INSERT INTO ZE VALUES (1, 1, 1, 'secret one'), (2, 1, 1, 'secret two');
      \(sql)
      """)
  }

  private func upgrade(_ store: String = "s.sqlite") throws -> Workbench.Outcome {
    try bench.run("upgrade", "M.xcdatamodeld", "--store", store, "--to", "2", "--out", "o.json")
  }

  @Test("a sound store is upgraded") func sound() throws {
    try writeStore()
    let outcome = try upgrade()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors == "migcheck: o.json: 1 → 2, 2 objects, 0 links\n")
    #expect(try bench.text("o.json").contains("E#2"))
    #expect(bench.files.filter { $0.hasPrefix("s.") } == ["s.sqlite"])
  }

  @Test(
    "a store that does not fit is refused with the table and the column",
    .enabled(if: Sweep.isFull),
    arguments: [
      (
        "ALTER TABLE ZE ADD COLUMN ZB VARCHAR",
        "ZE.ZC: the store has no such column, where the model has E.c; the store is of no version of "
          + "M; the nearest is 2 (M 2)"
      ),
      (
        "ALTER TABLE ZE DROP COLUMN ZA",
        "ZE.ZA: the store has no such column, where the model has E.a; the store is of no version "
          + "of M; the nearest is 1 (M 1)"
      ),
      (
        "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Other'",
        "this is the store of another app: it has the entities \"Other\"; name the model that it was "
          + "made with"
      ),
      (
        "DROP TABLE Z_PRIMARYKEY",
        "this is no store of Core Data: it has no table Z_PRIMARYKEY; name a store that an app "
          + "wrote, with its -wal"
      ),
      (
        "UPDATE Z_METADATA SET Z_PLIST = x'00'",
        "Z_METADATA.Z_PLIST holds no property list; copy the store again, together with its -wal"
      ),
      (
        "DELETE FROM ZE; UPDATE Z_PRIMARYKEY SET Z_MAX = 0",
        "the store holds no objects, and there is no s.sqlite-wal beside it; copy the store "
          + "together with its -wal"
      ),
      (
        "UPDATE ZE SET ZA = x'FF' WHERE Z_PK = 2",
        "ZE.ZA: a value is no String; name the model that the store was made with, or restore it "
          + "from a backup"
      ),
    ])
  func misfits(change: String, message: String) throws {
    try writeStore("s.sqlite", change)
    let outcome = try upgrade()
    #expect(outcome.errors == "migcheck: s.sqlite: \(message)\n")
    #expect(outcome.status == 65)
    #expect(!bench.files.contains("o.json"))
    // Every command that reads stores says the same.
    let check = try bench.run("M.xcdatamodeld", "--store", "s.sqlite", "--to", "2")
    #expect(check.errors == outcome.errors && check.status == 65)
    try writeStore("t.sqlite")
    let diff = try bench.run("diff", "M.xcdatamodeld", "t.sqlite", "s.sqlite")
    #expect(diff.errors == outcome.errors && diff.status == 65)
  }

  @Test("a file that is no store, or a part of one, has its sentence") func files() throws {
    try writeStore("s.sqlite")
    let bytes = try bench.bytes("s.sqlite")
    func check(_ name: String, _ message: String, _ status: Int32) throws {
      let outcome = try upgrade(name)
      #expect(outcome.errors == "migcheck: \(name)\(message)\n")
      #expect(outcome.status == status, "\(message)")
    }
    func write(_ name: String, _ data: Data) throws {
      try data.write(to: URL(fileURLWithPath: bench.path + "/" + name))
    }
    try check("nope.sqlite", ": there is no such file; check the path", 66)
    try check("M.xcdatamodeld", ": this is a folder; name a store's file", 65)
    try write("empty.sqlite", Data())
    try check(
      "empty.sqlite", ": this is not a SQLite database, or an encrypted one; name a store's file",
      65)
    try write("text.sqlite", Data("SQLite format 4".utf8))
    try check(
      "text.sqlite", ": this is not a SQLite database, or an encrypted one; name a store's file", 65
    )
    try write("cut.sqlite", bytes.prefix(bytes.count - 4096))
    try check(
      "cut.sqlite",
      ": the store is damaged: database disk image is malformed; copy it again, together with its "
        + "-wal", 65)
    try write("s.sqlite-shm", Data(count: 32768))
    try check(
      "s.sqlite",
      "-wal: the write-ahead log of the store is missing, although its index -shm is there; copy "
        + "the store together with its -wal", 65)
  }

  @Test("a store that may not be read says so", .enabled(if: geteuid() != 0, "root reads all"))
  func unreadable() throws {
    try writeStore()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: bench.path + "/s.sqlite")
    let outcome = try upgrade()
    #expect(
      outcome.errors == "migcheck: s.sqlite: the file may not be read; check its permissions\n")
    #expect(outcome.status == 74)
  }

  @Test("nulls where the model allows none are told, and the store is still a start")
  func strayNulls() throws {
    try writeStore("s.sqlite", "UPDATE ZE SET ZA = NULL WHERE Z_PK = 2")
    #expect(try upgrade().status == 0)
    #expect(try bench.text("o.json").contains("\"a\": null"))
    let outcome = try bench.run(
      "M.xcdatamodeld", "--store", "s.sqlite", "--trials", "0", "--to", "2")
    #expect(
      outcome.errors.contains(
        "migcheck: s.sqlite: 1 null in required attributes; defaults stand for them in the run\n"))
    #expect(outcome.output.contains("1 from the corpus"), "\(outcome.output)")
    #expect(outcome.status == 0)
  }

  @Test("a pair that cannot be inferred is refused by its reasons") func notInferable() throws {
    try writeStore()
    try bench.write(
      "M.xcdatamodeld/M 3.xcdatamodel/contents",
      "<model><entity name='E'><attribute name='a' attributeType='Date'/></entity></model>")
    let outcome = try bench.run(
      "upgrade", "M.xcdatamodeld", "--store", "s.sqlite", "--to", "3", "--out", "o.json")
    #expect(
      outcome.errors == "migcheck: The mapping from version 1 (M 1) to 3 (M 3) cannot be inferred: "
        + "E.a: type changed between other types: String → Date.\n")
    #expect(outcome.status == 65)
  }
}
