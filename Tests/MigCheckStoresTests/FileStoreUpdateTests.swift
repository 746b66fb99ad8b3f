import MigCheckModel
import MigCheckText
import TestMaterial
import Testing

@testable import MigCheckStores

@Suite("Updates of a FileStore")
struct FileStoreUpdateTests {
  private static let properties = [
    Property("name", .string), Property("nick", .string, optional: true),
    Property("age", .int), Property("score", .double), Property("ratio", .float, optional: true),
    Property("any", .mixed, optional: true), Property("raw", .data), Property("born", .date),
    Property("id", .uuid), Property("flag", .bool), Property("price", .decimal128),
    Property("tags", .string, collection: .list), Property("end", .int), Property("a b", .int),
  ]

  private let folder: TestFolder
  private let store: FileStore

  init() throws {
    folder = try TestFolder()
    store = try FileStore.create(at: folder.file("store"))
    try store.begin()
    let table = try store.addTable(named: "Person", embedded: false)
    for property in Self.properties { try store.addProperty(property, to: table) }
    var random = TestRandom(seed: 1)
    for _ in 0..<40 {
      var values = [(property: Name, value: Value)]()
      for property in Self.properties where property.collection == nil {
        if property.isOptional, random.chance(30) { continue }
        values.append((property.name, random.pick(NastyValues.of(property.type))))
      }
      _ = try store.create(in: table, values: values)
    }
    try store.commit(version: 1)
    try store.begin()
    try store.addProperty(Property("added", .string), to: table)
  }

  private func update(
    _ condition: String?, _ assignments: [(String, String)], deletes: Bool = false
  ) throws -> ObjectUpdate {
    let table = try #require(store.table(named: "Person"))
    return ObjectUpdate(
      typeName: "Person", oldTable: 0, newTable: 0, oldProperties: Self.properties,
      newProperties: table.properties,
      condition: condition.map { SQLExpression($0) },
      assignments: try assignments.map { name, expression in
        ObjectUpdate.Assignment(
          name: Name(name), target: .success(try #require(table.property(named: Name(name)))),
          expression: SQLExpression(expression))
      }, deletes: deletes, records: true)
  }

  @Test(
    "give the same in one statement as row by row",
    arguments: Sweep.part(
      [
        ("added", "old.name || ' ' || old.age", nil),
        ("added", "coalesce(old.nick, new.name, 'x')", "old.age > 0"),
        ("added", "'it''s ' || ordinal", "ordinal % 3 = 1"),
        ("added", "typeof(old.any)", "old.any IS NOT NULL"),
        ("added", "CAST(old.age AS TEXT)", "CAST(1 AS TEXT) = old.any"),
        ("added", "CASE WHEN old.score > 1.5e0 THEN 'high' ELSE '' END", "old.ratio IS NULL"),
        ("nick", "NULL", "old.nick LIKE 'a%'"),
        ("nick", "CASE old.flag WHEN 1 THEN old.nick END", nil),
        ("age", "old.age", "new.score = -0.0"),
        ("age", "length(old.name)", "old.name IN ('a', 'A', 1)"),
        ("age", "1.0", nil),
        ("age", "old.\"a b\"", nil),
        ("score", "-0.0", nil),
        ("score", "0.0", nil),
        ("score", "old.ratio", "typeof(old.ratio) = 'real'"),
        ("ratio", "NULL", nil),
        ("any", "-0.0", nil),
        ("any", "old.any", nil),
        ("any", "old.raw", nil),
        ("raw", "old.raw", nil),
        ("born", "'2020-01-01T00:00:00.500Z'", nil),
        ("id", "upper(old.id)", nil),
        ("flag", "old.age IS NULL", nil),
        ("price", "old.price", nil),
        ("nick", "added || (old.nick COLLATE NOCASE = 'A' OR old.born < '1971')", "added = ''"),
        ("added", "'never'", "0"),
      ], oneOf: 4))
  func same(property: String, expression: String, condition: String?) throws {
    let update = try update(condition, [(property, expression)])
    let bulk = try store.applyInBulk(update)
    let contents = try store.contents(of: 0)
    store.rollback()
    try store.begin()
    try store.addProperty(Property("added", .string), to: 0)
    let exact = try store.applyRowByRow(update)
    #expect(try #require(bulk).matched == exact.matched)
    let expected = try store.contents(of: 0)
    #expect(contents.keys == expected.keys)
    #expect(contents.columns.map { Exact.text($0) } == expected.columns.map { Exact.text($0) })
  }

  @Test(
    "go row by row where one statement could mean something else",
    arguments: Sweep.part(
      [
        "random()", "(SELECT 1)", "max(old.name)", "count(*)", "'a', 'b'", "'a') --", "old.missing",
        "missing", "\"missing\"", "name", "new.name || rowid", "old.tags", "x'00'", "?1", "k", "c0",
        "old.name -> '$'", "old.end || old.case", "CURRENT_TIMESTAMP", "'open",
        "old.name IN old.age",
        "json_extract('1', '$')", "sqlite_version()", "migcheck_read(1)", "old.k", "new.c0", "0x10",
        "1_000", "t0.k", "old.'name'", "`name`", "[name]", "", "  ",
      ], oneOf: 4))
  func different(expression: String) throws {
    #expect(try store.applyInBulk(try update(nil, [("added", expression)])) == nil)
  }

  @Test("that fail in one statement leave nothing behind, and name the object's error")
  func failing() throws {
    let before = try store.contents(of: 0)
    let update = try update(nil, [("age", "CASE WHEN ordinal < 20 THEN 1 ELSE old.name END")])
    #expect(try store.applyInBulk(update) == nil)
    let after = try store.contents(of: 0)
    #expect(before.columns.map { Exact.text($0) } == after.columns.map { Exact.text($0) })
    #expect(
      throws: UpgradeError(
        .typeMismatch, "TEXT does not convert to 'int' for property 'Person.age'", type: "Person",
        property: "age")
    ) {
      try store.apply(update)
    }
  }

