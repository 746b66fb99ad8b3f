import MigCheckModel
import MigCheckSQLite
import TestMaterial
import Testing

@testable import MigCheckStores

/// Sets of keys that are too large to be spelled out, and many deletions one by one, do what
/// MemoryStore does with them.
@Suite("Deleting many objects of a FileStore")
struct FileStoreDeleteTests {
  private let folder: TestFolder
  private let memory = MemoryStore()
  private let file: FileStore

  init() throws {
    folder = try TestFolder()
    file = try FileStore.create(at: folder.file("store"))
    for store in [memory, file] as [any Store] {
      try store.begin()
      let person = try store.addTable(named: "Person", embedded: false)
      let part = try store.addTable(named: "Part", embedded: true)
      try store.addProperty(
        Property("friend", .object, objectType: "Person", optional: true), to: person)
      for kind in CollectionKind.allCases {
        try store.addProperty(
          Property(
            "\(kind)", .object, collection: kind, objectType: "Person",
            optional: kind == .dictionary),
          to: person)
        try store.addProperty(
          Property("any \(kind)", .mixed, collection: kind, optional: true), to: person)
      }
      try store.addProperty(Property("any", .mixed, optional: true), to: person)
      try store.addProperty(
        Property("part", .object, objectType: "Part", optional: true), to: person)
      try store.addProperty(
        Property("parts", .object, collection: .list, objectType: "Part"), to: person)
      try store.addProperty(Property("next", .object, objectType: "Part", optional: true), to: part)
      var random = TestRandom(seed: 7)
      for key in 0..<400 {
        func link() -> Value {
          key == 0 ? .null : .link(ObjectReference(type: person, index: random.below(key)))
        }
        func links() -> [Value] { key == 0 ? [] : (0..<random.below(6)).map { _ in link() } }
        func part(next: Value = .null) throws -> Value {
          let key = try store.create(in: 1, values: [("next", next)])
          return .link(ObjectReference(type: 1, index: Int(key)))
        }
        let entries = { (values: [Value]) in
          values.enumerated().map { DictionaryEntry("\($0)", $1) }
        }
        _ = try store.create(
          in: person,
          values: [
            ("friend", link()), ("list", .list(links())),
            ("set", .set(SetElements.arrange(links(), of: .object, byValue: true))),
            ("dictionary", .dictionary(entries(links()))), ("any list", .list(links())),
            ("any set", .set(SetElements.arrange(links(), of: .mixed, byValue: true))),
            ("any dictionary", .dictionary(entries(links()))), ("any", link()),
            ("part", try part(next: try part())), ("parts", .list([try part(), try part()])),
          ])
      }
      try store.commit(version: 1)
      try store.begin()
    }
  }

  private func compare() throws {
    for table in 0..<2 {
      let (left, right) = (memory.contents(of: table), try file.contents(of: table))
      #expect(left.keys == right.keys)
      for (left, right) in zip(left.columns, right.columns) {
        #expect(Exact.text(left) == Exact.text(right))
      }
      #expect(memory.incomingLinkCounts(to: table) == (try file.incomingLinkCounts(to: table)))
    }
  }

  @Test(
    "at once, with their parts and the links to them",
    arguments: Sweep.part([33, 150, 400], oneOf: 3))
  func atOnce(count: Int) throws {
    let keys = (0..<Int64(count)).map { $0 * 400 / Int64(count) }
    #expect(try memory.delete(keys, from: 0) == file.delete(keys, from: 0))
    try compare()
    #expect(try file.keys(of: 1).count == (400 - count) * 4)
  }

  @Test("one by one")
  func oneByOne() throws {
    for key in stride(from: Int64(0), to: 400, by: 5) {
      #expect(memory.delete([key], from: 0) == (try file.delete([key], from: 0)))
    }
    #expect(!file.changes.scratchIndexes.isEmpty)
    try compare()
    try file.commit(version: 2)
    memory.commit(version: 2)
    try file.reopen()
    try compare()
    // The indexes went with the upgrade.
    let statement = try file.connection.prepare(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND name LIKE 'scratch%'")
    #expect(try statement.step())
    #expect(statement.integer(0) == 0)
  }

  @Test("when parts are deleted, their parents let go of them")
  func parts() throws {
    let keys = stride(from: Int64(0), to: 1600, by: 3).map { $0 }
    #expect(memory.delete(keys, from: 1) == (try file.delete(keys, from: 1)))
    try compare()
  }

  @Test("and then counts positions anew")
  func positions() throws {
    let keys = stride(from: Int64(1), to: 400, by: 2).map { $0 }
    _ = memory.delete(keys, from: 0)
    _ = try file.delete(keys, from: 0)
    let rest = try file.keys(of: 0)
    let links = memory.incomingLinks(to: rest, in: 0)
    #expect(try file.incomingLinks(to: rest, in: 0) == links)
    for link in links {
      memory.redirect(link, to: 0)
      try file.redirect(link, to: 0)
    }
    try compare()
  }

  @Test("takes nothing from the old state")
  func old() throws {
    let friends = memory.contents(of: 0).columns[0]
    _ = try file.delete(Array(0..<399), from: 0)
    let keys = try file.oldKeys(of: 0)
    #expect(keys == Array(0..<400))
    let old = try keys.map {
      try file.oldValue(of: "friend", in: ObjectReference(type: 0, index: Int($0)))
    }
    #expect(old == friends)
    file.rollback()
    #expect(try file.contents(of: 0).columns[0] == friends)
  }
}
