import Foundation
import GRDB
import MigCheck
import MigCheckTesting
import RealmSwift
import SwiftData
import Testing

// A history with all that a history can hold, in a file that imports migcheck beside RealmSwift,
// SwiftData and GRDB (here modules with their names). Nothing is qualified: that it compiles is
// half of the test.

/// Properties that all versions have.
private let common: ObjectType.Properties = ["id": .uuid, "name": .string(default: "nobody")]

private let shop = History("Shop", ignoring: ["Order.updatedAt"]) {
  Version(1) {
    ObjectType(
      "Customer",
      common,
      [
        "age": .int.optional, "isActive": .bool(default: true), "height": .float,
        "weight": .double(default: 70.5), "photo": .data, "born": .date.optional,
        "token": .objectId, "anything": .mixed, "orders": .list(of: "Order"),
        "address": .link(to: "Address"), "tags": .set(of: .string),
        "scores": .dictionary(of: .int.optional), "friends": .dictionary(of: "Customer"),
        "favourites": .set(of: "Order"), "notes": .list(of: .string.optional),
      ])
    ObjectType(
      "Order",
      [
        "price": .decimal128(default: .zero), "updatedAt": .date.indexed,
        "customers": .linkingObjects(from: "Customer", property: "orders"),
      ])
    ObjectType("Address", embedded: true, ["street": .string])
    ObjectType("Ghost", ["name": .string])
  }
  Version(4, drops: ["Ghost", "Customer.height"], invariants: [pricesStay, namesStay]) {
    ObjectType(
      "Customer", primaryKey: "id",
      common,
      [
        "years": .int.optional, "isActive": .bool(default: true),
        "weight": .double(default: 70.5), "photo": .data, "born": .date.optional,
        "token": .objectId, "anything": .mixed, "orders": .list(of: "Order"),
        "address": .link(to: "Address"), "tags": .set(of: .string),
        "scores": .dictionary(of: .int.optional), "friends": .dictionary(of: "Customer"),
        "favourites": .set(of: "Order"), "notes": .list(of: .string.optional),
      ])
    ObjectType(
      "Order",
      [
        "price": .decimal128(default: .zero), "updatedAt": .date.indexed,
        "customers": .linkingObjects(from: "Customer", property: "orders"),
        "code": .string,
      ])
    ObjectType("Address", embedded: true, ["street": .string, "isHome": .bool(default: true)])
  } migration: { migration in
    giveIDs(migration)
    migration.renameProperty(onType: "Customer", from: "age", to: "years")
    migration.enumerateObjects(ofType: "Order") { old, new in try code(old, new) }
    migration.enumerateObjects(ofType: "Address") { _, new in new?["isHome"] = true }
  }
}

/// Primary keys in the order of the customers, as ids that are there already may be equal.
private func giveIDs(_ migration: RealmMigration) {
  var next: UInt8 = 0
  migration.enumerateObjects(ofType: "Customer") { _, new in
    new?["id"] = UUID(uuid: (next, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    next += 1
  }
}

private func code(_ order: RealmMigrationObject?, _ new: RealmMigrationObject?) throws {
  let price = order?["price"] as? Value.Decimal
  new?["code"] = price.map { "\($0)" } ?? ""
}

private let pricesStay = HistoryInvariant("prices stay", type: "Order", since: 1) { old, new in
  isSamePrice(old, new)
}
private let namesStay = HistoryInvariant(
  "names stay", type: "Customer", since: 1, holds: "old.name IS new.name")

private func isSamePrice(_ old: ObjectView, _ new: ObjectView) -> Bool {
  old.value(of: "price") == new.value(of: "price")
}

@Suite struct CompleteHistoryTests {
  @Test("a complete history is verified beside RealmSwift, SwiftData and GRDB")
  func aCompleteHistoryIsVerified() async throws {
    let report: Report = try await verifyMigrations(of: shop, from: 1, to: 4, trials: 20) {
      $0.stores = [.memory]
      // The new keys are numbers on purpose.
      $0.silenced = ["local", "order-independent"]
    }
    #expect(report.verdict == .passed)
    #expect(report.warnings.allSatisfy { (warning: HealthWarning) in !warning.remedy.isEmpty })
  }

  @Test("findings can be read") func findingsCanBeRead() throws {
    let broken = History("Broken") {
      Version(1) { ObjectType("Note", ["stars": .int.optional]) }
      Version(2) { ObjectType("Note", ["stars": .int]) }
    }
    var options = VerificationOptions()
    options.trials = 5
    options.stores = [.memory]
    options.timeLimit = 60
    let report = try verify(broken, options: options)
    #expect(report.verdict == .failed)
    let finding: Finding = try #require(report.findings.first)
    #expect(finding.check.rawValue == "data-preserved")
    #expect(finding.hop.description == "1 → 2")
    #expect(TextReport().text(report).contains("Note.stars becomes required"))
    #expect(JSONReport.text(report).contains("\"data-preserved\""))
  }

  @Test("the reports of shards are merged into that of the whole run")
  func theReportsOfShardsAreMerged() throws {
    var options = VerificationOptions()
    options.trials = 6
    options.stores = [.memory]
    let whole = try verify(shop, options: options)
    let parts = try (1...2).map { index in
      options.shard = Shard(index: index, count: 2)
      return try verify(shop, options: options)
    }
    #expect(try JSONReport.text(Report(merging: parts)) == JSONReport.text(whole))
  }

  @Test("a test refuses to run a part") func aTestRefusesToRunAPart() async throws {
    await #expect(throws: VerificationError.self) {
      try await verifyMigrations(of: shop) { $0.shard = Shard(index: 1, count: 2) }
    }
  }

  @Test("errors can be told apart") func errorsCanBeToldApart() {
    var options = VerificationOptions()
    options.from = 7
    #expect(throws: VerificationError.self) { try verify(shop, options: options) }
    let wrong = History("Wrong") {
      Version(1) { ObjectType("Note", primaryKey: "nothing", ["stars": .int]) }
    }
    #expect(throws: InputError.self) { try verify(wrong) }
  }
}
