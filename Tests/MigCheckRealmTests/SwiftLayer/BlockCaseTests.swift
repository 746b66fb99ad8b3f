import MigCheckModel
import MigCheckRealm
import Testing

/// Small blocks whose outcome Realm's public source shows.
@Suite struct BlockCaseTests {
  private static let trips = "Trip(name: string, lodging: Hotel); Hotel(*id: int, name: string)"
  private static let tripsLater = "Trip(name: string, hotel: Hotel); Hotel(*id: int, name: string)"
  private static let paris = """
    {"Hotel": [{"$id": "h", "id": 1, "name": "Ritz"}], "Trip": [{"name": "Paris", "lodging": "h"}]}
    """
  private static let alone = #"{"Trip": [{"name": "Paris"}]}"#
  private static let foreign =
    "Object is already managed by another Realm. Use create instead to copy it into this Realm"

  @Test("1 old-link: an object of the old state is not linked, a null one is")
  func oldLink() throws {
    let block: MigrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "Trip") { old, new in
        new!["hotel"] = old!["lodging"]
      }
    }
    try BlockTrial(Self.trips, Self.tripsLater, store: Self.paris)
      .expect(
        .exception,
        Self.foreign + ": 'Trip.hotel' is given an object of the old state, where one of the new "
          + "state is needed.", block)
    try BlockTrial(Self.trips, Self.tripsLater, store: Self.alone).expect(Self.alone, block)
  }

  @Test("2 old-list: a list of the old state passes where it is empty")
  func oldList() throws {
    let block: MigrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "Trip") { old, new in
        new!["stays"] = old!["hotels"]
      }
    }
    let (first, second) = (
      "Trip(name: string, hotels: [Hotel]); Hotel(*id: int)",
      "Trip(name: string, stays: [Hotel]); Hotel(*id: int)"
    )
    try BlockTrial(
      first, second,
      store: """
        {"Hotel": [{"$id": "a", "id": 1}, {"$id": "b", "id": 2}],
         "Trip": [{"name": "A", "hotels": ["a", "b"]}, {"name": "B", "hotels": []}]}
        """
    ).expect(.exception, Self.foreign, block)
    try BlockTrial(first, second, store: #"{"Trip": [{"name": "B"}]}"#)
      .expect(#"{"Trip": [{"name": "B"}]}"#, block)
  }

  @Test("3 link-looked-up: an object of the new state is linked")
  func linkLookedUp() throws {
    try BlockTrial(
      Self.trips, "Trip(name: string, lodging: Hotel, hotel: Hotel); Hotel(*id: int, name: string)",
      store: Self.paris
    ).expect(
      """
      {"Hotel": [{"$id": "h", "id": 1, "name": "Ritz"}],
       "Trip": [{"name": "Paris", "lodging": "h", "hotel": "h"}]}
      """
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Trip") { _, new in new!["hotel"] = new!["lodging"] }
    }
  }

  // MARK: Albums

  private static let albums =
    "Album(name: string, cover: Photo, photos: [Photo]); Photo(title: string)"
  private static let albumsLater = """
    Album(name: string, cover: Photo, photos: [Photo], any: mixed, some: [Photo], few: {Photo},
    byName: [string: Photo]); Photo(title: string)
    """

  private func albums(_ members: String) throws -> BlockTrial {
    try BlockTrial(
      Self.albums, Self.albumsLater,
      store: """
        {"Photo": [{"$id": "a", "title": "a"}, {"$id": "b", "title": "b"}], "Album": [{\(members)}]}
        """)
  }

  private static func albumsAfter(_ members: String) -> String {
    """
    {"Photo": [{"$id": "a", "title": "a"}, {"$id": "b", "title": "b"}], "Album": [{\(members)}]}
    """
  }

  @Test("4 old-into-mixed: a mixed property links to the counterpart")
  func oldIntoMixed() throws {
    try albums(#""cover": "a""#)
      .expect(Self.albumsAfter(#""cover": "a", "any": {"link": "a"}"#)) { migration, _ in
        migration.enumerateObjects(ofType: "Album") { old, new in new!["any"] = old!["cover"] }
      }
  }

  @Test("5 old-appended: an object of the old state is not appended")
  func oldAppended() throws {
    let block: MigrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "Album") { old, new in
        if let cover = old!["cover"] as? MigrationObject { new!.dynamicList("some").append(cover) }
      }
    }
    try albums(#""cover": "a""#).expect(.exception, Self.foreign, block)
    try albums("").expect(Self.albumsAfter(""), block)
  }

  @Test("6 old-in-set: objects of the old state are not inserted, none are")
  func oldInSet() throws {
    let block: MigrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "Album") { old, new in
        new!.dynamicMutableSet("few").insert(objectsIn: old!.dynamicList("photos"))
      }
    }
    try albums(#""photos": ["a"]"#).expect(.exception, Self.foreign, block)
    try albums("").expect(Self.albumsAfter(""), block)
  }

  @Test(
    "7 unmanaged-list-of-migration-objects: a list that is in no store takes none, nor is taken")
  func unmanagedList() throws {
    let block: MigrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "Album") { _, new in
        let list = List<MigrationObject>()
        list.append(objectsIn: new!.dynamicList("photos"))
        new!["some"] = list
      }
    }
    try albums(#""photos": ["a"]"#)
      .expect(
        .typeMismatch,
        "Object of type 'Photo' does not match RLMArray type 'RealmSwiftDynamicObject'", block)
    try albums("")
      .expect(
        .typeMismatch,
        "RLMArray<RealmSwiftDynamicObject> does not match expected type 'Photo' for property "
          + "'Album.some'.", block)
  }

  @Test("8 array-of-new-objects: an array links the same objects")
  func arrayOfNewObjects() throws {
    try albums(#""photos": ["a", "b"]"#)
      .expect(Self.albumsAfter(#""photos": ["a", "b"], "some": ["b", "a"]"#)) { migration, _ in
        migration.enumerateObjects(ofType: "Album") { _, new in
          new!["some"] = Array(new!.dynamicList("photos").reversed())
        }
      }
  }

  @Test("9 list-made-required: a list of optional elements is not one of required ones")
  func listMadeRequired() throws {
    for tags in [#"["x", "y"]"#, "[]"] {
      try BlockTrial(
        "Note(tags: [string?])", "Note(words: [string], tags: [string?])",
        store: #"{"Note": [{"tags": \#(tags)}]}"#
      ).expect(
        .typeMismatch,
        "RLMArray<string?> does not match expected type 'string' for property 'Note.words'."
      ) { migration, _ in
        migration.enumerateObjects(ofType: "Note") { old, new in new!["words"] = old!["tags"] }
      }
    }
  }

  @Test("10 list-compacted: an array is taken") func listCompacted() throws {
    try BlockTrial(
      "Note(tags: [string?])", "Note(words: [string], tags: [string?])",
      store: #"{"Note": [{"tags": ["x", null, "y"]}]}"#
    ).expect(#"{"Note": [{"tags": ["x", null, "y"], "words": ["x", "y"]}]}"#) { migration, _ in
      migration.enumerateObjects(ofType: "Note") { old, new in
        new!["words"] = (old!["tags"] as! List<String?>).compactMap { $0 }
      }
    }
  }

  // MARK: Scalars

  private func items() throws -> BlockTrial {
    try BlockTrial(
      "Item(n: int, r: double, b: bool, t: string)",
      "Item(n: int, r: double, b: bool, t: string, f: float, d: decimal128, o: objectId?)",
      store: #"{"Item": [{"n": 3, "r": 3.0, "b": true, "t": "x"}]}"#)
  }

  private static func itemsAfter(_ values: String) -> String {
    #"{"Item": [{"n": 3, "r": 3.0, "b": true, "t": "x"\#(values)}]}"#
  }

  @Test("11 double-into-int") func doubleIntoInt() throws {
    try items().expect(
      .typeMismatch, "Invalid value '3.0' of type 'Double' for 'int' property 'Item.n'."
    ) {
      migration, _ in
      migration.enumerateObjects(ofType: "Item") { old, new in new!["n"] = old!["r"] }
    }
  }

  @Test("12 int-into-double") func intIntoDouble() throws {
    try items().expect(Self.itemsAfter(#", "f": 3.0"#)) { migration, _ in
      migration.enumerateObjects(ofType: "Item") { old, new in
        new!["r"] = old!["n"]
        new!["f"] = old!["n"]
      }
    }
  }

  @Test("13 bool-into-int") func boolIntoInt() throws {
    try items().expect(#"{"Item": [{"n": 1, "r": 3.0, "b": true, "t": "x"}]}"#) { migration, _ in
      migration.enumerateObjects(ofType: "Item") { old, new in new!["n"] = old!["b"] }
    }
  }

  @Test("14 bool-into-double") func boolIntoDouble() throws {
    try items().expect(
      .typeMismatch, "Invalid value 'true' of type 'Bool' for 'double' property 'Item.r'."
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Item") { old, new in new!["r"] = old!["b"] }
    }
  }

  @Test("15 text-into-decimal") func textIntoDecimal() throws {
    try items().expect(Self.itemsAfter(#", "d": "12.50""#)) { migration, _ in
      migration.enumerateObjects(ofType: "Item") { _, new in new!["d"] = "12.50" }
    }
    try items().expect(
      .typeMismatch, "Invalid value 'many' of type 'String' for 'decimal128' property 'Item.d'."
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Item") { _, new in new!["d"] = "many" }
    }
  }

  @Test("16 text-into-object-id") func textIntoObjectId() throws {
    try items().expect(
      .typeMismatch,
      "Invalid value '507f1f77bcf86cd799439011' of type 'String' for 'objectId?' property 'Item.o'."
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Item") { _, new in
        new!["o"] = "507f1f77bcf86cd799439011"
      }
    }
  }

  @Test("17 nil-into-list") func nilIntoList() throws {
    try BlockTrial(
      "Note(tags: [string])", "Note(tags: [string], title: string?)",
      store: #"{"Note": [{"tags": ["x"]}]}"#
    ).expect(#"{"Note": [{"tags": [], "title": null}]}"#) { migration, _ in
      migration.enumerateObjects(ofType: "Note") { _, new in
        new!["tags"] = nil
        new!["title"] = nil
      }
    }
  }

  // MARK: Dictionaries

  @Test("18 dictionary-into-link") func dictionaryIntoLink() throws {
    try BlockTrial(Self.trips, Self.tripsLater, store: Self.alone).expect(
      .typeMismatch,
      "Invalid value '2 entries' of type 'Dictionary<String, Any>' for 'Hotel?' property "
        + "'Trip.hotel'. Realm links to objects only: make one with create."
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Trip") { _, new in
        new!["hotel"] = ["id": 7, "name": "Ritz"]
      }
    }
  }

  @Test("19 dictionary-into-embedded") func dictionaryIntoEmbedded() throws {
    try BlockTrial(
      "Person(name: string, street: string); embedded Address(street: string, city: string)",
      "Person(name: string, address: Address, all: [Address]); "
        + "embedded Address(street: string, city: string)",
      store: #"{"Person": [{"name": "Ann", "street": "Main"}]}"#
    ).expect(
      """
      {"Person": [{"name": "Ann", "address": {"street": "Main", "city": ""},
        "all": [{"street": "A", "city": ""}, {"street": "B", "city": "C"}]}]}
      """
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Person") { old, new in
        new!["address"] = ["street": old!["street"]!]
        new!["all"] = [["street": "A"], ["street": "B", "city": "C"]]
      }
    }
  }

  @Test("20 embedded-moved") func embeddedMoved() throws {
    let block: MigrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "Person") { _, new in
        if let home = new!["home"] { new!["work"] = home }
      }
    }
    let (first, second) = (
      "Person(name: string, home: Address); embedded Address(street: string)",
      "Person(name: string, home: Address, work: Address); embedded Address(street: string)"
    )
    try BlockTrial(
      first, second, store: #"{"Person": [{"name": "Ann", "home": {"street": "Main"}}]}"#
    ).expect(.exception, "Cannot set a link to an existing managed embedded object", block)
    try BlockTrial(first, second, store: #"{"Person": [{"name": "Ann"}]}"#)
      .expect(#"{"Person": [{"name": "Ann"}]}"#, block)
  }

  // MARK: Creating

  private static let keeping: MigrationBlock = { migration, _ in
    migration.enumerateObjects(ofType: "Book") { old, _ in
      migration.create("Keeper", value: ["key": old!["key"]!, "pages": old!["pages"]!])
    }
  }
  private static let books = "Book(*key: string, pages: [Page]); Page(*key: string, text: string)"

  @Test("21 create-with-old-list-keys: copies have taken keys")
  func createWithOldListKeys() throws {
    let second = Self.books + "; Keeper(*key: string, pages: [Page])"
    try BlockTrial(
      Self.books, second,
      store: """
        {"Page": [{"$id": "1", "key": "p1"}, {"$id": "2", "key": "p2"}],
         "Book": [{"key": "b1", "pages": ["1", "2"]}]}
        """
    ).expect(
      .duplicatePrimaryKey,
      "Primary key property 'Page.key' has duplicate values after migration.", Self.keeping)
    try BlockTrial(Self.books, second, store: #"{"Book": [{"key": "b1"}]}"#)
      .expect(#"{"Book": [{"key": "b1"}], "Keeper": [{"key": "b1"}]}"#, Self.keeping)
  }

  @Test("22 create-with-old-list-no-keys: copies are doubles")
  func createWithOldListNoKeys() throws {
    try BlockTrial(
      "Book(key: string, pages: [Page]); Page(text: string)",
      "Book(key: string, pages: [Page]); Page(text: string); Keeper(key: string, pages: [Page])",
      store: """
        {"Page": [{"$id": "1", "text": "1"}, {"$id": "2", "text": "2"}],
         "Book": [{"key": "b", "pages": ["1", "2"]}]}
        """
    ).expect(
      """
      {"Page": [{"$id": "1", "text": "1"}, {"$id": "2", "text": "2"}, {"$id": "3", "text": "1"},
         {"$id": "4", "text": "2"}],
       "Book": [{"key": "b", "pages": ["1", "2"]}], "Keeper": [{"key": "b", "pages": ["3", "4"]}]}
      """, Self.keeping)
  }

  @Test("23 create-with-new-list: objects of the new state are linked")
  func createWithNewList() throws {
    try BlockTrial(
      Self.books, Self.books + "; Keeper(*key: string, pages: [Page])",
      store: """
        {"Page": [{"$id": "1", "key": "p1"}, {"$id": "2", "key": "p2"}],
         "Book": [{"key": "b1", "pages": ["1", "2"]}]}
        """
    ).expect(
      """
      {"Page": [{"$id": "1", "key": "p1"}, {"$id": "2", "key": "p2"}],
       "Book": [{"key": "b1", "pages": ["1", "2"]}], "Keeper": [{"key": "b1", "pages": ["1", "2"]}]}
      """
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Book") { old, new in
        migration.create("Keeper", value: ["key": old!["key"]!, "pages": new!["pages"]!])
      }
    }
  }

  @Test("24 create-from-old-with-more") func createFromOldWithMore() throws {
    try BlockTrial(
      "Mark(*id: string, title: string)", "Bookmark(*id: string, title: string, visits: int)",
      store: #"{"Mark": [{"id": "m1"}]}"#
    ).expect(.noSuchProperty, "Invalid property name 'visits' for class 'Mark'.") { migration, _ in
      migration.enumerateObjects(ofType: "Mark") { old, _ in
        migration.create("Bookmark", value: old!)
      }
    }
  }

  @Test("25 create-unknown-key: refused on purpose, where Realm ignores it")
  func createUnknownKey() throws {
    try BlockTrial("Item(name: string)", "Item(name: string, size: int)", store: #"{"Item": [{}]}"#)
      .expect(.noSuchProperty, "Invalid property name 'colour' for class 'Item'.") { migration, _ in
        migration.enumerateObjects(ofType: "Item") { old, _ in
          migration.create("Item", value: ["name": old!["name"]!, "colour": "red"])
        }
      }
  }

  @Test("26 create-no-type") func createNoType() throws {
    try BlockTrial("Item(name: string)", "Item(name: string, size: int)", store: #"{"Item": [{}]}"#)
      .expect(.noSuchType, "Object type 'Thing' is not managed by the Realm.") { migration, _ in
        migration.enumerateObjects(ofType: "Item") { _, _ in
          migration.create("Thing", value: ["name": "x"])
        }
      }
  }

  @Test("27 create-nested-dictionary: a second object, never an update")
  func createNestedDictionary() throws {
    let block: MigrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "Trip") { old, _ in
        if let hotel = old!["lodging"] as? MigrationObject {
          migration.create(
            "Trip", value: ["name": "again", "hotel": ["id": hotel["id"]!, "name": "x"]])
        }
      }
    }
    try BlockTrial(Self.trips, Self.tripsLater, store: Self.paris).expect(
      .duplicatePrimaryKey,
      "Primary key property 'Hotel.id' has duplicate values after migration.", block)
    try BlockTrial(Self.trips, Self.tripsLater, store: Self.alone).expect(Self.alone, block)
  }

  // MARK: Deleting

  private func dogs(_ store: String) throws -> BlockTrial {
    try BlockTrial(
      "Owner(name: string, dogs: [Dog]); Dog(name: string, age: int, owners: linking Owner.dogs)",
      "Owner(name: string, dogs: [Dog]); "
        + "Dog(name: string, age: int, count: int, owners: linking Owner.dogs)", store: store)
  }

  @Test("28 delete-then-write") func deleteThenWrite() throws {
    let block: MigrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "Dog") { old, new in
        if old!["age"] as! Int > 0 { migration.delete(new!) }
        new!["name"] = "x"
      }
    }
    try dogs(#"{"Dog": [{"age": 0}, {"age": 5}]}"#)
      .expect(.exception, "Object has been deleted or invalidated", block)
    try dogs(#"{"Dog": [{"age": 0}]}"#).expect(#"{"Dog": [{"age": 0, "name": "x"}]}"#, block)
  }

  @Test("29 delete-then-read") func deleteThenRead() throws {
    try dogs(#"{"Dog": [{"age": 5}]}"#).expect(
      .trap, "The app crashes: an object of type 'Dog' is read after it was given to delete"
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Dog") { old, new in
        if old!["age"] as! Int > 0 { migration.delete(new!) }
        _ = new!["name"]
      }
    }
  }

  @Test("30 delete-then-read-other-accessor") func deleteThenReadOtherAccessor() throws {
    let block: MigrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "Owner") { _, new in
        let dogs = Array(new!.dynamicList("dogs"))
        migration.deleteData(forType: "Dog")
        for dog in dogs { _ = dog["name"] }
      }
    }
    try dogs(#"{"Dog": [{"$id": "d", "age": 5}], "Owner": [{"dogs": ["d"]}]}"#).expect(
      .exception, "Accessing object of type Dog which has been invalidated or deleted", block)
    try dogs(#"{"Dog": [{"age": 5}], "Owner": [{}]}"#).expect(#"{"Owner": [{}]}"#, block)
  }

  @Test("31 delete-twice") func deleteTwice() throws {
    try dogs(#"{"Dog": [{"age": 5}]}"#).expect(
      .exception, "Can only delete an object from the Realm it belongs to"
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Dog") { old, new in
        if old!["age"] as! Int > 0 {
          migration.delete(new!)
          migration.delete(new!)
        }
      }
    }
  }

  // MARK: Linking objects

  @Test("32 read-linking: never nil in the new state") func readLinking() throws {
    try dogs(
      #"{"Dog": [{"$id": "d"}, {"$id": "e"}], "Owner": [{"dogs": ["d"]}, {"dogs": ["d"]}]}"#
    ).expect(
      """
      {"Dog": [{"$id": "d", "count": 1}, {"$id": "e", "count": 1}],
       "Owner": [{"dogs": ["d"]}, {"dogs": ["d"]}]}
      """
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Dog") { _, new in
        if new!["owners"] != nil { new!["count"] = 1 }
      }
    }
  }

  @Test("33 read-linking-old: no property of the old state") func readLinkingOld() throws {
    try dogs(#"{"Dog": [{}]}"#).expect(
      .noSuchProperty, "Invalid property name 'owners' for class 'Dog'."
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Dog") { old, new in
        new!["count"] = old!["owners"] == nil ? 0 : 1
      }
    }
  }

  @Test("34 write-old") func writeOld() throws {
    try dogs(#"{"Dog": [{}]}"#).expect(
      .exception, "Cannot modify managed objects outside of a write transaction"
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Dog") { old, _ in old!["name"] = "x" }
    }
  }

  @Test("35 dynamic-list-of-values") func dynamicListOfValues() throws {
    try BlockTrial(
      "Note(tags: [string])", "Note(tags: [string], title: string)",
      store: #"{"Note": [{"tags": ["x"]}]}"#
    ).expect(
      .trap,
      "The app crashes: dynamicList(\"tags\") casts 'Note.tags' by force to List<MigrationObject>, "
        + "and it is List<String>. Use it for collections of objects only."
    ) { migration, _ in
      migration.enumerateObjects(ofType: "Note") { _, new in
        new!["title"] = "\(new!.dynamicList("tags").count)"
      }
    }
  }
}
