// swift-tools-version: 6.1

import PackageDescription

// A package of a team with an app that uses Realm. `Releases` has the sources of the app as they were at
// six tags; the schemas in `trails.history.json` were imported from them, and the migration blocks are
// those files themselves.
let package = Package(
  name: "Trails",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "migcheck", path: "../..")],
  targets: [
    // The block that release 1.4 shipped, by another name than that of the newest one.
    .target(
      name: "Release5", dependencies: [.product(name: "MigCheckRealm", package: "migcheck")],
      swiftSettings: [.define("MIGCHECK"), .swiftLanguageMode(.v5)]),
    .target(
      name: "Trails",
      dependencies: [
        "Release5", .product(name: "MigCheck", package: "migcheck"),
        .product(name: "MigCheckRealm", package: "migcheck"),
      ], swiftSettings: [.define("MIGCHECK"), .swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "trails-check",
      dependencies: ["Trails", .product(name: "MigCheckCommand", package: "migcheck")]),
    // In the place of the framework, which Linux has not.
    .target(
      name: "RealmSwift",
      dependencies: [
        .product(name: "MigCheck", package: "migcheck"),
        .product(name: "MigCheckRealm", package: "migcheck"),
      ]),
    .testTarget(
      name: "TrailsTests",
      dependencies: [
        "RealmSwift", "Trails", .product(name: "MigCheckRealm", package: "migcheck"),
        .product(name: "MigCheckTesting", package: "migcheck"),
      ]),
    .testTarget(name: "ImportTests"),
  ],
  swiftLanguageModes: [.v6]
)
