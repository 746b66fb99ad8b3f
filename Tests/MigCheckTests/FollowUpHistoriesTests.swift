import Foundation
import MigCheck
import MigCheckCoreData
import MigCheckGeneration
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckReports
import MigCheckVerifier
import TestMaterial
import Testing

/// Whole histories whose objects depend on each other or on their order, on purpose or not, and
/// many whose objects do not.
@Suite struct FollowUpHistoriesTests {
  private static let text = Property("text", .string)

  private static func report(
    _ subject: any Subject, trials: Int = Sweep.isFull ? 100 : 25, strict: Bool = false,
    stores: [StoreKind] = StoreKind.allCases, paths: VerificationOptions.Exploration = .merged
  ) throws -> Report {
    var options = VerificationOptions(trials: trials, seed: 3, stores: stores, jobs: 2)
    options.exploration = paths
    options.strict = strict
    return try Verifier(subject, options: options).run()
  }

  /// Two versions with a block in Swift between them.
  private static func notes(
    _ added: Property, _ block: @escaping @Sendable (RealmMigration) throws -> Void
  ) -> History {
    History("Notes") {
      Version(1) {
        ObjectType("Note", [text, Property("number", .int)])
      }
      Version(2, drops: ["Note"]) {
        ObjectType("Note", [text, Property("number", .int), added])
      } migration: { migration in
        try block(migration)
      }
    }
  }

  @Test("a counter in Swift is a warning of both checks, and an error of a strict run")
  func aCounterInSwiftIsAWarningOfBothChecks() throws {
    let history = Self.notes(Property("rank", .int)) { migration in
      var count = 0
      migration.enumerateObjects(ofType: "Note") { _, new in
        new?["rank"] = count
        count += 1
      }
    }
    let report = try Self.report(history)
    #expect(report.verdict == .passed)
    #expect(report.findings.map(\.check) == [.orderIndependent, .local])
    #expect(report.findings.map(\.severity) == [.warning, .warning])
    #expect(report.findings.map(\.exemption) == [.code, .code])
    #expect(report.findings.map(\.property) == ["rank", "rank"])
    #expect(report.findings.map(\.counterexample.objects) == [2, 1])
    let strict = try Self.report(history, strict: true)
    #expect(strict.verdict == .failed)
    #expect(strict.findings.map(\.severity) == [.error, .error])
  }

  @Test(
    "the first of alike objects stays: a matter of order, and a warning", .enabled(if: Sweep.isFull)
  )
  func theFirstOfAlikeObjectsStays() throws {
    let history = Self.notes(Property("extra", .int)) { migration in
      var seen = Set<String>()
      migration.enumerateObjects(ofType: "Note") { old, new in
        guard let text = old?["text"] as? String, let new else { return }
        if !seen.insert(text).inserted { migration.delete(new) }
      }
    }
    let report = try Self.report(history)
    #expect(report.verdict == .passed)
    #expect(Set(report.findings.map(\.check)) == [.orderIndependent])
    #expect(report.findings.allSatisfy { $0.severity == .warning && $0.exemption == .code })
    #expect(report.findings.allSatisfy { $0.counterexample.objects == 2 })
  }

  @Test("a total over all objects: a matter of other objects, and a warning")
  func aTotalOverAllObjects() throws {
    let history = Self.notes(Property("total", .int)) { migration in
      var total = 0
      migration.enumerateObjects(ofType: "Note") { _, _ in total += 1 }
      migration.enumerateObjects(ofType: "Note") { _, new in new?["total"] = total }
    }
    let report = try Self.report(history)
    #expect(report.verdict == .passed)
    #expect(report.findings.map(\.check) == [.local])
    #expect(report.findings.map(\.severity) == [.warning])
  }

  @Test("a block that looks at one object at a time raises nothing, strict or not")
  func aBlockThatLooksAtOneObjectAtATimeRaisesNothing() throws {
    let history = Self.notes(Property("length", .int)) { migration in
      migration.enumerateObjects(ofType: "Note") { old, new in
        new?["length"] = (old?["text"] as? String)?.utf8.count ?? 0
      }
    }
    let report = try Self.report(history, strict: true)
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(report.verdict == .passed)
  }

  @Test("numbering by ordinal is a warning, numbering by the object's own key is nothing")
  func numberingByOrdinalIsAWarning() throws {
    func history(_ expression: String) -> History {
      History(
        name: "Notes",
        stages: [
          HistoryVersion(
            number: 1, schema: Schema([ObjectType("Note", [Self.text, Property("key", .int)])])),
          HistoryVersion(
            number: 2,
            schema: Schema([
              ObjectType("Note", [Self.text, Property("key", .int), Property("id", .int)])
            ]),
            steps: [
              MigrationStep(
                .enumerate(
                  type: "Note", where: nil, set: [.init("id", expression)], delete: false))
            ]),
        ])
    }
    let numbered = try Self.report(history("ordinal + 1"))
    #expect(numbered.verdict == .passed)
    #expect(numbered.findings.map(\.check) == [.orderIndependent, .local])
    #expect(numbered.findings.map(\.exemption) == [.ordinal, .ordinal])
    let keyed = try Self.report(history("old.key"), strict: true)
    #expect(keyed.findings.isEmpty)
    #expect(keyed.verdict == .passed)
  }

