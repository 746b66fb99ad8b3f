// swift-tools-version: 6.1

import PackageDescription

// A package of somebody who uses GRDB and migcheck: an app with its migrator, and the tests of it.
let package = Package(
  name: "App",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "migcheck", path: "../..", traits: ["GRDB"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(name: "App", dependencies: [.product(name: "GRDB", package: "GRDB.swift")]),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "App", .product(name: "MigCheckGRDB", package: "migcheck"),
        .product(name: "MigCheckTesting", package: "migcheck"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
