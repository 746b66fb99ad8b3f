import MigCheckModel
import MigCheckSQLite
import MigCheckText
import Testing

@testable import MigCheckStores

@Suite struct StorageRulesTests {
  private static let zeros: [Value] = [.double(0), .double(-0.0), .double(0)]

  @Test func aSetKeepsWhatIsNotEqualBitForBitUnlessTheEngineComparesByValue() {
    let doubles = Property("set", .double, collection: .set)
    #expect(StorageRules().set(Self.zeros, of: doubles) == [.double(0), .double(-0.0)])
    #expect(StorageRules.everything.set(Self.zeros, of: doubles) == [.double(0)])
    let mixed = Property("set", .mixed, collection: .set, optional: true)
    let ones: [Value] = [.int(1), .double(1), .int(1), .bool(true)]
    #expect(StorageRules().set(ones, of: mixed) == [.bool(true), .int(1), .double(1)])
    #expect(StorageRules.everything.set(ones, of: mixed) == [.bool(true), .int(1)])
  }

  @Test func equalNumbersAreWrittenUnlessTheEngineSkipsThem() {
    let (zero, minusZero) = (Value.double(0), Value.double(-0.0))
    #expect(StorageRules().overwriting(zero, with: minusZero, isMixed: false) == minusZero)
    #expect(StorageRules.everything.overwriting(zero, with: minusZero, isMixed: false) == zero)
    let property = Property("number", .double)
    #expect(StorageRules().overwritingNewZero(minusZero, of: property) == minusZero)
    #expect(StorageRules.everything.overwritingNewZero(minusZero, of: property) == zero)
  }

  @Test(arguments: [StorageRules(), .everything])
  func bothStoresTreatTheSignOfZeroAlike(rules: StorageRules) throws {
    let folder = try TestFolder()
    let stores: [any Store] = [MemoryStore(), try FileStore.create(at: folder.file("store"))]
    defer { for store in stores { store.discard() } }
    let minusZero = try #require(Decimal128("-0"))
    let contents = try stores.map { store in
      store.rules = rules
      try store.begin()
      let table = try store.addTable(named: "Number", embedded: false)
      try store.addProperty(Property("decimal", .decimal128), to: table)
      try store.addProperty(Property("double", .double), to: table)
      let key = try store.create(in: table, values: [("decimal", .decimal128(minusZero))])
      try store.setValue(
        .double(-0.0), of: "double", in: ObjectReference(type: table, index: Int(key)))
      try store.commit(version: 1)
      return try store.contents(of: table).columns
    }
    #expect(contents[0] == contents[1])
    let kept: [[Value]] = [[.decimal128(minusZero)], [.double(-0.0)]]
    #expect((contents[0] == kept) == (rules == StorageRules()))
  }

  @Test func whatADictionaryMayBeCalledIsForTheEngineToSay() throws {
    let property = Property("entries", .int, collection: .dictionary)
    let result = "{\"a.b\": 1, \"$c\": 2}"
    #expect(
      try ValueConversion.value(.text(result), for: property, of: "T", by: StorageRules())
        == .dictionary([DictionaryEntry("$c", .int(2)), DictionaryEntry("a.b", .int(1))]))
    #expect(throws: UpgradeError.self) {
      try ValueConversion.value(.text(result), for: property, of: "T", by: .everything)
    }
  }
}
