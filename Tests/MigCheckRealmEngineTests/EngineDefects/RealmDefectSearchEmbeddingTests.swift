import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import Testing

/// Types that become embedded: copies with garbage in them, and sets of removed types.
@Suite struct RealmDefectSearchEmbeddingTests {
  private static let street = Property("street", .string)

  private func person(_ links: Property...) -> ObjectType { ObjectType("Person", links) }

  private func address(_ embedded: Bool, _ properties: [Property] = [street]) -> ObjectType {
    ObjectType("Address", embedded: embedded, properties)
  }

  private let copied = ["realm-copied-string Address.street"]

  // MARK: Copied strings

  @Test(
    "objects that several links share are copied",
    arguments: [
      Property.link("home", to: "Address"), .list("homes", of: "Address"),
      .dictionary("homes", of: "Address"),
    ])
  func objectsThatSeveralLinksShareAreCopied(link: Property) {
    let history = History(
      ([person(link), address(false)], []), ([person(link), address(true)], []))
    #expect(history.found(1, 2) == copied)
    let defect = history.defects(from: 1, to: 2).first
    #expect(
      defect?.message == """
        If several links lead to one object of Address when the type becomes embedded, Realm copies \
        it, and a text or data of 16 to 63 bytes in Address.street may have garbage in its first 16 \
        bytes, without any error.
        """)
    #expect(
      defect?.remedy == """
        Leave Address as it is, add a new embedded type beside it, and let the migration fill one of \
        it for each link.
        """)
  }

  private let home = Property.link("home", to: "Address")

  private func found(
    _ properties: [Property], others: [ObjectType] = [], _ steps: MigrationStep.Action...
  ) -> [String] {
    History(
      ([person(home), address(false, properties)] + others, []),
      ([person(home), address(true, properties)] + others, steps)
    ).found(1, 2)
  }

  @Test("only single strings, data and mixed values are damaged")
  func onlySingleStringsDataAndMixedValuesAreDamaged() {
    #expect(found([Property("x", .data)]) == ["realm-copied-string Address.x"])
    #expect(found([Property("x", .mixed, optional: true)]) == ["realm-copied-string Address.x"])
    #expect(found([Property("x", .string, optional: true)]) == ["realm-copied-string Address.x"])
    #expect(found([Property("x", .int), Property("y", .uuid)]) == [])
    #expect(found([.list("x", of: .string), .dictionary("y", of: .data)]) == [])
  }

  @Test("several properties stand for their type") func severalPropertiesStandForTheirType() {
    let history = History(
      ([person(home), address(false, [Self.street, Property("zip", .data)])], []),
      ([person(home), address(true, [Self.street, Property("zip", .data)])], []))
    #expect(history.found(1, 2) == ["realm-copied-string Address"])
    #expect(
      history.defects(from: 1, to: 2).first?.message.contains("in Address.street, Address.zip may")
        == true)
  }

  @Test("what a type embeds is copied with it") func whatATypeEmbedsIsCopiedWithIt() {
    let geo = ObjectType("Geo", embedded: true, [Property("name", .string)])
    let history = History(
      ([person(home), address(false, [.link("geo", to: "Geo")]), geo], []),
      ([person(home), address(true, [.link("geo", to: "Geo")]), geo], []))
    #expect(history.found(1, 2) == ["realm-copied-string Address"])
    #expect(
      history.defects(from: 1, to: 2).first?.message.contains("bytes in Geo.name may") == true)
    // A top-level object is shared by the copies.
    let city = ObjectType("City", [Property("name", .string)])
    #expect(found([.link("city", to: "City")], others: [city]) == [])
  }

  @Test("a type that nothing links to is not copied") func aTypeThatNothingLinksToIsNotCopied() {
    let old = ObjectType("Person", [home])
    let new = ObjectType("Person", [Property("x", .int)])
    #expect(History(([old, address(false)], []), ([new, address(true)], [])).found(1, 2) == [])
  }

  @Test("the strict check refuses shared objects") func theStrictCheckRefusesSharedObjects() {
    #expect(found([Self.street], .embed(type: "Address", orphans: .delete, shared: .keep)) == [])
    #expect(
      found([Self.street], .embed(type: "Address", orphans: .delete, shared: .copy)) == copied)
    #expect(
      found([Self.street], .block { $0.embed("Address", orphans: .delete, shared: .keep) }) == [])
  }

  @Test("a migration that leaves nothing shared is silent")
  func aMigrationThatLeavesNothingSharedIsSilent() {
    #expect(found([Self.street], .deleteData(type: "Person")) == [])
    #expect(
      found(
        [Self.street],
        .block { migration in
          migration.enumerateObjects(ofType: "Person") { old, new in
            let address = old?["home"] as? RealmMigrationObject
            new?["home"] = ["street": address?["street"]]
          }
        }) == [])
  }

  @Test("parents that become embedded in the same upgrade have parents of their own")
  func parentsThatBecomeEmbeddedInTheSameUpgradeHaveParentsOfTheirOwn() {
    func types(_ isEmbedded: Bool) -> [ObjectType] {
      [
        ObjectType("House", [Property.list("people", of: "Person")]),
        ObjectType("Person", embedded: isEmbedded, [home]), address(isEmbedded),
      ]
    }
    // A copy of a person has a copy of the address.
    #expect(
      History((types(false), []), (types(true), [])).found(1, 2)
        == ["realm-copied-string Person"] + copied)
  }

  @Test("links may come from inside embedded objects") func linksMayComeFromInsideEmbeddedObjects()
  {
    func types(_ isEmbedded: Bool) -> [ObjectType] {
      [
        ObjectType("House", [Property.link("person", to: "Person")]),
        ObjectType("Person", embedded: true, [home]), address(isEmbedded),
      ]
    }
    #expect(
      History((types(false), []), (types(true), [])).found(1, 2) == copied)
  }

  @Test(
    "primary keys of the parents are distinct",
    arguments: [PropertyType.int, .string, .uuid, .objectId])
  func primaryKeysOfTheParentsAreDistinct(type: PropertyType) {
    let person = ObjectType("Person", primaryKey: "id", [Property("id", type), home])
    #expect(
      History(([person, address(false)], []), ([person, address(true)], [])).found(1, 2) == copied)
  }

  @Test("only upgrades that embed are told") func onlyUpgradesThatEmbedAreTold() {
    let (old, new) = ([person(home), address(false)], [person(home), address(true)])
    let history = History((old, []), (old, []), (new, []), (new, []))
    #expect(history.found(1, 2) == [])
    #expect(history.found(1, 3) == copied)
    #expect(history.found(2, 4) == copied)
    #expect(history.found(3, 4) == [])
  }

  // MARK: Sets of removed types

  private let number = [Property("number", .int)]
  private let tag = ObjectType("Tag", [Property.set("places", of: "Address")])

  @Test("a set of a type that goes", arguments: [0, 1])
  func aSetOfATypeThatGoes(versionsLater: Int) {
    let kept = [person(home), address(false, number)]
    var history = History(
      (kept + [tag], []), (kept, []), ([person(home), address(true, number)], []))
    if versionsLater == 0 { history.stages.remove(at: 1) }
    let from = UInt64(1 + versionsLater)
    #expect(history.found(from, 3) == ["realm-removed-set Tag.places"])
    let defect = history.defects(from: from, to: 3).first
    #expect(
      defect?.message == """
        If an object of Address is in Tag.places, a set of a removed type, and another link leads \
        there too when Address becomes embedded, Realm aborts the app.
        """)
    #expect(
      defect?.remedy == "Call deleteData for Tag in the migration that makes Address embedded.")
  }

  @Test("a set whose type was emptied, or is a list, is no matter", arguments: [false, true])
  func aSetWhoseTypeWasEmptiedOrIsAListIsNoMatter(inSwift: Bool) {
    let clear: MigrationStep.Action =
      inSwift ? .block { $0.deleteData(forType: "Tag") } : .deleteData(type: "Tag")
    let kept = [person(home), address(false, number)]
    let end = [person(home), address(true, number)]
    #expect(History((kept + [tag], []), (end, [clear])).found(1, 2) == [])
    let history = History((kept + [tag], []), (kept, [clear]), (end, []))
    #expect(history.found(2, 3) == [])
    #expect(history.found(1, 3) == [])
    let list = ObjectType("Tag", [Property.list("places", of: "Address")])
    #expect(History((kept + [list], []), (end, [])).found(1, 2) == [])
  }

  @Test("a set of a type that stays goes with its property")
  func aSetOfATypeThatStaysGoesWithItsProperty() {
    let rest = ObjectType("Tag", number)
    #expect(
      History(
        ([person(home), address(false, number), tag], []),
        ([person(home), address(true, number), rest], [])
      ).found(1, 2) == [])
  }
}
