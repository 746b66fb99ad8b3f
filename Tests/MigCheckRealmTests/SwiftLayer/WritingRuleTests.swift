import Foundation
import MigCheckModel
import MigCheckRealm
import Testing

/// What Realm Swift does where a block sets a property, by the numbers of the rules in the design.
@Suite struct WritingRuleTests {
  static let foreign =
    "Object is already managed by another Realm. Use create instead to copy it into this Realm"

  private static let scalars = """
    A(b: bool, i: int, f: float, d: double, n: decimal128, s: string, x: data, at: date, u: uuid,
    o: objectId, any: mixed, mi: int?)
    """

  private static let nines = String(repeating: "9", count: 34)

  /// What one property of a new object holds after a block has set it; or the message.
  private func set(_ name: String, _ value: @escaping @Sendable () -> Any?) throws -> String {
    let trial = try BlockTrial("Z(z: int)", "Z(z: int); " + Self.scalars, store: #"{"Z": [{}]}"#)
    let outcome = try trial.run { migration, _ in
      let object = migration.create("A")
      object[name] = value()
    }
    switch outcome {
    case .failed(let error): return error.message
    case .passed(let graph):
      let type = graph.schema.types[1]
      let column = try #require(type.storedIndex(of: Name(name)))
      return "\(graph.tables[1].columns[column][0])"
    }
  }

  @Test("Rule 2.1: a value of its own kind is written") func ownKinds() throws {
    #expect(try set("b") { true } == "bool(true)")
    #expect(try set("i") { -3 } == "int(-3)")
    #expect(try set("d") { 0.1 } == "double(0.1)")
    #expect(try set("s") { "é" } == #"string("é")"#)
    #expect(try set("x") { Data([0, 255]) } == "data([0, 255])")
    #expect(
      try set("u") { UUID(uuidString: "00000000-0000-0000-0000-000000000001") }.hasPrefix("uuid"))
    #expect(
      try set("o") { try! ObjectId(string: "507f1f77bcf86cd799439011") }.hasPrefix("objectId"))
  }

  @Test("Rule 2.2: optional properties take nil, NSNull and an empty optional") func nulls() throws
  {
    #expect(try set("mi") { nil } == "null")
    #expect(try set("mi") { NSNull() } == "null")
    #expect(try set("mi") { Optional<Int>.none as Any } == "null")
    #expect(try set("any") { nil } == "null")
    try BlockTrial(
      "P(home: Address); embedded Address(street: string)",
      store: #"{"P": [{"home": {"street": "x"}}]}"#
    ).expectEach(#"{"P": [{}]}"#) { _, _, new in new!["home"] = nil }
  }

  @Test("Rule 2.3: a collection is emptied by nil") func nilIntoCollections() throws {
    try BlockTrial(
      "A(l: [int], s: {int}, m: [string: int])",
      store: #"{"A": [{"l": [1], "s": [2], "m": {"k": 3}}]}"#
    ).expectEach(#"{"A": [{}]}"#) { _, _, new in
      new!["l"] = nil
      new!["s"] = NSNull()
      new!["m"] = nil
    }
  }

  @Test("Rule 2.4: a required scalar takes no nil") func nilIntoRequired() throws {
    #expect(try set("i") { nil } == "Invalid value '<null>' for 'int' property 'A.i'.")
    #expect(try set("s") { NSNull() } == "Invalid value '<null>' for 'string' property 'A.s'.")
  }

  @Test("Rule 2.5: nothing is formatted or parsed") func texts() throws {
    #expect(try set("s") { 7 } == "Invalid value '7' of type 'Int' for 'string' property 'A.s'.")
    #expect(try set("i") { "7" } == "Invalid value '7' of type 'String' for 'int' property 'A.i'.")
    #expect(try set("s") { Date(timeIntervalSince1970: 0) }.hasPrefix("Invalid value"))
    #expect(try set("at") { "2024-01-01" }.hasPrefix("Invalid value"))
  }

  @Test("Rule 2.6: an integer property takes no fractional kind of number") func doubleIntoInt()
    throws
  {
    #expect(try set("i") { 1.0 }.hasPrefix("Invalid value '1.0'"))
    #expect(try set("i") { Float(1) }.hasPrefix("Invalid value"))
    #expect(try set("i") { Decimal(1) }.hasPrefix("Invalid value"))
    #expect(try set("i") { NSNumber(value: 1.0) }.hasPrefix("Invalid value"))
    #expect(try set("i") { NSNumber(value: 1) } == "int(1)")
  }

  @Test("Rule 2.7: floating-point properties take integers, rounded") func intIntoDouble() throws {
    #expect(try set("d") { 3 } == "double(3.0)")
    #expect(try set("d") { Int.max } == "double(9.223372036854776e+18)")
    #expect(try set("f") { 16_777_217 } == "float(16777216.0)")
    let large = try set("d") { UInt64.max }
    #expect(large == "double(1.8446744073709552e+19)")
    #expect(try set("d") { UInt8(3) } == "double(3.0)")
  }

  @Test("Rule 2.8: a boolean is 0 or 1, and no fraction") func boolIntoNumbers() throws {
    #expect(try set("i") { true } == "int(1)")
    #expect(try set("i") { false } == "int(0)")
    #expect(try set("d") { true }.hasPrefix("Invalid value 'true' of type 'Bool'"))
    #expect(try set("f") { false }.hasPrefix("Invalid value"))
  }

  @Test("Rule 2.9: a boolean property takes 0, 1 and integers of 8 bits") func intIntoBool() throws
  {
    #expect(try set("b") { 1 } == "bool(true)")
    #expect(try set("b") { 0 } == "bool(false)")
    #expect(try set("b") { 2 }.hasPrefix("Invalid value '2'"))
    #expect(try set("b") { Int8(5) } == "bool(true)")
    #expect(try set("b") { 1.0 }.hasPrefix("Invalid value"))
    #expect(try set("d") { Int8(5) }.hasPrefix("Invalid value '5' of type 'Int8'"))
    #expect(try set("i") { Int8(5) } == "int(5)")
  }

  @Test("Rule 2.10: a float takes doubles up to the greatest float, and NaN") func doubleIntoFloat()
    throws
  {
    #expect(try set("f") { 0.1 } == "float(0.1)")
    #expect(try set("f") { Double.nan } == "float(nan)")
    #expect(try set("f") { Double.infinity }.hasPrefix("Invalid value"))
    #expect(try set("f") { 1e39 }.hasPrefix("Invalid value"))
  }

  @Test("Rule 2.11: an integer beyond Int64 is refused on purpose, with the reason")
  func largeIntegers()
    throws
  {
    #expect(
      try set("i") { UInt64.max }
        == "Invalid value '18446744073709551615' of type 'UInt64' for 'int' property 'A.i'. It is "
        + "greater than Int64.max, and Realm would store a negative number instead.")
    #expect(try set("i") { UInt64(7) } == "int(7)")
  }

  @Test("Rule 2.12: a decimal takes any number, and a text that is one") func decimals() throws {
    #expect(try set("n") { try! MigCheckRealm.Decimal128(string: "1.50") } == "decimal128(1.50)")
    #expect(try set("n") { "12.50" } == "decimal128(12.50)")
    #expect(try set("n") { "1e5" } == "decimal128(1E+5)")
    #expect(try set("n") { "-Infinity" } == "decimal128(-Infinity)")
    let nines = Self.nines
    #expect(try set("n") { " 1" } == "decimal128(1)")
    #expect(try set("n") { "-inf" } == "decimal128(-Infinity)")
    #expect(try set("n") { "+INFINITY" } == "decimal128(Infinity)")
    #expect(try set("n") { "007.50" } == "decimal128(7.50)")
    #expect(try set("n") { ".5" } == "decimal128(0.5)")
    #expect(try set("n") { "-1.50e-3" } == "decimal128(-0.00150)")
    #expect(try set("n") { nines + "4" } == "decimal128(9.\(nines.dropLast())E+34)")
    #expect(
      try set("n") { nines + "5" } == "decimal128(1.000000000000000000000000000000000E+35)")
    #expect(
      try set("n") { nines.dropLast() + "85" } == "decimal128(9.\(nines.dropLast(2))8E+34)")
    #expect(try set("n") { "1e7000" } == "decimal128(Infinity)")
    #expect(try set("n") { "-1e7000" } == "decimal128(-Infinity)")
    #expect(try set("n") { "1e-7000" } == "decimal128(0E-6176)")
    for text in ["nan", "NaN", "-nan", "snan", "", "1,5", "1e", "1e+", "0x10", "1.2.3", "1 ", "١"] {
      #expect(try set("n") { text }.hasPrefix("Invalid value"), "\(text)")
    }
    #expect(try set("n") { 3 } == "decimal128(3)")
    #expect(try set("n") { true } == "decimal128(1)")
    #expect(try set("n") { 3.0 } == "decimal128(3)")
    #expect(try set("n") { 0.5 } == "decimal128(0.5)")
    #expect(try set("n") { 0.1 } == "decimal128(0.100000000000000)")
    #expect(try set("n") { Float(0.1) } == "decimal128(0.100000001490116)")
    #expect(try set("n") { 1e20 } == "decimal128(1.00000000000000E+20)")
    #expect(try set("n") { Decimal(string: "2.50") } == "decimal128(2.5)")
    #expect(try set("n") { UInt64.max } == "decimal128(18446744073709551615)")
    for text in ["", "abc", "1.2.3", "NaN", "1,5"] {
      #expect(try set("n") { text }.hasPrefix("Invalid value"), "\(text)")
    }
  }

  @Test("Rule 2.13: a text is no UUID") func textIntoUUID() throws {
    #expect(try set("u") { "00000000-0000-0000-0000-000000000001" }.hasPrefix("Invalid value"))
  }

  @Test("Rule 2.14: a text is no ObjectId") func textIntoObjectId() throws {
    #expect(try set("o") { "507f1f77bcf86cd799439011" }.hasPrefix("Invalid value"))
  }

  @Test("Rule 2.15: an array of bytes is no Data") func bytesIntoData() throws {
    #expect(try set("x") { [UInt8]([1, 2]) }.hasPrefix("Invalid value '2 elements'"))
  }

  @Test("Rule 2.16: a date is cut to nanoseconds; one that no store holds is refused on purpose")
  func dates() throws {
    #expect(try set("at") { Date(timeIntervalSince1970: 0.5) } == "date(1970-01-01T00:00:00.5Z)")
    #expect(try set("at") { Date(timeIntervalSince1970: .nan) }.contains("Realm holds dates from"))
  }

  @Test("Rule 2.17: a part of a text is one, a character is none") func substrings() throws {
    #expect(try set("s") { "abcdef".prefix(3) } == #"string("abc")"#)
    #expect(try set("s") { Character("a") }.hasPrefix("Invalid value 'a' of type 'Character'"))
  }

  private enum Kind: Int, PersistableEnum {
    case dog = 1
    case cat
  }

  @Test("Rule 2.18: what an enum or AnyRealmValue represents is written") func standIns() throws {
    #expect(try set("i") { Kind.cat } == "int(2)")
    #expect(try set("s") { AnyRealmValue.string("x") } == #"string("x")"#)
    #expect(try set("i") { AnyRealmValue.string("x") }.hasPrefix("Invalid value"))
  }

  @Test("Rule 2.19: a mixed property keeps the kind of a value") func mixed() throws {
    #expect(try set("any") { 1 } == "int(1)")
    #expect(try set("any") { Float(0.5) } == "float(0.5)")
    #expect(try set("any") { 0.5 } == "double(0.5)")
    #expect(try set("any") { true } == "bool(true)")
    #expect(try set("any") { Int8(1) } == "bool(true)")
    #expect(try set("any") { Int8(5) } == "int(5)")
    #expect(try set("any") { "x" } == #"string("x")"#)
    #expect(try set("any") { [1] }.hasSuffix("which migcheck does not."))
  }

  // MARK: Links

  private func albums(_ album: String = #""cover": "a", "photos": ["a", "b"]"#) throws -> BlockTrial
  {
    try BlockTrial(
      "Album(cover: Photo, photos: [Photo], few: {Photo}, by: [string: Photo]); Photo(title: string)",
      """
      Album(cover: Photo, photos: [Photo], few: {Photo}, by: [string: Photo], any: mixed, list: [mixed],
      back: Photo, some: [Photo], other: {Photo}, names: [string: Photo]); Photo(title: string)
      """,
      store: """
        {"Photo": [{"$id": "a", "title": "a"}, {"$id": "b", "title": "b"}], "Album": [{\(album)}]}
        """)
  }

  private static func album(_ members: String) -> String {
    #"{"Photo": [{"$id": "a", "title": "a"}, {"$id": "b", "title": "b"}], "Album": [{\#(members)}]}"#
  }

  @Test("Rule 2.20: a link takes no object of the old state") func oldIntoLink() throws {
    try albums().expectEach(.exception, Self.foreign) { _, old, new in new!["back"] = old!["cover"]
    }
  }

  @Test("Rule 2.21: a link takes an object of the new state") func newIntoLink() throws {
    try albums(#""cover": "a""#).expectEach(Self.album(#""cover": "a", "back": "a""#)) {
      _, _, new in
      new!["back"] = new!["cover"]
    }
  }

  @Test("Rule 2.22: a collection takes none of the old state that has elements")
  func oldCollections()
    throws
  {
    try albums().expectEach(.exception, Self.foreign) { _, old, new in new!["some"] = old!["photos"]
    }
    try albums(#""few": ["a"]"#).expectEach(.exception, Self.foreign) { _, old, new in
      new!["other"] = old!["few"]
    }
    try albums(#""by": {"k": "a"}"#).expectEach(.exception, Self.foreign) { _, old, new in
      new!["names"] = old!["by"]
    }
  }

  @Test("Rule 2.23: an empty one, and a link that is nil, pass") func emptyOldCollections() throws {
    try albums("").expectEach(Self.album("")) { _, old, new in
      new!["some"] = old!["photos"]
      new!["other"] = old!["few"]
      new!["names"] = old!["by"]
      new!["back"] = old!["cover"]
    }
  }

  @Test("Rule 2.24: arrays, sets and dictionaries are taken element by element")
  func swiftCollections()
    throws
  {
    try albums(#""photos": ["a", "b"]"#).expectEach(
      Self.album(#""photos": ["a", "b"], "some": ["b", "a"], "names": {"k": "b"}"#)
    ) { _, _, new in
      let photos = new!.dynamicList("photos")
      new!["some"] = [photos[1], photos[0]]
      new!["names"] = ["k": photos[1]]
    }
    try albums().expectEach(.exception, Self.foreign) { _, old, new in
      new!["some"] = [new!.dynamicList("photos")[0], old!.dynamicList("photos")[1]]
    }
    let numbers = try BlockTrial("A(l: [int], s: {int}, m: [string: int])", store: #"{"A": [{}]}"#)
    try numbers.expectEach(#"{"A": [{"l": [1, 2], "s": [3], "m": {"k": 4}}]}"#) { _, _, new in
      new!["l"] = [1, 2]
      new!["s"] = Set([3])
      new!["m"] = ["k": 4]
    }
    try numbers.expectEach(.typeMismatch, "Invalid value 'x' of type 'String' for 'int[]' property")
    {
      _, _, new in new!["l"] = [1, "x"] as [Any]
    }
    try numbers.expectEach(.nullForRequired, "Invalid value '<null>' for 'int[]' property") {
      _, _, new in
      new!["l"] = [1, nil] as [Int?]
    }
  }

  @Test(
    "Rule 2.25: a Realm collection of other elements is not taken, be it empty",
    arguments: [#"["x"]"#, "[]"])
  func otherElements(tags: String) throws {
    let trial = try BlockTrial(
      "A(tags: [string], few: {int}, by: [string: int])",
      "A(tags: [string?], few: {int?}, by: [string: double], set: {string}, ints: [int])",
      store: #"{"A": [{"tags": \#(tags)}]}"#)
    try trial.expectEach(
      .typeMismatch,
      "RLMArray<string> does not match expected type 'string?' for property 'A.tags'."
    ) { _, old, new in new!["tags"] = old!["tags"] }
    try trial.expectEach(
      .typeMismatch, "RLMSet<int> does not match expected type 'int?' for property 'A.few'."
    ) { _, old, new in new!["few"] = old!["few"] }
    try trial.expectEach(
      .typeMismatch,
      "RLMDictionary<string, int> does not match expected type 'double' for property 'A.by'."
    ) { _, old, new in new!["by"] = old!["by"] }
    try trial.expectEach(
      .typeMismatch, "RLMArray<string> does not match expected type 'int' for property 'A.ints'."
    ) { _, old, new in new!["ints"] = old!["tags"] }
    try trial.expectEach(
      .typeMismatch, "RLMArray<string?> does not match expected type 'string' for property 'A.set'."
    ) { _, _, new in new!["set"] = List<String?>() }
    try trial.expectEach(#"{"A": [{"tags": \#(tags)}]}"#) { _, old, new in
      new!["tags"] = Array(old!["tags"] as! List<String>)
    }
  }

  @Test("Rule 2.26: a list of migration objects that is in no store is not taken, be it empty")
  func unmanagedLists() throws {
    for use in 0...2 {
      try albums().expectEach(.typeMismatch, "RLM") { _, _, new in
        switch use {
        case 0: new!["some"] = List<MigrationObject>()
        case 1: new!["other"] = MutableSet<MigrationObject>()
        default: new!["names"] = Map<String, MigrationObject?>()
        }
      }
    }
  }

  @Test("Rule 2.27: a mixed property links to the counterpart of an object of the old state")
  func oldIntoMixed() throws {
    try albums(#""cover": "a""#)
      .expectEach(Self.album(#""cover": "a", "any": {"link": "a"}"#)) { _, old, new in
        new!["any"] = old!["cover"]
      }
    try albums().expectEach(.exception, "Target object not found") { migration, old, new in
      migration.deleteData(forType: "Photo")
      new!["any"] = old!["cover"]
    }
    try BlockTrial(
      "P(home: Address); embedded Address(street: string)",
      "P(home: Address, any: mixed); embedded Address(street: string)",
      store: #"{"P": [{"home": {"street": "x"}}]}"#
    ).expectEach(.exception, "Cannot link to embedded object") { _, old, new in
      new!["any"] = old!["home"]
    }
  }

  @Test("Rule 2.28: collections of mixed values link to counterparts") func mixedCollections()
    throws
  {
    try BlockTrial(
      "A(x: int, any: [mixed])", "A(x: int, any: [mixed], more: [mixed])",
      store: #"{"A": [{"$id": "a", "x": 1, "any": [{"link": "a"}, {"int": 1}, null]}]}"#
    ).expectEach(
      #"{"A": [{"$id": "a", "x": 1, "any": [{"link": "a"}, {"int": 1}, null], "more": [{"link": "a"}, {"int": 1}, null]}]}"#
    ) { _, old, new in new!["more"] = old!["any"] }
  }

  @Test("Rule 2.29: a link takes no object of another type") func otherType() throws {
    try albums().expectEach(.typeMismatch, "Invalid value 'Album' of type") { _, _, new in
      new!["cover"] = new!
    }
  }

  @Test("Rule 2.30: a link to a top-level type takes objects and nil only")
  func dictionaryIntoLink() throws {
    try albums().expectEach(.typeMismatch, "Invalid value '1 entries'") { _, _, new in
      new!["cover"] = ["title": "x"]
    }
    try albums().expectEach(.typeMismatch, "Invalid value '1 elements'") { _, _, new in
      new!["cover"] = ["x"]
    }
  }

  // MARK: Embedded objects

  private func people(_ person: String) throws -> BlockTrial {
    try BlockTrial(
      "P(home: Address, all: [Address], by: [string: Address]); embedded Address(street: string)",
      """
      P(home: Address, all: [Address], by: [string: Address], work: Address, more: [Address]);
      embedded Address(street: string)
      """, store: #"{"P": [{\#(person)}]}"#)
  }

  private final class Address: MigCheckRealm.EmbeddedObject { @Persisted var street = "new" }
  private final class Photo: Object { @Persisted var title = "new" }

  @Test("Rule 2.31: a link to an embedded type takes what one can be made of") func embedded()
    throws
  {
    try people(#""home": {"street": "x"}"#).expectEach(
      #"{"P": [{"home": {"street": "y"}, "work": {"street": "z"}}]}"#
    ) { _, _, new in
      new!["home"] = ["street": "y"]
      new!["work"] = ["z"]
    }
    try people("").expectEach(#"{"P": [{"home": {"street": ""}, "work": {"street": "new"}}]}"#) {
      _, _, new in
      new!["home"] = [String: Any]()
      new!["work"] = Address()
    }
  }

  @Test("Rule 2.32: collections of an embedded type take dictionaries, of another type none")
  func embeddedCollections() throws {
    try people("").expectEach(
      #"{"P": [{"all": [{"street": "x"}, {"street": "y"}], "by": {"k": {"street": "z"}}}]}"#
    ) { _, _, new in
      new!["all"] = [["street": "x"], ["street": "y"]]
      new!["by"] = ["k": ["street": "z"]]
    }
    try albums().expectEach(.typeMismatch, "Invalid value '1 entries'") { _, _, new in
      new!["some"] = [["title": "x"]]
    }
  }

  @Test("Rule 2.33: embedded objects of the new state are not given another place")
  func embeddedMoved()
    throws
  {
    let trial = try people(#""home": {"street": "x"}, "all": [{"street": "y"}]"#)
    try trial.expectEach(.exception, "Cannot set a link to an existing managed embedded object") {
      _, _, new in new!["work"] = new!["home"]
    }
    try trial.expectEach(.exception, "Cannot set a link to an existing managed embedded object") {
      _, _, new in new!["home"] = new!["home"]
    }
    try trial.expectEach(.exception, "Cannot add an existing managed embedded object to a List") {
      _, _, new in new!.dynamicList("more").append(new!["home"] as! MigrationObject)
    }
    try trial.expectEach(.exception, "Cannot add an existing managed embedded object to a List") {
      _, _, new in new!["more"] = new!["all"]
    }
    try trial.expectEach(
      .exception, "Cannot add an existing managed embedded object to a Dictionary"
    ) {
      _, _, new in new!["by"] = ["k": new!["home"] as! MigrationObject]
    }
    try trial.expectEach(.exception, "Object has been deleted or invalidated") { _, _, new in
      new!["all"] = Array(new!.dynamicList("all"))
    }
  }

  @Test("Rule 2.34: nor are those of the old state") func oldEmbedded() throws {
    let trial = try people(#""home": {"street": "x"}, "all": [{"street": "y"}]"#)
    try trial.expectEach(.exception, Self.foreign) { _, old, new in new!["work"] = old!["home"] }
    try trial.expectEach(.exception, Self.foreign) { _, old, new in new!["all"] = old!["all"] }
  }

  @Test("Rule 2.35: an object of a model class is added once, and is the stored one from then on")
  func modelObjects() throws {
    try albums("").expectEach(
      """
      {"Photo": [{"$id": "a", "title": "a"}, {"$id": "b", "title": "b"}, {"$id": "c", "title": "later"}],
       "Album": [{"cover": "c", "back": "c", "some": ["c", "c"]}]}
      """
    ) { _, _, new in
      let photo = Photo()
      new!["cover"] = photo
      new!["back"] = photo
      let list = List<Photo>()
      list.append(photo)
      list.append(photo)
      new!["some"] = list
      photo.title = "later"
    }
    let keyed = try BlockTrial(
      "Z(n: Numbered); Numbered(*id: int)", store: #"{"Numbered": [{"id": 1}], "Z": [{}]}"#)
    try keyed.expectEach(
      .duplicatePrimaryKey,
      "Primary key property 'Numbered.id' has duplicate values after migration."
    ) { _, _, new in
      let number = Numbered()
      number.id = 1
      new!["n"] = number
    }
  }

  private final class Numbered: Object { @Persisted(primaryKey: true) var id = 0 }

  @Test("Rule 2.36: an old object is read only") func oldObjects() throws {
    let trial = try BlockTrial("A(*id: int, x: int)", store: #"{"A": [{}]}"#)
    try trial.expectEach(.exception, "Cannot modify managed objects outside of a write transaction")
    {
      _, old, _ in old!["x"] = 1
    }
    try trial.expectEach(
      .exception, "Primary key can't be changed to 1 after an object is inserted"
    ) {
      _, old, _ in old!["id"] = 1
    }
    try trial.expectEach(.noSuchProperty, "Invalid property name 'y' for class 'A'.") { _, old, _ in
      old!["y"] = 1
    }
  }

  @Test("Rule 2.37: linking objects are read only") func linkingObjects() throws {
    try BlockTrial("A(a: A, all: linking A.a)", store: #"{"A": [{}]}"#).expectEach(
      .noSuchProperty, "Cannot modify read-only property 'A.all'"
    ) { _, _, new in new!["all"] = [MigrationObject]() }
  }

  @Test("Rule 2.38: a primary key is written, and must be unique at the end") func primaryKeys()
    throws
  {
    let trial = try BlockTrial("A(*id: int)", store: #"{"A": [{"id": 1}, {"id": 2}]}"#)
    try trial.expectEach(#"{"A": [{"id": 2}, {"id": 1}]}"#) { _, old, new in
      new!["id"] = 3 - (old!["id"] as! Int)
    }
    try trial.expectEach(.duplicatePrimaryKey, "Primary key property 'A.id' has duplicate values") {
      _, _, new in new!["id"] = 7
    }
  }

  @Test("Rule 2.39: a collection that is assigned to itself stays as it is") func itself() throws {
    let store = #"{"P": [{"all": [{"street": "y"}], "by": {"k": {"street": "z"}}}]}"#
    try people(#""all": [{"street": "y"}], "by": {"k": {"street": "z"}}"#).expectEach(store) {
      _, _, new in
      new!["all"] = new!["all"]
      new!["by"] = new!["by"]
    }
  }

  @Test("Rule 2.40: a list takes a set of the same elements, and a set a list") func listsAndSets()
    throws
  {
    try BlockTrial(
      "A(l: [int], s: {int})", "A(l: [int], s: {int}, l2: [int], s2: {int})",
      store: #"{"A": [{"l": [1, 1, 2], "s": [3]}]}"#
    ).expectEach(#"{"A": [{"l": [1, 1, 2], "s": [3], "l2": [3], "s2": [1, 2]}]}"#) { _, old, new in
      new!["l2"] = old!["s"]
      new!["s2"] = old!["l"]
    }
  }

  private func collections() throws -> BlockTrial {
    try BlockTrial(
      "A(l: [int], s: {string}, t: [string], m: [string: int])", store: #"{"A": [{}]}"#)
  }

  @Test("Rule 2.41: a collection takes no scalar") func scalarIntoList() throws {
    try collections().expectEach(
      .typeMismatch, "Invalid value 3 for 'int[]' property 'A.l': value is not enumerable."
    ) { _, _, new in new!["l"] = 3 }
    try collections().expectEach(.typeMismatch, "Invalid value x for 'string[]'") { _, _, new in
      new!["t"] = "x"
    }
  }

  @Test("Rule 2.42: a dictionary gives a list its keys") func dictionaryIntoList() throws {
    try collections().expectEach(#"{"A": [{"t": ["a", "b"], "s": ["c"]}]}"#) { _, _, new in
      new!["t"] = ["a": 1, "b": 2]
      new!["s"] = ["c": 3]
    }
    try collections().expectEach(.typeMismatch, "Invalid value 'a' of type 'String'") { _, _, new in
      new!["l"] = ["a": 1]
    }
  }

  @Test("Rule 2.43: an array given to a map crashes the app") func arrayIntoMap() throws {
    try collections().expectEach(.trap, "The app crashes: 'A.m' is a map and is given an array.") {
      _, _, new in new!["m"] = [1]
    }
  }

  @Test("Rule 2.44: keys must not look like paths", arguments: ["$a", "a.b", "."])
  func keys(key: String) throws {
    let message = "Dictionary::insert: key must not start with '$' nor contain '.'"
    try collections().expectEach(.exception, message) { _, _, new in new!["m"] = [key: 1] }
    try collections().expectEach(.exception, message) { _, _, new in
      (new!["m"] as! Map<String, Int>)[key] = 1
    }
    try collections().expectEach(#"{"A": [{"m": {"a$": 1, "": 2}}]}"#) { _, _, new in
      new!["m"] = ["a$": 1, "": 2]
    }
  }

  // MARK: Types that become embedded

  private func embedding(_ store: String) throws -> BlockTrial {
    try BlockTrial(
      "P(home: Address); Address(street: string)",
      "P(home: Address, all: [Address]); embedded Address(street: string)", store: store)
  }

  @Test(
    "Rule 2.45: a link to a type that becomes embedded takes objects of the new state, and values")
  func becomingEmbedded() throws {
    try embedding(#"{"P": [{}]}"#).expectEach(#"{"P": [{"home": {"street": "x"}}]}"#) { _, _, new in
      new!["home"] = ["street": "x"]
    }
    let linked = try embedding(#"{"Address": [{"$id": "a", "street": "x"}], "P": [{"home": "a"}]}"#)
    try linked.expectEach(#"{"P": [{"home": {"street": "x"}}]}"#) { _, _, new in
      new!["home"] = new!["home"]
    }
    try linked.expectEach(.exception, Self.foreign) { _, old, new in new!["home"] = old!["home"] }
  }

  @Test("Rule 2.46: a list of such a type takes values, as what Realm makes of them is unclear")
  func listBecomingEmbedded() throws {
    try embedding(#"{"P": [{}]}"#).expectEach(#"{"P": [{"all": [{"street": "x"}]}]}"#) {
      _, _, new in
      new!["all"] = [["street": "x"]]
    }
  }
}
