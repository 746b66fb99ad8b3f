import Foundation
import MigCheckModel
import MigCheckRealm
import Testing

/// Embedded objects and copies where several rules of the design meet, by their numbers.
@Suite struct CombinedEmbeddedTests {
  private static let people =
    "Person(name: string, home: Address, all: [Address], by: [string: Address], friend: Person, pages: [Page])"
    + "; embedded Address(street: string, city: City); City(name: string); Page(text: string)"
  private static let person = """
    {"City": [{"$id": "c", "name": "C"}], "Page": [{"$id": "p", "text": "t"}],
     "Person": [{"$id": "x", "name": "P", "home": {"street": "h", "city": "c"}, "all": [{"street": "1"}, {"street": "2"}],
      "by": {"k": {"street": "k"}}, "pages": ["p"]}]}
    """
  private func people(_ more: String = "") throws -> BlockTrial {
    try BlockTrial(Self.people, Self.people + more, store: Self.person)
  }

  @Test("Rules 3.5, 3.8, 3.13: a copy of an old object has copies of all it leads to")
  func copyOfOld() throws {
    try people().expectEach(
      """
      {"City": [{"$id": "c", "name": "C"}, {"$id": "c2", "name": "C"}],
       "Page": [{"$id": "p", "text": "t"}, {"$id": "p2", "text": "t"}],
       "Person": [{"$id": "x", "name": "P", "home": {"street": "h", "city": "c"}, "all": [{"street": "1"}, {"street": "2"}],
      "by": {"k": {"street": "k"}}, "pages": ["p"]},
      {"$id": "y", "name": "P", "home": {"street": "h", "city": "c2"}, "all": [{"street": "1"}, {"street": "2"}],
      "by": {"k": {"street": "k"}}, "pages": ["p2"]}]}
      """
    ) { migration, old, _ in migration.create("Person", value: old!) }
  }

  @Test(
    "Rules 3.6, 3.7, 3.13: a copy of a new object has copies of its children and links to the rest")
  func copyOfNew() throws {
    try people().expectEach(
      """
      {"City": [{"$id": "c", "name": "C"}],
       "Page": [{"$id": "p", "text": "t"}],
       "Person": [{"$id": "x", "name": "P", "home": {"street": "h", "city": "c"}, "all": [{"street": "1"}, {"street": "2"}],
      "by": {"k": {"street": "k"}}, "pages": ["p"]},
      {"$id": "y", "name": "P", "home": {"street": "h", "city": "c"}, "all": [{"street": "1"}, {"street": "2"}],
      "by": {"k": {"street": "k"}}, "pages": ["p"]}]}
      """
    ) { migration, _, new in migration.create("Person", value: new!) }
  }

  @Test("Rules 3.2, 3.13: an array gives embedded objects of either state") func arrayOfEmbedded()
    throws
  {
    try people().expectEach(
      """
      {"City": [{"$id": "c", "name": "C"}, {"$id": "c2", "name": "C"}],
       "Page": [{"$id": "p", "text": "t"}],
       "Person": [{"$id": "x", "name": "P", "home": {"street": "h", "city": "c"}, "all": [{"street": "1"}, {"street": "2"}],
      "by": {"k": {"street": "k"}}, "pages": ["p"]},
      {"$id": "y", "name": "Q", "home": {"street": "h", "city": "c2"}, "all": [{"street": "h", "city": "c"}]}]}
      """
    ) { migration, old, new in
      migration.create("Person", value: ["Q", old!["home"]!, [new!["home"]!]])
    }
  }

