import Foundation
import MigCheckModel
import MigCheckRealm
import Testing

/// What Realm Swift gives where a block reads, by the numbers of the rules in the design.
@Suite struct ReadingRuleTests {
  private static let foreign = "Object is already managed by another Realm."

  // MARK: The three rules

  @Test(
    "Rule 0.1: the old state has stored properties only, and its objects are never those of the new"
  )
  func twoRealms() throws {
    try BlockTrial(
      "Dog(*id: int, owners: linking Owner.dogs); Owner(dogs: [Dog])",
      store: #"{"Dog": [{"id": 1}]}"#
    ).expectNotes(["false", "nil", "linkingObjects", "false"]) { migration, old, new, notes in
      notes.add(old! == new!)
      notes.add(migration.oldSchema["Dog"]!["owners"])
      notes.add(migration.newSchema["Dog"]!["owners"]!.type)
      notes.add(old!.isSameObject(as: new))
    }
  }

  private static let trips = """
    {"Hotel": [{"$id": "h", "name": "Ritz"}], "Trip": [{"lodging": "h"}]}
    """

  @Test("Rule 0.2: setting is linking")
  func settingIsLinking() throws {
    let trial = try BlockTrial(
      "Trip(lodging: Hotel); Hotel(name: string)",
      "Trip(lodging: Hotel, hotel: Hotel); Hotel(name: string)", store: Self.trips)
    try trial.expectEach(
      #"{"Hotel": [{"$id": "h", "name": "Ritz"}], "Trip": [{"lodging": "h", "hotel": "h"}]}"#
    ) { _, _, new in new!.setValue(new!["lodging"], forKey: "hotel") }
    try trial.expectEach(.exception, Self.foreign) { _, old, new in
      new!.setValue(old!["lodging"], forKey: "hotel")
    }
  }

  @Test("Rule 0.3: creating is copying of what is not here yet")
  func creatingIsCopying() throws {
    let trial = try BlockTrial("Trip(lodging: Hotel); Hotel(name: string)", store: Self.trips)
    try trial.expectEach(
      """
      {"Hotel": [{"$id": "h", "name": "Ritz"}, {"$id": "i", "name": "Ritz"}],
       "Trip": [{"lodging": "h"}, {"lodging": "i"}]}
      """
    ) { migration, old, _ in migration.create("Trip", value: ["lodging": old!["lodging"]!]) }
    try trial.expectEach(
      #"{"Hotel": [{"$id": "h", "name": "Ritz"}], "Trip": [{"lodging": "h"}, {"lodging": "h"}]}"#
    ) { migration, _, new in migration.create("Trip", value: new!) }
  }

  // MARK: Values

  @Test("Rule 1.1: numbers are those of Foundation") func numbers() throws {
    try BlockTrial(
      "A(b: bool, i: int, f: float, d: double)",
      store: #"{"A": [{"b": true, "i": 7, "f": 0.5, "d": 1.5}]}"#
    ).expectNotes(["7", "7", "true", "0.5", "1.5", "nil"]) { _, old, new, notes in
      notes.add(old!["i"] as? Int)
      notes.add(new!["i"] as! Int8)
      notes.add(old!["b"] as? Bool)
      notes.add(old!["f"] as? Float)
      notes.add(new!["d"] as? Double)
      notes.add(new!["d"] as? Int)
    }
  }

  @Test("Rule 1.2: texts, bytes and identifiers") func texts() throws {
    try BlockTrial(
      "A(s: string, x: data?, y: data?, u: uuid, o: objectId, d: decimal128)",
      store: """
        {"A": [{"s": "é", "x": "", "u": "00000000-0000-0000-0000-000000000001",
          "o": "507f1f77bcf86cd799439011", "d": "1.50"}]}
        """
    ).expectNotes(
      ["é", "0", "nil", "00000000-0000-0000-0000-000000000001", "507f1f77bcf86cd799439011", "1.50"]
    ) { _, old, _, notes in
      notes.add(old!["s"] as! String)
      notes.add((old!["x"] as! Data).count)
      notes.add(old!["y"])
      notes.add(old!["u"] as! UUID)
      notes.add(old!["o"] as! ObjectId)
      notes.add(old!["d"] as! MigCheckRealm.Decimal128)
    }
  }

