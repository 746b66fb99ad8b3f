import Testing

/// How classes with `@Model` become entities.
@Suite("Models of SwiftData") struct SwiftDataModelTests {
  private static let one =
    "enum V1: VersionedSchema { static var versionIdentifier = Schema.Version(1, 0, 0)\n"
    + "static var models: [any PersistentModel.Type] { [Trip.self] } }\n"

  /// The property `Trip.a`.
  private func property(_ declaration: String, _ others: String = "") throws -> String? {
    let source = try SwiftDataImport(
      "@Model final class Trip { \(declaration)\ninit() {} }\n\(others)")
    #expect(source.outcome.status == 0, "\(source.outcome.notes)")
    return source.property("Trip.a")
  }

  @Test(
    "types are those of columns",
    arguments: [
      ("String", "string"), ("Int", "int"), ("Int16", "int, width=16"), ("UInt8", "int, width=16"),
      ("Int32?", "int, optional=true, width=32"), ("Bool", "bool"), ("Float", "float"),
      ("Double", "double"), ("TimeInterval", "double"), ("CGFloat", "double"),
      ("Decimal", "decimal128"), ("Date", "date"), ("Data", "data"), ("UUID", "uuid"),
      ("Optional<UUID>", "uuid, optional=true"), ("Swift.String?", "string, optional=true"),
      ("URL", "string, coreDataType=\"URI\""), ("[String]", "data, coreDataType=\"Transformable\""),
      ("[String: Int]?", "data, coreDataType=\"Transformable\", optional=true"),
      ("Set<Int>", "data, coreDataType=\"Transformable\""),
      ("Array<Date>", "data, coreDataType=\"Transformable\""),
      ("DateComponents", "data, coreDataType=\"Composite\""),
    ])
  func types(type: String, column: String) throws {
    #expect(try property("var a: \(type)") == column)
  }

  @Test(
    "initial values are defaults",
    arguments: [
      ("var a = \"x\"", "string, default=\"x\""), ("var a = -3", "int, default=-3"),
      ("var a: Double = 2", "double, default=2"), ("var a = true", "bool, default=true"),
      ("var a: Int? = nil", "int, optional=true"),
      ("var a: Int? = 4", "int, default=4, optional=true"),
      ("var a: Decimal = 1.5", "decimal128, default=\"1.5\""),
      ("var a = Trip.limit; static let limit = 8", "int, default=8"),
      ("var a: [String] = []", "data, coreDataType=\"Transformable\", default=\"\""),
      ("var a = [String]()", "data, coreDataType=\"Transformable\", default=\"\""),
      ("var a = [String: Int]()", "data, coreDataType=\"Transformable\", default=\"\""),
      ("var a = [\"x\": 1]", "data, coreDataType=\"Transformable\", default=\"\""),
      ("var a = [1, 2]", "data, coreDataType=\"Transformable\", default=\"\""),
      ("var a: Int = 1 { didSet { print(a) } }", "int, default=1"),
      (
        "var a: URL = URL(string: \"https://a.b\")!",
        "string, coreDataType=\"URI\", default=\"https:\\/\\/a.b\""
      ),
    ])
  func defaults(declaration: String, column: String) throws {
    #expect(try property(declaration) == column)
  }

