import MigCheck
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckText
import MigCheckVerifier
import SQLSubject
import TestMaterial
import Testing

/// A history that violates one check and nothing else, and its twin that does not.
private struct CheckCase: Sendable, CustomTestStringConvertible {
  let check: Check
  let name: String
  let bad: any Subject
  let good: any Subject
  /// Whether the violation may be intended.
  var isWarning = false

  init(
    _ check: Check, _ name: String, bad: any Subject, good: any Subject, isWarning: Bool = false
  ) {
    self.check = check
    self.name = name
    self.bad = bad
    self.good = good
    self.isWarning = isWarning
  }

  var testDescription: String { "\(check.rawValue): \(name)" }
}

@Suite struct ChecksTests {
  private static func report(_ subject: any Subject, trials: Int = 40) throws
    -> Report
  {
    try Verifier(subject, options: VerificationOptions(trials: trials, seed: 7, jobs: 2)).run()
  }

  @Test("A violation of a check is found and nothing else", arguments: Sweep.part(cases, oneOf: 3))
  private func aViolationOfACheckIsFoundAndNothingElse(violation: CheckCase) throws {
    let report = try Self.report(violation.bad)
    #expect(report.verdict == (violation.isWarning ? .passed : .failed))
    let errors = report.findings.filter {
      $0.severity == .error || violation.isWarning && $0.exemption == nil
    }
    #expect(Set(errors.map { $0.check }) == [violation.check], "\(report.findings)")
  }

  @Test("Without the violation the run passes", arguments: Sweep.part(cases, oneOf: 3))
  private func withoutTheViolationTheRunPasses(violation: CheckCase) throws {
    let report = try Self.report(violation.good, trials: 24)
    // Numbering objects on purpose is a warning.
    #expect(report.findings.allSatisfy { $0.exemption != nil }, "\(report.findings)")
    #expect(report.verdict == .passed)
  }

  @Test("Every check has a violation") func everyCheckHasAViolation() {
    for check in Check.allCases where check != .exercised {
      #expect(Self.cases.contains { $0.check == check }, "\(check.rawValue)")
    }
  }

  @Test("An invariant that no object reaches leaves the run vacuous")
  func anInvariantThatNoObjectReachesLeavesTheRunVacuous() throws {
    func history(_ step: MigrationStep.Action) -> History {
      Self.history(
        [Property("text", .string)], [Property("text", .string)], [step], drops: ["Note"],
        invariants: [
          HistoryInvariant("texts stay", type: "Note", since: 1, holds: "new.text = old.text")
        ])
    }
    let emptied = try Self.report(history(.deleteData(type: "Note")))
    #expect(emptied.findings.isEmpty)
    #expect(emptied.verdict == .vacuous)
    #expect(emptied.coverage.invariants.map { $0.objects } == [0])
    let kept = try Self.report(
      history(.enumerate(type: "Note", where: "old.text = ''", set: [], delete: true)))
    #expect(kept.verdict == .passed)
  }

  // MARK: Histories

  /// Two versions of one type.
  private static func history(
    _ first: [Property], _ second: [Property], _ steps: [MigrationStep.Action] = [],
    key: String? = nil, drops: [PropertyPath] = [], invariants: [HistoryInvariant] = []
  ) -> History {
    History(
      name: "Notes",
      stages: [
        HistoryVersion(number: 1, schema: Schema([ObjectType("Note", first)])),
        HistoryVersion(
          number: 2, schema: Schema([ObjectType("Note", primaryKey: key, second)]),
          steps: steps.map { MigrationStep($0) }, drops: drops, invariants: invariants),
      ])
  }

  private static func set(_ property: Name, _ expression: String) -> MigrationStep.Action {
    .enumerate(
      type: "Note", where: nil, set: [MigrationStep.Assignment(property, expression)],
      delete: false)
  }

  private static let text = Property("text", .string)
  private static let note = Property("note", .string, optional: true)

  /// A person who has an address of their own; with it, or without it from version 2 on.
  private static func homes(drops: [PropertyPath]) -> History {
    let address = ObjectType("Address", embedded: true, [Property("street", .string)])
    let name = Property("name", .string)
    return History(
      name: "Homes",
      stages: [
        HistoryVersion(
          number: 1,
          schema: Schema([
            ObjectType("Person", [name, Property.link("home", to: "Address")]), address,
          ])),
        HistoryVersion(
          number: 2,
          schema: Schema([
            ObjectType("Person", [name]),
            ObjectType("Firm", [Property.link("seat", to: "Address")]), address,
          ]), drops: drops),
      ])
  }