  @Test("Rule 1.3: a date counts seconds, and comes back as it was")
  func dates() throws {
    try BlockTrial(
      "A(at: date)", "A(at: date, later: date)",
      store: #"{"A": [{"at": "2024-02-29T12:00:00.5Z"}]}"#
    ).expectEach(
      #"{"A": [{"at": "2024-02-29T12:00:00.5Z", "later": "2024-02-29T12:00:01.5Z"}]}"#
    ) { _, old, new in
      new!["at"] = old!["at"]
      new!["later"] = (old!["at"] as! Date).addingTimeInterval(1)
    }
  }

  @Test("Rule 1.4: a null of any kind is nil") func nulls() throws {
    try BlockTrial(
      "A(i: int?, s: string?, at: date?, any: mixed, a: A)", store: #"{"A": [{}]}"#
    ).expectNotes(["nil", "nil", "nil", "nil", "nil"]) { _, old, _, notes in
      for name in ["i", "s", "at", "any", "a"] { notes.add(old![name]) }
    }
  }

  private enum Kind: String, PersistableEnum { case big, small }

  @Test("Rule 1.5: an enum gives its raw value") func enums() throws {
    try BlockTrial("A(kind: string)", store: #"{"A": [{"kind": "small"}]}"#)
      .expectNotes(["small", "nil"]) { _, old, _, notes in
        notes.add(Kind(rawValue: old!["kind"] as! String))
        notes.add(old!["kind"] as? Kind)
      }
  }

  @Test("Rule 1.6: collections are live and of the declared elements") func collections() throws {
    try BlockTrial(
      "A(l: [int], o: [string?], s: {double}, m: [string: bool], any: [mixed], a: [A], by: [string: A])",
      store: #"{"A": [{"l": [1, 2], "o": ["x", null], "s": [0.5], "m": {"k": true}}]}"#
    ).expectNotes(["2", "3", "nil", "2", "1", "true", "0", "0", "0"]) { _, old, new, notes in
      let list = new!["l"] as! List<Int>
      notes.add(list.count)
      list.append(3)
      notes.add((new!["l"] as! List<Int>).count)
      notes.add(old!["l"] as? List<String>)
      notes.add((old!["o"] as! List<String?>).count)
      notes.add((old!["s"] as! MutableSet<Double>).count)
      notes.add((old!["m"] as! Map<String, Bool>)["k"])
      notes.add((old!["any"] as! List<AnyRealmValue>).count)
      notes.add((old!["a"] as! List<MigrationObject>).count)
      notes.add((old!["by"] as! Map<String, MigrationObject?>).count)
    }
  }

  @Test(
    "Rule 1.7: dynamicList and its like read collections of objects only",
    arguments: ["list", "set", "map", "scalar", "null"])
  func dynamicCollections(kind: String) throws {
    let trial = try BlockTrial(
      "A(x: int?, names: [string], a: [A], s: {A}, m: [string: A])",
      store: #"{"A": [{"x": 1}, {}]}"#)
    try trial.expectNotes(["0 0 0"]) { _, _, new, notes in
      let map: Map<String, MigrationObject?> = new!.dynamicMap("m")
      notes.add("\(new!.dynamicList("a").count) \(new!.dynamicMutableSet("s").count) \(map.count)")
    }
    try trial.expectEach(.trap, "The app crashes: dynamic") { _, _, new in
      switch kind {
      case "list": _ = new!.dynamicList("names")
      case "set": _ = new!.dynamicMutableSet("a")
      case "map":
        let map: Map<String, MigrationObject?> = new!.dynamicMap("names")
        _ = map
      case "scalar": _ = new!.dynamicList("x")
      default:
        new!["x"] = nil
        _ = new!.dynamicList("x")
      }
    }
  }

  @Test("Rule 1.8: a link gives a new object of the same state at each reading")
  func links() throws {
    try BlockTrial("A(a: A, x: int)", store: #"{"A": [{"$id": "a", "a": "a", "x": 1}]}"#)
      .expectNotes(["2", "1", "false"]) { _, old, new, notes in
        let (oldTarget, newTarget) = (old!["a"] as! MigrationObject, new!["a"] as! MigrationObject)
        newTarget["x"] = 2
        notes.add(new!["x"])
        notes.add(oldTarget["x"])
        notes.add(newTarget === new!["a"] as! MigrationObject)
      }
  }

  private static let owners = "Dog(name: string, owners: linking Owner.dogs); Owner(dogs: [Dog])"
  private static let kennel = """
    {"Dog": [{"$id": "d", "name": "Rex"}, {"name": "Toto"}],
     "Owner": [{"dogs": ["d"]}, {"dogs": ["d", "d"]}]}
    """

  @Test("Rule 1.9: linking objects of the new state are live and never nil")
  func linkingObjects() throws {
    try BlockTrial(Self.owners, store: Self.kennel)
      .expectNotes(["3", "nil", "Owner", "1"]) { migration, _, new, notes in
        let owners = new!["owners"] as! RLMResults<AnyObject>
        notes.add(owners.count)
        notes.add(new!["owners"] as? LinkingObjects<MigrationObject>)
        notes.add((owners.firstObject() as! MigrationObject).objectSchema.className)
        migration.enumerateObjects(ofType: "Owner") { _, owner in
          if owner!.dynamicList("dogs").count == 2 { owner!["dogs"] = nil }
        }
        notes.add(owners.count)
      }
  }

  @Test("Rule 1.10: linking objects are no property of the old state") func oldLinkingObjects()
    throws
  {
    try BlockTrial(Self.owners, store: Self.kennel).expectEach(
      .noSuchProperty, "Invalid property name 'owners' for class 'Dog'."
    ) { _, old, _ in _ = old!["owners"] }
  }

  @Test("Rule 1.11: a mixed value is what it holds") func mixed() throws {
    try BlockTrial(
      "A(any: mixed, one: mixed, a: mixed)",
      store:
        #"{"A": [{"$id": "a", "any": {"string": "x"}, "one": {"int": 1}, "a": {"link": "a"}}]}"#
    )
    .expectNotes(["x", "1", "A"]) { _, old, _, notes in
      notes.add(old!["any"] as? String)
      notes.add(old!["one"] as? Int)
      notes.add((old!["a"] as? MigrationObject)?.objectSchema.className)
    }
  }

  @Test("Rule 1.12: a name that is no property ends the block") func unknownNames() throws {
    let trial = try BlockTrial("A(x: int)", "A(y: int)", store: #"{"A": [{}]}"#)
    try trial.expectEach(.noSuchProperty, "Invalid property name 'y' for class 'A'.") { _, old, _ in
      _ = old!["y"]
    }
    try trial.expectEach(.noSuchProperty, "Invalid property name 'x' for class 'A'.") { _, _, new in
      _ = new!["x"]
    }
  }

  // 1.13 is about names of columns, which histories do not have.

  // MARK: Objects that are gone

  private func dogs(_ store: String = #"{"Dog": [{"name": "Rex"}]}"#) throws -> BlockTrial {
    try BlockTrial("Dog(name: string, tags: [string]); Owner(dogs: [Dog])", store: store)
  }

  @Test(
    "Rule 1.14: the very object given to delete crashes the app where it is read",
    arguments: [1, 2, 3])
  func deletedItself(way: Int) throws {
    try dogs().expectEach(
      .trap, "The app crashes: an object of type 'Dog' is read after it was given"
    ) {
      migration, _, new in
      migration.delete(new!)
      switch way {
      case 1: _ = new!["name"]
      case 2: _ = new!.name
      default: _ = new!.value(forKey: "name")
      }
    }
  }

  @Test("Rule 1.15: another object of what is gone ends the block where it is read")
  func deletedOther() throws {
    try BlockTrial(
      "Owner(dogs: [Dog], home: Address); Dog(name: string); embedded Address(street: string)",
      store: #"{"Dog": [{"$id": "d"}], "Owner": [{"dogs": ["d"], "home": {"street": "x"}}]}"#
    ).expectEach(
      .exception, "Accessing object of type Address which has been invalidated or deleted."
    ) { migration, _, new in
      let home = new!["home"] as! MigrationObject
      migration.delete(new!)
      _ = home["street"]
    }
    try dogs().expectEach(
      .exception, "Accessing object of type Dog which has been invalidated or deleted."
    ) { migration, _, new in
      migration.enumerateObjects(ofType: "Dog") { _, other in migration.delete(other!) }
      _ = new!["name"]
    }
  }

  @Test("Rule 1.16: what is gone is not written") func deletedWritten() throws {
    for isItself in [true, false] {
      try dogs().expectEach(.exception, "Object has been deleted or invalidated") {
        migration, _, new in
        if isItself { migration.delete(new!) } else { migration.deleteData(forType: "Dog") }
        new!["name"] = "x"
      }
    }
  }

  @Test("Rule 1.17: what is gone can be asked whether it is") func invalidated() throws {
    try dogs().expectNotes(["false", "true", "[invalid object]"]) { migration, _, new, notes in
      notes.add(new!.isInvalidated)
      migration.delete(new!)
      notes.add(new!.isInvalidated)
      notes.add(new!.description)
    }
  }

  @Test(
    "Rule 1.18: a collection of what is gone is no longer valid",
    arguments: ["count", "read", "change", "iterate"])
  func invalidCollections(use: String) throws {
    let trial = try dogs(#"{"Dog": [{"name": "Rex", "tags": ["x"]}]}"#)
    try trial.expectEach(
      .exception,
      "List is no longer valid. Either the parent object was deleted or the containing Realm has been "
        + "invalidated or closed."
    ) { migration, _, new in
      let tags = new!["tags"] as! List<String>
      migration.delete(new!)
      switch use {
      case "count": _ = tags.count
      case "read": _ = tags[0]
      case "change": tags.removeAll()
      default: for _ in tags {}
      }
    }
    try trial.expectNotes(["false", "true"]) { migration, _, new, notes in
      let tags = new!["tags"] as! List<String>
      notes.add(tags.isInvalidated)
      migration.delete(new!)
      notes.add(tags.isInvalidated)
    }
  }

  @Test("Rule 1.19: objects are equal by their key, or only to themselves") func equality() throws {
    let store = #"{"A": [{"$id": "a", "id": 1, "a": "a", "l": ["a"]}]}"#
    let notes = {
      @Sendable (_: Migration, _: MigrationObject?, new: MigrationObject?, notes: Notes) in
      let (target, again) = (new!["a"] as! MigrationObject, new!["a"] as! MigrationObject)
      notes.add(target == again)
      notes.add(target.hashValue == again.hashValue)
      notes.add(new!.dynamicList("l").contains(target))
      notes.add(Set([target, again]).count)
      notes.add(target.isSameObject(as: again))
      notes.add(new!.dynamicList("l").index(of: target))
      notes.add(target == target)
    }
    try BlockTrial("A(*id: int, a: A, l: [A])", store: store)
      .expectNotes(["true", "true", "true", "1", "true", "0", "true"], ofFirst: notes)
    try BlockTrial("A(id: int, a: A, l: [A])", store: store)
      .expectNotes(["false", "false", "false", "2", "true", "0", "true"], ofFirst: notes)
  }

  @Test("Rule 1.20: an old object is never its counterpart") func counterparts() throws {
    try BlockTrial("A(*id: int)", store: #"{"A": [{"id": 1}]}"#)
      .expectNotes(["false", "false"]) { _, old, new, notes in
        notes.add(old! == new!)
        notes.add(new!.isSameObject(as: old!))
      }
  }

  @Test("Rule 1.21: objects can be kept across enumerations, and not after the block")
  func keptObjects() throws {
    try BlockTrial("Dog(name: string)", store: #"{"Dog": [{"name": "Rex"}]}"#)
      .expectNotes(["Rex", "true"]) { migration, notes in
        var kept: (old: MigrationObject, new: MigrationObject)?
        migration.enumerateObjects(ofType: "Dog") { kept = ($0!, $1!) }
        migration.deleteData(forType: "Dog")
        notes.add(kept!.old["name"])
        notes.add(kept!.new.isInvalidated)
      }
    let kept = KeptObject()
    let trial = try BlockTrial("Dog(name: string, a: Dog)", store: #"{"Dog": [{"name": "Rex"}]}"#)
    _ = try trial.run { migration, _ in
      migration.enumerateObjects(ofType: "Dog") { _, new in kept.object = new }
    }
    let used: (UpgradeError.Code, String) = (
      .authorError,
      "The block used the migration, or an object, of an upgrade that was over by then."
    )
    try trial.expectEach(used.0, used.1) { _, _, new in new!["name"] = kept.object!["name"] }
    try trial.expectEach(.exception, "Object has been deleted or invalidated") { _, _, new in
      new!["a"] = kept.object
    }
    try trial.expectEach(.exception, "Can only delete an object from the Realm it belongs to") {
      migration, _, _ in migration.delete(kept.object!)
    }
  }

  private final class KeptObject: @unchecked Sendable {
    var object: MigrationObject?
    var isFirst = false
  }

  @Test("Rule 1.22: embedded objects are read from their parent and by enumeration")
  func embedded() throws {
    try BlockTrial(
      "Person(home: Address); embedded Address(street: string)",
      store: #"{"Person": [{"home": {"street": "Main"}}]}"#
    ).expectNotes(["Main", "Main"]) { migration, notes in
      migration.enumerateObjects(ofType: "Person") { old, _ in
        notes.add((old!["home"] as! MigrationObject)["street"])
      }
      migration.enumerateObjects(ofType: "Address") { _, new in notes.add(new!["street"]) }
    }
  }

  @Test("Rule 1.23: value(forKey:) gives what a method of that name gives") func keyValueCoding()
    throws
  {
    try BlockTrial(
      "A(description: string, name: string)", store: #"{"A": [{"description": "x", "name": "n"}]}"#
    ).expectNotes(["x", "A {", "n", "true", "false"]) { _, old, new, notes in
      notes.add(old!["description"])
      notes.add((old!.value(forKey: "description") as! String).prefix(3))
      notes.add(old!.value(forKey: "name"))
      notes.add(new!.value(forKey: "hash") is Int)
      notes.add(new!.value(forKey: "realm") == nil)
    }
  }

  @Test("Rule 1.24: schemas are as declared") func schemas() throws {
    try BlockTrial(
      "A(*id: int, x: string?)", "A(*id: int, x: string?, y: [int]); B(z: bool)",
      store: #"{"A": [{}]}"#
    ).expectNotes(["A", "A B", "id", "true", "list", "id x y"]) { migration, _, new, notes in
      notes.add(migration.oldSchema.objectSchema.map(\.className).joined(separator: " "))
      notes.add(migration.newSchema.objectSchema.map(\.className).joined(separator: " "))
      notes.add(migration.newSchema["A"]!.primaryKeyProperty!.name)
      notes.add(migration.oldSchema["A"]!["x"]!.isOptional)
      notes.add(migration.newSchema["A"]!["y"]!.isArray ? "list" : "other")
      notes.add(new!.objectSchema.properties.map(\.name).joined(separator: " "))
    }
  }
}
