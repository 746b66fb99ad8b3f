import Foundation
import MigCheckModel
import MigCheckRealm
import Testing

/// What Realm Swift's collections do, by the numbers of the rules in the design.
@Suite struct CollectionRuleTests {
  private func shelves() throws -> BlockTrial {
    try BlockTrial(
      "Shelf(books: [Book], few: {Book}, by: [string: Book], tags: [string]); Book(title: string); "
        + "Cat(name: string)",
      store: """
        {"Book": [{"$id": "a", "title": "a"}, {"$id": "b", "title": "b"}], "Cat": [{"name": "c"}],
         "Shelf": [{"books": ["a", "b"], "few": ["a"], "by": {"k": "a", "none": null}, "tags": ["x"]}]}
        """)
  }

  private static func shelf(_ members: String) -> String {
    """
    {"Book": [{"$id": "a", "title": "a"}, {"$id": "b", "title": "b"}], "Cat": [{"name": "c"}],
     "Shelf": [{\(members)}]}
    """
  }

  @Test("Rule 4.1: no change takes an object of the old state", arguments: 0...6)
  func oldObjects(change: Int) throws {
    try shelves().expectEach(.exception, WritingRuleTests.foreign) { _, old, new in
      let (book, books) = (old!.dynamicList("books")[1], new!.dynamicList("books"))
      let map = new!["by"] as! Map<String, MigrationObject?>
      switch change {
      case 0: books.append(book)
      case 1: books.append(objectsIn: [book])
      case 2: books.insert(book, at: 0)
      case 3: books[0] = book
      case 4: books.replace(index: 0, object: book)
      case 5: new!.dynamicMutableSet("few").insert(book)
      default: map["k"] = book
      }
    }
  }

  @Test("Rule 4.2: a collection of an old object is not changed, be it empty", arguments: 0...5)
  func oldCollections(change: Int) throws {
    let kind = ["List", "List", "Set", "Dictionary", "List", "List"][change]
    try shelves().expectEach(
      .exception, "Cannot modify managed \(kind) outside of a write transaction"
    ) { _, old, new in
      switch change {
      case 0: old!.dynamicList("books").removeAll()
      case 1: (old!["tags"] as! List<String>).append("y")
      case 2: old!.dynamicMutableSet("few").removeAll()
      case 3: (old!["by"] as! Map<String, MigrationObject?>).removeObject(for: "missing")
      case 4: old!.dynamicList("books").remove(at: 0)
      default: old!.dynamicList("books").append(new!.dynamicList("books")[0])
      }
    }
  }

  private final class Book: Object { @Persisted var title = "c" }

  @Test("Rule 4.3: an object of the new state is linked") func newObjects() throws {
    try shelves().expectEach(
      Self.shelf(
        #""books": ["b", "a", "b"], "few": ["a", "b"], "by": {"k": "b", "n": "a", "none": null}, "tags": ["x"]"#
      )
    ) { _, _, new in
      let books = new!.dynamicList("books")
      books.insert(books[1], at: 0)
      new!.dynamicMutableSet("few").insert(objectsIn: books)
      let map = new!["by"] as! Map<String, MigrationObject?>
      map["n"] = books[1]
      map.updateValue(books[0], forKey: "k")
    }
  }

  @Test("Rule 4.4: an object of another type is not taken") func otherTypes() throws {
    for (kind, message) in [
      "Object of type 'Cat' does not match RLMArray type 'Book'.",
      "Object of type 'Cat' does not match RLMSet type 'Book'.",
      "Value of type 'Cat' does not match RLMDictionary value type 'Book'.",
    ].enumerated() {
      try shelves().expectEach(.typeMismatch, message) { migration, _, new in
        let cat = migration.create("Cat")
        switch kind {
        case 0: new!.dynamicList("books").append(cat)
        case 1: new!.dynamicMutableSet("few").insert(cat)
        default: (new!["by"] as! Map<String, MigrationObject?>)["k"] = cat
        }
      }
    }
  }

