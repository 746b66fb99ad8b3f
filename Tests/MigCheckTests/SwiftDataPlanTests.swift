import Foundation
import MigCheck
import MigCheckCoreData
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckVerifier
import Testing

/// SwiftData plans as histories.
@Suite struct SwiftDataPlanTests {
  private func report(_ history: History) throws -> Report {
    try Verifier(history, options: VerificationOptions(trials: 10)).run()
  }

  @Test("a lightweight stage keeps what has its original name")
  func lightweight() throws {
    let trips = History(plan: "Trips") {
      ModelVersion("1.0.0") {
        ModelEntity(
          "Trip", inverses: ["stops": "trip"], ["begin": .date, "stops": .set(of: "Stop")])
        ModelEntity("Stop", inverses: ["trip": "stops"], ["trip": .link(to: "Trip")])
      }
      ModelVersion("2.0.0") {
        ModelEntity(
          "Journey", originalName: "Trip", originalNames: ["start": "begin"],
          inverses: ["stops": "trip"], ["start": .date, "stops": .set(of: "Stop")])
        ModelEntity("Stop", inverses: ["trip": "stops"], ["trip": .link(to: "Journey")])
      }
      ModelVersion("3.0.0") {
        // The original names stay, as the source's are the same.
        ModelEntity(
          "Journey", originalName: "Trip", originalNames: ["start": "begin"],
          inverses: ["stops": "trip"],
          ["start": .date, "note": .string.optional, "stops": .set(of: "Stop")])
        ModelEntity("Stop", inverses: ["trip": "stops"], ["trip": .link(to: "Journey")])
      }
    }
    let report = try report(trips)
    #expect(report.verdict == .passed)
    #expect(report.findings.isEmpty && report.warnings.isEmpty)
  }

