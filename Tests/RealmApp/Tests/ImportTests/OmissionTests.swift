import Testing

/// What is not understood is listed with its place, and not in the history.
@Suite struct OmissionTests {
  let importer: Importer
  init() throws { importer = try Importer() }

  static let cases: [(String, String)] = [
    (
      "@Persisted var a = makeIt()",
      "M.a is left out: its type is not written down, and its value does not tell"
    ),
    ("@Persisted var a: [String]", "M.a is left out: [String] is no type that Realm stores"),
    (
      "@Persisted var a: Unknown?",
      "M.a is left out: Unknown is declared in none of the files, and is no type that Realm stores"
    ),
    ("@Persisted var a: M", "M.a is left out: a link to one object must be optional"),
    (
      "@Persisted var a: List<M?>",
      "M.a is left out: the objects of List<M?> must not be optional"
    ),
    (
      "@Persisted var a: Map<String, M>",
      "M.a is left out: the objects of Map<String, M> must be optional"
    ),
    (
      "@Persisted var a: Map<Int, Int>",
      "M.a is left out: the keys of a Map are strings, and not Int"
    ),
    (
      "@Persisted var a: AnyRealmValue?",
      "M.a is left out: AnyRealmValue? must not be optional: its null is AnyRealmValue.none"
    ),
    (
      "@Persisted var a: LinkingObjects<M>",
      "M.a is left out: it does not say by which property objects link here"
    ),
    (
      "enum E: String { case x }; @Persisted var a: E",
      "M.a is left out: the enumeration M.E is not declared to be a PersistableEnum"
    ),
    (
      "@Persisted var b: Int; override class func primaryKey() -> String? { key() }",
      "the primary key of M is left out: primaryKey() does not return the name of a property"
    ),
    (
      "@Persisted var b: Int; override class func propertiesMapping() -> [String: String] { m }",
      "what propertiesMapping() of M returns is not a dictionary of names, and is passed over"
    ),
    (
      "@objc dynamic var a: UIColor?",
      "M.a is left out: UIColor is declared in none of the files, and is no type that Realm stores"
    ),
    ("@objc dynamic lazy var a = 0", "M.a is left out: Realm refuses lazy properties"),
    (
      "#if BETA\n@Persisted var a: Int\n#endif",
      "nothing says whether '#if BETA' holds; give -D 'BETA' or -U 'BETA'"
    ),
    (
      "class Inner: Object {}",
      "M.Inner is left out: Realm refuses a class that is nested or private, unless @objc(Name) "
        + "names it"
    ),
  ]

  @Test("what is not understood is named, and the rest is imported", arguments: cases.indices)
  func omission(index: Int) throws {
    let (body, sentence) = Self.cases[index]
    let (result, outcome) = try importer.schema(
      "import RealmSwift\nclass M: Object {\n\(body)\n@objc dynamic var c = 0\n}")
    #expect(outcome.status == 2)
    #expect(outcome.notes.first == "Models.swift:3: \(sentence)")
    #expect(outcome.notes.dropFirst(2).first?.hasPrefix("1 place above could not be") == true)
    #expect(result.types == ["M"])
    #expect(result["M"]?["a"] == nil)
  }

  @Test("a class whose superclass is not there is named, and links to it") func superclass() throws
  {
    let (result, outcome) = try importer.schema(
      """
      class A: Library.Model { @Persisted var x: Int }
      class B: Object { @Persisted var a: A?; @Persisted var y: Int }
      class C: UIView { @objc dynamic var z = 0 }
      """)
    #expect(outcome.status == 2)
    #expect(result.types == ["B"])
    #expect(
      outcome.notes.prefix(2) == [
        "Models.swift:1: A is left out: its superclass Library.Model is declared in none of the files",
        "Models.swift:2: B.a is left out: A is no type that Realm stores",
      ])
  }

  @Test("branches are read that are compiled for a release on iOS") func conditions() throws {
    let source = """
      class M: Object {
        #if DEBUG
          @Persisted var debug: Int
        #elseif os(iOS) && !targetEnvironment(simulator) || BETA
          @Persisted var phone: Int
        #else
          @Persisted var other: Int
        #endif
        #if swift(>=5.5)
          @Persisted var new: Int
        #endif
        #if BETA
          func nothing() {}
        #endif
      }
      """
    let (release, outcome) = try importer.schema(source)
    #expect(outcome.status == 0, "\(outcome.notes)")
    #expect(release["M"] == ["phone": "int", "new": "int"])
    let (debug, _) = try importer.schema(source, "-D", "DEBUG")
    #expect(debug["M"] == ["debug": "int", "new": "int"])
    let (mac, _) = try importer.schema(source, "-U", "BETA", "--system", "macOS")
    #expect(mac["M"] == ["other": "int", "new": "int"])
  }

  @Test("objectTypes and --types limit the classes") func objectTypes() throws {
    let source = """
      enum Store {
        static let types: [ObjectBase.Type] = [A.self, B.self]
        static let configuration = Realm.Configuration(objectTypes: types)
      }
      class A: Object { @Persisted var b: B? }
      class B: Object { @Persisted var c: Int }
      class C: Object { @Persisted var d: Int }
      """
    let (listed, outcome) = try importer.schema(source)
    #expect(outcome.status == 0)
    #expect(listed.types == ["A", "B"])
    #expect(
      outcome.notes.first == "Models.swift:3: the schema has only the 2 classes of objectTypes")
    let (named, lost) = try importer.schema(source, "--types", "A,C")
    #expect(named.types == ["A", "C"])
    #expect(lost.status == 2)
    #expect(lost.notes.first == "Models.swift:5: A.b is left out: the schema has no class B")
  }
}