  @Test("Rule 4.5: a collection that is in no store takes no migration object", arguments: 0...5)
  func unmanaged(use: Int) throws {
    try shelves().expectEach(.typeMismatch, "Object of type 'Book' does not match RLM") {
      _, old, new in
      let book = (use % 2 == 0 ? old! : new!).dynamicList("books")[0]
      switch use / 2 {
      case 0: List<MigrationObject>().append(book)
      case 1: MutableSet<MigrationObject>().insert(book)
      default: Map<String, MigrationObject?>()["k"] = book
      }
    }
    // Swift's own collections take them.
    try shelves().expectNotes(["2"]) { _, _, new, notes in
      notes.add((new!.dynamicList("books") + [MigrationObject]()).count)
    }
  }

  @Test("Rule 4.6: an index out of bounds ends the block", arguments: 0...5)
  func bounds(use: Int) throws {
    let message =
      use == 5
      ? "Cannot pass a negative value for 'index'."
      : "Index 9 is out of bounds (must be less than \(use == 1 ? 3 : 2))."
    try shelves().expectEach(.exception, message) { _, _, new in
      let books = new!.dynamicList("books")
      switch use {
      case 0: _ = books[9]
      case 1: books.insert(books[0], at: 9)
      case 2: books.remove(at: 9)
      case 3: books.swapAt(0, 9)
      case 4: books.move(from: 9, to: 0)
      default: _ = books[-1]
      }
    }
  }

  @Test("Rule 4.7: setValue(_:forKey:) is the subscript") func setValue() throws {
    try shelves().expectEach(
      Self.shelf(#""books": ["b"], "few": ["a"], "by": {"k": "a", "none": null}, "tags": ["x"]"#)
    ) {
      _, _, new in new!.setValue([new!.dynamicList("books")[1]], forKey: "books")
    }
    try shelves().expectEach(.noSuchProperty, "Invalid property name 'y' for class 'Shelf'.") {
      _, _, new in new!.setValue(1, forKey: "y")
    }
  }

  @Test("Rule 4.8: a member is the subscript, unless the class has it") func members() throws {
    try BlockTrial("A(name: string, description: string)", store: #"{"A": [{"name": "n"}]}"#)
      .expectNotes(["n", "m", "A {"]) { _, old, new, notes in
        notes.add(old!.name)
        new?.name = "m"
        notes.add(new!.name as? String)
        notes.add(new!.description.prefix(3))
      }
  }

  @Test("Rule 4.9: an iteration gives the elements at its start, also those that are deleted")
  func iteration() throws {
    try shelves().expectNotes(["a", "b", "2 2 4"]) { _, _, new, notes in
      let books = new!.dynamicList("books")
      let before = books.count
      var rounds = 0
      for book in books {
        notes.add(book["title"])
        books.append(book)
        rounds += 1
      }
      notes.add("\(before) \(rounds) \(books.count)")
    }
    try shelves().expectEach(
      .exception, "Accessing object of type Book which has been invalidated or deleted."
    ) { migration, _, new in
      for book in new!.dynamicList("books") {
        _ = book["title"]
        migration.deleteData(forType: "Book")
      }
    }
    try shelves().expectNotes(["false", "true"]) { migration, _, new, notes in
      for book in new!.dynamicList("books") {
        notes.add(book.isInvalidated)
        migration.deleteData(forType: "Book")
      }
    }
  }

  @Test("Rule 4.10: a list of objects sets a property of all") func setAll() throws {
    try shelves().expectEach(
      """
      {"Book": [{"$id": "a", "title": "z"}, {"$id": "b", "title": "z"}], "Cat": [{"name": "c"}],
       "Shelf": [{"books": ["a", "b"], "few": ["a"], "by": {"k": "a", "none": null}, "tags": ["x"]}]}
      """
    ) { _, _, new in new!.dynamicList("books").setValue("z", forKey: "title") }
    try shelves().expectEach(
      .exception, "Cannot modify managed List outside of a write transaction"
    ) {
      _, old, _ in old!.dynamicList("books").setValue("z", forKey: "title")
    }
  }

  @Test("Rule 4.11: a null link of a map is some nil") func nullLinks() throws {
    try shelves().expectNotes(["true false"]) { _, _, new, notes in
      let map = new!["by"] as! Map<String, MigrationObject?>
      let (null, missing) = (map["none"], map["missing"])
      notes.add("\(null == .some(nil)) \(missing == .some(nil))")
    }
  }
}