  @Test("an original name that is left out of a later version is a warning")
  func originalNameLeftOut() throws {
    func plan(_ original: String?, _ begin: String?) -> History {
      History(plan: "Trips") {
        ModelVersion("1") { ModelEntity("Tour", ["begin": .date, "title": .string]) }
        ModelVersion("2") {
          ModelEntity(
            "Trip", originalName: "Tour", originalNames: ["start": "begin"],
            ["start": .date, "title": .string])
        }
        ModelVersion("3") {
          ModelEntity(
            "Trip", originalName: original, originalNames: begin.map { ["start": $0] } ?? [:],
            [
              "start": .date(default: Date(timeIntervalSince1970: 0)), "title": .string,
              "note": .string.optional,
            ])
        }
      }
    }
    let kept = try report(plan("Tour", "begin"))
    #expect(kept.warnings.isEmpty && kept.verdict == .passed)
    #expect(
      try report(plan("Tour", nil)).warnings.map(\.message) == [
        "Trip.start keeps its name and loses its values: its renaming identifier was begin and is "
          + "start now, so that it is removed and added again."
      ])
    let objects = try report(plan(nil, "begin"))
    #expect(
      objects.warnings.map(\.message) == [
        "Trip keeps its name and loses its objects: its renaming identifier was Tour and is Trip "
          + "now, so that it is removed and added again."
      ])
  }

  @Test("an attribute that is required and has no default needs a custom stage")
  func required() throws {
    func plan(_ didMigrate: (@Sendable (CoreDataMigration) throws -> Void)?) -> History {
      History(plan: "Trips") {
        ModelVersion("1.0.0") { ModelEntity("Trip", ["name": .string]) }
        if let didMigrate {
          ModelVersion("2.0.0") {
            ModelEntity("Trip", ["name": .string, "count": .int])
          } didMigrate: {
            try didMigrate($0)
          }
        } else {
          ModelVersion("2.0.0") { ModelEntity("Trip", ["name": .string, "count": .int]) }
        }
      }
    }
    let refused = try report(plan(nil))
    #expect(refused.findings.map(\.code) == ["mappingNotInferable"])
    #expect(refused.findings.first?.message.contains("version 1 (1.0.0) to 2 (2.0.0)") == true)
    let passed = try report(
      plan { migration in
        try migration.enumerateObjects(ofEntity: "Trip") { old, new in
          guard case .string(let name)? = old?.value(of: "name") else { return }
          try new.set("count", to: .int(Int64(name.utf8.count)))
        }
      })
    #expect(passed.verdict == .passed, "\(passed.findings.map(\.message))")
    let lossy = try report(
      plan { migration in
        try migration.enumerateObjects(ofEntity: "Trip") { _, new in
          if case .string(let name) = try new.value(of: "name"), name.isEmpty {
            try migration.delete(new)
          }
        }
      })
    #expect(lossy.findings.contains { $0.check == .dataPreserved && $0.kind == "objectGone" })
  }

  @Test("what repeats can be taken out before a constraint is added")
  func willMigrate() throws {
    func plan(_ deduplicates: Bool) -> History {
      History(plan: "Trips") {
        ModelVersion("1.0.0") { ModelEntity("Trip", ["name": .string]) }
        ModelVersion("2.0.0", drops: ["Trip"]) {
          ModelEntity("Trip", unique: [["name"]], ["name": .string])
        } willMigrate: { migration in
          guard deduplicates else { return }
          var seen = Set<String>()
          try migration.enumerateObjects(ofEntity: "Trip") { _, trip in
            guard case .string(let name) = try trip.value(of: "name") else { return }
            if !seen.insert(name).inserted { try migration.delete(trip) }
          }
        } didMigrate: { _ in
        }
      }
    }
    #expect(try report(plan(false)).findings.map(\.code) == ["constraintFailed"])
    let passed = try report(plan(true))
    #expect(passed.findings.filter { $0.severity == .error }.isEmpty, "\(passed.findings)")
  }

  @Test("lightweight stages in a row are one migration, and a custom stage is one of its own")
  func stagesInARow() throws {
    func plan(_ isCustom: Bool) -> History {
      History(plan: "Trips") {
        ModelVersion("1") { ModelEntity("Trip", ["a": .string, "b": .int]) }
        ModelVersion("2") { ModelEntity("Trip", ["b": .int]) }
        if isCustom {
          ModelVersion("3") {
            ModelEntity("Trip", ["a": .int(default: 1), "b": .int])
          } didMigrate: {
            _ in
          }
        } else {
          ModelVersion("3") { ModelEntity("Trip", ["a": .int(default: 1), "b": .int]) }
        }
        ModelVersion("4") {
          ModelEntity("Trip", ["a": .int(default: 1), "b": .int, "c": .int(default: 0)])
        }
      }
    }
    // From a text to a number nothing is inferred.
    let inARow = try report(plan(false))
    #expect(inARow.findings.map(\.code) == ["mappingNotInferable"])
    #expect(inARow.findings.first?.hop.description == "1 → 3")
    #expect(inARow.findings.first?.alsoAt.map(\.description) == ["1 → 4"])
    let apart = try report(plan(true))
    #expect(apart.findings.isEmpty, "\(apart.findings.map(\.message))")
    #expect(apart.verdict == .passed)
  }

  @Test("two equal versions around a custom stage are reported, though no upgrade shows them")
  func equalChecksumsApart() throws {
    let plan = History(plan: "Trips") {
      ModelVersion("1") { ModelEntity("Trip", ["a": .int]) }
      ModelVersion("2") {
        ModelEntity("Trip", ["a": .int, "b": .int(default: 1)])
      } didMigrate: { _ in
      }
      ModelVersion("3", drops: ["Trip.b"]) { ModelEntity("Trip", ["a": .int]) }
    }
    let report = try report(plan)
    #expect(
      report.warnings.filter { $0.name == "coredata-equal-versions" }.map(\.message) == [
        "The versions 1 (1) and 3 (3) of the plan have the same checksum: SwiftData stops the app at "
          + "launch."
      ])
  }

  @Test("two versions with the same checksum stop the app at launch")
  func equalChecksums() throws {
    let plan = History(plan: "Trips") {
      ModelVersion("1.0.0") { ModelEntity("Trip", ["a": .int]) }
      // The hash leaves defaults out.
      ModelVersion("1.1.0") {
        ModelEntity("Trip", ["a": .int(default: 7)])
      } didMigrate: { _ in
      }
      ModelVersion("2.0.0") { ModelEntity("Trip", ["a": .int(default: 7), "b": .int(default: 1)]) }
    }
    let findings = try report(plan).findings
    #expect(findings.map(\.code) == ["schemaInvalid"])
    #expect(findings.first?.message.contains("1 (1.0.0) and 2 (1.1.0)") == true)
    #expect(findings.first?.message.contains("the same checksum") == true)
  }

  // MARK: In a file

  @Test("in a file custom stages have no code: they are not judged, and separate migrations")
  func inFile() throws {
    var plan = History(plan: "Trips") {
      ModelVersion("1") { ModelEntity("Trip", ["a": .string, "b": .int]) }
      ModelVersion("2") { ModelEntity("Trip", ["b": .int]) }
      ModelVersion("3") { ModelEntity("Trip", ["a": .int(default: 1), "b": .int]) }
      ModelVersion("4") {
        ModelEntity("Trip", ["a": .int(default: 1), "b": .int, "c": .int(default: 0)])
      }
    }
    #expect(try report(plan).findings.map(\.code) == ["mappingNotInferable"])
    plan.customHops = [InferenceMatrix.Hop(from: 2, to: 3)]
    let read = try HistoryFile.parse(try HistoryFile.json(plan), file: "trips.history.json")
    #expect(read.isPlan && read.customHops == plan.customHops)
    #expect(read.stops(from: 1, to: 4) == [2, 3, 4])
    let report = try report(read)
    #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
    let unjudged = report.coverage.unjudged
    // A plan never upgrades past a custom stage.
    #expect(unjudged?.hops.map(\.description) == ["2 → 3"])
    #expect(unjudged?.reason == "custom, by a stage whose code only the app can run")
    #expect(unjudged?.remedy.contains("\"Run your real engine\"") == true)
  }

  @Test("equal versions around a custom stage without code are named as well")
  func equalInFile() throws {
    var plan = History(plan: "Trips") {
      ModelVersion("1") { ModelEntity("Trip", ["a": .int]) }
      ModelVersion("2") { ModelEntity("Trip", ["a": .int(default: 7)]) }
    }
    plan.customHops = [InferenceMatrix.Hop(from: 1, to: 2)]
    #expect(
      try report(plan).warnings.map(\.message) == [
        "The versions 1 (1) and 2 (2) of the plan have the same checksum: SwiftData stops the app at "
          + "launch."
      ])
  }
}
