import Foundation
import MigCheckModel
import MigCheckRealm
import Testing

/// Deleting, renaming and enumerating where several rules of the design meet, by their numbers.
@Suite struct CombinedDeletingTests {
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

  @Test("Rules 1.12, 5.15, 5.16: what a renamed property gives") func renamed() throws {
    let trial = try BlockTrial(
      "A(x: int, l: [B], b: B); B(n: int)", "A(y: int, m: [B], c: B); B(n: int)",
      store: #"{"B": [{"$id": "b", "n": 7}], "A": [{"x": 1, "l": ["b"], "b": "b"}, {"x": 2}]}"#)
    try trial.expectNotes(["1 1 7 1", "2 0 nil 2"]) { migration, notes in
      migration.renameProperty(onType: "A", from: "x", to: "y")
      migration.renameProperty(onType: "A", from: "l", to: "m")
      migration.renameProperty(onType: "A", from: "b", to: "c")
      migration.enumerateObjects(ofType: "A") { old, new in
        let c = (new!["c"] as? MigrationObject)?["n"]
        notes.add("\(new!["y"]!) \(new!.dynamicList("m").count) \(c ?? "nil") \(old!["x"]!)")
      }
    }
    try trial.expectEach(.noSuchProperty, "Cannot rename property 'A.x' because it does not exist.")
    { migration, _, new in
      migration.renameProperty(onType: "A", from: "x", to: "y")
    }
    try trial.expect(.noSuchProperty, "Invalid property name 'x' for class 'A'.") { migration, _ in
      migration.renameProperty(onType: "A", from: "x", to: "y")
      migration.enumerateObjects(ofType: "A") { _, new in _ = new!["x"] }
    }
    try trial.expect(.noSuchProperty, "Invalid property name 'y' for class 'A'.") { migration, _ in
      migration.renameProperty(onType: "A", from: "x", to: "y")
      migration.enumerateObjects(ofType: "A") { old, _ in _ = old!["y"] }
    }
    try trial.expect(
      #"{"B": [{"$id": "b", "n": 7}], "A": [{"y": 1}, {"y": 2}]}"#
    ) { migration, _ in
      migration.enumerateObjects(ofType: "A") { _, new in new!["y"] = 9 }
      migration.renameProperty(onType: "A", from: "x", to: "y")
    }
  }

  @Test("Rules 1.14, 1.16, 3.7, 3.20: a created object is used at once, until it is deleted")
  func created() throws {
    try owners().expect(
      """
      {"Dog": [{"$id": "a", "n": 1}, {"$id": "b", "n": 2}, {"$id": "c", "n": 8}],
       "Owner": [{"name": "o", "dogs": ["a", "b", "c"], "few": ["a", "c"], "by": {"k": "c"}, "top": "c"}]}
      """
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Owner") { _, new in
        let dog = migration.create("Dog", value: ["n": 7])
        new!["top"] = dog
        new!.dynamicList("dogs").append(dog)
        new!.dynamicMutableSet("few").insert(dog)
        let map: Map<String, MigrationObject?> = new!.dynamicMap("by")
        map["k"] = dog
        dog["n"] = 8
      }
    }
    try owners().expectEach(.trap, "The app crashes: an object of type 'Dog'") { migration, _, _ in
      let dog = migration.create("Dog")
      migration.delete(dog)
      _ = dog["n"]
    }
    try owners().expectEach(.exception, "Object has been deleted or invalidated") {
      migration, _, new in
      let dog = migration.create("Dog")
      migration.delete(dog)
      migration.create("Owner", value: ["name": "x", "dogs": [dog]])
    }
  }

  @Test("Rules 1.15, 5.9: deleteData inside of an enumeration of the type") func deletedInside()
    throws
  {
    try owners().expectNotes(["1", "true", "false"]) { migration, notes in
      migration.enumerateObjects(ofType: "Dog") { old, new in
        notes.add(old!["n"])
        migration.deleteData(forType: "Dog")
        notes.add(new!.isInvalidated)
        notes.add(old!.isInvalidated)
      }
    }
    try owners().expect(.exception, "Accessing object of type Dog which has been") { migration, _ in
      migration.enumerateObjects(ofType: "Dog") { _, new in
        migration.deleteData(forType: "Dog")
        _ = new!["n"]
      }
    }
  }

