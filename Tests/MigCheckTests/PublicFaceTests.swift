import Foundation
import TestMaterial
import Testing

/// What `import MigCheck` and `import MigCheckTesting` show stays small on purpose. Whoever adds a
/// name lists it here, having seen that RealmSwift, SwiftData, GRDB, Core Data, SwiftUI, Swift
/// Testing and XCTest have none like it: `Tests/Downstream` holds the names of the first three.
@Suite struct PublicFaceTests {
  /// Types, and with parentheses functions.
  static let shown: [String] = [
    // A history.
    "DataAssumption", "EngineID", "History", "HistoryInvariant", "ObjectType", "ObjectView",
    "Opener",
    "PropertyPath", "RealmMigration", "RealmMigrationObject", "RealmSwiftVersion", "Value",
    "Version",
    // A SwiftData plan.
    "CoreDataMigration", "CoreDataObject", "ModelEntity", "ModelVersion",
    // A run.
    "CorpusFolder", "Interruption", "RunProgress", "Shard", "StoreKind", "Subject",
    "UpgradePaths",
    "VerificationOptions", "verify()", "verifyMigrations()",
    // An app's own upgrade.
    "AppUpgrade", "RealmFileFormat", "SQLiteFileSubject", "StoreContent", "StoreFileSubject",
    "StoreFormat",
    // What it has found, and what went wrong.
    "AcceptedFinding", "Check", "Counterexample", "Finding", "HealthWarning", "Hop", "InputError",
    "JSONReport",
    "Report", "ReportFormat", "RunEffort", "RunScope", "TextReport", "UpgradeError",
    "VerificationError",
  ]

  /// What `import MigCheckModel` shows: all that `Subject` is made of, for whoever verifies
  /// something that is no history.
  static let shownToAuthorsOfSubjects: [String] = [
    "AppUpgradeEvidence", "HopFault", "StartGraphs", "UniqueProperties", "UpgradePrediction",
    // Versions and their content.
    "CollectionKind", "DictionaryEntry", "Decimal128", "EmbeddedObject", "Name", "ObjectGraph",
    "ObjectIDBytes", "ObjectReference", "ObjectType", "Property", "PropertyPath", "PropertyType",
    "Schema", "SubjectVersion", "Timestamp", "UUIDBytes", "Value",
    // Stores.
    "InputError", "Snapshot", "StateDifference", "StoreKind", "StoreState", "ValueState", "Subject",
    "SubjectStore", "PassingTrace",
    "UpgradeError",
    "UpgradePaths",
    // Evidence.
    "CodeDoubt", "CodeVisit", "ColumnTrace", "CompiledExpression", "ConditionPlace",
    "ConditionProbe", "ConditionWatch",
    "ConditionalStep",
    "CrashPoint", "CrashedUpgrade", "CrashingStore", "CrashingUpgrades",
    "EngineDefect", "EngineHazard", "EngineRemoval", "Evidence", "ExpressionCompiler", "Invariant",
    "InvariantEvaluation", "InvariantOutcome", "KnownDefects", "KnownHazards",
    "MigrationExpression",
    "MigrationTrace", "ObjectStep", "ReadableSteps", "SQLExpression", "StepOmission",
    "UpgradeRecord", "ValueRules",
  ]

  /// What `import MigCheckRealm` shows: names of RealmSwift's for migration code, and what these need
  /// (from an underscore on). The protocol of stand-ins is declared where migrations are.
  static let shownToApps: [String] = [
    "Migration", "MigrationBlock", "MigrationObject", "MigrationObjectEnumerateBlock",
    "DynamicObject",
    "Realm", "Schema", "ObjectSchema", "Property", "PropertyType",
    "List", "MutableSet", "Map", "RLMResults", "RealmCollectionValue",
    "ObjectId", "Decimal128", "AnyRealmValue", "RealmSwift",
    "Object", "EmbeddedObject", "ObjectBase", "RealmSwiftObject", "RealmSwiftEmbeddedObject",
    "Persisted", "PersistableEnum", "LinkingObjects", "RealmProperty", "RealmOptional",
    "_DefaultConstructible", "_ElementCollection", "_MapKey",
  ]

  /// What other names stand for, and what belongs to a product with one name only.
  static let shownOtherwise = [
    "HistoryVersion", "MigCheckCommand", "MigrationTrait", "RealmStandIn",
  ]

  private func lines(of folder: String) throws -> [(file: String, line: Substring)] {
    let url = Material.root.appendingPathComponent("Sources/\(folder)")
    let files = try #require(
      FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    ).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    return try files.sorted { $0.path < $1.path }.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .map { (file.lastPathComponent, $0) }
    }
  }

  /// The name that a line declares for the whole module, if it does.
  private func declared(_ line: Substring) -> String? {
    var words = line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && !"_@".contains($0) })
    guard
      line.hasPrefix("public ") || line.hasPrefix("open ")
        || line.hasPrefix("@") && words.contains("public")
    else {
      return nil
    }
    let kinds: [Substring] = [
      "struct", "class", "enum", "actor", "protocol", "typealias", "func", "let", "var", "macro",
    ]
    words = Array(words.drop { !kinds.contains($0) })
    guard words.count > 1 else { return nil }
    return words[0] == "func" ? "\(words[1])()" : String(words[1])
  }

  @Test("an import shows the names that are listed, and no others")
  func anImportShowsTheNamesThatAreListed() throws {
    var found = [String]()
    for module in ["MigCheck", "MigCheckTesting"] {
      for (file, line) in try lines(of: module) {
        if line.hasPrefix("@_exported") {
          #expect(file == "Exports.swift")
          let name = line.split(separator: ".").dropFirst().first
          found.append(String(try #require(name, "a whole module is exported: \(line)")))
        } else if let name = declared(line) {
          found.append(name)
        }
      }
    }
    #expect(found.sorted() == Self.shown.sorted())
  }

  @Test("a type is public only if one of the products shows it")
  func aTypeIsPublicOnlyIfOneOfTheProductsShowsIt() throws {
    let shown = Set(
      Self.shown + Self.shownToAuthorsOfSubjects + Self.shownToApps + Self.shownOtherwise)
    var hidden = [String]()
    for module in ArchitectureTests.allowed.keys.sorted() {
      for (file, line) in try lines(of: module) where !line.hasPrefix("@_exported") {
        if let name = declared(line), !shown.contains(name) {
          hidden.append("\(module)/\(file): \(name)")
        }
      }
    }
    #expect(hidden == [])
  }

  @Test("authors of subjects are shown what is listed, and nothing else")
  func authorsOfSubjectsAreShownWhatIsListed() throws {
    let found = try lines(of: "MigCheckModel").compactMap { _, line in
      line.hasPrefix("@_exported")
        ? line.split(separator: ".").last.map(String.init) : declared(line)
    }
    #expect(found.sorted() == Self.shownToAuthorsOfSubjects.sorted())
  }

  @Test("apps are shown names of RealmSwift's, and nothing else")
  func appsAreShownNamesOfRealmSwifts() throws {
    let found = try lines(of: "MigCheckRealm").compactMap { _, line in declared(line) }
    #expect(Set(found) == Set(Self.shownToApps))
  }

  @Test("no other module exports what it imports") func noOtherModuleExportsWhatItImports() throws {
    let exporting = ["MigCheck", "MigCheckModel"]
    for module in ArchitectureTests.allowed.keys.sorted() where !exporting.contains(module) {
      for (file, line) in try lines(of: module) {
        #expect(!line.contains("@_exported"), "\(module)/\(file)")
      }
    }
  }
}