  @Test("read old values after the columns were written, removed and given to others")
  func oldValues() throws {
    let ages = try store.contents(of: 0).columns[2]
    let isAge = try update(nil, [("end", "old.age")])
    #expect(try store.applyInBulk(try update(nil, [("age", "7")])) != nil)
    // The column has new values now, so the statement would read those.
    #expect(try store.applyInBulk(isAge) == nil)
    _ = try store.apply(isAge)
    #expect(try store.contents(of: 0).columns[12] == ages)
    store.rollback()
    try store.begin()
    // A removed column stays where it is.
    try store.removeProperty("age", from: 0)
    try store.addProperty(Property("age", .int), to: 0)
    #expect(try store.applyInBulk(isAge) != nil)
    let table = try #require(store.table(named: "Person"))
    let contents = try store.contents(of: 0)
    #expect(contents.columns[try #require(table.index(of: "end"))] == ages)
    #expect(
      contents.columns[try #require(table.index(of: "age"))]
        == Array(repeating: .int(0), count: 40))
  }

  @Test("evaluate a random function once for each object")
  func random() throws {
    let update = try update(nil, [("age", "random()")])
    _ = try store.apply(update)
    let ages = try store.contents(of: 0).columns[2].map { Exact.text($0) }
    #expect(Set(ages).count == 40)
  }

  @Test("leave out objects that were created since the upgrade began, also in one statement")
  func created() throws {
    _ = try store.create(in: 0, values: [("name", .string("new"))])
    let result = try #require(
      try store.applyInBulk(try update(nil, [("added", "'seen'")])))
    #expect(result.matched == Array(0..<40))
    #expect(try store.contents(of: 0).columns.last?.last == .string(""))
  }

  @Test("delete the objects for which the condition holds")
  func deletes() throws {
    let ages = try store.contents(of: 0).columns[2]
    let gone = ages.indices.filter { if case .int(let age) = ages[$0] { age > 1 } else { false } }
      .map { Int64($0) }
    let result = try #require(
      try store.applyInBulk(try update("old.age > 1", [], deletes: true)))
    #expect(result.matched == gone)
    #expect(result.deleted == gone.map { ObjectReference(type: 0, index: Int($0)) })
    #expect(try store.keys(of: 0) == (0..<40).filter { !gone.contains($0) })
    #expect(try store.oldKeys(of: 0) == Array(0..<40))
    // Those that are left still have their old values where they were.
    let rest = try #require(try store.applyInBulk(try update(nil, [("end", "old.age")])))
    #expect(rest.matched == (0..<40).filter { !gone.contains($0) })
    let left = try store.contents(of: 0)
    #expect(left.columns[12] == left.columns[2])
  }
}
