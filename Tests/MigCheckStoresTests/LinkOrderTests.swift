import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckStores

/// The order of links, as the engine's lists of backlinks have it.
@Suite("The order of links")
struct LinkOrderTests {
  @Test("a link that goes leaves its place to the last one")
  func leavesItsPlace() {
    #expect(LinkOrder.removing([0], from: [0, 1, 2, 3]) == [3, 1, 2])
    #expect(LinkOrder.removing([3], from: [0, 1, 2, 3]) == [0, 1, 2])
    #expect(LinkOrder.removing([0, 0], from: [0, 0, 1, 1, 2]) == [2, 1, 1])
    #expect(LinkOrder.removing([0, 1], from: [0, 1, 2, 3]) == [3, 2])
    #expect(LinkOrder.removing([1, 0], from: [0, 1, 2, 3]) == [2, 3])
    #expect(LinkOrder.removing([0, 1], from: [0, 1]) == [])
  }

  /// What the engine does, link by link.
  fileprivate static func plainlyRemoving(_ removed: [Int64], from list: [Int64]) -> [Int64] {
    var list = list
    for origin in removed {
      guard let place = list.firstIndex(of: origin), let last = list.popLast() else { continue }
      if place < list.count { list[place] = last }
    }
    return list
  }

  @Test("many links that go at once leave what they leave one by one")
  func manyAtOnce() {
    var random = TestRandom(seed: 7)
    for _ in 0..<2000 {
      let list = (0..<random.below(9)).map { _ in Int64(random.below(5)) }
      var rest = list
      var removed = [Int64]()
      for _ in 0..<random.below(list.count + 1) {
        removed.append(rest.remove(at: random.below(rest.count)))
      }
      #expect(
        LinkOrder.removing(removed, from: list) == Self.plainlyRemoving(removed, from: list))
    }
  }

  @Test("a list knows after each change whether it is in the order of keys")
  func knowsWhetherByKey() {
    var random = TestRandom(seed: 8)
    var seen = Set<Bool>()
    for _ in 0..<500 {
      var keys = (0..<random.below(6)).map { _ in Int64(random.below(5)) }
      var list = OriginList(keys)
      for _ in 0..<12 {
        if random.chance(50) {
          let key = Int64(random.below(5))
          list.append(key)
          keys.append(key)
        } else {
          var rest = keys
          let removed = (0..<min(random.below(3), keys.count)).map { _ in
            rest.remove(at: random.below(rest.count))
          }
          list.remove(removed)
          keys = Self.plainlyRemoving(removed, from: keys)
        }
        #expect(list.keys == keys)
        #expect(list.isByKey == LinkOrder.isByKey(keys))
        if keys.count > 2 { seen.insert(list.isByKey) }
      }
    }
    #expect(seen.count == 2)
  }

  // MARK: Both stores, and lists that are kept link by link

  /// Objects of B, and of A with three properties that link to them; E is embedded in A.
  private struct Trial {
    var memory: any Store = MemoryStore()
    var file: any Store
    var random: TestRandom
    /// By property of A and by target: who links there.
    var lists: [Name: [Int64: [Int64]]] = [:]
    static let properties: [Name] = ["one", "many", "keyed"]

    init(file: any Store, seed: UInt64) throws {
      self.file = file
      random = TestRandom(seed: seed)
      for store in [memory, file] {
        store.orderedTypes = ["B"]
        try store.begin()
        _ = try store.addTable(named: "A", embedded: false)
        _ = try store.addTable(named: "B", embedded: false)
        for (name, kind) in zip(Self.properties, [nil, CollectionKind.list, .dictionary]) {
          try store.addProperty(
            Property(name, .object, collection: kind, objectType: "B", optional: kind != .list),
            to: 0)
        }
      }
      for _ in 0..<4 { try both { _ = try $0.create(in: 1, values: []) } }
    }

    func both(_ body: (any Store) throws -> Void) throws {
      try body(memory)
      try body(file)
    }

    mutating func value(_ property: Name) throws -> Value {
      let targets = try memory.keys(of: 1)
      func link() -> Value {
        targets.isEmpty || random.chance(20)
          ? .null : .link(ObjectReference(type: 1, index: Int(random.pick(targets))))
      }
      switch property {
      case "one": return link()
      case "many": return .list((0..<random.below(4)).map { _ in link() }.filter { !$0.isNull })
      default:
        return .dictionary((0..<random.below(4)).map { DictionaryEntry("k\($0)", link()) })
      }
    }

    mutating func change(_ property: Name, of origin: Int64, from old: Value, to new: Value) {
      if property == "one", old == new { return }
      for link in old.links {
        let list = lists[property]?[Int64(link.index)] ?? []
        lists[property]?[Int64(link.index)] = LinkOrderTests.plainlyRemoving([origin], from: list)
      }
      for link in new.links {
        lists[property, default: [:]][Int64(link.index), default: []].append(origin)
      }
    }

    mutating func step() throws {
      let keys = try memory.keys(of: 0)
      switch random.below(10) {
      case 0..<4:
        var values = [(property: Name, value: Value)]()
        for property in Self.properties { values.append((property, try value(property))) }
        let key = try memory.create(in: 0, values: values)
        #expect(try file.create(in: 0, values: values) == key)
        for (property, value) in values { change(property, of: key, from: .null, to: value) }
      case 4..<7:
        guard let key = keys.randomElement(&random) else { return }
        let property = random.pick(Self.properties)
        let new = try value(property)
        let object = ObjectReference(type: 0, index: Int(key))
        change(
          Name(property.text), of: key, from: try memory.value(of: Name(property.text), in: object),
          to: new)
        try both { try $0.setValue(new, of: Name(property.text), in: object) }
      case 7..<9:
        let gone = keys.filter { _ in random.chance(25) }
        for key in gone {
          for property in Self.properties {
            let object = ObjectReference(type: 0, index: Int(key))
            change(
              Name(property.text), of: key,
              from: try memory.value(of: Name(property.text), in: object), to: .null)
          }
        }
        try both { try $0.delete(gone, from: 0) }
      default:
        guard random.chance(30), let key = try memory.keys(of: 1).randomElement(&random) else {
          return
        }
        try both { try $0.delete([key], from: 1) }
        for property in Self.properties { lists[property]?[key] = nil }
        try both { _ = try $0.create(in: 1, values: []) }
      }
    }

    func check() throws {
      let targets = try memory.keys(of: 1)
      let links = try memory.incomingLinks(to: targets, in: 1)
      #expect(try file.incomingLinks(to: targets, in: 1) == links)
      #expect(try file.linkOrders() == memory.linkOrders())
      for target in targets {
        for property in Self.properties {
          let own = links.filter { $0.target == target && $0.property == property }
          #expect(own.map { Int64($0.origin.index) } == lists[property]?[target] ?? [])
        }
      }
    }
  }

  @Test("is the same in both stores and in lists that are kept link by link", arguments: 0..<12)
  func sameInBothStores(seed: UInt64) throws {
    let folder = try TestFolder()
    var trial = try Trial(file: FileStore.create(at: folder.file("store")), seed: seed)
    for round in 0..<40 {
      try trial.step()
      try trial.check()
      if round % 10 == 9 {
        try trial.both { try $0.commit(version: $0.version + 1) }
        let (memory, file) = (try trial.memory.fork(), try trial.file.fork())
        try file.reopen()
        try trial.both { $0.discard() }
        (trial.memory, trial.file) = (memory, file)
        try trial.both { try $0.begin() }
        try trial.check()
      }
    }
    trial.file.discard()
  }

  @Test("of links that an update removes is the same in both stores")
  func updates() throws {
    let folder = try TestFolder()
    let stores: [any Store] = [MemoryStore(), try FileStore.create(at: folder.file("store"))]
    let orders = try stores.map { store in
      store.orderedTypes = ["B"]
      try store.begin()
      _ = try store.addTable(named: "A", embedded: false)
      _ = try store.addTable(named: "B", embedded: false)
      let link = Property("one", .object, objectType: "B", optional: true)
      try store.addProperty(link, to: 0)
      _ = try store.create(in: 1, values: [])
      for _ in 0..<5 {
        _ = try store.create(
          in: 0, values: [("one", .link(ObjectReference(type: 1, index: 0)))])
      }
      try store.commit(version: 1)
      try store.begin()
      _ = try store.apply(
        ObjectUpdate(
          typeName: "A", oldTable: 0, newTable: 0, oldProperties: [link], newProperties: [link],
          condition: "ordinal < 2",
          assignments: [
            ObjectUpdate.Assignment(name: "one", target: .success(link), expression: "NULL")
          ], deletes: false, records: false))
      return try store.incomingLinks(to: [0], in: 1).map(\.origin.index)
    }
    #expect(orders == [[4, 3, 2], [4, 3, 2]])
  }
}
