// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The tests of one module: a test target stands for its source target.
func tests(of module: String, also dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(module)Tests",
    dependencies: [.byName(name: module)] + dependencies,
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
    .library(name: "MigCheckCommand", targets: ["MigCheckCommand"]),
    .executable(name: "migcheck", targets: ["migcheck"]),
  ],
  traits: [
    .trait(
      name: "CommandLine",
      description: "The command migcheck and its library, with swift-argument-parser."),
    .default(enabledTraits: ["CommandLine"]),
  ],
  dependencies: [
    // Only the command line parses arguments. Without the trait nothing is fetched.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    module("MigCheckModel"),
    module("MigCheckSQLite", "CSQLite"),
    module("MigCheckStores", "MigCheckSQLite", "MigCheckModel"),
    module("MigCheckRules", "MigCheckStores", "MigCheckModel"),
    module("MigCheckGeneration", "MigCheckModel"),
    module("MigCheckVerifier", "MigCheckGeneration", "MigCheckModel"),
    module("MigCheckFormats", "MigCheckRules", "MigCheckModel"),
    module("MigCheckReports", "MigCheckVerifier", "MigCheckModel"),
    module(
      "MigCheck", "MigCheckReports", "MigCheckFormats", "MigCheckVerifier", "MigCheckGeneration",
      "MigCheckRules", "MigCheckStores", "MigCheckModel"),
    module(
      "MigCheckTesting", "MigCheck", "MigCheckReports", "MigCheckVerifier", "MigCheckRules",
      "MigCheckModel"),
    module(
      "MigCheckCommand", "MigCheck", "MigCheckReports", "MigCheckFormats", "MigCheckVerifier",
      "MigCheckGeneration", "MigCheckRules", "MigCheckStores", "MigCheckModel",
      .product(
        name: "ArgumentParser", package: "swift-argument-parser",
        condition: .when(traits: ["CommandLine"]))),
    .executableTarget(
      name: "migcheck", dependencies: ["MigCheckCommand"], swiftSettings: settings),
    .target(
      name: "EngineQuality",
      dependencies: [
        "MigCheck", "MigCheckVerifier", "MigCheckGeneration", "MigCheckFormats", "MigCheckRules",
        "MigCheckModel",
      ], path: "Tests/EngineQuality", swiftSettings: settings),
    .executableTarget(
      name: "migcheck-bench",
      dependencies: [
        "EngineQuality", "MigCheck", "MigCheckVerifier", "MigCheckGeneration", "MigCheckRules",
        "MigCheckStores", "MigCheckModel",
      ], path: "Tests/Benchmarks", exclude: ["baseline.py", "floor.py"], swiftSettings: settings),
    .target(
      name: "Fuzzing",
      dependencies: [
        "MigCheckCommand", "MigCheckVerifier", "MigCheckGeneration", "MigCheckSQLite",
        "MigCheckModel",
      ], path: "Tests/Fuzzing", swiftSettings: settings),
    .executableTarget(
      name: "migcheck-fuzz", dependencies: ["Fuzzing"], path: "Tests/FuzzingCommand",
      swiftSettings: settings),
    tests(of: "MigCheckModel"),
    tests(of: "MigCheckSQLite"),
    tests(of: "MigCheckStores", also: ["MigCheckSQLite", "MigCheckModel"]),
    tests(of: "MigCheckRules", also: ["MigCheckFormats", "MigCheckStores", "MigCheckModel"]),
    tests(of: "MigCheckGeneration", also: ["MigCheckModel"]),
    tests(of: "MigCheckVerifier", also: ["MigCheckGeneration", "MigCheckModel"]),
    tests(of: "MigCheckFormats", also: ["MigCheckRules", "MigCheckStores", "MigCheckModel"]),
    tests(of: "MigCheckReports", also: ["MigCheckVerifier", "MigCheckModel"]),
    tests(
      of: "MigCheck",
      also: [
        "MigCheckReports", "MigCheckFormats", "MigCheckVerifier", "MigCheckGeneration",
        "MigCheckRules", "MigCheckStores", "MigCheckModel",
      ]),
    tests(of: "MigCheckCommand", also: ["MigCheck", "MigCheckFormats", "MigCheckModel"]),
    .testTarget(
      name: "FuzzingTests",
      dependencies: ["Fuzzing", "migcheck-fuzz", "MigCheckModel"],
      swiftSettings: settings),
    .testTarget(
      name: "EngineQualityTests",
      dependencies: [
        "EngineQuality", "MigCheck", "MigCheckVerifier", "MigCheckGeneration", "MigCheckRules",
        "MigCheckModel",
      ], exclude: ["Bugs"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