  /// A property that goes in version 2 and comes back in version 3.
  private static func readded(_ steps: [MigrationStep.Action]) -> History {
    func version(
      _ number: UInt64, _ properties: [Property], _ steps: [MigrationStep.Action] = [],
      drops: [PropertyPath] = []
    ) -> HistoryVersion {
      HistoryVersion(
        number: number, schema: Schema([ObjectType("Note", properties)]),
        steps: steps.map { MigrationStep($0) }, drops: drops)
    }
    return History(
      name: "Notes",
      stages: [
        version(1, [text, note]), version(2, [text], drops: ["Note.note"]),
        version(3, [text, note], steps, drops: ["Note.note"]),
      ])
  }

  /// A block that numbers objects; by a counter that nobody sets back, if it goes on counting.
  private static func numbered(goesOn: Bool) -> History {
    let all = Counter()
    return History("Notes") {
      Version(1) { ObjectType("Note", [text]) }
      Version(2) {
        ObjectType("Note", [text, Property("number", .int)])
      } migration: { migration in
        let count = goesOn ? all : Counter()
        migration.enumerateObjects(ofType: "Note") { _, new in new?["number"] = count.next() }
      }
    }
  }

  private static func faulty(
    _ change: (inout FaultySubject) -> Void = { _ in }
  ) -> FaultySubject {
    var subject = FaultySubject(
      history: history(
        [text],
        [
          text, Property("id", .int), Property("label", .string),
          Property.link("next", to: "Note"),
        ], [set("id", "ordinal")], key: "id"))
    change(&subject)
    return subject
  }

  /// A store that writes a mark into each object, by what it knows of all.
  private static func marking(
    _ mark: @escaping @Sendable (_ isDone: [Value]) -> [Value]
  ) -> FaultySubject {
    let properties = [Property("isDone", .bool), text]
    var subject = FaultySubject(
      history: history(properties, properties + [Property("mark", .int)]))
    subject.read = { _, snapshot in
      snapshot.graph.tables[0].columns[2] = mark(snapshot.graph.tables[0].columns[0])
    }
    return subject
  }

  private static func reading(
    _ read: @escaping @Sendable (StoreKind, inout Snapshot) -> Void
  ) -> FaultySubject {
    faulty { $0.read = read }
  }

