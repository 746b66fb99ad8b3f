import Testing

/// Classes with `@objc dynamic`, as they were written before `@Persisted`, and names of classes.
@Suite struct ObjectiveCTests {
  let importer: Importer
  init() throws { importer = try Importer() }

  @Test("dynamic variables, optionals in boxes and collections are read") func dynamic() throws {
    let (result, outcome) = try importer.schema(
      """
      import RealmSwift
      @objc enum Kind: Int, RealmEnum { case a, b }
      class Dog: Object {
        @objc dynamic var id = UUID().uuidString
        @objc dynamic var name = "", age = 3
        @objc dynamic var born: Date?
        @objc dynamic var best: Dog!
        @objc dynamic var kind = Kind.b
        @objc private(set) dynamic var secret: NSString?
        @objc dynamic var watched = 1 { didSet { print(watched) } }
        @objc dynamic var computed: Int { 5 }
        @objc dynamic let constant = 1
        @objc dynamic var skipped: [String] = []
        dynamic var notExposed = 1
        var plain = 2
        lazy var cache = [Int]()
        let weight = RealmOptional<Double>()
        let height = RealmProperty<Int?>()
        let any = RealmProperty<AnyRealmValue>()
        let level = RealmProperty<Int>()
        let toys = List<String>()
        var pups: List<Dog> = List()
        let marks = MutableSet<Int>()
        let notes = Map<String, String?>()
        let parents = LinkingObjects(fromType: Dog.self, property: "pups")
        override static func primaryKey() -> String? { return "id" }
        override class func indexedProperties() -> [String] { ["name", #keyPath(born)] }
        override static func ignoredProperties() -> [String] { return ["skipped", "cache"] }
      }
      """)
    #expect(outcome.status == 0, "\(outcome.notes)")
    #expect(
      result["Dog"] == [
        "primary key": "id", "id": "string", "name": "indexed=1 type=string",
        "age": "default=3 type=int", "born": "indexed=1 optional=1 type=date", "best": "Dog?",
        "kind": "default=1 type=int", "secret": "string?", "watched": "default=1 type=int",
        "weight": "double?", "height": "int?", "any": "mixed", "level": "int", "toys": "string[]",
        "pups": "Dog[]", "marks": "int<>", "notes": "string?{}",
        "parents": "objectType=Dog property=pups type=linkingObjects",
      ])
  }

  @Test("members of a class with objcMembers are exposed, but for Swift's own and private ones")
  func objcMembers() throws {
    let (result, outcome) = try importer.schema(
      """
      import RealmSwift
      struct Cache {}
      @objcMembers class Cat: Object {
        dynamic var name = ""
        var lives = 9
        private var hidden = 1
        @nonobjc var swiftOnly = 1
        var cache = Cache()
      }
      """)
    #expect(outcome.status == 0, "\(outcome.notes)")
    #expect(result["Cat"] == ["name": "string", "lives": "default=9 type=int"])
  }

  @Test("one @Persisted hides the dynamic variables of its class, not those of others")
  func mixed() throws {
    let (result, outcome) = try importer.schema(
      """
      import RealmSwift
      class Base: Object {
        @objc dynamic var old = 0
        override static func indexedProperties() -> [String] { ["old"] }
      }
      class Derived: Base {
        @Persisted var new: Int
        @objc dynamic var hidden = 0
      }
      """)
    #expect(outcome.status == 0, "\(outcome.notes)")
    #expect(result["Derived"] == ["old": "indexed=1 type=int", "new": "int"])
  }

  @Test("properties, keys and lists of names are inherited") func inheritance() throws {
    let (result, outcome) = try importer.schema(
      """
      import RealmSwift
      typealias Model = RealmSwift.Object
      class Base: Model {
        @objc dynamic var id = 0
        @objc dynamic var temporary = 0
        override class func primaryKey() -> String? { "id" }
        override class func ignoredProperties() -> [String] { ["temporary"] }
      }
      class Person: Base {
        @objc dynamic var name = ""
        @objc dynamic var draft = ""
        override class func ignoredProperties() -> [String] {
          super.ignoredProperties() + ["draft"]
        }
      }
      final class Student: Person { @objc dynamic var year = 1 }
      class Hidden: Base {
        override class func shouldIncludeInDefaultSchema() -> Bool { false }
      }
      class Generic<T>: Object { @objc dynamic var a = 0 }
      """)
    #expect(outcome.status == 0, "\(outcome.notes)")
    #expect(result.types == ["Base", "Person", "Student"])
    #expect(
      result["Student"] == [
        "primary key": "id", "id": "int", "name": "string", "year": "default=1 type=int",
      ])
  }

  @Test("classes have the names that Objective-C and Realm give them") func names() throws {
    let (result, outcome) = try importer.schema(
      """
      import RealmSwift
      @objc(DBDog) class Dog: Object { @Persisted var owner: Person? }
      extension Store {
        @objc(DBPerson) final class Person: Object { @Persisted var dogs: List<Dog> }
      }
      struct Store { @objc(Inner) fileprivate class Inner: Object { @Persisted var p: Person? } }
      class Renamed: Object {
        @Persisted var a: Store.Person?
        override class func _realmObjectName() -> String? { "Old" }
      }
      """)
    #expect(outcome.status == 2)
    #expect(
      outcome.notes.first
        == "Models.swift:2: Dog.owner is left out: Person is declared in none of the files, and is no "
        + "type that Realm stores")
    #expect(result.types == ["DBDog", "DBPerson", "Inner", "Old"])
    #expect(result["Inner"] == ["p": "DBPerson?"])
    #expect(result["Old"] == ["a": "DBPerson?"])
  }

  @Test("names of properties may be constants") func constants() throws {
    let (result, outcome) = try importer.schema(
      """
      import RealmSwift
      enum Keys: String { case id, mail = "address" }
      class Person: Object {
        static let origin = "people"
        @objc dynamic var id = 0
        @objc dynamic var address = ""
        let people = List<Person>()
        let owners = LinkingObjects(fromType: Person.self, property: origin)
        override static func primaryKey() -> String? { Keys.id.rawValue }
        override static func indexedProperties() -> [String] { return [Keys.mail.rawValue] }
      }
      """)
    #expect(outcome.status == 0, "\(outcome.notes)")
    #expect(
      result["Person"] == [
        "primary key": "id", "id": "int", "address": "indexed=1 type=string",
        "people": "Person[]",
        "owners": "objectType=Person property=people type=linkingObjects",
      ])
  }

  @Test("dynamic alone was enough in Swift 3") func swift3() throws {
    let source = """
      import RealmSwift
      class Tweet: Object {
        dynamic var text: String = ""
        dynamic var likes = 1
        var plain = 0
      }
      """
    let (_, outcome) = try importer.schema(source)
    #expect(outcome.status == 2)
    #expect(
      outcome.notes.first
        == "Models.swift:3: Tweet.text is left out: it is dynamic without @objc, as are others maybe; "
        + "Realm saw those in Swift 3 only: give --swift 3")
    let (old, _) = try importer.schema(source, "--swift", "3")
    #expect(old["Tweet"] == ["text": "string", "likes": "default=1 type=int"])
  }
}
