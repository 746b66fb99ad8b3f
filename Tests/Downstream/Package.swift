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
    .testTarget(
      name: "ContactsTests",
      dependencies: ["Contacts", .product(name: "MigCheckTesting", package: "migcheck")]),
  ],
  swiftLanguageModes: [.v6]
)