  private static let cases: [CheckCase] = [
    CheckCase(
      .upgradeSucceeds, "null for a required property",
      bad: history([note], [Property("text", .string)], [set("text", "old.note")]),
      good: history([note], [Property("text", .string)], [set("text", "COALESCE(old.note, '')")])),
    CheckCase(
      .openers, "a widget that opens the store without the steps",
      bad: history([text], [text, Property("n", .int)], [set("n", "length(old.text)")])
        .opened(by: Opener("widget", migrates: false)),
      good: history([text], [text, Property("n", .int)], [set("n", "length(old.text)")])
        .opened(by: Opener("widget"))),
    CheckCase(
      .primaryKeyUnique, "a store that lets two objects have one key",
      bad: reading { _, snapshot in snapshot.fill("id", of: "Note", with: .int(0)) },
      good: faulty()),
    CheckCase(
      .embeddedOneParent, "a link to embedded objects that is removed",
      bad: homes(drops: []), good: homes(drops: ["Person.home"])),
    CheckCase(
      .requiredSet, "a store that holds null for a required property",
      bad: reading { _, snapshot in snapshot.fill("label", of: "Note", with: .null) },
      good: faulty()),
    CheckCase(
      .linksResolve, "a store whose links lead nowhere",
      bad: reading { _, snapshot in
        let nowhere = ObjectReference(type: 0, index: 1_000_000)
        snapshot.fill("next", of: "Note", with: .link(nowhere))
      }, good: faulty()),
    CheckCase(
      .defaultsApplied, "a declared default that no step writes",
      bad: history([text], [text, Property("state", .string, default: .string("new"))]),
      good: history(
        [text], [text, Property("state", .string, default: .string("new"))],
        [set("state", "'new'")])),
    CheckCase(
      .dataPreserved, "an optional property that is made required",
      bad: history([text, note], [text, Property("note", .string)]),
      good: history(
        [text, note], [text, Property("note", .string)], [set("note", "COALESCE(old.note, '')")])),
    CheckCase(
      .dataPreserved, "objects that a step deletes",
      bad: history([text], [text], [.deleteData(type: "Note")]),
      good: history([text], [text], [.deleteData(type: "Note")], drops: ["Note"])),
    CheckCase(
      .dataPreserved, "a rename without a step",
      bad: history([text], [Property("body", .string)]),
      good: history(
        [text], [Property("body", .string)],
        [.renameProperty(type: "Note", from: "text", to: "body")])),
    CheckCase(
      .schemaMatches, "a store that forgets a property",
      bad: faulty {
        $0.readSchema = { schema in
          Schema(
            schema.types.map { type in
              ObjectType(
                type.name, primaryKey: type.primaryKey,
                type.properties.filter { $0.name != "label" })
            })
        }
      }, good: faulty()),
    CheckCase(
      .sideEffects, "a trigger that goes with its table",
      bad: faulty {
        $0.faults = [HopFault("triggerLost", type: "Note", message: "A trigger is gone.")]
      },
      good: faulty {
        $0.faults = []
      }),
    CheckCase(
      .reopenStable, "a store that migrates whenever it is opened",
      bad: faulty { $0.migratesOnReopening = true }, good: faulty()),
    CheckCase(
      .deterministic, "a counter that goes on from store to store",
      bad: numbered(goesOn: true), good: numbered(goesOn: false)),
    CheckCase(
      .deterministic, "a random number",
      bad: history([text], [text, Property("token", .int)], [set("token", "random()")]),
      good: history([text], [text, Property("token", .int)], [set("token", "ordinal")])),
    CheckCase(
      .pathsAgree, "a property that was removed and added again",
      bad: readded([]), good: readded([set("note", "NULL")])),
    CheckCase(
      .storesAgree, "a file that holds something else than memory",
      bad: faulty {
        $0.filesDiffer = true
        $0.read = { kind, snapshot in
          if kind == .file { snapshot.fill("label", of: "Note", with: .string("other")) }
        }
      }, good: faulty()),
    CheckCase(
      .informationKept, "a text that is cut off",
      bad: history([text], [text], [set("text", "substr(old.text, 1, 100)")]),
      good: history([text], [text], [set("text", "old.text || '.'")]), isWarning: true),
    CheckCase(
      .engineAgrees, "an app that writes what its history does not",
      bad: faulty {
        $0.isPrediction = true
        $0.read = { _, snapshot in snapshot.fill("label", of: "Note", with: .string("other")) }
      }, good: faulty { $0.isPrediction = true }, isWarning: true),
    CheckCase(
      .orderIndependent, "a store that marks the second object that is not done",
      bad: marking { isDone in
        isDone.indices.map { row in
          .int(isDone[row] == .bool(false) && isDone[..<row].contains(.bool(false)) ? 1 : 0)
        }
      }, good: marking { isDone in isDone.map { .int($0 == .bool(false) ? 1 : 0) } }),
    CheckCase(
      .local, "a store that counts objects",
      bad: marking { isDone in isDone.map { _ in .int(Int64(isDone.count)) } },
      good: marking { isDone in isDone.map { _ in .int(7) } }),
    CheckCase(
      .invariant, "a text that is cut off",
      bad: history([text], [text], [set("text", "substr(old.text, 1, 100)")], invariants: [whole]),
      good: history([text], [text], [set("text", "old.text || ''")], invariants: [whole])),
    CheckCase(
      .crashSafe, "a version that is no transaction and cannot be run again",
      bad: library(isAtomic: false), good: library(isAtomic: true)),
  ]

  /// Real databases whose upgrades are interrupted.
  private static func library(isAtomic: Bool) -> any Subject {
    guard var library = try? SQLSubject.library() else { fatalError("the library is not SQL") }
    library.canCrash = true
    library.isAtomic = isAtomic
    return library
  }

  private static let whole = HistoryInvariant(
    "no text is cut off", type: "Note", since: 1, holds: "new.text = old.text")
}

/// 1, 2, 3 …
private final class Counter: Sendable {
  private let count = Locked(0)

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