  @Test("Rules 2.33, 2.34, 4.1, 4.4: embedded objects are not moved") func embeddedStay() throws {
    try people().expectEach(.exception, "Cannot add an existing managed embedded object to a List")
    { _, _, new in
      new!.dynamicList("all").append(new!["home"] as! MigrationObject)
    }
    try people().expectEach(.exception, "Object is already managed by another Realm") {
      _, old, new in
      new!.dynamicList("all").append(old!["home"] as! MigrationObject)
    }
    try people().expectEach(.exception, "Object is already managed by another Realm") {
      _, old, new in
      new!["all"] = old!["all"]
    }
    try people().expectEach(.exception, "Object is already managed by another Realm") {
      _, old, new in
      new!["by"] = old!["by"]
    }
    try people().expectEach(
      .typeMismatch, "Object of type 'City' does not match RLMArray type 'Address'"
    ) { migration, _, new in
      new!.dynamicList("all").append(migration.create("City"))
    }
    try people().expectEach(.exception, "Object has been deleted or invalidated") { _, _, new in
      new!["all"] = new!.dynamicList("all").filter { $0["street"] as! String == "2" }
    }
    try people().expectEach(
      .exception, "Cannot add an existing managed embedded object to a Dictionary"
    ) { _, _, new in
      new!["by"] = ["z": new!["home"]!]
    }
    try people().expectEach(.exception, "Cannot set a link to an existing managed embedded object")
    { _, _, new in
      new!["home"] = new!["home"]
    }
    try people().expectEach(.exception, "Cannot set a link to an existing managed embedded object")
    { _, _, new in
      new!["home"] = new!.dynamicList("all")[1]
    }
  }

  @Test("Rules 1.15, 1.16, 2.2, 2.31: an embedded object that was replaced is gone")
  func replacedEmbedded() throws {
    try people().expectEach(
      .exception, "Accessing object of type Address which has been invalidated or deleted"
    ) { _, _, new in
      let home = new!["home"] as! MigrationObject
      new!["home"] = nil
      _ = home["street"]
    }
    try people().expectEach(.exception, "Object has been deleted or invalidated") { _, _, new in
      let home = new!["home"] as! MigrationObject
      new!["home"] = ["street": "s"]
      home["street"] = "x"
    }
    try people().expectNotes(["true true true", "1", "0"]) { migration, notes in
      migration.enumerateObjects(ofType: "Person") { _, new in
        let all = new!.dynamicList("all")
        let by: Map<String, MigrationObject?> = new!.dynamicMap("by")
        let (first, second, third) = (all[0], all[1], by["k"]!!)
        all.remove(at: 0)
        all.removeAll()
        by["k"] = nil
        notes.add("\(first.isInvalidated) \(second.isInvalidated) \(third.isInvalidated)")
        var count = 0
        migration.enumerateObjects(ofType: "Address") { _, _ in count += 1 }
        notes.add(count)
        migration.delete(new!)
        count = 0
        migration.enumerateObjects(ofType: "Address") { _, _ in count += 1 }
        notes.add(count)
      }
    }
  }

  @Test("Rules 0.2, 2.31, 2.32: values for embedded objects may hold links") func linksInEmbedded()
    throws
  {
    try people().expectEach(
      """
      {"City": [{"$id": "c", "name": "C"}, {"$id": "n", "name": "N"}], "Page": [{"$id": "p", "text": "t"}],
       "Person": [{"$id": "x", "name": "P", "home": {"street": "", "city": "n"}, "all": [],
      "by": {"z": {"street": "z", "city": "c"}}, "pages": ["p"]}]}
      """
    ) { _, _, new in
      let city = (new!["home"] as! MigrationObject)["city"]!
      new!["home"] = ["city": ["name": "N"]]
      new!["all"] = []
      new!["by"] = ["z": ["street": "z", "city": city]]
    }
    try people().expectEach(.exception, "Object is already managed by another Realm") {
      _, old, new in
      new!["home"] = ["street": "s", "city": (old!["home"] as! MigrationObject)["city"]!]
    }
  }

