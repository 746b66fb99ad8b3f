import Foundation
import MigCheckModel
import MigCheckRealm
import Testing

/// Objects and links where several rules of the design meet, by their numbers.
@Suite struct CombinedObjectTests {
  private static let owners =
    "Owner(name: string, dogs: [Dog], few: {Dog}, by: [string: Dog], top: Dog)"
  private static let store = """
    {"Dog": [{"$id": "a", "n": 1}, {"$id": "b", "n": 2}],
     "Owner": [{"name": "o", "dogs": ["a", "b"], "few": ["a"], "by": {"k": "b"}, "top": "b"}]}
    """

  private func owners(_ later: String = "", store: String = store) throws -> BlockTrial {
    let dogs = "; Dog(n: int, owners: linking Owner.dogs)"
    return try BlockTrial(Self.owners + dogs, later.isEmpty ? nil : later, store: store)
  }

  private final class Dog: MigCheckRealm.Object { @Persisted var n = 5 }
  private final class Cat: MigCheckRealm.Object { @Persisted var n = 5 }

  @Test("Rules 1.21, 5.1: old collections keep what new ones lose") func oldCollectionsStay() throws
  {
    try owners().expectNotes(["2 1 0 1", "1 2", "nil"]) { migration, notes in
      migration.enumerateObjects(ofType: "Dog") { old, new in
        if old!["n"] as! Int == 1 { migration.delete(new!) }
      }
      migration.enumerateObjects(ofType: "Owner") { old, new in
        notes.add(
          "\(old!.dynamicList("dogs").count) \(new!.dynamicList("dogs").count) "
            + "\(new!.dynamicMutableSet("few").count) \(old!.dynamicMutableSet("few").count)")
        notes.add(old!.dynamicList("dogs").map { "\($0["n"] as! Int)" }.joined(separator: " "))
        migration.deleteData(forType: "Dog")
        notes.add(new!["top"])
      }
    }
  }

