import Foundation
import MigCheckModel
import MigCheckRealm
import Testing

/// Values where several rules of the design meet, by their numbers.
@Suite struct CombinedValueTests {
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

  @Test("Rules 2.24, 2.40: values go from one kind of collection to another") func betweenKinds()
    throws
  {
    try BlockTrial(
      "A(l: [string], s: {string}, o: [string?], m: [string: int], n: [string: int?])",
      "A(l: [string], s: {string}, o: [string?], m: [string: int], n: [string: int?], x: {string}, y: [string])",
      store: #"{"A": [{"l": ["b", "a", "b"], "s": ["q"], "o": [null], "m": {"k": 1}}]}"#
    ).expectEach(
      #"{"A": [{"l": ["b", "a", "b"], "s": ["q"], "o": ["b", "a", "b"], "m": {"k": 1}, "n": {"k": 1}, "x": ["a", "b"], "y": ["q"]}]}"#
    ) { _, old, new in
      new!["x"] = old!["l"]
      new!["y"] = old!["s"]
      new!["o"] = Array(old!["l"] as! List<String>)
      let m = old!["m"] as! Map<String, Int>
      new!["n"] = Dictionary(uniqueKeysWithValues: m.map { ($0.key, $0.value) })
    }
  }

  @Test(
    "Rule 2.25: sets, maps and lists of other elements are not taken, be they empty",
    arguments: 0...3) func otherElements(_ place: Int) throws
  {
    try BlockTrial(
      "A(l: [string], s: {string}, o: [string?], m: [string: int], n: [string: int?], any: [mixed])",
      store: #"{"A": [{}]}"#
    ).expectEach(
      .typeMismatch,
      [
        "RLMSet<string> does not match expected type 'string?' for property 'A.o'.",
        "RLMDictionary<string, int> does not match expected type 'int?' for property 'A.n'.",
        "RLMDictionary<string, int?> does not match expected type 'int' for property 'A.m'.",
        "RLMArray<string> does not match expected type 'mixed?' for property 'A.any'.",
      ][place]
    ) { _, old, new in
      switch place {
      case 0: new!["o"] = old!["s"]
      case 1: new!["n"] = old!["m"]
      case 2: new!["m"] = new!["n"]
      default: new!["any"] = old!["l"]
      }
    }
  }

