import Foundation
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckStores
import Testing

/// Values that a migration block in Swift reads and writes, on both stores.
@Suite struct MigrationValuesTests {
  private let directory = NSTemporaryDirectory() + "/values-tests-\(UUID().uuidString)"

  /// Upgrades one object of the type `A` and gives its values afterwards.
  private func upgrade(
    _ kind: StoreKind, _ properties: [Property], _ values: [Value], to target: [Property]? = nil,
    _ block:
      @escaping @Sendable (RealmMigration, RealmMigrationObject, RealmMigrationObject) throws ->
      Void
  ) throws -> [[Value]] {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let history = History("Test") {
      Version(1) { ObjectType("A", properties) }
      Version(2) {
        ObjectType("A", target ?? properties)
      } migration: { migration in
        var failure: (any Error)?
        migration.enumerateObjects(ofType: "A") { old, new in
          guard let old, let new else { return }
          do { try block(migration, old, new) } catch { failure = error }
        }
        if let failure { throw failure }
      }
    }
    var graph = ObjectGraph(schema: Schema([ObjectType("A", properties)]))
    graph.append(values, type: 0)
    let store = try history.makeStore(kind, at: 1, holding: graph, in: directory)
    defer { store.discard() }
    _ = try store.upgrade(to: 2)
    _ = try store.reopen()
    let table = try store.snapshot().graph.tables[0]
    return (0..<table.count).map { row in table.columns.map { $0[row] } }
  }

  private static let moments = [
    "9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999998Z",
    "0001-01-01T00:00:00.000000001Z", "2025-06-01T12:00:00.123456789Z",
    "2025-06-01T12:00:00.12345679Z", "1970-01-01T00:00:00.000000001Z",
    "+292277026596-12-04T15:30:07.999999999Z", "-292277022657-01-27T08:29:52Z",
    "+33658-09-27T01:46:40Z", "+0000-02-29T00:00:00.1Z",
  ].compactMap { Timestamp($0).map(Value.date) }