  @Test("Rules 1.21, 3.9, 5.9: objects are made again with the same keys") func madeAgain() throws {
    try BlockTrial(
      "A(*id: int, s: string)", store: #"{"A": [{"id": 1, "s": "x"}, {"id": 2, "s": "y"}]}"#
    ).expect(
      #"{"A": [{"id": 1, "s": "x!"}, {"id": 2, "s": "y!"}]}"#
    ) { migration, _ in
      var all: [MigrationObject] = []
      migration.enumerateObjects(ofType: "A") { old, _ in all.append(old!) }
      migration.deleteData(forType: "A")
      for old in all { migration.create("A", value: ["id": old["id"]!, "s": "\(old["s"]!)!"]) }
      migration.enumerateObjects(ofType: "A") { _, new in new!["s"] = "visited" }
    }
  }

  @Test("Rules 1.21, 5.6, 5.7: old objects of a dropped type stay") func droppedType() throws {
    try BlockTrial(
      "A(x: int); Ghost(s: string, a: A)", "A(x: int, s: string)",
      store: #"{"A": [{"$id": "a", "x": 1}], "Ghost": [{"s": "g", "a": "a"}]}"#
    ).expectNotes(["true g 1 false", "false"]) { migration, notes in
      var ghost: MigrationObject?
      migration.enumerateObjects(ofType: "Ghost") { old, new in ghost = new == nil ? old : nil }
      let wasDropped = migration.deleteData(forType: "Ghost")
      notes.add(
        "\(wasDropped) \(ghost!["s"]!) \((ghost!["a"] as! MigrationObject)["x"]!) \(ghost!.isInvalidated)"
      )
      notes.add(migration.deleteData(forType: "Ghost"))
    }
  }

  @Test("Rules 4.6, 4.9, 5.1: loops that delete") func loops() throws {
    let after = #"{"Owner": [{"name": "o", "by": {"k": null}}]}"#
    try owners().expectEach(after) { migration, _, new in
      for dog in new!.dynamicList("dogs") { migration.delete(dog) }
    }
    try owners().expectEach(after) { migration, _, new in
      while let dog = new!.dynamicList("dogs").first { migration.delete(dog) }
    }
    try owners().expectEach(after) { migration, _, new in
      new!.dynamicList("dogs").forEach(migration.delete)
    }
    try owners().expectEach(after) { migration, _, new in
      let dogs = new!.dynamicList("dogs")
      for index in dogs.indices.reversed() { migration.delete(dogs[index]) }
    }
    try owners().expectEach(.exception, "Index 1 is out of bounds (must be less than 1).") {
      migration, _, new in
      let dogs = new!.dynamicList("dogs")
      for index in 0..<dogs.count { migration.delete(dogs[index]) }
    }
    try owners(store: #"{"Owner": [{"name": "o"}]}"#).expectEach(
      .exception,
      "It is not possible to remove more objects (1) from a list than it already contains (0)."
    ) { _, _, new in
      new!.dynamicList("dogs").removeLast()
    }
    try owners().expectEach(
      .exception,
      "It is not possible to remove more objects (3) from a list than it already contains (2)."
    ) { _, _, new in
      new!.dynamicList("dogs").removeFirst(3)
    }
  }