  @Test("a default that the app computes is one value for all existing objects")
  func computedDefaults() throws {
    let source = try SwiftDataImport(
      "@Model class Trip { var id = UUID(); var at: Date = .now; var made = Date() }")
    #expect(source.outcome.status == 0)
    #expect(
      source.outcome.notes.first
        == "App/Models.swift:2: Trip.at has a default that the app computes: "
        + "existing objects all get one value, which is zero or empty here; also at 2 other places"
    )
    #expect(
      source.property("Trip.id") == "uuid, default=\"00000000-0000-0000-0000-000000000000\"")
    #expect(source.property("Trip.made") == "date, default=\"1970-01-01T00:00:00Z\"")
  }

  /// `@Model` gives constants accessors as it does variables: shipped apps declare
  /// `@Attribute(.unique) let id: UUID`, which has no other way to get a value from a store.
  @Test("constants are stored as variables are, but for those of the class")
  func constants() throws {
    #expect(try property("let a: UUID") == "uuid")
    #expect(try property("let a = 3") == "int, default=3")
    #expect(try property("@Transient let a = 3") == nil)
    #expect(try property("static let a = 3") == nil)
    let source = try SwiftDataImport(
      """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Trip.self] }
        @Model class Trip { @Attribute(.unique) let id: UUID; let name: String }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Trip.self] }
        @Model class Trip { @Attribute(.unique) var id: UUID; var name: String; var note: String? }
      }
      """)
    #expect(source.outcome.status == 0, "\(source.outcome.notes)")
    for version in [0, 1] {
      #expect(source.property("Trip.id", version: version) == "uuid")
      #expect(source.property("Trip.name", version: version) == "string")
    }
  }

  @Test("enumerations are stored by their raw values")
  func enumerations() throws {
    let kinds = """
      enum Kind: String, Codable { case open, closed = "shut" }
      enum Level: Int16, Codable { case low = 3, high }
      enum Mood: Codable { case good, bad(Int) }
      """
    #expect(try property("var a: Kind", kinds) == "string")
    #expect(try property("var a = Kind.closed", kinds) == "string, default=\"shut\"")
    #expect(try property("var a: Level = .high", kinds) == "int, default=4, width=16")
    #expect(
      try property("var a: Mood?", kinds) == "data, coreDataType=\"Composite\", optional=true")
  }

  @Test("a Codable structure has a column for each member")
  func structures() throws {
    let source = try SwiftDataImport(
      """
      @Model class Trip {
        var home: Address
        @Attribute(originalName: "office") var work: Address?
        typealias Place = Address
        var last: Place?
      }
      struct Address: Codable {
        var street: String
        let city: String?
        var geo: Geo
        var lines: [String]
        var shown: String { street }
        static let zero = 0
      }
      struct Geo { var x = 0.0, y: Double }
      extension Geo: Codable {}
      """)
    #expect(source.outcome.status == 0, "\(source.outcome.notes)")
    #expect(
      source.properties(of: "Trip").filter { $0.hasPrefix("home") } == [
        "home.city", "home.geo.x", "home.geo.y", "home.lines", "home.street",
      ])
    #expect(source.property("Trip.home.street") == "string")
    #expect(
      source.property("Trip.work.street")
        == "string, optional=true, renamingIdentifier=\"office.street\", requiredLevels=1")
    #expect(
      source.property("Trip.work.geo.x")
        == "double, optional=true, renamingIdentifier=\"office.geo.x\", requiredLevels=2")
    #expect(source.property("Trip.last.city") == "string, optional=true")
  }

  @Test("options of attributes")
  func options() throws {
    let source = try SwiftDataImport(
      """
      @Model class Trip {
        @Attribute(.unique, originalName: "number", hashModifier: "2") var id: Int
        @Attribute(.externalStorage) var photo: Data?
        @Attribute(.transformable(by: ColorTransformer.self)) var colour: UIColor?
        @Attribute(.transformable(by: "Names")) var names: NSArray
        @Attribute(.ephemeral) var shown: Int = 0
        @Attribute(.spotlight, .preserveValueOnDeletion, .allowsCloudEncryption) var title: String
        @Transient var open = false
      }
      """)
    #expect(source.outcome.status == 0, "\(source.outcome.notes)")
    #expect(
      source.property("Trip.id") == "int, renamingIdentifier=\"number\", versionHashModifier=\"2\"")
    #expect(source.property("Trip.photo") == "data, externalStorage=true, optional=true")
    #expect(
      source.property("Trip.colour")
        == "data, coreDataType=\"Transformable\", optional=true, valueTransformer=\"ColorTransformer\""
    )
    #expect(
      source.property("Trip.names")
        == "data, coreDataType=\"Transformable\", valueTransformer=\"Names\"")
    #expect(source.property("Trip.shown") == "int, default=0, transient=true")
    #expect(source.property("Trip.title") == "string")
    #expect(source.properties(of: "Trip").contains("open") == false)
  }

  @Test("#Unique and .unique are constraints, #Index is none")
  func unique() throws {
    let source = try SwiftDataImport(
      """
      @Model class Trip {
        #Unique<Trip>([\\.name], [\\.begin, \\Trip.home.city])
        #Index<Trip>([\\.name])
        @Attribute(.unique) var id: Int
        var name: String
        var begin: Date
        var home: Address
      }
      struct Address: Codable { var city: String }
      """)
    #expect(source.outcome.status == 0, "\(source.outcome.notes)")
    let constraints = source.versions.first?["schema"] as? [[String: Any]]
    #expect(
      constraints?.first?["uniquenessConstraints"] as? [[String]] == [
        ["id"], ["name"], ["begin", "home.city"],
      ])
  }

  @Test("relationships, with inverses that are written or follow from the types")
  func relationships() throws {
    let source = try SwiftDataImport(
      """
      @Model class Trip {
        @Relationship(deleteRule: .cascade, originalName: "places", minimumModelCount: 1,
          maximumModelCount: 9, inverse: \\Stop.trip) var stops: [Stop] = []
        var owner: Person?
        @Relationship(deleteRule: .deny) var guests: [Guest]?
        var leader: Guest?
        var place: Place
      }
      @Model class Stop { var trip: Trip }
      @Model class Person { var trips: [Trip] }
      @Model class Guest { var trip: Trip? }
      @Model class Place { var trips: [Trip] }
      """)
    #expect(source.outcome.status == 0, "\(source.outcome.notes)")
    #expect(
      source.property("Trip.stops")
        == "set of Stop, deleteRule=\"Cascade\", inverse=\"trip\", maxCount=9, minCount=1, "
        + "optional=true, renamingIdentifier=\"places\"")
    #expect(source.property("Stop.trip") == "object of Trip, inverse=\"stops\", optional=false")
    #expect(source.property("Person.trips") == "set of Trip, inverse=\"owner\", optional=true")
    // Two lead there, and it is unknown which one belongs to it.
    #expect(source.property("Trip.guests") == "set of Guest, deleteRule=\"Deny\", optional=true")
    #expect(source.property("Guest.trip") == "object of Trip, optional=true")
    // None of the two can be emptied.
    #expect(source.property("Trip.place") == "object of Place, optional=false")
    #expect(source.property("Place.trips") == "set of Trip, optional=true")
  }

  @Test("a model that inherits from another one is its subentity")
  func inheritance() throws {
    let source = try SwiftDataImport(
      Self.one
        + """
        extension V1 {
          @Model class Event { var name: String }
          @available(iOS 26, *) @Model final class Trip: Event {
            #Unique<Trip>([\\.name])
            var days: Int
            init() {}
          }
        }
        """)
    #expect(source.outcome.status == 0, "\(source.outcome.notes)")
    #expect(source.entities() == ["Trip", "Event"])
    #expect(source.entity("Trip", "parent") == "Event")
    #expect(source.properties(of: "Trip") == ["days"])
  }

  @Test("what models lead to belongs to the version, and classes of other versions do not")
  func reached() throws {
    let source = try SwiftDataImport(
      Self.one
        + """
        typealias Current = V1
        extension Current { @Model class Trip { var stops: [Stop]; var at: Point } }
        extension Current.Trip { struct Point: Codable { var x: Int } }
        extension V1 { @Model class Stop { var name: String } }
        @Model class Elsewhere { var name: String }
        """)
    #expect(source.outcome.status == 0, "\(source.outcome.notes)")
    #expect(source.entities() == ["Trip", "Stop"])
    #expect(source.property("Trip.at.x") == "int")
  }
}