  @Test("Rules 1.17, 2.24: an array without the deleted objects is taken, one with them is not")
  func arraysAfterDeletion() throws {
    try owners().expect(
      #"{"Dog": [{"$id": "b", "n": 2}], "Owner": [{"name": "o", "dogs": ["b"], "by": {"k": "b"}, "top": "b"}]}"#
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Owner") { _, new in
        let dogs = Array(new!.dynamicList("dogs"))
        migration.delete(new!.dynamicList("dogs")[0])
        new!["dogs"] = dogs.filter { !$0.isInvalidated }
      }
    }
    try owners().expectEach(.exception, "Object has been deleted or invalidated") {
      migration, _, new in
      let dogs = Array(new!.dynamicList("dogs"))
      migration.delete(new!.dynamicList("dogs")[0])
      new!["dogs"] = dogs
    }
  }

  @Test("Rules 1.18, 5.6: a kept collection lives with its object, not with its elements")
  func keptCollections() throws {
    try owners().expectNotes(["0 false false"]) { migration, notes in
      migration.enumerateObjects(ofType: "Owner") { _, new in
        let dogs = new!.dynamicList("dogs")
        migration.deleteData(forType: "Dog")
        notes.add("\(dogs.count) \(dogs.isInvalidated) \(new!.isInvalidated)")
      }
    }
    try owners().expectEach(.exception, "Set is no longer valid.") { migration, _, new in
      let dogs = new!.dynamicMutableSet("few")
      migration.deleteData(forType: "Owner")
      _ = dogs.count
    }
    try owners().expectEach(.exception, "Dictionary is no longer valid.") { migration, _, new in
      let dogs: Map<String, MigrationObject?> = new!.dynamicMap("by")
      migration.delete(new!)
      _ = dogs["k"]
    }
  }

  @Test("Rules 2.24, 2.29, 2.30, 2.44, 4.1, 4.4: what maps of links take") func mapsOfLinks() throws
  {
    try owners().expectEach(
      #"{"Dog": [{"$id": "a", "n": 1}, {"$id": "b", "n": 2}], "Owner": [{"name": "o", "dogs": ["a", "b"], "few": ["a"], "by": {"x": "a", "y": null, "z": "b"}, "top": "b"}]}"#
    ) { _, _, new in
      let dogs = new!.dynamicList("dogs")
      new!["by"] = ["x": dogs[0], "y": nil] as [String: MigrationObject?]
      let map: Map<String, MigrationObject?> = new!.dynamicMap("by")
      map["z"] = dogs[1]
    }
    try owners().expectEach(.exception, "Object is already managed by another Realm") {
      _, old, new in
      new!["by"] = ["x": old!.dynamicList("dogs")[0]]
    }
    try owners().expectEach(.exception, "Object is already managed by another Realm") {
      _, old, new in
      let map: Map<String, MigrationObject?> = new!.dynamicMap("by")
      map["k"] = .some(old!["top"] as? MigrationObject)
    }
    try owners().expectEach(.exception, "Object is already managed by another Realm") {
      _, old, new in
      new!["by"] = old!["by"]
    }
    try owners().expectEach(.exception, "Dictionary::insert: key must not") { _, _, new in
      new!["by"] = ["$x": new!["top"]]
    }
    try owners().expectEach(
      .typeMismatch, "Value of type 'Owner' does not match RLMDictionary value type 'Dog'"
    ) { _, _, new in
      let map: Map<String, MigrationObject?> = new!.dynamicMap("by")
      map["k"] = new!
    }
    try owners().expectEach(.typeMismatch, "Invalid value") { _, _, new in
      new!["by"] = ["k": 5]
    }
    try owners().expectEach(.typeMismatch, "Invalid value") { _, _, new in
      new!["by"] = ["k": ["n": 5]]
    }
  }

  @Test(
    "Rule 1.7: dynamicList and its like end the app at another kind of property", arguments: 0...5)
  func otherKinds(_ place: Int) throws {
    try owners().expectEach(.trap, "The app crashes: ") { _, old, new in
      switch place {
      case 0: _ = new!.dynamicList("few")
      case 1: _ = old!.dynamicMutableSet("dogs")
      case 2: _ = new!.dynamicMap("dogs") as Map<String, MigrationObject?>
      case 3: _ = new!.dynamicList("top")
      case 4: _ = old!.dynamicList("by")
      default: _ = (new!["top"] as! MigrationObject).dynamicList("owners")
      }
    }
  }

  @Test("Rules 1.10, 1.12: dynamicList of no property") func dynamicListOfNone() throws {
    try owners().expectEach(.noSuchProperty, "Invalid property name 'x' for class 'Owner'.") {
      _, _, new in
      _ = new!.dynamicList("x")
    }
    try owners().expectEach(.noSuchProperty, "Invalid property name 'owners' for class 'Dog'.") {
      _, old, new in
      _ = (old!["top"] as! MigrationObject).dynamicList("owners")
    }
  }

  @Test("Rules 1.9, 1.15, 2.37: linking objects are live") func linkingObjects() throws {
    try owners().expectNotes(["1 o", "2", "1", "0 false"]) { migration, notes in
      var dog: MigrationObject?
      migration.enumerateObjects(ofType: "Dog") { old, new in
        if old!["n"] as! Int == 1 { dog = new }
      }
      let owners = dog!["owners"] as! RLMResults<AnyObject>
      notes.add("\(owners.count) \((owners.firstObject() as! MigrationObject)["name"]!)")
      let owner = migration.create("Owner", value: ["name": "new", "dogs": [dog!]])
      notes.add("\(owners.count)")
      migration.delete(owner)
      notes.add("\(owners.count)")
      migration.deleteData(forType: "Owner")
      notes.add("\(owners.count) \(owners.isInvalidated)")
    }
    try owners().expectEach(.trap, "The migration block crashed") { _, _, new in
      _ = (new!["top"] as! MigrationObject)["owners"] as! List<MigrationObject>
    }
    try owners().expectEach(.noSuchProperty, "Cannot modify read-only property 'Dog.owners'") {
      _, _, new in
      (new!["top"] as! MigrationObject)["owners"] = [new!]
    }
    try owners().expectEach(.exception, "Accessing object of type Dog which has been invalidated") {
      migration, _, new in
      let dog = new!["top"] as! MigrationObject
      migration.deleteData(forType: "Dog")
      _ = dog["owners"]
    }
  }

  @Test("Rule 1.19: equal objects") func equality() throws {
    try owners().expectNotes([
      "true false", "false 0 nil", "2", "false true", "false", "nil",
    ]) { migration, notes in
      migration.enumerateObjects(ofType: "Owner") { old, new in
        let dogs = new!.dynamicList("dogs")
        notes.add("\(new! == new!) \(dogs[0] == dogs[0])")
        notes.add(
          "\(dogs.contains(dogs[0])) \(dogs.index(of: dogs[0])!) \(dogs.firstIndex(of: dogs[0]).map { "\($0)" } ?? "nil")"
        )
        notes.add(Set([dogs[0], dogs[0]]).count)
        notes.add(
          "\(dogs[1] == (new!["top"] as! MigrationObject)) \(dogs[1].isSameObject(as: new!["top"] as? MigrationObject))"
        )
        notes.add(old!.dynamicList("dogs")[0].isSameObject(as: dogs[0]))
        notes.add(dogs.index(of: old!.dynamicList("dogs")[0]))
      }
    }
    try BlockTrial(
      "Owner(dogs: [Dog]); Dog(*id: int)",
      store:
        #"{"Dog": [{"$id": "a", "id": 1}, {"$id": "b", "id": 2}], "Owner": [{"dogs": ["a", "b"]}]}"#
    ).expectNotes(["true true 0", "1", "false", "x"]) { migration, notes in
      migration.enumerateObjects(ofType: "Owner") { old, new in
        let dogs = new!.dynamicList("dogs")
        notes.add(
          "\(dogs[0] == dogs[0]) \(dogs.contains(dogs[0])) \(dogs.firstIndex(of: dogs[0])!)")
        notes.add(Set([dogs[0], dogs[0]]).count)
        notes.add(old!.dynamicList("dogs")[0] == dogs[0])
        let names = [dogs[1]: "x"]
        notes.add(names[new!.dynamicList("dogs")[1]])
      }
    }
  }

  @Test("Rules 1.16, 1.19, 4.4: the place of what a collection cannot hold") func placeOfOthers()
    throws
  {
    try owners().expectEach(.exception, "Object has been deleted or invalidated") {
      migration, _, new in
      let dogs = new!.dynamicList("dogs")
      let first = dogs[0]
      migration.delete(dogs[0])
      _ = dogs.index(of: first)
    }
    try owners().expectEach(
      .typeMismatch, "Object of type 'Owner' does not match RLMArray type 'Dog'"
    ) { _, _, new in
      _ = new!.dynamicList("dogs").index(of: new!)
    }
    try owners().expectEach(
      .typeMismatch, "Object of type 'Owner' does not match RLMSet type 'Dog'"
    ) { _, _, new in
      _ = new!.dynamicMutableSet("few").contains(new!)
    }
  }

  @Test("Rules 2.19, 2.27, 2.28, 2.30: objects in mixed properties") func mixed() throws {
    let schema =
      "A(any: mixed, l: [mixed], m: [string: mixed], b: B, e: E); B(n: int); embedded E(x: int)"
    let trial = try BlockTrial(
      schema, store: #"{"B": [{"$id": "b", "n": 1}], "A": [{"b": "b", "e": {"x": 1}}]}"#)
    try trial.expectEach(
      #"{"B": [{"$id": "b", "n": 1}], "A": [{"b": "b", "any": {"link": "b"}, "l": [{"link": "b"}, {"int": 1}, null], "m": {"k": {"link": "b"}}, "e": {"x": 1}}]}"#
    ) { _, old, new in
      new!["any"] = AnyRealmValue.object(old!["b"] as! MigrationObject)
      new!["l"] = [old!["b"]!, 1, NSNull()]
      (new!["m"] as! Map<String, AnyRealmValue>)["k"] = .object(new!["b"] as! MigrationObject)
    }
    try trial.expectEach(.exception, "Cannot link to embedded object") { _, _, new in
      new!["any"] = new!["e"]
    }
    try trial.expectEach(.exception, "Cannot link to embedded object") { _, old, new in
      new!["l"] = [old!["e"]!]
    }
    try trial.expectEach(.exception, "Target object not found") { migration, old, new in
      migration.deleteData(forType: "B")
      (new!["l"] as! List<AnyRealmValue>).append(.object(old!["b"] as! MigrationObject))
    }
    try trial.expectEach(.exception, "Object has been deleted or invalidated") {
      migration, old, new in
      let b = new!["b"] as! MigrationObject
      migration.deleteData(forType: "B")
      new!["any"] = b
    }
    try trial.expectEach(.typeMismatch, "Invalid value") { _, _, new in new!["b"] = ["n": 1] }
  }

  @Test("Rule 1.11: a mixed property reads objects of a removed type")
  func mixedLinksToRemovedType() throws {
    let trial = try BlockTrial(
      "A(any: mixed); Ghost(n: int)", "A(any: mixed)",
      store: #"{"Ghost": [{"$id": "g", "n": 3}], "A": [{"any": {"link": "g"}}]}"#)
    try trial.expectNotes(["3 3"]) { migration, notes in
      migration.enumerateObjects(ofType: "A") { old, new in
        notes.add(
          "\((old!["any"] as! MigrationObject)["n"]!) \((new!["any"] as! MigrationObject)["n"]!)")
        new!["any"] = nil
      }
    }
  }

  @Test("Rules 2.21, 2.39: a collection of the store is given to another") func managedToManaged()
    throws
  {
    try BlockTrial(
      "A(x: [B], y: [B], z: {B}); B(n: int)",
      store: #"{"B": [{"$id": "b"}, {"$id": "c", "n": 2}], "A": [{"x": ["b", "c", "b"]}]}"#
    ).expectEach(
      #"{"B": [{"$id": "b"}, {"$id": "c", "n": 2}], "A": [{"x": ["c"], "y": ["b", "c", "b"], "z": ["b", "c"]}]}"#
    ) { _, _, new in
      new!["y"] = new!["x"]
      new!["z"] = new!["x"]
      new!["x"] = new!.dynamicList("x").filter { $0["n"] as! Int == 2 }
    }
  }

  @Test("Rules 2.29, 2.35: objects of model classes") func modelObjects() throws {
    try owners().expectEach(
      """
      {"Dog": [{"$id": "a", "n": 1}, {"$id": "b", "n": 2}, {"$id": "c", "n": 6}],
       "Owner": [{"name": "o", "dogs": ["c", "c"], "few": ["a"], "by": {"k": "b"}, "top": "c"}]}
      """
    ) { _, _, new in
      let dog = Dog()
      new!["top"] = dog
      new!["dogs"] = [dog, dog]
      dog.n = 6
    }
    try owners().expectEach(.typeMismatch, "Invalid value") { _, _, new in new!["top"] = Cat() }
    try owners().expectEach(.typeMismatch, "Invalid value") { _, _, new in
      new!["top"] = MigrationObject()
    }
    try owners().expectEach(.typeMismatch, "Invalid value") { _, _, new in new!["dogs"] = [Cat()] }
  }

  @Test("Rules 1.16, 4.1, 4.4: a set is asked for what it cannot hold", arguments: 0...5)
  func setsOfOthers(_ place: Int) throws {
    try owners().expectEach(
      place == 5 ? .typeMismatch : .exception,
      [
        "Object has been deleted or invalidated", "Object has been deleted or invalidated",
        "Object has been deleted or invalidated", "Object is already managed by another Realm",
        "Object has been deleted or invalidated",
        "Object of type 'Owner' does not match RLMSet type 'Dog'",
      ][place]
    ) { migration, old, new in
      let few = new!.dynamicMutableSet("few")
      let dog = new!.dynamicList("dogs")[1]
      switch place {
      case 0: _ = few.contains(old!.dynamicList("dogs")[0])
      case 1: few.remove(old!.dynamicList("dogs")[0])
      case 2:
        migration.delete(new!.dynamicList("dogs")[1])
        few.insert(dog)
      case 3: new!["few"] = old!["few"]
      case 4:
        migration.delete(new!.dynamicList("dogs")[1])
        _ = few.contains(dog)
      default: few.remove(new!)
      }
    }
  }
}
