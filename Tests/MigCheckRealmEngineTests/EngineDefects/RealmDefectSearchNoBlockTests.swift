import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import Testing

/// What goes wrong only in an app without a migration block.
@Suite struct RealmDefectSearchNoBlockTests {
  private func keyed(_ key: Property) -> ObjectType {
    ObjectType("A", primaryKey: "id", [key, Property("n", .int)])
  }

  private let int = Property("id", .int)
  private let uuid = Property("id", .uuid)

  @Test("a primary key that changes its type, by the version of Realm Swift")
  func retypedKey() {
    var history = History(([keyed(int)], []), ([keyed(uuid)], []), ([keyed(uuid)], []))
    #expect(history.found(1, 2) == ["realm-key-retyped A.id"])
    #expect(history.found(1, 3) == ["realm-key-retyped A.id"])
    #expect(history.found(2, 3) == [])
    #expect(
      history.defects(from: 1, to: 2).first?.message
        == "Realm Swift 10.54.2 and older end the app with a failed assertion when it has no migration "
        + "block: the primary key A.id changes from int to uuid.")
    history.realmSwift = RealmSwiftVersion(10, 54, 2)
    let defect = history.defects(from: 1, to: 2).first
    #expect(defect?.message.hasPrefix("Realm Swift 10.54.2 ends the app") == true)
    #expect(
      defect?.remedy
        == "Give the app a migration block, which may be empty, or use Realm Swift 10.54.3 or later."
    )
    history.realmSwift = RealmSwiftVersion(10, 54, 3)
    #expect(history.found(1, 2) == [])
  }

  @Test("a block, other keys and other properties are no such change")
  func otherChanges() {
    let text = Property("s", .string)
    #expect(
      History(([keyed(int)], []), ([keyed(uuid)], [.set("n", of: "A", to: "1")])).found(1, 2) == [])
    var awaiting = History(([keyed(int)], []), ([keyed(uuid)], []))
    awaiting.awaitsBlock = true
    #expect(awaiting.found(1, 2) == [])
    // The key goes from one property to another.
    #expect(
      History(
        ([ObjectType("A", primaryKey: "id", [int, text])], []),
        ([ObjectType("A", primaryKey: "s", [uuid, text])], [])
      ).found(1, 2) == [])
    #expect(
      History(
        ([ObjectType("A", [int, text])], []),
        ([ObjectType("A", primaryKey: "id", [uuid, text])], [])
      ).found(1, 2) == [])
    #expect(
      History(([ObjectType("A", [int])], []), ([ObjectType("A", [uuid])], [])).found(1, 2) == [])
  }

  @Test("a primary key that becomes required is lost, one that becomes optional is not")
  func optionality() {
    let optional = Property("id", .int, optional: true)
    #expect(
      History(([keyed(optional)], []), ([keyed(int)], [])).found(1, 2)
        == ["realm-key-made-required A.id"])
    #expect(History(([keyed(int)], []), ([keyed(optional)], [])).found(1, 2) == [])
  }

  @Test("an index that changes with the optionality", arguments: [false, true])
  func index(isGained: Bool) {
    var old = Property("s", .string)
    old.isIndexed = !isGained
    var new = Property("s", .string, optional: true)
    new.isIndexed = isGained
    let history = History(([ObjectType("A", [old])], []), ([ObjectType("A", [new])], []))
    #expect(history.found(1, 2) == ["realm-index-with-optionality A.s"])
    #expect(
      history.defects(from: 1, to: 2).first?.message
        == "If the app has no migration block, the upgrade fails with \"Invalid column key\": A.s "
        + "becomes optional and \(isGained ? "gets" : "loses") its index in one upgrade.")
    new.isIndexed = !isGained
    #expect(
      History(([ObjectType("A", [old])], []), ([ObjectType("A", [new])], [])).found(1, 2) == [])
  }

  @Test(
    "versions of Realm Swift are read and compared by their numbers",
    arguments: [
      ("10.54.2", "10.54.3"), ("10.9.0", "10.54"), ("9.99.99", "10.0.0"), ("10.54", "10.54.1"),
    ])
  func versions(low: String, high: String) throws {
    let first = try #require(RealmSwiftVersion(low))
    let second = try #require(RealmSwiftVersion(high))
    #expect(first < second && !(second < first))
  }

  @Test("texts that are not a version", arguments: ["", "10", "10.", "10.x", "1.2.3.4", "+1.2.3"])
  func wrongVersions(text: String) { #expect(RealmSwiftVersion(text) == nil) }
}
