import Foundation
import MigCheck
import MigCheckCoreData
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckReports
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

/// Values that an app makes anew for each object: `UUID()` in the declaration of a class.
@Suite struct FreshValueTests {
  private func tags(_ type: String) -> ObjectType {
    switch type {
    case "uuid": ObjectType("Tag", primaryKey: "id", ["id": .uuid, "text": .string])
    case "objectId": ObjectType("Tag", primaryKey: "id", ["id": .objectId, "text": .string])
    default: ObjectType("Tag", primaryKey: "id", ["id": .string, "text": .string])
    }
  }

  /// Two upgrades that each make a tag for every person, without saying what its key is.
  private func history(_ type: String, isFresh: Bool) -> History {
    let person = ObjectType("Person", ["name": .string, "age": .int])
    func version(_ number: UInt64, _ schema: [ObjectType]) -> Version {
      let version = Version(number) {
        for type in schema { type }
      } migration: { migration in
        migration.enumerateObjects(ofType: "Person") { old, _ in
          migration.create("Tag", value: ["text": old?["name"] as? String ?? ""])
        }
      }
      return isFresh ? version.assuming(.fresh("Tag.id")) : version
    }
    return History("Tags") {
      Version(1) { person }
      version(2, [person, tags(type)])
      version(3, [person, tags(type)])
    }
  }

  @Test(
    "objects that are created without a key get one of their own", .enabled(if: Sweep.isFull),
    arguments: Sweep.part(["uuid", "objectId", "string"], oneOf: 3))
  func objectsGetAKeyOfTheirOwn(type: String) throws {
    let report = try check(history(type, isFresh: true), trials: 60)
    #expect(summary(report) == [])
    #expect(report.verdict == .passed)
    #expect(
      TextReport().text(report).contains("Tag.id is generated for each object, and is not"))
    #expect(report.coverage.assumptions?.count == 1)
    // The contract gives every object the same zero.
    let zeros = try check(history(type, isFresh: false), trials: 60)
    #expect(zeros.findings.first?.code == "duplicatePrimaryKey", "\(summary(zeros))")
  }

  @Test("the moment at which an object is made is no zero, may be shared, and is not compared")
  func moments() throws {
    let note = ObjectType("Note", ["text": .string, "madeAt": .date, "seenAt": .date.optional])
    let fresh: [DataAssumption] = [.fresh("Note.madeAt"), .fresh("Note.seenAt")]
    let history = History("Notes") {
      Version(1) { note }.assuming(fresh[0], fresh[1])
      Version(2) {
        note
      } migration: { migration in
        migration.create("Note", value: ["text": "hello"])
        migration.create("Note", value: ["text": "hello"])
        migration.enumerateObjects(ofType: "Note") { old, new in
          // The clock gives another value each time.
          if old?["text"] as? String == "" { new?["madeAt"] = Date() }
        }
      }.assuming(fresh[0], fresh[1])
    }
    let report = try check(history, trials: 40)
    #expect(summary(report) == [])
    #expect(report.verdict == .passed)
    #expect(
      report.coverage.assumptions == [
        "Note.madeAt and Note.seenAt are generated for each object, and are not compared "
          + "(versions 1, 2)"
      ])
    let store = try history.makeStore(
      .memory, at: 1, holding: ObjectGraph(schema: history.stages[0].schema), in: "")
    defer { store.discard() }
    _ = try store.upgrade(to: 2)
    let columns = try store.snapshot().graph.tables[0].columns
    #expect(columns.joined().filter { if case .date = $0 { true } else { false } }.count == 4)
    #expect(!columns.joined().contains(.date(Timestamp(seconds: 0))))
  }

  @Test("a key that a block gives twice is found all the same")
  func aKeyThatABlockGivesTwice() throws {
    let report = try check(
      History("Tags") {
        Version(1) { tags("string") }.assuming(.fresh("Tag.id"))
        Version(2) {
          tags("string")
        } migration: { migration in
          migration.enumerateObjects(ofType: "Tag") { old, new in
            if (old?["text"] as? String ?? "").isEmpty { new?["id"] = "none" }
          }
        }.assuming(.fresh("Tag.id"))
      }, trials: 60)
    #expect(report.findings.first?.code == "duplicatePrimaryKey", "\(summary(report))")
  }

  @Test("a history file says it in data, and its steps create objects without a key")
  func aHistoryFileSaysIt() throws {
    let text = """
      {"migcheck":1,"name":"D","rules":"realm","ignoring":["Tag.text"],"versions":[{"version":1,\
      "schema":[{"name":"Tag","primaryKey":"id","properties":{"id":"uuid","text":"string"}}],\
      "data":{"Tag.id":{"fresh":true}}},{"version":2,\
      "schema":[{"name":"Tag","primaryKey":"id","properties":{"id":"uuid","text":"string"}}],\
      "migration":[{"create":{"type":"Tag",\
      "value":{"text":"'a'"}}},{"create":{"type":"Tag","value":{"text":"'b'"}}}],\
      "data":{"Tag.id":{"fresh":true}}}]}
      """
    let history = try HistoryFile.parse(JSON.parse(text), file: "d.json")
    #expect(history.ignoring == ["Tag.text", "Tag.id"])
    #expect(try HistoryFile.json(history).compactText == text)
    let report = try check(history, trials: 40)
    #expect(report.verdict == .passed, "\(summary(report))")
  }

  @Test("what no app makes anew is refused") func whatNoAppMakesAnewIsRefused() {
    let history = History("Wrong") {
      Version(1) { ObjectType("Person", ["age": .int]) }.assuming(.fresh("Person.age"))
    }
    let error = #expect(throws: InputError.self) { try history.validate() }
    #expect(error?.problem.contains("no values are generated for type int") == true)
  }

  @Test("embedded objects have values of their own as well, which are not compared")
  func embedded() throws {
    let change = ObjectType("Change", embedded: true, ["id": .string, "raw": .int])
    func history(isFresh: Bool) -> History {
      func version(_ version: Version) -> Version {
        isFresh ? version.assuming(.fresh("Change.id")) : version
      }
      return History("Changes") {
        Version(1) { ObjectType("Item", ["raw": .int]) }
        version(
          Version(2) {
            ObjectType(
              "Item", ["changes": .list(of: "Change"), "only": .link(to: "Change")])
            change
          } migration: { migration in
            migration.enumerateObjects(ofType: "Item") { old, new in
              new?["changes"] = [
                ["id": UUID().uuidString, "raw": old?["raw"] ?? 0] as [String: Any],
                ["raw": old?["raw"] ?? 0],
              ]
              new?["only"] = ["raw": 1]
            }
          })
      }
    }
    let report = try check(history(isFresh: true), trials: 20)
    #expect(summary(report).filter { !$0.hasPrefix("data-preserved") } == [])
    #expect(
      try check(history(isFresh: false), trials: 20).findings.contains {
        $0.check == .deterministic
      })
  }
}