  @Test("Rules 1.22, 5.5: embedded objects are enumerated and deleted") func enumeratedEmbedded()
    throws
  {
    try people().expect(
      """
      {"City": [{"$id": "c", "name": "C"}], "Page": [{"$id": "p", "text": "t"}],
       "Person": [{"$id": "x", "name": "P", "all": [{"street": "1!"}],
      "by": {"k": {"street": "k!"}}, "pages": ["p"]}]}
      """
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Address") { old, new in
        let street = old!["street"] as! String
        if street == "2" || street == "h" {
          migration.delete(new!)
        } else {
          new!["street"] = street + "!"
        }
      }
    }
  }

  @Test("Rules 2.30, 2.33, 2.34, 3.15: a type that becomes top-level") func becomesTopLevel() throws
  {
    let first = "P(home: E); embedded E(x: int)"
    let trial = try BlockTrial(
      first, "P(home: E, other: E); E(x: int)", store: #"{"P": [{"home": {"x": 1}}]}"#)
    try trial.expectEach(.typeMismatch, "Invalid value") { _, _, new in new!["other"] = ["x": 2] }
    try trial.expectEach(.exception, "Cannot set a link to an existing managed embedded object") {
      _, _, new in
      new!["other"] = new!["home"]
    }
    try trial.expectEach(.exception, "Object is already managed by another Realm") { _, old, new in
      new!["other"] = old!["home"]
    }
    try trial.expectEach(.embeddedWithoutParent, "Explicit creation") { migration, _, new in
      migration.create("E", value: ["x": 2])
    }
  }

  @Test("Rules 5.5, 5.6: deleteData of embedded types and of those that links lead to")
  func deleteDataOfTargets() throws {
    try people().expect(
      """
      {"City": [{"$id": "c", "name": "C"}], "Page": [{"$id": "p", "text": "t"}],
       "Person": [{"$id": "x", "name": "P", "by": {"k": null}, "pages": ["p"]}]}
      """
    ) { migration, _ in migration.deleteData(forType: "Address") }
    let trial = try BlockTrial(
      "A(g: G); G(n: int)", "A(m: int)", store: #"{"G": [{"$id": "g", "n": 3}], "A": [{"g": "g"}]}"#
    )
    try trial.expect(.typeStillReferenced, "Cannot remove class_G") { migration, _ in
      migration.enumerateObjects(ofType: "A") { old, new in
        new!["m"] = (old!["g"] as? MigrationObject)?["n"]
      }
      migration.deleteData(forType: "G")
    }
    try trial.expect(#"{"A": [{"m": 3}]}"#) { migration, _ in
      migration.enumerateObjects(ofType: "A") { old, new in
        new!["m"] = (old!["g"] as? MigrationObject)?["n"]
      }
    }
  }

  @Test("Rules 3.2, 3.7, 3.10, 3.16, 3.17: what objects are created from") func creationForms()
    throws
  {
    let trial = try BlockTrial("A(n: int?, s: string, b: A, l: [A])", store: #"{"A": [{"n": 1}]}"#)
    try trial.expectEach(.typeMismatch, "Invalid value") { migration, _, _ in
      migration.create("A", value: "x")
    }
    try trial.expectEach(.typeMismatch, "Invalid value") { migration, _, _ in
      migration.create("A", value: ["b": 3])
    }
    try trial.expectEach(.typeMismatch, "Invalid value") { migration, _, _ in
      migration.create("A", value: ["n": "1"])
    }
    try trial.expectEach(.nullForRequired, "Invalid value") { migration, old, _ in
      migration.create("A", value: [1, nil] as [Any?])
    }
    try trial.expectEach(
      #"{"A": [{"$id": "o", "n": 1}, {"$id": "x", "s": "new", "b": "y", "l": ["z", "o"]}, {"$id": "y", "n": 2}, {"$id": "z", "n": 3, "s": "q"}]}"#
    ) { migration, old, new in
      migration.create("A", value: [NSNull(), "new", ["n": 2], [[3, "q"], new!]] as [Any])
    }
  }
}
