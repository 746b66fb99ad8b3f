import Foundation
import MigCheckModel
import MigCheckRealm
import Testing

/// Deleting, renaming and enumerating, and what an error does to an upgrade, by the numbers of the
/// rules in the design.
@Suite struct DeletingRuleTests {
  private func dogs(
    _ store: String =
      #"{"Dog": [{"$id": "a", "n": 1}, {"$id": "b", "n": 2}], "Owner": [{"dogs": ["a", "b"]}]}"#
  ) throws -> BlockTrial {
    try BlockTrial("Dog(n: int); Owner(dogs: [Dog], e: E); embedded E(x: int)", store: store)
  }

  @Test("Rule 5.1: what is deleted is gone at once") func delete() throws {
    try dogs().expectNotes(["1", "1"]) { migration, notes in
      migration.enumerateObjects(ofType: "Dog") { old, new in
        if old!["n"] as! Int == 1 { migration.delete(new!) }
      }
      migration.enumerateObjects(ofType: "Owner") { _, new in
        notes.add(new!.dynamicList("dogs").count)
        migration.delete(new!.dynamicList("dogs")[0])
      }
      var count = 1
      migration.enumerateObjects(ofType: "Dog") { _, _ in count += 1 }
      notes.add(count)
    }
  }

  @Test("Rule 5.2: no object of the old state is deleted") func deleteOld() throws {
    try dogs().expectEach(.exception, "Can only delete an object from the Realm it belongs to") {
      migration, old, _ in migration.delete(old!)
    }
    try dogs().expectEach(.exception, "Can only delete an object from the Realm it belongs to") {
      migration, _, _ in migration.delete(MigrationObject())
    }
  }

  @Test("Rule 5.3: the same object is not deleted twice") func deleteTwice() throws {
    try dogs().expectEach(.exception, "Can only delete an object from the Realm it belongs to") {
      migration, _, new in
      migration.delete(new!)
      migration.delete(new!)
    }
  }

  @Test("Rule 5.4: what is gone is deleted by another object without effect") func deleteGone()
    throws
  {
    try dogs().expect(#"{"Dog": [{"$id": "b", "n": 2}], "Owner": [{"dogs": ["b"]}]}"#) {
      migration, _ in
      var first: MigrationObject?
      migration.enumerateObjects(ofType: "Dog") { old, new in
        if old!["n"] as! Int == 1 { first = new }
      }
      migration.enumerateObjects(ofType: "Dog") { old, new in
        if old!["n"] as! Int == 1 { migration.delete(new!) }
      }
      migration.delete(first!)
    }
  }

  @Test("Rule 5.5: an embedded object leaves its parent, and goes with it") func deleteEmbedded()
    throws
  {
    try dogs(#"{"Owner": [{"e": {"x": 1}}, {"e": {"x": 2}}]}"#).expect(#"{"Owner": [{}]}"#) {
      migration, _ in
      migration.enumerateObjects(ofType: "E") { old, new in
        if old!["x"] as! Int == 1 { migration.delete(new!) }
      }
      migration.enumerateObjects(ofType: "Owner") { _, new in
        if new!["e"] != nil { migration.delete(new!) }
      }
    }
  }

  @Test("Rule 5.6: deleteData tells whether the file has the type") func deleteData() throws {
    try BlockTrial(
      "A(x: int); B(x: int)", "A(x: int); C(x: int)", store: #"{"A": [{}], "B": [{}]}"#
    )
    .expectNotes(["true", "true", "true", "false", "false"]) { migration, notes in
      for name in ["A", "B", "C", "D", "B"] { notes.add(migration.deleteData(forType: name)) }
    }
  }

