import Foundation
import MigCheckSQLite
import TestMaterial
import Testing

/// `migcheck generate --store-files`, the app somewhere else, `migcheck judge`.
@Suite struct JudgeCommandTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private static let title = "<attribute name='title' optional='YES' attributeType='String'/>"

  /// Makes stores and has migcheck's own rules upgrade them.
  private func prepare(_ history: String, _ ending: String, count: Int = 4) throws {
    let generated = try bench.run(
      "generate", history, "--all-versions", "--count", "\(count)", "--store-files", "Before")
    #expect(generated.status == 0, "\(generated.errors)")
    try FileManager.default.createDirectory(
      atPath: bench.path + "/After", withIntermediateDirectories: true)
    for file in bench.files where file.hasPrefix("Before/") {
      let name = file.dropFirst("Before/".count)
      let outcome = try bench.run(
        "upgrade", history, "--store", file, "--to", "3", "--out", "After/\(name)")
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  private func prepareRealm() throws {
    try bench.write("h.history.json", AppUpgradeCommandTests.history)
    try prepare("h.history.json", "realm")
  }

  private func prepareModel() throws {
    try ModelPathsTests.write(
      [
        Self.title,
        Self.title + "<attribute name='size' attributeType='Integer 32' defaultValueString='0'/>",
        Self.title + "<attribute name='size' attributeType='Integer 64' defaultValueString='0'/>",
      ], to: bench)
    try prepare("Notes.xcdatamodeld", "sqlite")
  }

  @Test("Realm files that were upgraded as the history says") func realm() throws {
    try prepareRealm()
    let outcome = try bench.run("judge", "Before", "After")
    #expect(
      outcome.output
        == "✔ passed   Notes (realm), 12 stores of 3 versions, upgraded to 3: 0 findings, 0 warnings\n"
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(bench.strayFiles.isEmpty)
  }

  @Test("Core Data stores that were upgraded as the model infers") func coreData() throws {
    try prepareModel()
    let outcome = try bench.run("judge", "Notes.xcdatamodeld", "Before", "After", "--to", "3")
    #expect(
      outcome.output
        == "✔ passed   Notes (coredata), 12 stores of 3 versions, upgraded to 3: 0 findings, 0 "
        + "warnings\n", "\(outcome.output)\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test("a store that a process has open is not judged") func openStores() throws {
    try prepareRealm()
    let lock = open(bench.path + "/After/v1-1.realm.lock", O_RDWR | O_CREAT, 0o600)
    defer { close(lock) }
    #expect(flock(lock, LOCK_SH) == 0)
    let outcome = try bench.run("judge", "Before", "After")
    #expect(
      outcome.errors
        == "migcheck: After/v1-1.realm: a process has this store open; close the app first\n")
    #expect(outcome.status == 65)
    flock(lock, LOCK_UN)
    #expect(try bench.run("judge", "Before", "After").status == 0)
  }

  @Test("a Core Data store that a process has open is not judged") func openCoreDataStore() throws {
    try prepareModel()
    let database = try SQLiteConnection(
      path: bench.path + "/After/v1-1.sqlite", mode: .readWrite, sharing: .thisProcess)
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute("UPDATE ZNOTE SET ZTITLE = ZTITLE")
    let outcome = try bench.run("judge", "Before", "After", "--to", "3")
    #expect(
      outcome.errors
        == "migcheck: After/v1-1.sqlite: a process has this store open; close the app first\n")
    database.close()
    #expect(try bench.run("judge", "Before", "After", "--to", "3").errors == "")
  }

  @Test(
    "a Core Data store that a process has open is not read",
    arguments: [
      ["judge", "Notes.xcdatamodeld", "Before", "After", "--to", "3"],
      [
        "upgrade", "Notes.xcdatamodeld", "--store", "Before/v1-1.sqlite", "--to", "3", "--out",
        "x.json",
      ],
      ["Notes.xcdatamodeld", "--store", "Before/v1-1.sqlite", "--to", "3", "--trials", "1"],
      [
        "generate", "Notes.xcdatamodeld", "--version", "1", "--store-files", "F", "--empty-store",
        "Before/v1-1.sqlite",
      ],
      [
        "generate", "Notes.xcdatamodeld", "--version", "1", "--store-files", "F", "--names-from",
        "Before/v1-1.sqlite",
      ],
    ])
  func openStore(command: [String]) throws {
    try prepareModel()
    let database = try SQLiteConnection(
      path: bench.path + "/Before/v1-1.sqlite", mode: .readWrite, sharing: .thisProcess)
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute("UPDATE ZNOTE SET ZTITLE = ZTITLE")
    let outcome = try bench.run(command)
    #expect(
      outcome.errors.contains(
        "Before/v1-1.sqlite: a process has this store open; close the app first\n"),
      "\(outcome.errors)")
    #expect(outcome.status == 65)
    database.close()
  }

  @Test("a value that the app lost, without the value") func lostValue() throws {
    try prepareModel()
    for number in 1...4 {
      let database = try SQLiteConnection(
        path: bench.path + "/After/v1-\(number).sqlite", mode: .readWrite, sharing: .thisProcess)
      try database.execute("UPDATE ZNOTE SET ZTITLE = 'secret'")
      database.close()
    }
    let outcome = try bench.run("judge", "Before", "After", "--to", "3")
    #expect(outcome.status == 1)
    #expect(
      outcome.output.hasPrefix("✘ data-preserved   Notes (coredata) 1 → 3, in "),
      "\(outcome.output)")
    #expect(outcome.output.contains("\n  Note.title has another value"))
    #expect(outcome.output.contains("⚠ engine-agrees   Notes (coredata) 1 → 3, in "))
    #expect(!outcome.output.contains("secret"))
    let shown = try bench.run("judge", "Before", "After", "--to", "3", "--show-values")
    #expect(shown.output.contains("secret"))
  }

  @Test("files that cannot be judged get one sentence each, and the others are judged")
  func badFiles() throws {
    try prepareRealm()
    let files = FileManager.default
    func after(_ name: String) -> String { bench.path + "/After/" + name }
    try files.removeItem(atPath: after("v1-1.realm"))
    try files.removeItem(atPath: after("v1-2.realm"))
    try files.copyItem(atPath: bench.path + "/Before/v1-2.realm", toPath: after("v1-2.realm"))
    try Data(bench.bytes("After/v1-3.realm").prefix(400)).write(
      to: URL(fileURLWithPath: after("v1-3.realm")))
    try files.removeItem(atPath: after("v2-1.realm"))
    try files.copyItem(atPath: bench.path + "/Before/v1-1.realm", toPath: after("v2-1.realm"))
    let outcome = try bench.run("judge", "Before", "After")
    #expect(outcome.status == 66)
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 4, "\(outcome.errors)")
    #expect(
      lines[0]
        == "migcheck: After/v1-1.realm: the upgraded store is missing; let the app open a copy of "
        + "Before/v1-1.realm there")
    #expect(
      lines[1]
        == "migcheck: After/v1-2.realm: the store is unchanged: the app did not upgrade it; let the app "
        + "open this copy, and copy it back")
    #expect(lines[2].hasPrefix("migcheck: After/v1-3.realm: the file is "))
    #expect(
      lines[3]
        == "migcheck: After/v2-1.realm: the store is at version 1, not at version 3; upgrade it with the "
        + "newest app, or name the app's version with --to")
    #expect(
      outcome.output
        == "✘ incomplete   Notes (realm), 8 stores of 3 versions, upgraded to 3: 0 findings, 0 warnings; "
        + "4 stores not judged\n")
  }

  @Test("a store of another UUID is another store") func otherStore() throws {
    try prepareModel()
    let files = FileManager.default
    try files.removeItem(atPath: bench.path + "/After/v1-1.sqlite")
    try files.copyItem(
      atPath: bench.path + "/After/v1-2.sqlite", toPath: bench.path + "/After/v1-1.sqlite")
    let outcome = try bench.run("judge", "Before", "After", "--to", "3")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.hasPrefix("migcheck: After/v1-1.sqlite: this is another store: its UUID is "),
      "\(outcome.errors)")
  }

  @Test("folders that are not there, or hold no stores") func folders() throws {
    try bench.write("h.history.json", AppUpgradeCommandTests.history)
    let missing = try bench.run("judge", "Before", "After")
    #expect(missing.errors == "migcheck: Before: there is no such folder; check the path\n")
    #expect(missing.status == 66)
    for folder in ["Before", "After"] {
      try FileManager.default.createDirectory(
        atPath: "\(bench.path)/\(folder)", withIntermediateDirectories: true)
    }
    let empty = try bench.run("judge", "Before", "After")
    #expect(
      empty.errors
        == "migcheck: Before: there are no stores (*.realm) in this folder; make some with migcheck "
        + "generate --store-files\n")
    let one = try bench.run("judge", "Before")
    #expect(one.status == 64)
  }
}