  @Test(
    "dates that are copied are exact, wherever they are copied to", arguments: StoreKind.allCases)
  func copiedDates(kind: StoreKind) throws {
    let singles = Self.moments.indices.map { Property("d\($0)", .date) }
    let properties =
      singles + [
        Property("any", .mixed, optional: true), Property("list", .date, collection: .list),
        Property("set", .date, collection: .set),
        Property("map", .date, collection: .dictionary),
      ]
    let entries = Self.moments.indices.map { DictionaryEntry("k\($0)", Self.moments[$0]) }
    let values =
      Self.moments + [
        Self.moments[3], .list(Self.moments),
        .set(SetElements.arrange(Self.moments, of: .date, byValue: true)),
        .dictionary(entries),
      ]
    let count = Self.moments.count
    let names = properties.map(\.name.text)
    let rows = try upgrade(kind, properties, values) { migration, old, new in
      // The object as it is, a new one with all at once, and each date where its neighbour was.
      for name in names { new[name] = old[name] }
      migration.create("A", value: Dictionary(uniqueKeysWithValues: names.map { ($0, old[$0]) }))
      let given = (0..<count).map { old["d\($0)"] }
      let turned = migration.create("A")
      for index in 0..<count { turned?["d\(index)"] = given[(index + 1) % count] }
      turned?["any"] = (old["list"] as? [Any?])?.last ?? nil
      turned?["list"] = (old["list"] as? [Any?]).map { Array($0.reversed()) }
      turned?["set"] = given
      turned?["map"] = (old["map"] as? [String: Any?])?.mapValues { $0 }
    }
    #expect(rows[0] == values)
    #expect(rows[1] == values)
    #expect(Array(rows[2][..<count]) == Array(values[1..<count]) + [values[0]])
    #expect(
      Array(rows[2][count...]) == [Self.moments[count - 1], .list(Self.moments.reversed())]
        + values[(count + 2)...])
  }

  @Test("a date far away can be made in a block", arguments: StoreKind.allCases)
  func madeDates(kind: StoreKind) throws {
    let rows = try upgrade(
      kind, [Property("seconds", .int)], [.int(1_000_000_000_000)],
      to: [Property("d", .date), Property("any", .mixed, optional: true)]
    ) { _, old, new in
      let date = (old["seconds"] as? Int).map { Date(timeIntervalSince1970: Double($0)) }
      new["d"] = date
      new["any"] = date
    }
    let moment = Value.date(Timestamp(seconds: 1_000_000_000_000))
    #expect(rows == [[moment, moment]])
  }

  @Test(
    "a date that no store can hold is refused with its value",
    arguments: [
      (Double.nan, "nan"), (.infinity, "inf"), (-.infinity, "-inf"), (1e19, "1e+19"),
    ], StoreKind.allCases)
  func refusedDates(_ date: (interval: Double, text: String), kind: StoreKind) throws {
    let interval = date.interval
    let error = #expect(throws: UpgradeError.self) {
      _ = try upgrade(kind, [Property("d", .date)], [.date(Timestamp(seconds: 0))]) { _, _, new in
        new["d"] = Date(timeIntervalSince1970: interval)
      }
    }
    #expect(error?.code == .typeMismatch)
    #expect(
      error?.message == "Invalid value '\(date.text) seconds since 1970' of type 'Date' for 'date' "
        + "property 'A.d'. Realm holds dates from -292277022657-01-27T08:29:52Z to "
        + "+292277026596-12-04T15:30:07.999999999Z, and would store another one instead.")
  }

  @Test("a value of another type is refused with its value, cut where it is long")
  func refusedValues() throws {
    let long = String(repeating: "x", count: 100_000)
    let cases: [(Any, String)] = [
      (Date(timeIntervalSince1970: 1e12), "'+33658-09-27T01:46:40Z' of type 'Date'"),
      (long, "'\(String(repeating: "x", count: 60))… (100000 characters)' of type 'String'"),
      ([1, 2, 3], "'3 elements' of type 'Array<Int>'"),
    ]
    for (value, text) in cases {
      nonisolated(unsafe) let value = value
      let error = #expect(throws: UpgradeError.self) {
        _ = try upgrade(.memory, [Property("i", .int)], [.int(1)]) { _, _, new in new["i"] = value }
      }
      #expect(error?.message == "Invalid value \(text) for 'int' property 'A.i'.")
    }
  }

  @Test("values of every type come back to the bit", arguments: StoreKind.allCases)
  func everyType(kind: StoreKind) throws {
    let scalars: [(PropertyType, [Value])] = [
      (.bool, [.bool(false), .bool(true)]), (.int, [.int(.min), .int(.max), .int(1 << 53 + 1)]),
      (.float, [.float(-0.0), .float(.nan), .float(0.1), .float(.infinity)]),
      (
        .double,
        [.double(-0.0), .double(.nan), .double(.leastNonzeroMagnitude), .double(-.infinity)]
      ),
      (
        .decimal128,
        ["1.00", "-0", "NaN", "-Infinity", "1E+6111"].compactMap { Decimal128($0) }
          .map(Value.decimal128)
      ),
      (.string, [.string(""), .string("é"), .string("e\u{301}"), .string("\u{0}")]),
      (.data, [.data([]), .data([0, 255])]), (.date, Self.moments),
      (.uuid, [.uuid(UUIDBytes(high: 1, low: .max)), .uuid(UUIDBytes(high: .max, low: 2))]),
      (.objectId, [.objectId(ObjectIDBytes(high: .max, low: 7))]),
    ]
    var properties = [Property]()
    var values = [Value]()
    for (type, single) in scalars {
      properties.append(Property("list \(type)", type, collection: .list))
      values.append(.list(single))
    }
    let all = scalars.flatMap(\.1)
    properties.append(Property("mixed", .mixed, collection: .list, optional: true))
    values.append(.list(all + [.null]))
    properties.append(Property("map", .mixed, collection: .dictionary, optional: true))
    let keys = ["", "e\u{301}", "é"]
    values.append(.dictionary(keys.enumerated().map { DictionaryEntry($1, all[$0]) }))
    let names = properties.map(\.name.text)
    let rows = try upgrade(kind, properties, values) { migration, old, new in
      for name in names { new[name] = old[name] }
      migration.create("A", value: Dictionary(uniqueKeysWithValues: names.map { ($0, old[$0]) }))
    }
    #expect(rows == [values, values])
  }
}