  @Test("Rules 2.5, 2.14: identifiers and texts") func identifiers() throws {
    let trial = try BlockTrial(
      "A(*s: string)", "A(s: string, *id: objectId)",
      store: #"{"A": [{"s": "507f1f77bcf86cd799439011"}]}"#)
    try trial.expectEach(
      #"{"A": [{"s": "507f1f77bcf86cd799439011", "id": "507f1f77bcf86cd799439011"}]}"#
    ) { _, old, new in
      new!["id"] = try! ObjectId(string: old!["s"] as! String)
    }
    try trial.expectEach(.typeMismatch, "Invalid value") { _, old, new in new!["id"] = old!["s"] }
    try trial.expectEach(.typeMismatch, "Invalid value") { _, old, new in new!["s"] = ObjectId() }
    try trial.expectEach(.trap, "The migration block crashed") { _, old, new in
      new!["id"] = try! ObjectId(string: "x" + (old!["s"] as! String))
    }
  }

  @Test("Rules 2.2, 2.3, 2.4: nothing for what is required, and for what is not", arguments: 0...7)
  func nothing(_ place: Int) throws {
    let trial = try BlockTrial(
      "A(n: int?, s: string?, d: [string], a: date)",
      "A(n: int, s: string, d: [string], a: date, any: mixed, b: A)",
      store: #"{"A": [{}]}"#)
    if place < 5 {
      try trial.expectEach(.nullForRequired, "Invalid value '<null>'") { migration, old, new in
        switch place {
        case 0: new!["n"] = old!["n"]
        case 1: new!["s"] = old!["s"] as? String
        case 2: new!["d"] = ["x", nil] as [String?]
        case 3: new!["a"] = NSNull()
        default: migration.create("A", value: ["n": old!["n"] as Any])
        }
      }
    } else {
      try trial.expectEach(#"{"A": [{}]}"#) { _, old, new in
        switch place {
        case 5: new!["d"] = nil as [String]?
        case 6: new!["any"] = Optional<Any>.none as Any
        default: new!["b"] = old!["n"]
        }
      }
    }
  }

  @Test("Rules 1.1, 2.6 to 2.10: numbers of other kinds") func numbers() throws {
    let schema = "A(i: int, f: float, d: double, b: bool, q: decimal128, m: mixed)"
    let trial = try BlockTrial(
      schema, store: #"{"A": [{"i": 16777217, "f": 0.1, "d": 0.1, "b": true}]}"#)
    try trial.expectEach(
      #"{"A": [{"i": 16777217, "f": 16777216, "d": 16777217, "b": true, "q": "16777217", "m": {"int": 16777217}}]}"#
    ) { _, old, new in
      for name in ["f", "d", "q", "m"] { new![name] = old!["i"] }
    }
    try trial.expectEach(
      #"{"A": [{"i": 1, "f": 0.1, "d": 0.1, "b": true, "q": "1", "m": {"bool": true}}]}"#
    ) { _, old, new in
      for name in ["i", "q", "m"] { new![name] = old!["b"] }
    }
    try trial.expectEach(
      #"{"A": [{"i": 16777217, "f": 0.1, "d": 0.10000000149011612, "b": true, "m": {"float": 0.1}}]}"#
    ) { _, old, new in
      new!["d"] = old!["f"]
      new!["f"] = old!["d"]
      new!["m"] = old!["f"]
    }
    for value in [1e39, Double.infinity, -Double.infinity] {
      try trial.expectEach(.typeMismatch, "Invalid value") { _, _, new in new!["f"] = value }
    }
    try trial.expectEach(.typeMismatch, "Invalid value '2' of type") { _, _, new in new!["b"] = 2 }
    try trial.expectEach(.typeMismatch, "Invalid value") { _, old, new in new!["b"] = old!["d"] }
    try trial.expectEach(.typeMismatch, "Invalid value") { _, old, new in new!["f"] = old!["b"] }
    try trial.expectEach(.typeMismatch, "Invalid value") { _, old, new in new!["i"] = old!["f"] }
    try trial.expectNotes(["1 true nil nil"]) { migration, notes in
      migration.enumerateObjects(ofType: "A") { old, _ in
        notes.add(
          "\(old!["b"] as! Int) \(old!["b"] as! Bool) \((old!["i"] as? Int8).map { "\($0)" } ?? "nil") "
            + "\((old!["i"] as? Bool).map { "\($0)" } ?? "nil")")
      }
    }
  }

  @Test("Rules 2.2, 2.24: nothing inside of collections") func nothingInside() throws {
    let schema =
      "A(l: [string], o: [string?], s: {int?}, m: [string: int?], k: [A], by: [string: A], any: [mixed])"
    let trial = try BlockTrial(schema, store: #"{"A": [{"l": ["x"]}]}"#)
    try trial.expectEach(
      #"{"A": [{"l": ["x"], "o": ["a", null, null], "s": [null, 1], "m": {"k": null}, "by": {"k": null}, "any": [null, {"int": 1}, {"string": "x"}]}]}"#
    ) { _, _, new in
      new!["o"] = ["a", nil] as [String?]
      (new!["o"] as! List<String?>).append(nil)
      new!["s"] = [nil, 1, nil] as [Int?]
      new!["m"] = ["k": nil] as [String: Int?]
      new!["by"] = ["k": NSNull()]
      new!["any"] = [nil, 1, "x"] as [Any?]
    }
    try trial.expectEach(.nullForRequired, "Invalid value") { _, _, new in
      new!["k"] = [nil] as [MigrationObject?]
    }
    try trial.expectEach(.nullForRequired, "Invalid value") { _, _, new in
      new!["l"] = ["x", NSNull()] as [Any]
    }
    try trial.expectEach(.typeMismatch, "Invalid value") { _, _, new in
      new!["s"] = [1, "2"] as [Any]
    }
  }

  @Test("Rules 2.5, 4.2, 4.10: setValue of all objects of a collection") func setValueOfAll() throws
  {
    try owners().expectEach(.exception, "Cannot modify managed List outside of a write transaction")
    { _, old, _ in
      old!.dynamicList("dogs").setValue(5, forKey: "n")
    }
    try owners().expectEach(.noSuchProperty, "Invalid property name 'x' for class 'Dog'.") {
      _, _, new in
      new!.dynamicList("dogs").setValue(5, forKey: "x")
    }
    try owners().expectEach(.typeMismatch, "Invalid value") { _, _, new in
      new!.dynamicMutableSet("few").setValue("5", forKey: "n")
    }
  }

  @Test("Rules 2.25, 2.40: collections of values that are in no store") func unmanagedValues()
    throws
  {
    let trial = try BlockTrial(
      "A(l: [string], s: {string}, m: [string: int])", store: #"{"A": [{"l": ["a"]}]}"#)
    try trial.expectEach(#"{"A": [{"l": ["x", "y"], "s": ["x", "y"], "m": {"k": 1}}]}"#) {
      _, _, new in
      let list = List<String>()
      list.append(objectsIn: ["x", "y"])
      new!["l"] = list
      new!["s"] = list
      let map = Map<String, Int>()
      map["k"] = 1
      new!["m"] = map
      list.append("z")
    }
    try trial.expectEach(.typeMismatch, "RLMArray<int> does not match expected type 'string'") {
      _, _, new in
      new!["l"] = List<Int>()
    }
    try trial.expectEach(.typeMismatch, "RLMSet<string?> does not match expected type 'string'") {
      _, _, new in
      new!["s"] = MutableSet<String?>()
    }
  }

  @Test("Rules 2.24, 2.25, 2.40, 2.41: the kind of a property changes") func kindChanges() throws {
    try BlockTrial("A(t: [string])", "A(t: {string})", store: #"{"A": [{"t": ["b", "a", "b"]}]}"#)
      .expectEach(#"{"A": [{"t": ["a", "b"]}]}"#) { _, old, new in new!["t"] = old!["t"] }
    try BlockTrial("A(t: [string?])", "A(t: [string])", store: #"{"A": [{"t": ["b"]}]}"#)
      .expectEach(
        .typeMismatch, "RLMArray<string?> does not match expected type 'string' for property 'A.t'."
      ) { _, old, new in new!["t"] = old!["t"] }
    try BlockTrial("A(t: string)", "A(t: [string])", store: #"{"A": [{"t": "b"}]}"#)
      .expectEach(
        .typeMismatch, "Invalid value b for 'string[]' property 'A.t': value is not enumerable."
      ) { _, old, new in new!["t"] = old!["t"] }
    try BlockTrial("A(t: string)", "A(t: [string])", store: #"{"A": [{"t": "b,c"}]}"#)
      .expectEach(#"{"A": [{"t": ["b", "c"]}]}"#) { _, old, new in
        new!["t"] = (old!["t"] as! String).split(separator: ",")
      }
    try BlockTrial(
      "A(b: B); B(n: int)", "A(b: [B]); B(n: int)",
      store: #"{"B": [{"$id": "b"}], "A": [{"b": "b"}]}"#
    )
    .expectEach(.exception, "Object is already managed by another Realm") { _, old, new in
      new!["b"] = [old!["b"]!]
    }
  }

  @Test("Rule 2.41: sequences of Swift that Objective-C cannot enumerate", arguments: 0...6)
  func sequences(_ place: Int) throws {
    let trial = try BlockTrial(
      "A(l: [string], n: [int], s: {string}, m: [string: int])",
      store: #"{"A": [{"l": ["a", "b", "c"]}]}"#)
    try trial.expectEach(.typeMismatch, "Invalid value") { _, old, new in
      let list = old!["l"] as! List<String>
      switch place {
      case 0: new!["l"] = list.prefix(2)
      case 1: new!["l"] = Array(list).dropFirst()
      case 2: new!["l"] = Array(list).reversed() as ReversedCollection<[String]>
      case 3: new!["n"] = 0..<3
      case 4: new!["l"] = ["k": 1].keys
      case 5: new!["n"] = ["k": 1].values
      default: new!["l"] = list.lazy.map { $0 + "x" }
      }
    }
  }

  @Test("Rules 2.5, 2.6, 2.24: collections of Swift and of Foundation") func foundationCollections()
    throws
  {
    let trial = try BlockTrial(
      "A(l: [string], n: [int], s: {string}, m: [string: int])",
      store: #"{"A": [{"l": ["a", "b", "c"]}]}"#)
    try trial.expectEach(
      #"{"A": [{"l": ["c", "b", "a"], "n": [1, 0], "s": ["q", "r"], "m": {"k": 1}}]}"#
    ) { _, old, new in
      new!["l"] = Array((old!["l"] as! List<String>).reversed())
      new!["n"] = NSArray(array: [1, false])
      new!["s"] = Set(["r", "q"])
      new!["m"] = NSDictionary(dictionary: ["k": 1])
    }
    try trial.expectEach(.typeMismatch, "Invalid value") { _, old, new in new!["m"] = [1: 1] }
    try trial.expectEach(.typeMismatch, "Invalid value") { _, old, new in new!["m"] = ["k": "1"] }
    try trial.expectEach(.typeMismatch, "Invalid value") { _, old, new in new!["n"] = [1, 1.5] }
    try trial.expectEach(.typeMismatch, "Invalid value") { _, old, new in
      new!["l"] = ["a" as Character]
    }
  }

  @Test("Rules 2.39, 2.43, 2.44, 4.2: maps of values change") func mapsOfValues() throws {
    let trial = try BlockTrial(
      "A(m: [string: int], by: [string: A])",
      store: #"{"A": [{"$id": "a", "m": {"k": 1, "l": 2}, "by": {"x": "a", "y": null}}]}"#)
    try trial.expectEach(#"{"A": [{"$id": "a", "m": {"k": 11, "n": 4}, "by": {"x": "a"}}]}"#) {
      _, old, new in
      let m = new!["m"] as! Map<String, Int>
      m["k", default: 0] += 10
      m.removeObject(for: "l")
      m.updateValue(4, forKey: "n")
      let by: Map<String, MigrationObject?> = new!.dynamicMap("by")
      by["y"] = nil
      by["missing"] = nil
    }
    try trial.expectEach(
      #"{"A": [{"$id": "a", "m": {"k": 1, "l": 2}, "by": {"x": "a", "y": null}}]}"#
    ) { _, old, new in
      new!["m"] = new!["m"]
      new!["by"] = new!["by"]
      (new!["m"] as! Map<String, Int>).merge(old!["m"] as! Map<String, Int>) { _, new in new }
    }
    try trial.expectEach(
      .exception, "Cannot modify managed Dictionary outside of a write transaction"
    ) { _, old, _ in
      (old!["m"] as! Map<String, Int>)["z"] = 1
    }
    try trial.expectEach(.trap, "The app crashes") { _, _, new in new!["m"] = [1] }
    try trial.expectEach(.exception, "Dictionary::insert: key must not") { _, _, new in
      (new!["m"] as! Map<String, Int>)["a.b"] = 1
    }
  }

  @Test("Rules 1.12, 1.23, 4.8: values by key and by path") func valuesByKey() throws {
    try owners().expectNotes(["1 2 2", "false"]) { migration, notes in
      migration.enumerateObjects(ofType: "Owner") { old, new in
        notes.add(
          "\(new!.dynamicList("dogs").value(forKey: "n")[0]) \(new!.value(forKeyPath: "top.n")!) \((old!.top as! MigrationObject).n!)"
        )
        notes.add(new!.value(forKey: "invalidated") as! Bool)
      }
    }
    try owners().expectEach(.noSuchProperty, "Invalid property name 'z' for class 'Dog'.") {
      _, _, new in
      _ = new!.value(forKeyPath: "top.z")
    }
  }

  @Test("Rules 2.5, 2.13, 2.15, 2.16: dates, identifiers and bytes") func datesAndBytes() throws {
    let trial = try BlockTrial(
      "A(s: string, d: double)", "A(s: string, d: double, at: date, u: uuid?, x: data)",
      store: #"{"A": [{"s": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "d": 2.5}]}"#)
    try trial.expectEach(
      #"{"A": [{"s": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "d": 2.5, "at": "1970-01-01T00:00:02.500000000Z", "u": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "x": "YWI="}]}"#
    ) { _, old, new in
      new!["at"] = Date(timeIntervalSince1970: old!["d"] as! Double)
      new!["u"] = UUID(uuidString: old!["s"] as! String)
      new!["x"] = Data("ab".utf8)
    }
    for place in 0...6 {
      try trial.expectEach(.typeMismatch, "Invalid value") { _, old, new in
        switch place {
        case 0: new!["at"] = old!["d"]
        case 1: new!["at"] = old!["s"]
        case 2: new!["d"] = Date(timeIntervalSince1970: 1)
        case 3: new!["u"] = old!["s"]
        case 4: new!["s"] = UUID(uuidString: old!["s"] as! String)!
        case 5: new!["x"] = old!["s"]
        default: new!["s"] = URL(string: "a")
        }
      }
    }
  }
}
