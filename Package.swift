// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The tests of one module: a test target stands for its source target.
func tests(
  of module: String, also dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(module)Tests",
    dependencies: [.byName(name: module)] + dependencies,
    exclude: exclude,
    swiftSettings: settings
  )
}

func module(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "migcheck",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "MigCheck", targets: ["MigCheck"]),
    .library(name: "MigCheckTesting", targets: ["MigCheckTesting"]),
    // For a file with a Realm migration block that is a member of the app and of its tests.
    .library(name: "MigCheckRealm", targets: ["MigCheckRealm"]),
    // For whoever verifies something that is no history: schemas, graphs and `Subject`.
    .library(name: "MigCheckModel", targets: ["MigCheckModel"]),
    .library(name: "MigCheckCommand", targets: ["MigCheckCommand"]),
    // For migrations of GRDB; holds nothing without the trait GRDB.
    .library(name: "MigCheckGRDB", targets: ["MigCheckGRDB"]),
    .executable(name: "migcheck", targets: ["migcheck"]),
    .plugin(name: "MigCheckPlugin", targets: ["MigCheckPlugin"]),
  ],
  traits: [
    .trait(
      name: "CommandLine",
      description: "The command migcheck and its library, with swift-argument-parser."),
    .trait(name: "GRDB", description: "MigCheckGRDB: subjects for migrators of GRDB 7."),
    .trait(
      name: "RealmImport",
      description:
        "The commands 'import realm' and 'import swiftdata', which read classes with swift-syntax."),
    .default(enabledTraits: ["CommandLine"]),
  ],
  dependencies: [
    // Only the command line parses arguments. Without the trait nothing is fetched.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Only for those who verify migrations of GRDB, who have it already.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Only for those who read schemas from the Swift source of an app.
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    module("MigCheckText"),
    module("MigCheckModel", "MigCheckText"),
    module("MigCheckSQLite", "CSQLite"),
    module("MigCheckStores", "MigCheckSQLite", "MigCheckModel", "MigCheckText"),
    module("MigCheckSQL", "MigCheckSQLite", "MigCheckModel", "MigCheckText"),
    // Runs code of an author that may trap or never end.
    .target(name: "CBlockThread"),
    // What authors declare, and what every engine has; then the engines.
    module(
      "MigCheckHistory", "CBlockThread", "MigCheckStores", "MigCheckModel", "MigCheckText"),
    module(
      "MigCheckRealmEngine", "MigCheckHistory", "MigCheckStores", "MigCheckModel", "MigCheckText"),
    module(
      "MigCheckCoreData", "MigCheckHistory", "MigCheckStores", "MigCheckModel", "MigCheckText"),
    module("MigCheckGeneration", "MigCheckModel", "MigCheckText"),
    module("MigCheckVerifier", "MigCheckGeneration", "MigCheckModel", "MigCheckText"),
    module(
      "MigCheckFormats", "MigCheckHistory", "MigCheckRealmEngine", "MigCheckCoreData",
      "MigCheckModel", "MigCheckText"),
    // The files of real engines, read and written without them.
    module(
      "MigCheckStoreFiles", "MigCheckSQL", "MigCheckHistory", "MigCheckRealmEngine",
      "MigCheckCoreData", "MigCheckStores", "MigCheckSQLite",
      "MigCheckModel", "MigCheckText"),
    module(
      "MigCheckRealm", "MigCheckFormats", "MigCheckHistory", "MigCheckRealmEngine",
      "MigCheckCoreData", "MigCheckModel", "MigCheckText"),
    .target(
      name: "MigCheckReports", dependencies: ["MigCheckVerifier", "MigCheckModel", "MigCheckText"],
      // Part of the binary: a command that is copied elsewhere still writes pages.
      resources: [.embedInCode("Resources/report.css"), .embedInCode("Resources/report.js")],
      swiftSettings: settings),
    module(
      "MigCheck", "MigCheckReports", "MigCheckFormats", "MigCheckVerifier", "MigCheckStoreFiles",
      "MigCheckSQL", "MigCheckGeneration", "MigCheckHistory", "MigCheckRealmEngine",
      "MigCheckCoreData", "MigCheckStores", "MigCheckModel",
      "MigCheckText"),
    module(
      "MigCheckTesting", "MigCheck", "MigCheckReports", "MigCheckFormats", "MigCheckVerifier",
      "MigCheckStoreFiles", "MigCheckModel", "MigCheckText"),
    module(
      "MigCheckGRDB", "MigCheckTesting", "MigCheck", "MigCheckHistory", "MigCheckRealmEngine",
      "MigCheckCoreData", "MigCheckSQL",
      "MigCheckSQLite", "MigCheckModel", "MigCheckVerifier", "MigCheckText",
      .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["GRDB"]))),
    // Git repositories and, with the trait RealmImport, schemas of Realm and SwiftData from Swift source.
    module(
      "MigCheckSourceImport", "MigCheckHistory", "MigCheckRealmEngine", "MigCheckCoreData",
      "MigCheckModel",
      .product(
        name: "SwiftParser", package: "swift-syntax", condition: .when(traits: ["RealmImport"])),
      .product(
        name: "SwiftSyntax", package: "swift-syntax", condition: .when(traits: ["RealmImport"]))),
    module(
      "MigCheckCommand", "MigCheckSourceImport", "MigCheck", "MigCheckReports", "MigCheckFormats",
      "MigCheckVerifier", "MigCheckStoreFiles",
      "MigCheckSQL", "MigCheckGeneration", "MigCheckHistory", "MigCheckRealmEngine",
      "MigCheckCoreData", "MigCheckStores", "MigCheckSQLite",
      "MigCheckModel", "MigCheckText",
      .product(
        name: "ArgumentParser", package: "swift-argument-parser",
        condition: .when(traits: ["CommandLine"]))),
    .executableTarget(
      name: "migcheck", dependencies: ["MigCheckCommand"], swiftSettings: settings),
    // Migrations as apps have them, which import RealmSwift where MIGCHECK is not defined.
    .target(
      name: "AppMigrations", dependencies: ["MigCheckRealm"], path: "Tests/AppMigrations",
      swiftSettings: [.define("MIGCHECK"), .swiftLanguageMode(.v5)]),
    .plugin(
      name: "MigCheckPlugin",
      capability: .command(
        intent: .custom(verb: "migcheck", description: "Checks the histories of the package."),
        permissions: [
          .writeToPackageDirectory(reason: "Findings are saved beside the history as case files.")
        ]),
      path: "Sources/MigCheckPlugin"),
    .target(name: "TestMaterial", path: "Tests/TestMaterial", swiftSettings: settings),
    .target(
      name: "EngineQuality",
      dependencies: [
        "TestMaterial", "MigCheck", "MigCheckVerifier", "MigCheckGeneration", "MigCheckFormats",
        "MigCheckHistory", "MigCheckRealmEngine", "MigCheckCoreData",
        "MigCheckModel", "MigCheckText",
      ], path: "Tests/EngineQuality", swiftSettings: settings),
    .target(
      name: "SQLSubject",
      dependencies: ["CSQLite", "MigCheckSQLite", "MigCheckModel", "MigCheckText"],
      path: "Tests/SQLSubject", swiftSettings: settings),
    .executableTarget(
      name: "library-check", dependencies: ["SQLSubject", "MigCheckCommand"],
      path: "Tests/SQLCommand", swiftSettings: settings),
    .executableTarget(
      name: "migcheck-bench",
      dependencies: [
        "EngineQuality", "MigCheck", "MigCheckVerifier", "MigCheckGeneration", "MigCheckHistory",
        "MigCheckRealmEngine", "MigCheckCoreData",
        "MigCheckStoreFiles", "MigCheckStores", "MigCheckSQLite", "MigCheckModel", "MigCheckText",
      ], path: "Tests/Benchmarks",
      exclude: [
        "baseline.py", "coredata_store.py", "floor.c", "floor.py", "sql_folder.py",
      ],
      swiftSettings: settings),
    .target(
      name: "Fuzzing",
      dependencies: [
        "MigCheckCommand", "MigCheckStoreFiles", "MigCheckVerifier", "MigCheckGeneration",
        "MigCheckSQL", "MigCheckSQLite", "MigCheckModel", "MigCheckText",
      ], path: "Tests/Fuzzing", swiftSettings: settings),
    .executableTarget(
      name: "migcheck-fuzz", dependencies: ["Fuzzing"], path: "Tests/FuzzingCommand",
      swiftSettings: settings),
    tests(of: "MigCheckModel", also: ["TestMaterial", "MigCheckText"]),
    tests(of: "MigCheckSQLite", also: ["CSQLite", "TestMaterial"]),
    tests(
      of: "MigCheckStores",
      also: ["TestMaterial", "MigCheckSQLite", "MigCheckModel", "MigCheckText"]),
    tests(
      of: "MigCheckSQL",
      also: [
        "CSQLite", "TestMaterial", "MigCheckSQLite", "MigCheckReports", "MigCheckVerifier",
        "MigCheckModel",
        "MigCheckText",
      ]),
    tests(of: "MigCheckHistory", also: ["MigCheckStores", "MigCheckModel", "MigCheckText"]),
    tests(
      of: "MigCheckRealmEngine",
      also: [
        "TestMaterial", "MigCheckFormats", "MigCheckHistory", "MigCheckStores", "MigCheckSQLite",
        "MigCheckModel", "MigCheckText",
      ]),
    tests(
      of: "MigCheckCoreData",
      also: [
        "TestMaterial", "MigCheckFormats", "MigCheckGeneration", "MigCheckHistory",
        "MigCheckStores", "MigCheckSQLite",
        "MigCheckModel", "MigCheckText",
      ]),
    tests(
      of: "MigCheckRealm",
      also: [
        "TestMaterial", "AppMigrations", "MigCheckTesting", "MigCheck", "MigCheckReports",
        "MigCheckFormats", "MigCheckVerifier", "MigCheckHistory", "MigCheckRealmEngine",
        "MigCheckCoreData",
        "MigCheckModel", "MigCheckText",
      ]),
    tests(
      of: "MigCheckGeneration", also: ["TestMaterial", "MigCheckModel", "MigCheckText"]),
    tests(
      of: "MigCheckVerifier",
      also: [
        "TestMaterial", "SQLSubject", "MigCheckGeneration", "MigCheckModel", "MigCheckText",
      ]),
    tests(
      of: "MigCheckFormats",
      also: [
        "TestMaterial", "MigCheckHistory", "MigCheckRealmEngine", "MigCheckCoreData",
        "MigCheckStores", "MigCheckModel", "MigCheckText",
      ]),
    tests(
      of: "MigCheckStoreFiles",
      also: [
        "TestMaterial", "MigCheckFormats", "MigCheckHistory", "MigCheckRealmEngine",
        "MigCheckCoreData", "MigCheckStores", "MigCheckSQLite",
        "MigCheckGeneration", "MigCheckModel", "MigCheckText",
      ]),
    tests(
      of: "MigCheckReports", also: ["MigCheckVerifier", "MigCheckModel", "MigCheckText"],
      exclude: ["Golden"]),
    tests(
      of: "MigCheck",
      also: [
        "TestMaterial", "SQLSubject", "MigCheckReports", "MigCheckFormats", "MigCheckVerifier",
        "MigCheckGeneration", "MigCheckHistory", "MigCheckRealmEngine", "MigCheckCoreData",
        "MigCheckStores", "MigCheckModel",
        "MigCheckText",
      ]),
    tests(
      of: "MigCheckTesting",
      also: [
        "TestMaterial", "MigCheck", "MigCheckFormats", "MigCheckVerifier", "MigCheckStoreFiles",
        "MigCheckHistory", "MigCheckRealmEngine", "MigCheckCoreData",
        "MigCheckSQLite", "MigCheckModel", "MigCheckText",
      ]),
    tests(
      of: "MigCheckCommand",
      also: [
        "TestMaterial", "library-check", "SQLSubject", "MigCheck", "MigCheckFormats",
        "MigCheckStoreFiles", "MigCheckSQLite",
        "MigCheckModel", "MigCheckText",
      ]),
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "TestMaterial", "Fuzzing", "migcheck-fuzz", "MigCheckModel", "MigCheckText",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "EngineQualityTests",
      dependencies: [
        "TestMaterial", "EngineQuality", "MigCheck", "MigCheckVerifier", "MigCheckGeneration",
        "MigCheckHistory", "MigCheckRealmEngine", "MigCheckCoreData", "MigCheckModel",
        "MigCheckText",
      ], exclude: ["Bugs"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