  /// Types with every kind of property; `Home` is embedded, or not.
  private static func rich(_ isEmbedded: Bool, _ added: [Property] = []) -> Schema {
    Schema([
      ObjectType(
        "Person", primaryKey: "id",
        [
          Property("id", .uuid), Property("anything", .mixed, optional: true),
          Property.link("home", to: "Home"), Property.list("houses", of: "Home"),
          Property("flats", .object, collection: .dictionary, objectType: "Home", optional: true),
          Property("friends", .object, collection: .set, objectType: "Person"),
          Property("pets", .object, collection: .dictionary, objectType: "Pet", optional: true),
          Property("scores", .double, collection: .set),
        ]),
      ObjectType(
        "Pet", primaryKey: "name",
        [Property("name", .string, optional: true), Property.link("owner", to: "Person")]),
      ObjectType(
        "Home", embedded: isEmbedded,
        [Property("street", .string), Property.link("next", to: "Pet")] + added),
    ])
  }

  private static func failures(of history: History) throws -> [Failure] {
    let verifier = Verifier(history, options: VerificationOptions(stores: [.memory]))
    let version = history.versions[0]
    let generator = GraphGenerator(schema: version.schema)
    return try (0..<40).flatMap { trial in
      var source = RandomSource(seed: 9, name: history.name, trial: trial)
      let graph = generator.graph(trial: trial, source: &source)
      return try verifier.runFollowUps(graph, at: version.number)
    }
  }

  @Test(
    "objects that become embedded, are copied or moved out are followed",
    .enabled(if: Sweep.isFull),
    arguments: Sweep.part([true, false], oneOf: 2))
  func objectsThatBecomeEmbeddedOrAreMovedOutAreFollowed(isFirstEmbedded: Bool) throws {
    func history(_ added: [Property], _ steps: [MigrationStep.Action]) -> History {
      History(
        name: "Homes",
        stages: [
          HistoryVersion(number: 1, schema: Self.rich(isFirstEmbedded)),
          HistoryVersion(
            number: 2, schema: Self.rich(!isFirstEmbedded),
            steps: [MigrationStep(.embed(type: "Home", orphans: .delete, shared: .copy))]),
          HistoryVersion(
            number: 3, schema: Self.rich(isFirstEmbedded, added),
            steps: ([.embed(type: "Home", orphans: .delete, shared: .copy)] + steps)
              .map { MigrationStep($0) }),
        ])
    }
    let quiet = try Self.failures(of: history([], []))
    #expect(quiet.isEmpty, "\(quiet)")
    let numbered = try Self.failures(
      of: history(
        [Property("number", .int)],
        [.enumerate(type: "Home", where: nil, set: [.init("number", "ordinal")], delete: false)]))
    #expect(Set(numbered.map(\.check)) == Set([Check.orderIndependent, Check.local]))
    #expect(numbered.contains { [[1, 2, 3], [1, 3]].contains($0.site.path) })
  }

  @Test(
    "the stores and the way in which paths are run make no difference", .enabled(if: Sweep.isFull))
  func theStoresAndTheWayInWhichPathsAreRunMakeNoDifference() throws {
    let history = try History(contentsOf: Material.root.path + "/Corpus/contacts.history.json")
    func lines(_ report: Report) -> [String] {
      report.findings.map { "\($0.message) \($0.hop) \($0.path) \($0.alsoAt) \($0.evaluations)" }
    }
    func report(_ store: StoreKind, _ paths: VerificationOptions.Exploration) throws -> Report {
      try Self.report(history, trials: 20, stores: [store], paths: paths)
    }
    let merged = try lines(report(.memory, .merged))
    #expect(merged.count == 2)
    #expect(try lines(report(.memory, .separate)) == merged)
    #expect(try lines(report(.file, .merged)).count == 2)
  }

  @Test(
    "steps that do not number objects never make them depend on others, in random histories",
    arguments: Sweep.part(0..<4, oneOf: 4))
  func stepsThatDoNotNumberObjectsNeverMakeThemDependOnOthers(part: UInt64) throws {
    var judged = 0
    for seed in (part * 15)..<(part * 15 + 15) {
      let history = RandomHistory.make(seed: 1000 + seed, versions: 2 + Int(seed) % 4)
      let isNumbered = history.versions.contains { version in
        history.expressions(into: version.number).contains { $0.ordinal != nil }
      }
      guard !isNumbered, (try? history.validate()) != nil else { continue }
      let verifier = Verifier(history, options: VerificationOptions(stores: [.memory]))
      for version in history.versions.dropLast() {
        let generator = GraphGenerator(schema: version.schema)
        for trial in [5, 20, 45] {
          var source = RandomSource(seed: part, name: history.name, trial: trial)
          let graph = generator.graph(trial: trial, source: &source)
          let found = try verifier.runFollowUps(graph, at: version.number)
          #expect(found.isEmpty, "\(history.name) \(version.number): \(found)")
          judged += 1
        }
      }
    }
    #expect(judged > 20)
  }
}
