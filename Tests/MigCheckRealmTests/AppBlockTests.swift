import AppMigrations
import Foundation
import MigCheck
import MigCheckRealm
import MigCheckReports
import MigCheckVerifier
import TestMaterial
import Testing

/// Runs a history as an app's team would.
func check(
  _ history: History, trials: Int = Sweep.isFull ? 30 : 10,
  _ change: (inout VerificationOptions) -> Void = { _ in }
) throws -> Report {
  var options = VerificationOptions()
  options.trials = trials
  options.jobs = 1
  change(&options)
  return try verify(history, options: options)
}

func summary(_ report: Report) -> [String] {
  report.findings.map { finding in
    let place = [finding.type?.text, finding.property?.text].compactMap(\.self)
    return "\(finding.check.rawValue) \(finding.hop) \(place.joined(separator: "."))"
  }
}

/// The blocks of `Tests/AppMigrations`, which compile as they are with RealmSwift too.
@Suite struct AppBlockTests {
  @Test("blocks of the documentation run unchanged") func blocksOfTheDocumentation() throws {
    let block = try #require(documentedConfiguration.migrationBlock)
    let history = History("People", migrationBlock: block) {
      Version(1) {
        ObjectType(
          "Person", ["firstName": .string, "lastName": .string, "yearsSinceBirth": .int])
      }
      Version(2) {
        ObjectType("Person", ["firstName": .string, "lastName": .string, "age": .int])
      }
      Version(3) { ObjectType("Person", ["fullName": .string, "age": .int]) }
      Version(4) {
        ObjectType("Person", ["fullName": .string, "age": .int, "dogs": .list(of: "Dog")])
        ObjectType("Dog", ["name": .string, "kind": .string(default: "big")])
      }
    }
    let report = try check(history)
    #expect(summary(report) == [])
    #expect(report.verdict == .passed)
    #expect(report.paths == 3)
    #expect(
      TextReport().text(report).contains(
        "direct from 1…3 to 4; 2 and 3 have no block of their own"))
  }

  static let shopVersions: [Version] = [
    Version(1) {
      ObjectType("Order", ["placed": .int, "region": .string, "number": .int])
      ObjectType("Item", ["name": .string])
    },
    Version(2, drops: ["Order.placed", "Order.region", "Order.number"]) {
      ObjectType("Order", primaryKey: "key", ["placedAt": .date, "key": .string])
      ObjectType("Item", ["name": .string])
    },
    Version(3) {
      ObjectType("Order", primaryKey: "key", ["placedAt": .date, "key": .string])
      ObjectType("Item", ["name": .string, "position": .int])
    },
  ]

  @Test("a key of two properties, dates of seconds and a counter", .enabled(if: Sweep.isFull))
  func aKeyOfTwoPropertiesDatesOfSecondsAndACounter() throws {
    let history = History("Shop", migrationBlock: shopBlock) { Self.shopVersions }
    let report = try check(history, trials: 60) { $0.silenced = ["order-independent", "local"] }
    // Two orders of one region and number: the block is wrong there, and nowhere else.
    #expect(summary(report).allSatisfy { $0.hasPrefix("upgrade-succeeds 1 → 3 Order") })
    let finding = try #require(report.findings.first)
    #expect(finding.code == "duplicatePrimaryKey")
  }

  @Test(
    "links to created objects, sets of links, objects that are deleted", .enabled(if: Sweep.isFull))
  func linksToCreatedObjects() throws {
    let book: ObjectType.Properties = [
      "borrowers": .list(of: "Reader"), "words": .list(of: .string),
    ]
    let history = History("Library", migrationBlock: libraryBlock) {
      Version(1) {
        ObjectType("Book", book, ["shelf": .string.optional])
        ObjectType("Reader", ["name": .string])
      }
      Version(2) {
        ObjectType("Book", book, ["shelf": .link(to: "Shelf"), "readers": .set(of: "Reader")])
        ObjectType("Shelf", ["name": .string])
        ObjectType("Reader", ["name": .string])
      }
      Version(3, drops: ["Reader"]) {
        ObjectType("Book", book, ["shelf": .link(to: "Shelf"), "readers": .set(of: "Reader")])
        ObjectType("Shelf", ["name": .string])
        ObjectType("Reader", ["name": .string])
      }
    }
    let report = try check(history) { $0.silenced = ["order-independent", "local"] }
    #expect(summary(report) == [])
  }

  @Test(
    "objects that are in no store, copies of old ones, mixed values", .enabled(if: Sweep.isFull))
  func objectsThatAreInNoStore() throws {
    let history = History("Notes", migrationBlock: notesBlock) {
      Version(1) {
        ObjectType(
          "Note", primaryKey: "id",
          ["id": .string, "title": .string, "picture": .data.optional, "extra": .mixed])
        ObjectType("Draft", ["text": .string, "at": .date, "price": .decimal128, "x": .double])
      }
      Version(2, drops: ["Note.picture", "Note.extra", "Draft"]) {
        ObjectType(
          "Note", primaryKey: "id",
          [
            "id": .string, "title": .string, "attachment": .link(to: "Attachment"),
            "extraText": .string.optional,
          ])
        ObjectType(
          "Attachment", primaryKey: "id",
          ["id": .string, "bytes": .data, "createdAt": .date.optional])
        ObjectType("Entry", primaryKey: "id", ["id": .string, "title": .string])
        ObjectType("Draft", ["text": .string, "at": .date, "price": .decimal128, "x": .double])
        ObjectType("Archive", ["text": .string, "at": .date, "price": .decimal128, "x": .double])
      }
    }
    let report = try check(history)
    #expect(summary(report) == [])
  }

  @Test("many small shapes of migration code", .enabled(if: Sweep.isFull)) func manySmallShapes()
    throws
  {
    let block = try #require(makeShapesConfiguration().migrationBlock)
    let history = History("Shapes", migrationBlock: block) {
      Version(1) {
        ObjectType(
          "Track", primaryKey: "id",
          [
            "id": .objectId, "title": .string, "length": .double.optional,
            "ratings": .list(of: .int), "tagText": .string, "price": .decimal128,
            "albumName": .string, "addedAt": .double, "kind": .int,
            "notes": .dictionary(of: .string),
          ])
        ObjectType("Playlist", ["name": .string, "tracks": .list(of: "Track")])
      }
      Version(
        2,
        drops: [
          "Track.ratings", "Track.tagText", "Track.price", "Track.albumName", "Track.addedAt",
          "Track.kind",
        ]
      ) {
        ObjectType(
          "Track", primaryKey: "id",
          [
            "id": .objectId, "title": .string, "length": .double.optional, "rating": .int,
            "tags": .set(of: .string), "isFree": .bool, "notes": .dictionary(of: .string),
            "album": .link(to: "Album"), "added": .date.optional, "kind": .string,
          ])
        ObjectType("Album", embedded: true, ["name": .string])
        ObjectType(
          "Playlist",
          [
            "name": .string, "tracks": .list(of: "Track"), "titles": .string,
            "longest": .double.optional, "count": .int, "first": .link(to: "Track"),
          ])
      }
    }.dates(of: "Track.addedAt")
    let report = try check(history)
    #expect(summary(report) == [], "\(TextReport().text(report))")
  }
}

extension History {
  /// Milliseconds that a date can hold: others are refused, as they should be.
  fileprivate func dates(of path: PropertyPath) -> History {
    var copy = self
    copy.stages[0] = copy.stages[0].assuming(.range(path, 0.0...1e13))
    return copy
  }
}
