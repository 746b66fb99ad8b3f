import Testing

/// How versions and plans are read.
@Suite("Plans of SwiftData") struct SwiftDataPlanTests {
  /// Versions with one model each, of which the last one has all properties.
  private static func schemas(_ count: Int) -> String {
    (1...count).map { number in
      let properties = (1...number).map { "var p\($0): Int = 0" }.joined(separator: "\n")
      return """
        enum V\(number): VersionedSchema {
          static var versionIdentifier = Schema.Version(\(number), 0, 0)
          static var models: [any PersistentModel.Type] { [Trip.self] }
          @Model class Trip { \(properties)
            init() {} }
        }

        """
    }.joined()
  }

  private static func plan(_ schemas: String, _ stages: String, _ others: String = "") -> String {
    """
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [\(schemas)] }
      static var stages: [MigrationStage] { [\(stages)] }
      \(others)
    }

    """
  }

  private static func stage(_ from: Int, _ to: Int) -> String {
    ".lightweight(fromVersion: V\(from).self, toVersion: V\(to).self)"
  }

  @Test("the versions of a plan, with its custom stages as upgrades that are not judged")
  func plan() throws {
    let source = try SwiftDataImport(
      Self.schemas(4)
        + Self.plan(
          "V1.self, V2.self, V3.self, V4.self", "\(Self.stage(1, 2)), second, Plan.third",
          """
          static let second = MigrationStage.custom(
            fromVersion: V2.self, toVersion: V3.self, willMigrate: nil) { context in
              try context.save()
            }
          private static var third: MigrationStage { .lightweight(fromVersion: V3.self, toVersion: V4.self) }
          """))
    #expect(source.outcome.status == 0, "\(source.outcome.notes)")
    #expect(source.labels == ["1.0.0", "2.0.0", "3.0.0", "4.0.0"])
    #expect(source.document["plan"] as? Bool == true)
    #expect(source.document["custom"] as? [String] == ["2:3"])
    #expect(source.properties(of: "Trip", version: 3) == ["p1", "p2", "p3", "p4"])
    #expect(
      source.outcome.notes.first
        == "App/Models.swift:35: the custom stage from V2 to V3 is code of the app and is not run; run "
        + "it with the real engine, as the article RealEngine shows")
  }

  @Test("lists of models, schemas and stages that stand in variables, sums and other types")
  func lists() throws {
    let source = try SwiftDataImport(
      """
      struct V1: VersionedSchema {
        static let versionIdentifier: Schema.Version = .init(1, 2, 3)
        static var models: [any PersistentModel.Type] = [Self.Trip.self] + Shared.models
        @Model final class Trip { var a: Int }
      }
      enum V2: VersionedSchema {
        static var versionIdentifier: Schema.Version { Versions.second }
        static var models: [any PersistentModel.Type] { V1.models + [Other.self] }
        typealias Other = App.Other
      }
      enum Versions { static let second = Schema.Version(2, 0, 0) }
      enum Shared { static let models: [any PersistentModel.Type] = [Note.self] }
      enum App { @Model class Other { var o: Int } }
      @Model class Note { var n: Int }
      enum Step { static let toVersion = V2.self
        static var stage: MigrationStage = .lightweight(fromVersion: V1.self, toVersion: toVersion) }
      struct Plan: SwiftData.SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] = [V1.self, Step.toVersion]
        static let stages = [Step.stage]
      }
      """)
    #expect(source.outcome.status == 0, "\(source.outcome.notes)")
    #expect(source.labels == ["1.2.3", "2.0.0"])
    #expect(source.entities(1) == ["Trip", "Note", "Other"])
    #expect(source.document["plan"] as? Bool == true)
  }

  @Test("without a plan versions are in the order of their identifiers")
  func noPlan() throws {
    let source = try SwiftDataImport(
      """
      enum New: VersionedSchema { static let versionIdentifier = Schema.Version(1, 10, 0)
        static var models: [any PersistentModel.Type] { [Trip.self] }
        @Model class Trip { var a: Int; var b: Int? } }
      enum Old: VersionedSchema { static let versionIdentifier = Schema.Version(1, 9, 0)
        static var models: [any PersistentModel.Type] { [Trip.self] }
        @Model class Trip { var a: Int } }
      """)
    #expect(source.labels == ["1.9.0", "1.10.0"])
    #expect(source.document["plan"] == nil)
  }

  @Test("a plan without stages counts as none, and its versions are migrated automatically")
  func noStages() throws {
    let source = try SwiftDataImport(Self.schemas(2) + Self.plan("V1.self, V2.self", ""))
    #expect(source.outcome.status == 0)
    #expect(source.document["plan"] == nil)
    #expect(
      source.outcome.notes.first
        == "App/Models.swift:15: the plan Plan has no stages: its versions count as migrated "
        + "automatically")
  }

  @Test("a mapping that a custom stage cannot have is named")
  func customRefusal() throws {
    let source = try SwiftDataImport(
      Self.schemas(1)
        + """
        enum V2: VersionedSchema { static var versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Trip.self] }
          @Model class Trip { var p1: Int = 0; var p2: Int } }

        """
        + Self.plan(
          "V1.self, V2.self",
          ".custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: nil)"))
    #expect(source.outcome.status == 0)
    #expect(
      source.outcome.notes.first?.hasSuffix(
        "Its mapping cannot be inferred while there are objects: Trip.p2: attribute added, required, "
          + "no default") == true, "\(source.outcome.notes)")
  }

  // MARK: Mistakes

  @Test("mistakes of a plan are listed with their places, and make the exit status 2")
  func mistakes() throws {
    let source = try SwiftDataImport(
      Self.schemas(4)
        + Self.plan("V1.self, V2.self, V2.self, V3.self, Gone.self", Self.stage(1, 3)))
    #expect(source.outcome.status == 2)
    let place = "App/Models.swift:"
    #expect(
      source.outcome.notes == [
        place
          + "23: V4 is left out: the plan Plan does not list it, and refuses its stores (134504)",
        place
          + "32: the plan Plan has no stage from V1 to V2, without which stores stay behind; it "
          + "counts as lightweight here",
        place
          + "32: the plan Plan has no stage from V2 to V3, without which stores stay behind; it "
          + "counts as lightweight here",
        place + "33: the plan Plan lists Gone, which is declared in none of the files",
        place
          + "33: the plan Plan lists V2 twice, which stops the app at launch; here it counts once",
        place
          + "34: the stage from V1 to V3 is left out: these do not follow each other in the schemas "
          + "of the plan Plan",
        "a.history.json: 3 versions (1.0.0, 2.0.0, 3.0.0), 1 model in the newest",
        "5 mistakes of the plan above; no check of the history finds what follows from them",
        "1 place above could not be understood; what stands there is not in the history. Add it by hand",
      ])
    #expect(source.labels == ["1.0.0", "2.0.0", "3.0.0"])
  }

  @Test("a stage that a plan lists twice is a mistake; the first one counts")
  func repeatedStage() throws {
    let source = try SwiftDataImport(
      Self.schemas(3)
        + Self.plan(
          "V1.self, V2.self, V3.self",
          Self.stage(1, 2) + ", " + Self.stage(2, 3) + ", " + Self.stage(1, 2)))
    #expect(source.outcome.status == 2)
    let place = "App/Models.swift:"
    #expect(
      source.outcome.notes.prefix(1) == [
        place
          + "25: the plan Plan has a second stage from V1 to V2, which stops the app at launch; the "
          + "first one counts here"
      ], "\(source.outcome.notes)")
    #expect(source.labels == ["1.0.0", "2.0.0", "3.0.0"])
  }

  @Test("a plan without schemas, several plans and a plan that is not there are refused")
  func refused() throws {
    let empty = try SwiftDataImport(Self.schemas(1) + Self.plan("", ""))
    #expect(empty.outcome.status == 65)
    #expect(
      empty.outcome.notes == [
        "App/Models.swift: line 8: the plan Plan lists no schema that could be read; list the versions "
          + "in its schemas, or name the folder in which they stand"
      ])
    let plan = Self.plan("V1.self", "")
    let two = Self.schemas(1) + plan + plan.replacing("enum Plan", with: "enum Other")
    #expect(
      try SwiftDataImport(two).outcome.notes == [
        "App/Models.swift: line 8: the sources declare several plans: Plan (App/Models.swift:8), Other "
          + "(App/Models.swift:13); say which one the store is opened with, such as --plan Plan"
      ])
    #expect(try SwiftDataImport(two, "--plan", "Other").outcome.status == 0)
    #expect(
      try SwiftDataImport(two, "--plan", "None").outcome.notes == [
        "no plan is called 'None'; the plans are Plan, Other"
      ])
    let none = try SwiftDataImport(Self.schemas(1), "--plan", "Plan")
    #expect(none.outcome.status == 66)
  }
}
