import Foundation
import MigCheckModel
import MigCheckRealm
import Testing

/// What Realm Swift's `create` makes of a value, by the numbers of the rules in the design.
@Suite struct CreatingRuleTests {
  private func books(_ store: String, _ second: String? = nil) throws -> BlockTrial {
    try BlockTrial(
      "Book(title: string, pages: [Page], next: Book); Page(text: string)", second, store: store)
  }

  @Test("Rule 3.1: without a value all properties have their defaults") func defaults() throws {
    try BlockTrial("A(x: int, s: string, l: [int], m: mixed)", store: #"{"A": [{"x": 1}]}"#)
      .expectEach(#"{"A": [{"x": 1}, {"x": 0}]}"#) { migration, _, _ in migration.create("A") }
  }

  @Test("Rule 3.2: an array follows the declaration, and must not be longer") func arrays() throws {
    let trial = try BlockTrial("A(s: string, x: int)", store: #"{"A": [{}]}"#)
    try trial.expectEach(#"{"A": [{}, {"s": "a", "x": 0}, {"s": "b", "x": 2}]}"#) {
      migration, _, _ in
      migration.create("A", value: ["a"])
      migration.create("A", value: ["b", 2] as [Any])
    }
    try trial.expectEach(
      .noSuchProperty, "Invalid array input: more values (3) than properties (2)."
    ) { migration, _, _ in migration.create("A", value: ["a", 1, 2] as [Any]) }
  }

  @Test("Rule 3.3: a key that a dictionary lacks has the default") func missingKeys() throws {
    try BlockTrial("A(s: string, x: int)", store: #"{"A": [{}]}"#)
      .expectEach(#"{"A": [{}, {"s": "", "x": 2}]}"#) { migration, _, _ in
        migration.create("A", value: ["x": 2])
      }
  }

  @Test("Rule 3.4: an unknown key is refused on purpose") func unknownKeys() throws {
    try BlockTrial("A(s: string)", store: #"{"A": [{}]}"#).expectEach(
      .noSuchProperty, "Invalid property name 'y' for class 'A'."
    ) { migration, _, _ in migration.create("A", value: ["y": 2]) }
  }

  @Test("Rule 3.5: an old object gives each property by its name") func fromOld() throws {
    let trial = try BlockTrial(
      "A(s: string, x: int?, l: [string])",
      "B(s: string); C(s: string, y: int); D(x: int); E(l: [string?]); F(l: [string])",
      store: #"{"A": [{"s": "a", "l": ["x"]}]}"#)
    try trial.expectEach(#"{"B": [{"s": "a"}], "F": [{"l": ["x"]}]}"#) { migration, old, _ in
      migration.create("B", value: old!)
      migration.create("F", value: old!)
    }
    try trial.expectEach(.noSuchProperty, "Invalid property name 'y' for class 'A'.") {
      migration, old, _ in migration.create("C", value: old!)
    }
    try trial.expectEach(.nullForRequired, "Invalid value '<null>' for 'int' property 'D.x'.") {
      migration, old, _ in migration.create("D", value: old!)
    }
    try trial.expectEach(
      .typeMismatch, "RLMArray<string> does not match expected type 'string?' for property 'E.l'."
    ) { migration, old, _ in migration.create("E", value: old!) }
  }

  @Test("Rule 3.6: a new object gives a copy of itself") func fromNew() throws {
    try books(#"{"Page": [{"$id": "p"}], "Book": [{"title": "a", "pages": ["p"]}]}"#).expectEach(
      #"{"Page": [{"$id": "p"}], "Book": [{"title": "b", "pages": ["p"]}, {"title": "a", "pages": ["p"]}]}"#
    ) { migration, _, new in
      migration.create("Book", value: new!)
      new!["title"] = "b"
    }
  }

  @Test("Rule 3.7: nested objects of the new state are linked") func nestedNew() throws {
    try books(#"{"Page": [{"$id": "p"}], "Book": [{"title": "a", "pages": ["p"]}]}"#).expectEach(
      """
      {"Page": [{"$id": "p"}], "Book": [{"$id": "a", "title": "a", "pages": ["p"]},
        {"title": "b", "pages": ["p"], "next": "a"}, {"title": "c", "pages": ["p"]}]}
      """
    ) { migration, _, new in
      migration.create("Book", value: ["title": "b", "pages": new!["pages"]!, "next": new!])
      migration.create("Book", value: ["title": "c", "pages": Array(new!.dynamicList("pages"))])
    }
  }

  @Test("Rule 3.8: nested objects of the old state are copied, with what they lead to")
  func nestedOld()
    throws
  {
    try books(
      """
      {"Page": [{"$id": "p", "text": "1"}],
       "Book": [{"title": "a", "next": "b"}, {"$id": "b", "title": "b", "pages": ["p"]}]}
      """
    ).expect(
      """
      {"Page": [{"$id": "p", "text": "1"}, {"$id": "q", "text": "1"}],
       "Book": [{"title": "a", "next": "b"}, {"$id": "b", "title": "b", "pages": ["p"]},
        {"title": "c", "next": "d"}, {"$id": "d", "title": "b", "pages": ["q"]}]}
      """
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Book") { old, _ in
        if let next = old!["next"] {
          migration.create("Book", value: ["title": "c", "next": next])
        }
      }
    }
  }

  @Test("Rule 3.9: a taken key is found at the end, unless the block changes one of the two")
  func takenKeys() throws {
    let trial = try BlockTrial("A(*id: int)", store: #"{"A": [{"id": 1}]}"#)
    try trial.expectEach(.duplicatePrimaryKey, "Primary key property 'A.id' has duplicate values") {
      migration, _, _ in migration.create("A", value: ["id": 1])
    }
    try trial.expectEach(#"{"A": [{"id": 1}, {"id": 2}]}"#) { migration, _, new in
      migration.create("A", value: ["id": 1])
      new!["id"] = 2
    }
    try trial.expectEach(#"{"A": [{"id": 1}]}"#) { migration, _, new in
      migration.create("A", value: ["id": 1])
      migration.delete(new!)
    }
  }

  @Test("Rule 3.10: a nested dictionary or array is a new object") func nestedValues() throws {
    try books(#"{"Book": [{"title": "a"}]}"#).expectEach(
      """
      {"Page": [{"$id": "p", "text": "x"}, {"$id": "q", "text": "y"}],
       "Book": [{"title": "a"}, {"title": "b", "pages": ["p", "q"]}]}
      """
    ) { migration, _, _ in
      migration.create(
        "Book", value: ["title": "b", "pages": [["text": "x"], ["y"]] as [Any]])
    }
  }

  private final class Node: Object {
    @Persisted var name = ""
    @Persisted var next: Node?
    @Persisted var other: Node?
  }

  @Test("Rule 3.11: objects that lead back to themselves are copied without end") func cycles()
    throws
  {
    let nodes = "Node(name: string, next: Node, other: Node)"
    let cycle = try BlockTrial(
      nodes,
      store:
        #"{"Node": [{"$id": "a", "name": "a", "next": "b"}, {"$id": "b", "name": "b", "next": "a"}]}"#
    )
    try cycle.expectEach(
      .trap, "The app crashes: an object of type 'Node' leads back to itself"
    ) { migration, old, _ in migration.create("Node", value: ["next": old!]) }
    try cycle.expectEach(.trap, "The app crashes: an object of type 'Node' leads back to itself") {
      migration, old, _ in migration.create("Node", value: old!)
    }
    let one = try BlockTrial("Z(z: int, node: Node); " + nodes, store: #"{"Z": [{}]}"#)
    try one.expectEach(.trap, "The app crashes: an object of type 'Node' leads back to itself") {
      migration, _, _ in
      let node = Node()
      node.next = node
      migration.create("Node", value: node)
    }
    // An instance is copied once for each way that leads to it.
    try one.expectEach(
      """
      {"Z": [{}], "Node": [{"name": "a", "next": "b", "other": "c"}, {"$id": "b", "name": "x"},
        {"$id": "c", "name": "x"}]}
      """
    ) { migration, _, _ in
      let (node, shared) = (Node(), Node())
      node.name = "a"
      shared.name = "x"
      node.next = shared
      node.other = shared
      migration.create("Node", value: node)
    }
    // What is set is added once, and may lead back to itself.
    try one.expectEach(
      #"{"Z": [{"node": "a"}], "Node": [{"$id": "a", "name": "a", "next": "a"}]}"#
    ) { _, _, new in
      let node = Node()
      node.name = "a"
      node.next = node
      new!["node"] = node
    }
  }

  @Test("Rule 3.12: an old object nested in a mixed property names its counterpart")
  func nestedMixed()
    throws
  {
    try BlockTrial(
      "A(x: int); B(any: mixed, all: [mixed])", store: #"{"A": [{"$id": "a", "x": 1}]}"#
    ).expectEach(
      #"{"A": [{"$id": "a", "x": 1}], "B": [{"any": {"link": "a"}, "all": [{"link": "a"}]}]}"#
    ) { migration, old, _ in
      migration.create("B", value: ["any": old!, "all": [old!]] as [String: Any])
    }
  }

  @Test("Rule 3.13: nested embedded objects of either state are copied") func nestedEmbedded()
    throws
  {
    try BlockTrial(
      "P(home: Address, all: [Address]); embedded Address(street: string)",
      store: #"{"P": [{"home": {"street": "x"}, "all": [{"street": "y"}]}]}"#
    ).expectEach(
      """
      {"P": [{"home": {"street": "x"}, "all": [{"street": "y"}]},
        {"home": {"street": "x"}, "all": [{"street": "y"}]},
        {"home": {"street": "x"}, "all": [{"street": "y"}]}]}
      """
    ) { migration, old, new in
      migration.create("P", value: ["home": old!["home"]!, "all": old!["all"]!])
      migration.create("P", value: new!)
    }
  }

  @Test("Rule 3.14: a type that the new schema lacks") func missingType() throws {
    try BlockTrial("A(x: int)", "B(x: int)", store: #"{"A": [{}]}"#).expectEach(
      .noSuchType, "Object type 'A' is not managed by the Realm."
    ) { migration, _, _ in migration.create("A") }
  }

  @Test("Rule 3.15: an embedded type") func embeddedType() throws {
    try BlockTrial("A(e: E); embedded E(x: int)", store: #"{"A": [{}]}"#).expectEach(
      .embeddedWithoutParent, "Embedded objects cannot be created directly"
    ) { migration, _, _ in migration.create("E") }
  }

  @Test("Rule 3.16: a null for a required property") func nulls() throws {
    try BlockTrial("A(x: int)", store: #"{"A": [{}]}"#).expectEach(
      .nullForRequired, "Invalid value '<null>' for 'int' property 'A.x'."
    ) { migration, _, _ in migration.create("A", value: ["x": NSNull()]) }
  }

  @Test("Rule 3.17: no object is made of a text or a number") func scalars() throws {
    let trial = try BlockTrial("A(x: int, a: A)", store: #"{"A": [{}]}"#)
    try trial.expectEach(
      .typeMismatch, "Invalid value 'x' of type 'String' to initialize object of type 'A'"
    ) {
      migration, _, _ in migration.create("A", value: "x")
    }
    try trial.expectEach(
      .typeMismatch, "Invalid value '3' of type 'Int' to initialize object of type 'A'"
    ) {
      migration, _, _ in migration.create("A", value: ["a": 3])
    }
  }

  @Test("Rule 3.18: a nested object of another type is copied by names") func otherType() throws {
    let trial = try BlockTrial(
      "A(s: string, x: int)", "A(s: string, x: int); B(s: string); C(b: B); D(y: int); E(d: D)",
      store: #"{"A": [{"s": "a", "x": 1}]}"#)
    try trial.expectEach(
      #"{"A": [{"s": "a", "x": 1}], "B": [{"$id": "b", "s": "a"}], "C": [{"b": "b"}]}"#
    ) { migration, _, new in migration.create("C", value: ["b": new!]) }
    try trial.expectEach(.noSuchProperty, "Invalid property name 'y' for class 'A'.") {
      migration, _, new in migration.create("E", value: ["d": new!])
    }
  }

  private final class Album: Object {
    @Persisted var name = ""
    @Persisted var tracks: List<Node>
    @Persisted var tags: MutableSet<String>
    @Persisted var notes: Map<String, Int>
  }

  @Test("Rule 3.19: an object of a model class is copied with all it holds") func modelObjects()
    throws
  {
    try BlockTrial(
      "Z(z: int); Album(name: string, tracks: [Node], tags: {string}, notes: [string: int]); "
        + "Node(name: string, next: Node, other: Node)", store: #"{"Z": [{}]}"#
    ).expectEach(
      """
      {"Z": [{}], "Node": [{"$id": "n", "name": "n"}],
       "Album": [{"name": "a", "tracks": ["n"], "tags": ["x"], "notes": {"k": 1}}]}
      """
    ) { migration, _, _ in
      let (album, node) = (Album(), Node())
      (album.name, node.name) = ("a", "n")
      album.tracks.append(node)
      album.tags.insert("x")
      album.notes["k"] = 1
      migration.create("Album", value: album)
      album.name = "later"
      album.tags.insert("later")
    }
  }

  @Test("Rule 3.20: what comes back is the new object") func result() throws {
    try BlockTrial("A(x: int, a: A)", store: #"{"A": [{"x": 1}]}"#).expectEach(
      #"{"A": [{"x": 1, "a": "b"}, {"$id": "b", "x": 5}]}"#
    ) { migration, _, new in
      let made = migration.create("A", value: ["x": 4])
      made["x"] = (made["x"] as! Int) + 1
      new!["a"] = made
    }
  }
}
