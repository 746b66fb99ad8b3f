import Foundation
import MigCheck
import MigCheckModel
import MigCheckRealm
import MigCheckReports
import MigCheckVerifier
import TestMaterial
import Testing

/// What crosses the border between stores and an app's code comes back as it was.
@Suite struct ValueTests {
  private static let content: [MigCheckModel.Property] = [
    .init("bool", .bool), .init("int", .int), .init("float", .float), .init("double", .double),
    .init("decimal", .decimal128), .init("text", .string), .init("bytes", .data),
    .init("at", .date), .init("id", .uuid), .init("oid", .objectId),
    .init("any", .mixed, optional: true), .init("maybe", .int, optional: true),
    .init("when", .date, optional: true), .init("dates", .date, collection: .list),
    .init("texts", .string, collection: .list, optional: true),
    .init("words", .string, collection: .set),
    .init("prices", .decimal128, collection: .dictionary),
    .init("moments", .date, collection: .dictionary, optional: true),
  ]
  private static let names = content.map(\.name.text)

  private static func properties(_ suffix: String) -> [MigCheckModel.Property] {
    content.map { property in
      var property = property
      property.name = Name(property.name.text + suffix)
      return property
    }
  }

  /// Equal to the bit, but for the sign of a zero, which Realm does not keep.
  private static func isSame(_ first: MigCheckModel.Value?, _ second: MigCheckModel.Value?) -> Bool
  {
    switch (first, second) {
    case (.float(let first), .float(let second)):
      first == second || first.bitPattern == second.bitPattern
    case (.double(let first), .double(let second)):
      first == second || first.bitPattern == second.bitPattern
    case (.decimal128(let first), .decimal128(let second)):
      first == second || first.isZero && second.isZero && first.exponent == second.exponent
    case (.dictionary(let first), .dictionary(let second)):
      first.count == second.count
        && zip(first, second).allSatisfy {
          isSame($0.value, $1.value) && $0.key.utf8.elementsEqual($1.key.utf8)
        }
    default: first == second
    }
  }

  @Test("values that are read and written, and objects that are copied, stay as they are")
  func valuesStayAsTheyAre() throws {
    let copied = HistoryInvariant("copied", type: "A", since: 1) { old, new in
      Self.names.allSatisfy { Self.isSame(old.value(of: $0), new.value(of: $0 + "2")) }
    }
    let names = Self.names
    let block: MigrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "A") { old, new in
        for name in names { new![name + "2"] = old![name] }
        new!["copy"] = migration.create("B", value: old!)
      }
    }
    let history = History("Values", migrationBlock: block) {
      Version(1) { ObjectType("A", Self.properties("")) }
      Version(2, invariants: [copied]) {
        ObjectType(
          "A",
          Self.properties("") + Self.properties("2")
            + [MigCheckModel.Property("copy", .object, objectType: "B", optional: true)])
        ObjectType("B", Self.properties(""))
      }
    }
    let report = try check(history, trials: Sweep.isFull ? 60 : 20)
    #expect(summary(report) == [], "\(TextReport().text(report))")
  }

  /// What a property of a new version holds after a block has written a value to it; or the error's code.
  private func stored(_ value: Any?, as type: MigCheckModel.PropertyType) throws -> Any? {
    nonisolated(unsafe) let value = value
    let property = MigCheckModel.Property("p", type, optional: type == .mixed)
    let history = History("Numbers") { migration, _ in
      migration.enumerateObjects(ofType: "A") { _, new in new!.setValue(value, forUndefinedKey: "p")
      }
    } versions: {
      Version(1) { ObjectType("A", [] as [MigCheckModel.Property]) }
      Version(2) { ObjectType("A", [property]) }
    }
    var graph = ObjectGraph(schema: history.stages[0].schema)
    graph.tables[0].count = 1
    let store = try history.makeStore(.memory, at: 1, holding: graph, in: "")
    defer { store.discard() }
    do {
      _ = try store.upgrade(to: 2)
    } catch let error as UpgradeError {
      return error.code.rawValue
    }
    return try store.snapshot().graph.tables[0].columns[0][0]
  }

  @Test("numbers of other types are taken and rounded, as Realm does")
  func otherNumbers() throws {
    let taken: [(Any, MigCheckModel.PropertyType, MigCheckModel.Value)] = [
      (0.1, .float, .float(0.1)), (1 << 53 + 1, .double, .double(0x1p53)),
      (Float(0.5), .double, .double(0.5)), (1 << 24 + 1, .float, .float(0x1p24)),
      (Decimal(string: "0.25") as Any, .double, .double(0.25)), (1, .bool, .bool(true)),
      (0, .bool, .bool(false)), (true, .int, .int(1)), (Double.nan, .float, .float(.nan)),
      (Int16(-3), .int, .int(-3)), ("abcdef".prefix(3), .string, .string("abc")),
      ("abcdef".prefix(3), .mixed, .string("abc")),
    ]
    for (value, type, expected) in taken {
      let found = try stored(value, as: type) as? MigCheckModel.Value
      #expect(
        found.map { Self.isSame($0, expected) } == true, "\(value): \(String(describing: found))")
    }
    let refused: [(Any, MigCheckModel.PropertyType)] = [
      (1.0, .int), (2, .bool), (1e39, .float), (1.0, .bool), ("1", .int), (1, .string),
    ]
    for (value, type) in refused {
      #expect(try stored(value, as: type) as? String == "typeMismatch", "\(value) as \(type)")
    }
  }

  private final class Numbered: Object {
    @Persisted(primaryKey: true) var id: ObjectId
    @Persisted var other = ObjectId()
  }

  @Test("an identifier without a value is zero, and that of a property is made") func identifiers()
  {
    #expect(ObjectId().stringValue == String(repeating: "0", count: 24))
    #expect(Numbered().id != Numbered().id)
    #expect(Numbered().other == Numbered().other)
  }

  // MARK: Decimals

  @Test("a decimal of a block is made and compared as in Realm")
  func decimals() throws {
    typealias Number = MigCheckRealm.Decimal128
    #expect(try Number(string: "1.50").stringValue == "1.50")
    #expect(try Number(string: "12345678901234567890123456789012345").stringValue.hasSuffix("E+34"))
    #expect(try Number(string: "many").isNaN)
    #expect(Number(value: "inf").stringValue == "Infinity")
    #expect(Number(value: 0.1 + 0.2).stringValue == "0.300000000000000")
    #expect(Number(value: Float(0.1)).stringValue == "0.100000001490116")
    #expect(Number(value: 7).stringValue == "7")
    let price: Number = 2.5
    #expect(price.stringValue == "2.5")
    #expect(Number(value: "1.0") == Number(value: "1.00"))
    #expect(Set([Number(value: "1.0"), Number(value: "1.00"), Number(value: "-0")]).count == 2)
    #expect(Number(value: "-Infinity") < -1 && Number(value: "1e6000") > 3)
  }
}
