import MigCheckModel
import MigCheckSQLite
import Testing

@testable import MigCheckStores

@Suite("FileStore keeps values")
struct FileStoreValuesTests {
  /// All values of a property's type, alone or in collections of three.
  private func values(of property: Property) -> [Value] {
    var single = NastyValues.of(property.type)
    if property.type == .object || property.type == .mixed {
      single.append(.link(ObjectReference(type: 1, index: 2)))
    }
    if property.type != .object || property.collection == nil { single.append(.null) }
    switch property.collection {
    case nil: return single
    case .list: return [.list([]), .list(single), .list(single.reversed() + single)]
    case .set: return [.set([]), .set(StorageRules.everything.set(single, of: property))]
    case .dictionary:
      let keys = ["", "a", "a\0", "a\0b", "b", "e\u{301}", "é", "\u{10FFFF}"]
      return [
        .dictionary([]),
        .dictionary(
          keys.enumerated().map { DictionaryEntry($1, single[$0 % single.count]) }),
      ]
    }
  }

  @Test("a link in a damaged file to a table below the first is no value")
  func aLinkToATableBelowTheFirstIsNoValue() {
    let link = FileEncoding.mixedLink(to: 1, in: 0)
    #expect(FileEncoding.decode(.blob(link), as: .mixed, target: -1) != nil)
    let damaged = link.prefix(1) + [0xFF, 0xFF, 0xFF, 0xFF] + link.dropFirst(5)
    #expect(FileEncoding.decode(.blob(Array(damaged)), as: .mixed, target: -1) == nil)
  }

  private func check(
    _ store: any Store, _ expected: [Int64: (Name, Value)], _ state: String
  ) throws {
    let layout = try #require(store.table(named: "Everything"))
    let contents = try store.contents(of: 0)
    for (row, key) in contents.keys.enumerated() {
      let (name, value) = try #require(expected[key])
      for (index, property) in layout.properties.enumerated() {
        let wanted = property.name == name ? value : property.zeroValue
        #expect(
          Exact.text(contents.columns[index][row]) == Exact.text(wanted), "\(state): \(name)")
      }
      let object = ObjectReference(type: 0, index: Int(key))
      #expect(Exact.text(try store.value(of: Name(name.text), in: object)) == Exact.text(value))
    }
  }

  @Test("through creation, reopening and forking")
  func created() throws {
    let folder = try TestFolder()
    let store = try FileStore.withEverything(at: folder.file("store"))
    try store.begin()
    var expected = [Int64: (Name, Value)]()
    for property in FileStore.everything {
      for value in values(of: property) {
        let key = try store.create(in: 0, values: [(property.name, value)])
        expected[key] = (property.name, value)
      }
    }
    #expect(expected.count > 200)
    try check(store, expected, "created")
    try store.commit(version: 2)
    try check(store, expected, "committed")
    let fork = try store.fork()
    try check(fork, expected, "forked")
    try store.reopen()
    try check(store, expected, "reopened")
    try fork.reopen()
    try check(fork, expected, "fork reopened")
    // The fork is independent.
    try fork.begin()
    try fork.delete(fork.keys(of: 0), from: 0)
    try fork.commit(version: 3)
    #expect(try fork.keys(of: 0) == [])
    try check(store, expected, "after the fork was emptied")
  }

  @Test("when they are written over others, and keeps the old ones readable")
  func written() throws {
    let folder = try TestFolder()
    let store = try FileStore.withEverything(at: folder.file("store"))
    try store.begin()
    var before = [Int64: (Name, Value)]()
    var after = before
    for property in FileStore.everything {
      let values = values(of: property)
      for (index, value) in values.enumerated() {
        let key = try store.create(in: 0, values: [(property.name, value)])
        before[key] = (property.name, value)
        // −0.0 is not written over 0.0, which MemoryStore is asked about elsewhere.
        after[key] = (
          property.name,
          StorageRules.everything.overwriting(
            value, with: values[(index + 1) % values.count], isMixed: property.type == .mixed)
        )
      }
    }
    try store.commit(version: 2)
    try store.begin()
    for key in try store.keys(of: 0) {
      let (name, value) = try #require(after[key])
      try store.setValue(value, of: Name(name.text), in: ObjectReference(type: 0, index: Int(key)))
    }
    for key in try store.oldKeys(of: 0) {
      let (name, value) = try #require(before[key])
      let old = try store.oldValue(
        of: Name(name.text), in: ObjectReference(type: 0, index: Int(key)))
      #expect(Exact.text(old) == Exact.text(value))
    }
    try check(store, after, "written")
    store.rollback()
    try check(store, before, "rolled back")
    try store.reopen()
    try check(store, before, "rolled back and reopened")
  }

  @Test("of required properties that were added to objects, as zero")
  func zero() throws {
    let folder = try TestFolder()
    let store = try FileStore.withPersons(at: folder.file("store"))
    let types = PropertyType.allCases.filter { ![.object, .linkingObjects].contains($0) }
    try store.begin()
    for type in types {
      try store.addProperty(
        Property("new \(type.rawValue)", type, optional: type == .mixed), to: 0)
    }
    func check() throws {
      let contents = try store.contents(of: 0)
      for (index, type) in types.enumerated() {
        #expect(contents.columns[index + 3] == Array(repeating: type.zeroValue, count: 3))
      }
    }
    try check()
    try store.commit(version: 2)
    try check()
    #expect(try store.hasDuplicates(of: "new string", in: 0))
    // Made optional they keep their zero, and null becomes another value.
    try store.begin()
    for type in types where type != .mixed {
      try store.setOptional(true, property: "new \(type.rawValue)", of: 0)
    }
    try check()
    try store.setValue(.null, of: "new int", in: ObjectReference(type: 0, index: 1))
    #expect(
      try store.contents(of: 0).columns[4] == [.int(0), .null, .int(0)])
    #expect(
      try store.oldValue(of: "new int", in: ObjectReference(type: 0, index: 1)) == .int(0))
    store.rollback()
    try check()
  }

  @Test("but refuses a date with a second of nanoseconds")
  func dates() throws {
    let folder = try TestFolder()
    let store = try FileStore.withEverything(at: folder.file("store"))
    try store.begin()
    #expect {
      try store.create(
        in: 0, values: [("date", .date(Timestamp(seconds: 0, nanoseconds: 1_000_000_000)))])
    } throws: { error in
      (error as? StoreError)?.message.hasSuffix(
        "cannot be stored in 'Everything.date', which is of type 'date?'. Use a value of that "
          + "type.") ?? false
    }
    store.rollback()
  }
}
