// swift-tools-version: 6.1

import PackageDescription

// A package of somebody who uses migcheck: a library with its history, and the tests of it.
// With `traits: []` no other package is fetched.
let package = Package(
  name: "Contacts",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "migcheck", path: "../..", traits: [])
  ],
  targets: [
    .target(name: "Contacts", dependencies: [.product(name: "MigCheck", package: "migcheck")]),
    // Modules with the public names of the frameworks that an app's tests import beside migcheck.
    .target(name: "GRDB", path: "Sources/StandIns/GRDB"),
    .target(name: "RealmSwift", path: "Sources/StandIns/RealmSwift"),
    .target(name: "SwiftData", path: "Sources/StandIns/SwiftData"),
    // One file with a Realm migration block, in the tests and in the app.
    .target(
      name: "Team", dependencies: [.product(name: "MigCheckRealm", package: "migcheck")],
      swiftSettings: [.define("MIGCHECK")]),
    .target(name: "TeamApp", dependencies: ["RealmSwift"]),
    .testTarget(
      name: "TeamTests",
      dependencies: [
        "Team", "TeamApp", .product(name: "MigCheckRealm", package: "migcheck"),
        .product(name: "MigCheckTesting", package: "migcheck"),
      ]),
    .testTarget(
      name: "ContactsTests",
      dependencies: ["Contacts", .product(name: "MigCheckTesting", package: "migcheck")]),
    .testTarget(
      name: "NamesTests",
      dependencies: [
        "GRDB", "RealmSwift", "SwiftData", .product(name: "MigCheck", package: "migcheck"),
        .product(name: "MigCheckTesting", package: "migcheck"),
      ], swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
  ],
  swiftLanguageModes: [.v6]
)
