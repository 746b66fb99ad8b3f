import Foundation
import MigCheck
import MigCheckRealm
import MigCheckTesting
import Testing
import Trails

import class RealmSwift.Realm

/// The whole way of store files: written as each release left them, opened by the app, read and judged.
@Suite struct StoreFileTests {
  /// As the app opens its store.
  private static func configuration(
    schemaVersion: UInt64 = 6, _ block: @escaping MigrationBlock
  ) -> Realm.Configuration {
    Realm.Configuration(schemaVersion: schemaVersion, migrationBlock: block, schemas: schemasFile)
  }

  private func report(
    _ opened: Realm.Configuration, expecting block: @escaping MigrationBlock
  ) throws -> Report {
    let history = try History(contentsOf: schemasFile, migrationBlock: block)
    let subject: StoreFileSubject = try .realmFiles(history) { file in
      var configuration = opened
      configuration.fileURL = file
      _ = try Realm(configuration: configuration)
    }
    return try verify(subject, options: options)
  }

  private var options: VerificationOptions {
    var options = VerificationOptions()
    options.trials = 30
    return options
  }

  private func errors(_ report: Report) -> [String] {
    report.findings.filter { $0.severity == .error }.map { "\($0.check.rawValue) \($0.hop)" }
  }

  /// The block of the newest release without its mistake.
  private static let correctBlock: MigrationBlock = { migration, oldSchemaVersion in
    if oldSchemaVersion < 3 {
      migration.enumerateObjects(ofType: "Hike") { _, newObject in newObject!["kind"] = "tour" }
    }
    if oldSchemaVersion < 5 {
      migration.enumerateObjects(ofType: "Hike") { oldObject, newObject in
        newObject!["minutes"] = (oldObject!["minutes"] as? String).flatMap { Int($0) } ?? 0
      }
    }
    if oldSchemaVersion < 6 {
      migration.renameProperty(onType: "Hike", from: "note", to: "comment")
    }
  }

  @Test("the newest release loses notes of stores that skipped one") func shipped() throws {
    let report = try report(Self.configuration(shippedBlock), expecting: shippedBlock)
    #expect(errors(report).contains("data-preserved 4 → 6"), "\(errors(report))")
    #expect(report.findings.allSatisfy { $0.check != .engineAgrees })
  }

  @Test("the corrected release passes") func corrected() throws {
    let report = try report(Self.configuration(Self.correctBlock), expecting: Self.correctBlock)
    #expect(errors(report) == [])
    #expect(report.findings.allSatisfy { $0.check != .engineAgrees })
  }

  @Test("an app that does something else than its history says differs from the model")
  func otherBlock() throws {
    let report = try report(
      Self.configuration { migration, version in
        Self.correctBlock(migration, version)
        migration.enumerateObjects(ofType: "Hike") { _, newObject in newObject!["rating"] = 5 }
      }, expecting: Self.correctBlock)
    #expect(report.findings.contains { $0.check == .engineAgrees && $0.property == "rating" })
  }

  @Test("an app with the schema version of an old release upgrades nothing")
  func forgottenVersion() throws {
    let report = try report(
      Self.configuration(schemaVersion: 5, Self.correctBlock), expecting: Self.correctBlock)
    #expect(
      report.findings.contains { $0.check == .upgradeSucceeds && $0.code == "notUpgraded" },
      "\(report.findings.map(\.message))")
  }
}
