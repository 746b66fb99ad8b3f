import Testing

/// What is not understood, and releases at tags.
@Suite("Sources of SwiftData") struct SwiftDataSourceTests {
  @Test(
    "mistakes in the sources are listed though the file to write exists",
    arguments: ["swiftdata", "realm"])
  func existingFile(framework: String) throws {
    let importer = try Importer(framework)
    let isRealm = framework == "realm"
    try importer.write(
      "App/M.swift",
      isRealm
        ? "import RealmSwift\nclass M: Object {\n@Persisted var a: Unknown?\n@Persisted var b: Int\n}"
        : "import SwiftData\n@Model class M {\nlazy var a = 2\nvar b: Int\n}")
    try importer.write("a.history.json", "kept")
    let outcome = try importer.run(["App", "-o", "a.history.json"])
    #expect(outcome.status == 74)
    #expect(
      outcome.notes.first?.hasPrefix("App/M.swift:3: M.a is left out") == true,
      "\(outcome.notes)")
    #expect(outcome.notes.last?.contains("there is a file or folder of this name already") == true)
    #expect(try importer.text("a.history.json") == "kept")
  }

  @Test("what is not understood is listed with file and line, and makes the exit status 2")
  func omissions() throws {
    let source = try SwiftDataImport(
      """
      @Tracked @Model class Trip {
        let id = 1
        lazy var b = 2
        var c: Unknown
        var d: (Int, Int)
        var e: Plain
        @Clamped var f: Int
        @Attribute(.shiny) var g: Int
        @Relationship(inverse: \\Stop.none) var stops: [Stop]
        var h = make()
        #Unique<Trip>([\\.nothing])
        #Members()
        @Attribute(originalName: name()) var i: Int
        var j: Stop.Kind
      }
      struct Plain { var x: Int }
      @Model class Stop { var name: String; class Kind {} }
      @Model class Late: Plainer { var a: Int }
      class Plainer { var z = 1 }
      """)
    #expect(source.outcome.status == 2)
    let place = "App/Models.swift:"
    #expect(
      source.outcome.notes == [
        place
          + "2: Trip has the macro @Tracked, which is not expanded: what it adds to the class is "
          + "left out",
        place + "4: Trip.b is left out: a lazy property is not stored",
        place + "5: Trip.c is read as one value: Unknown is declared in none of the files",
        place + "6: Trip.d is left out: (Int, Int) is not a type that SwiftData stores",
        place + "7: Trip.e is left out: the structure Plain is not declared to be Codable",
        place
          + "8: Trip.f has the macro or wrapper @Clamped, which is not known: the property is read "
          + "as it stands there",
        place + "9: Trip.g: the option .shiny of @Attribute is not known",
        place + "10: Trip.stops has the inverse none, which its destination has not",
        place + "11: Trip.h is left out: its type is not written down, and its value does not tell",
        place + "12: a constraint of #Unique of Trip names what the model has not",
        place
          + "13: Trip has the macro #Members, which is not expanded: what it adds to the class is "
          + "left out",
        place
          + "14: Trip.i: the argument originalName of @Attribute is neither a literal nor a constant",
        place
          + "15: Trip.j is left out: the class Stop.Kind has no @Model, and is not declared to be "
          + "Codable",
        place + "19: what Late inherits from Plainer is left out: that class has no @Model",
        "a.history.json: 1 version, 3 models in the newest",
        "14 places above could not be understood; what stands there is not in the history. Add it by "
          + "hand",
      ])
    #expect(source.properties(of: "Trip") == ["c", "f", "g", "i", "id", "stops"])
  }

  @Test("a model that only a macro of the app makes one is named, and so is a syntax error")
  func macrosAndSyntax() throws {
    let source = try SwiftDataImport(
      """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Trip.self, Stop.self, Gone.self] }
        @Model class Trip { var a: Int = }
        @AppModel class Stop { var b: Int }
      }
      """)
    #expect(source.outcome.status == 2)
    for note in [
      "App/Models.swift:4: V1 is read without V1.Stop, which has no @Model; a macro of the app's own is "
        + "not expanded",
      "App/Models.swift:4: V1 is read without its model Gone, which is declared in none of the files",
      "App/Models.swift:5: a syntax error stands here; what follows in this file may be misread",
    ] {
      #expect(source.outcome.notes.contains(note), "\(source.outcome.notes)")
    }
    // A missing expression is not a default that the app computes.
    #expect(source.outcome.notes.allSatisfy { !$0.contains("computes") }, "\(source.outcome.notes)")
    let unfinished = try SwiftDataImport("@Model class Trip { var a: ")
    #expect(unfinished.outcome.status == 2)
    #expect(
      unfinished.outcome.notes.contains(
        "App/Models.swift:2: Trip.a is left out: its type is missing"),
      "\(unfinished.outcome.notes)")
  }

  @Test("a structure or an enumeration with @Model is named")
  func misplaced() throws {
    let source = try SwiftDataImport(
      """
      @Model struct Trip { var a: Int }
      @Model enum Kind { case open }
      @Model class Stop { var a: Int }
      """)
    #expect(source.outcome.status == 2)
    #expect(
      source.outcome.notes.prefix(2) == [
        "App/Models.swift:2: Trip is left out: it is a structure, and @Model applies to classes alone",
        "App/Models.swift:3: Kind is left out: it is an enumeration, and @Model applies to classes "
          + "alone",
      ])
    #expect(source.entities() == ["Stop"])
  }

  @Test("a branch of #if that models depend on has to be given")
  func conditions() throws {
    let text = """
      @Model class Trip {
        var a: Int
        #if BETA
          var b: Int
        #endif
        #if os(macOS)
          var c: Int
        #endif
        #if canImport(WidgetKit)
          func reload() {}
        #endif
      }
      """
    let source = try SwiftDataImport(text)
    #expect(source.outcome.status == 2)
    #expect(
      source.outcome.notes.first
        == "App/Models.swift:4: nothing says whether '#if BETA' holds; give -D 'BETA' or -U 'BETA'")
    #expect(
      try SwiftDataImport(text, "-D", "BETA", "--system", "macOS").properties(of: "Trip")
        == ["a", "b", "c"])
    #expect(try SwiftDataImport(text, "-U", "BETA").properties(of: "Trip") == ["a"])
  }

  @Test("sources without a model, and no folder at all, are refused")
  func nothing() throws {
    let none = try SwiftDataImport("class Trip {}")
    #expect(none.outcome.status == 66)
    #expect(
      none.outcome.notes == [
        "App: the sources declare no class with @Model; name the folders with the models"
      ])
    let importer = try Importer("swiftdata")
    #expect(try importer.run("-o", "a.history.json").status == 64)
    #expect(try importer.run("App", "--tags", "v*", "-o", "a.history.json").status == 64)
    #expect(try importer.run("Nowhere", "-o", "a.history.json").status == 66)
    #expect(try importer.run("App", "-o", "a.json").status == 64)
  }

  // MARK: Tags

  private static func model(_ properties: String) -> String {
    "@Model class Trip { \(properties) }\n"
  }

  @Test("each model that was released is a version, named by its first tag")
  func tags() throws {
    let source = try SwiftDataImport(
      tags: [
        ("empty", "struct Nothing {}"), ("v1", Self.model("var a: Int")),
        ("v2", Self.model("var a: Int; var shown: Int { 1 }")),
        ("v3", Self.model("var a: Int; var b: Int?")),
      ])
    #expect(source.outcome.status == 0, "\(source.outcome.notes)")
    #expect(source.labels == ["v1", "v3"])
    #expect(source.properties(of: "Trip", version: 1) == ["a", "b"])
    let some = try SwiftDataImport(tags: [("v1", Self.model("var a: Int"))], "--tags", "x*")
    #expect(some.outcome.status == 66)
    #expect(
      some.outcome.notes == [
        "repository: no tag matches 'x*'; give a pattern such as --tags 'v*'"
      ])
  }

  @Test("a release whose model no version of the plan has is a mistake of the plan")
  func unknownModel() throws {
    func version(_ number: Int, _ properties: String) -> String {
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Trip.self] }
        @Model class Trip { \(properties) }
      }

      """
    }
    let plan = """
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
          [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
        }
      }
      """
    // As in a public report: a property came without a version of its own, and then a plan.
    let newest =
      version(1, "var a: Int; var b: Int?") + version(2, "var a: Int; var c: Int?") + plan
    let source = try SwiftDataImport(
      tags: [
        ("1.0", Self.model("var a: Int")), ("1.1", Self.model("var a: Int = 5\nvar b: Int?")),
        ("2.0", newest),
      ])
    #expect(source.outcome.status == 2)
    #expect(source.labels == ["1.0.0", "2.0.0"])
    #expect(source.document["plan"] as? Bool == true)
    #expect(
      source.outcome.notes.first
        == "App/Models.swift:12 (1.0): a released model equals none of the versions of the plan Plan, so "
        + "that SwiftData refuses its stores (134504); from 1.0.0, the nearest, it differs in Trip")
    #expect(source.outcome.notes.count == 3)
  }
}