  @Test("Rule 5.7: after deleteData a removed type is still enumerated") func enumerateDeleted()
    throws
  {
    try BlockTrial("A(x: int); B(x: int)", "A(x: int)", store: #"{"A": [{}], "B": [{"x": 7}]}"#)
      .expectNotes(["7 true"]) { migration, notes in
        migration.deleteData(forType: "A")
        migration.deleteData(forType: "B")
        migration.enumerateObjects(ofType: "A") { _, _ in notes.add("A") }
        migration.enumerateObjects(ofType: "B") { old, new in
          notes.add("\(old!["x"]!) \(new == nil)")
        }
      }
  }

  @Test("Rule 5.8: a type that neither schema has is not visited") func unknownType() throws {
    try dogs().expectNotes([]) { migration, notes in
      migration.enumerateObjects(ofType: "Cat") { _, _ in notes.add("visited") }
    }
  }

  @Test("Rule 5.9: created objects are not visited, deleted ones passed over") func visited() throws
  {
    try dogs().expectNotes(["1"]) { migration, notes in
      var second: MigrationObject?
      migration.enumerateObjects(ofType: "Dog") { old, new in
        if old!["n"] as! Int == 2 { second = new }
      }
      migration.create("Dog", value: ["n": 3])
      migration.enumerateObjects(ofType: "Dog") { old, new in
        notes.add(old!["n"])
        migration.create("Dog", value: ["n": 4])
        migration.delete(second!)
      }
    }
  }

  private func newType() throws -> BlockTrial {
    try BlockTrial("A(x: int)", "A(x: int); B(n: int)", store: #"{"A": [{}]}"#)
  }

  @Test("Rule 5.10: a new type gives the objects that are there at the start") func newTypes()
    throws
  {
    try newType().expectNotes(["true 1", "true 2", "1", "2", "3", "3"]) { migration, notes in
      for n in 1...2 { migration.create("B", value: ["n": n]) }
      migration.enumerateObjects(ofType: "B") { old, new in
        notes.add("\(old == nil) \(new!["n"]!)")
        migration.create("B", value: ["n": 3])
      }
      migration.enumerateObjects(ofType: "B") { _, new in notes.add(new!["n"]) }
    }
  }

  @Test("Rule 5.11: of a new type deleted objects are visited all the same") func deletedOfNewType()
    throws
  {
    try newType().expectNotes(["1 false", "2 true"]) { migration, notes in
      var made = [MigrationObject]()
      for n in 1...2 { made.append(migration.create("B", value: ["n": n])) }
      var n = 0
      migration.enumerateObjects(ofType: "B") { _, new in
        n += 1
        notes.add("\(n) \(new!.isInvalidated)")
        if n == 1 { migration.delete(made[1]) }
      }
    }
    try newType().expect(.exception, "Accessing object of type B which has been invalidated") {
      migration, _ in
      let made = [migration.create("B"), migration.create("B")]
      migration.enumerateObjects(ofType: "B") { _, new in
        _ = new!["n"]
        if !made[1].isInvalidated { migration.delete(made[1]) }
      }
    }
  }

  @Test("Rule 5.12: of a removed type the new object is nil") func removedTypes() throws {
    let trial = try BlockTrial("A(x: int); B(x: int)", "A(x: int)", store: #"{"B": [{"x": 1}]}"#)
    try trial.expectNotes(["1 true"]) { migration, notes in
      migration.enumerateObjects(ofType: "B") { notes.add("\($0!["x"]!) \($1 == nil)") }
    }
    try trial.expect(.trap, "The migration block crashed.") { migration, _ in
      migration.enumerateObjects(ofType: "B") { _, new in new!["x"] = 1 }
    }
  }

  @Test("Rule 5.13: nested enumerations do not depend on each other") func nested() throws {
    try dogs().expectNotes(["11", "12", "21", "22"]) { migration, notes in
      migration.enumerateObjects(ofType: "Dog") { outer, _ in
        migration.enumerateObjects(ofType: "Dog") { inner, _ in
          notes.add("\(outer!["n"]!)\(inner!["n"]!)")
        }
      }
    }
  }

  @Test("Rule 5.14: the order is that of the keys") func order() throws {
    try dogs().expectNotes(["1", "2"]) { migration, notes in
      migration.enumerateObjects(ofType: "Dog") { _, new in notes.add(new!["n"]) }
    }
  }

  @Test("Rule 5.15: a property can be renamed in an enumeration") func renameInside() throws {
    try BlockTrial("A(x: int)", "A(y: int)", store: #"{"A": [{"x": 5}]}"#).expectNotes([
      "0", "5", "5",
    ]) {
      migration, old, new, notes in
      notes.add(new!["y"])
      migration.renameProperty(onType: "A", from: "x", to: "y")
      notes.add(new!["y"])
      notes.add(old!["x"])
    }
  }

  @Test("Rule 5.16: wrong renames are errors of the opening") func wrongRenames() throws {
    let trial = try BlockTrial(
      "A(x: int, s: string)", "A(y: int, s: string)", store: #"{"A": [{}]}"#)
    try trial.expect(
      .noSuchType, "Cannot rename properties for type 'B' because it does not exist."
    ) { migration, _ in migration.renameProperty(onType: "B", from: "x", to: "y") }
    try trial.expect(
      .noSuchProperty, "Cannot rename property 'A.z' because it does not exist."
    ) { migration, _ in migration.renameProperty(onType: "A", from: "z", to: "y") }
    try trial.expect(
      .invalidRename,
      "Cannot rename property 'A.s' to 'y' because the source property still exists."
    ) { migration, _ in migration.renameProperty(onType: "A", from: "s", to: "y") }
  }

  // MARK: What an error does

  @Test("Rule 7.1: an exception in the block leaves the store as it was") func exceptions() throws {
    // `BlockTrial` expects the version of a store that was refused to be the former one.
    try dogs().expectEach(.exception, "Can only delete") { migration, old, new in
      new!["n"] = 9
      migration.delete(old!)
    }
  }

  @Test("Rule 7.2: an error after the block does so too") func laterErrors() throws {
    try BlockTrial("A(x: int)", "A(*x: int)", store: #"{"A": [{"x": 1}, {"x": 1}]}"#)
      .expect(
        .duplicatePrimaryKey, "Primary key property 'A.x' has duplicate values after migration."
      ) {
        _, _ in
      }
  }

  @Test("Rule 7.3: a trap of Swift ends the upgrade") func traps() throws {
    try dogs().expectEach(.trap, "The migration block crashed.") { _, _, new in
      _ = new!["n"] as! String
    }
  }

  @Test("Rule 7.4: endless recursion ends the upgrade") func recursion() throws {
    try dogs().expectEach(
      .trap, "The app crashes: an object of type 'Dog' is read after it was given"
    ) {
      migration, _, new in
      migration.delete(new!)
      _ = new!["n"]
    }
  }
}
