import Foundation
import MigCheckModel
import MigCheckText
import Synchronization
import TestMaterial
import Testing

@testable import MigCheckHistory
@testable import MigCheckRealmEngine

@Suite struct UpgradeEngineTests {
  private func schema(_ property: String) -> Schema {
    Schema([ObjectType("Note", [Property(property, .string)])])
  }

  @Test("a history whose rules have no engine makes no store")
  func aHistoryWhoseRulesHaveNoEngineMakesNoStore() throws {
    for rules in [EngineID(rawValue: "sqlite"), EngineID(rawValue: "")] {
      #expect(rules.implementation == nil)
      let history = History(
        name: "H", engine: rules, stages: [HistoryVersion(number: 1, schema: schema("title"))])
      let error = #expect(throws: UpgradeError.self) {
        try history.makeStore(
          .memory, at: 1, holding: ObjectGraph(schema: schema("title")), in: "")
      }
      #expect(error?.code == .schemaInvalid)
      #expect(error?.message.contains("\"\(rules.rawValue)\"") == true)
      #expect(history.defects(from: 1, to: 2).isEmpty && history.defectNames.isEmpty)
    }
  }

  @Test("a history that is changed after an upgrade upgrades as it is now")
  func aHistoryThatIsChangedAfterAnUpgradeUpgradesAsItIsNow() throws {
    var history = History(
      name: "H",
      stages: [
        HistoryVersion(number: 1, schema: schema("title")),
        HistoryVersion(number: 2, schema: schema("heading")),
      ])
    func upgraded() throws -> Schema {
      let store = try history.makeStore(
        .memory, at: 1, holding: ObjectGraph(schema: schema("title")), in: "")
      defer { store.discard() }
      _ = try store.upgrade(to: 2)
      return try store.schema()
    }
    #expect(try upgraded() == schema("heading"))
    history.stages[1].schema = schema("name")
    #expect(try upgraded() == schema("name"))
  }

  @Test("the rules of a schema are found again, and only by a schema with names of the same bytes")
  func theRulesOfASchemaAreFoundAgain() {
    let cache = RealmRulesCache()
    let (composed, decomposed) = (schema("caf\u{E9}"), schema("cafe\u{301}"))
    for schema in [composed, decomposed, composed, schema("caf\u{E9}")] {
      let name = cache.rules(for: schema, version: 1).schema.types[0].properties[0].name
      #expect(name == schema.types[0].properties[0].name)
    }
    #expect(cache.count == 2)
    #expect(cache.rules(for: composed, version: 2).version == 2)
    #expect(cache.count == 3)
  }

  @Test(
    "of many schemas the rules of the latest are kept, whatever thread asks",
    .enabled(if: Sweep.isFull))
  func ofManySchemasTheRulesOfTheLatestAreKept() {
    let cache = RealmRulesCache()
    let schemas = (0..<600).map { schema("p\($0)") }
    let wrong = Mutex([Int]())
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for index in schemas.indices {
        let place = (index * 7 + thread * 150) % schemas.count
        let found = cache.rules(for: schemas[place], version: 1).schema
        if found != schemas[place] { wrong.withLock { $0.append(place) } }
      }
    }
    #expect(wrong.withLock { $0 } == [])
    #expect(cache.count == 256)
  }
}