  @Test("Rules 2.5, 2.38, 3.9: a key that is added") func addedKey() throws {
    let trial = try BlockTrial(
      "A(n: int)", "A(n: int, *id: string)", store: #"{"A": [{"n": 1}, {"n": 2}]}"#)
    try trial.expectEach(#"{"A": [{"n": 1, "id": "1"}, {"n": 2, "id": "2"}]}"#) { _, old, new in
      new!["id"] = "\(old!["n"]!)"
    }
    try trial.expectEach(
      .duplicatePrimaryKey, "Primary key property 'A.id' has duplicate values after migration."
    ) { _, _, _ in }
    try trial.expectEach(.typeMismatch, "Invalid value") { _, old, new in new!["id"] = old!["n"] }
  }

  @Test("Rules 5.9, 5.13: an inner enumeration deletes objects of the outer") func innerDeletes()
    throws
  {
    try owners().expectNotes(["1", "1-2", "1 gone: true", "end"]) { migration, notes in
      migration.enumerateObjects(ofType: "Dog") { old, new in
        notes.add(old!["n"])
        migration.enumerateObjects(ofType: "Dog") { inner, other in
          if inner!["n"] as! Int == 2 { notes.add("1-2") }
          migration.delete(other!)
        }
        notes.add("1 gone: \(new!.isInvalidated)")
      }
      notes.add("end")
    }
  }

  @Test("Rule 5.15: a property that is renamed and made optional is out of use for the block")
  func renamedOptional() throws {
    let trial = try BlockTrial(
      "A(x: int, z: int)", "A(y: int?, z: int)", store: #"{"A": [{"x": 4}]}"#)
    try trial.expect(.noSuchProperty, "Invalid column key") { migration, _ in
      migration.renameProperty(onType: "A", from: "x", to: "y")
      migration.enumerateObjects(ofType: "A") { _, new in _ = new!["y"] }
    }
    try trial.expect(.noSuchProperty, "Invalid column key") { migration, _ in
      migration.renameProperty(onType: "A", from: "x", to: "y")
      migration.create("A", value: ["y": 1])
    }
    try trial.expect(#"{"A": [{"y": 4, "z": 4}, {"z": 2}]}"#) { migration, _ in
      migration.renameProperty(onType: "A", from: "x", to: "y")
      migration.enumerateObjects(ofType: "A") { old, new in new!["z"] = old!["x"] }
      migration.create("A", value: ["z": 2])
    }
  }

  @Test("Rules 2.40, 3.2, 3.20, 5.10: a type is split in two") func splitType() throws {
    try BlockTrial(
      "P(*id: int, street: string, tags: [string])",
      "P(*id: int, home: H, tags: {string}); H(*key: string, street: string)",
      store: #"{"P": [{"id": 1, "street": "s", "tags": ["b", "a"]}, {"id": 2, "street": "s"}]}"#
    ).expect(
      #"{"P": [{"id": 1, "home": "h", "tags": ["a", "b"]}, {"id": 2, "home": "h"}], "H": [{"$id": "h", "key": "s", "street": "s"}]}"#
    ) { migration, _ in
      var homes: [String: MigrationObject] = [:]
      migration.enumerateObjects(ofType: "P") { old, new in
        let street = old!["street"] as! String
        let home = homes[street] ?? migration.create("H", value: [street, street])
        homes[street] = home
        new!["home"] = home
        new!["tags"] = old!["tags"]
      }
      var visited = 0
      migration.enumerateObjects(ofType: "H") { old, new in
        visited += old == nil && new!["key"] as! String == "s" ? 1 : 5
      }
      if visited != 1 { fatalError("\(visited)") }
    }
  }

  @Test("Rules 1.16, 1.21: an object that was kept and is gone is not linked") func keptAndGone()
    throws
  {
    try owners().expect(.exception, "Object has been deleted or invalidated") { migration, _ in
      var dogs: [Int: MigrationObject] = [:]
      migration.enumerateObjects(ofType: "Dog") { old, new in dogs[old!["n"] as! Int] = new }
      migration.enumerateObjects(ofType: "Dog") { old, new in migration.delete(new!) }
      migration.enumerateObjects(ofType: "Owner") { old, new in
        new!["top"] = (old!["top"] as? MigrationObject).flatMap { dogs[$0["n"] as! Int] }
      }
    }
  }

  @Test("Rule 5.10: a new type is enumerated while objects are created") func createdMeanwhile()
    throws
  {
    try BlockTrial("A(x: int)", "A(x: int); B(n: int)", store: #"{"A": [{"x": 1}, {"x": 2}]}"#)
      .expect(
        #"{"A": [{"x": 1}, {"x": 2}], "B": [{"n": 11}, {"n": 12}, {"n": 0}, {"n": 0}]}"#
      ) { migration, _ in
        migration.enumerateObjects(ofType: "A") { old, _ in
          migration.create("B", value: old!["x"].map { ["n": $0] }!)
        }
        migration.enumerateObjects(ofType: "B") { old, new in
          new!["n"] = (new!["n"] as! Int) + 10
          migration.create("B")
        }
      }
  }
}
