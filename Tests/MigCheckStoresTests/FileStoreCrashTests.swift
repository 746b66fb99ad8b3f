import MigCheckModel
import MigCheckSQLite
import TestMaterial
import Testing

@testable import MigCheckStores

/// Upgrades of our own file store that are interrupted at any operation on its files: at a sample of them
/// unless `Sweep.isComplete`.
@Suite("A FileStore whose upgrade is interrupted")
struct FileStoreCrashTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private static let people = (0..<40).map { number in
    (
      first: "first \(number)", last: String(repeating: "x", count: 100 + number),
      age: Int64(number)
    )
  }

  /// From version 1 to 2: structure, values, a deletion, new objects.
  private func upgrade(_ store: FileStore) throws {
    try store.begin()
    do {
      try store.addProperty(Property("full", .string), to: 0)
      try store.addProperty(Property("tags", .string, collection: .list), to: 0)
      let pets = try store.addTable(named: "Pet", embedded: false)
      try store.addProperty(
        Property("owner", .object, objectType: "Person", optional: true), to: pets)
      for key in try store.keys(of: 0) {
        let person = ObjectReference(type: 0, index: Int(key))
        try store.setValue(.string("person \(key)"), of: "full", in: person)
        try store.setValue(.list([.string("a"), .string("b")]), of: "tags", in: person)
        if key % 8 == 0 {
          _ = try store.create(in: pets, values: [("owner", .link(person))])
        }
      }
      try store.removeProperty("last", from: 0)
      try store.delete([3, 5, 8], from: 0)
      try store.commit(version: 2)
    } catch {
      store.rollback()
      throw error
    }
  }

  /// Everything that the store shows.
  private func content(_ store: FileStore) throws -> String {
    var lines = ["version \(store.version)"]
    for table in store.tables {
      let contents = try store.contents(of: table.id)
      lines.append("\(table.name) \(table.properties.map(\.name)) \(contents.keys)")
      lines += contents.columns.map { Exact.text($0) }
    }
    return lines.joined(separator: "\n")
  }

  private func make(_ path: String) throws {
    let store = try FileStore.withPersons(at: path, Self.people)
    store.close()
  }

  private func options(_ system: CrashingFileSystem) -> FileStore.Options {
    FileStore.Options(isDurable: true, fileSystem: system)
  }

  @Test(
    "holds the old or the new state, and can be upgraded again", arguments: StorageFault.allCases)
  func interrupted(fault: StorageFault) throws {
    let template = folder.file("template")
    try make(template)
    var states = [String]()
    var count = 0
    do {
      try DatabaseFile.copy(template, to: folder.file("whole"))
      let system = try CrashingFileSystem()
      system.arm(nil)
      let store = try FileStore(opening: folder.file("whole"), options: options(system))
      states.append(try content(store))
      try upgrade(store)
      states.append(try content(store))
      store.close()
      count = system.operations
    }
    #expect(count > 10)
    var leftAsBefore = 0
    for moment in Sweep.moments(of: count, limit: 10) {
      let path = folder.file("\(moment)")
      try DatabaseFile.copy(template, to: path)
      let system = try CrashingFileSystem()
      system.arm(fault, at: moment)
      do {
        let store = try FileStore(opening: path, options: options(system))
        defer { store.close() }
        try upgrade(store)
      } catch is StoreError {
      } catch is UpgradeError {
      }
      #expect(system.hasBroken, "operation \(moment)")
      try system.settle()
      let next = try FileStore(opening: path)
      let left = try content(next)
      #expect(states.contains(left), "operation \(moment) of \(count)")
      if next.version == 1 {
        leftAsBefore += 1
        try upgrade(next)
      }
      #expect(try content(next) == states[1], "operation \(moment) of \(count)")
      next.discard()
      #expect(!folder.names.contains { $0.hasPrefix("\(moment)-") || $0 == "\(moment)" })
    }
    #expect(leftAsBefore > 0)
  }
}
