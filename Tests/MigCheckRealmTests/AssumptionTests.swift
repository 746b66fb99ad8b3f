import Foundation
import MigCheck
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckReports
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

/// What is assumed of data, beyond the schema.
@Suite struct AssumptionTests {
  private static let assumptions: [DataAssumption] = [
    .unique("Person.email"), .range("Person.age", 0...150),
    .oneOf("Person.size", ["big", "small"]),
    .pattern("Person.zip", "[0-9]{5}(-[0-9]{4})?"), .atMost(1, "Settings"),
    .range("Person.weight", 1.5...2.5), .oneOf("Person.level", [1, 2, 3]),
  ]

  private func version(_ number: UInt64, _ more: ObjectType.Properties = [:]) -> Version {
    Version(number) {
      ObjectType(
        "Person",
        [
          "email": .string, "age": .int, "size": .string.optional, "zip": .string,
          "weight": .double, "level": .int,
        ], more)
      ObjectType("Settings", ["owner": .link(to: "Person")])
    }
  }

  private func assuming(_ version: Version) -> Version {
    Self.assumptions.reduce(version) { $0.assuming($1) }
  }

  @Test("graphs hold what is assumed, and the report lists it", .enabled(if: Sweep.isFull))
  func graphsHoldWhatIsAssumed()
    throws
  {
    // Fails wherever something is not as assumed.
    let history = History("Assumed") {
      assuming(version(1))
      Version(2) {
        ObjectType(
          "Person", primaryKey: "email",
          [
            "email": .string, "age": .int, "size": .string.optional, "zip": .string,
            "weight": .double, "level": .int,
          ])
        ObjectType("Settings", ["owner": .link(to: "Person")])
      } migration: { migration in
        var settings = 0
        migration.enumerateObjects(ofType: "Settings") { _, _ in settings += 1 }
        if settings > 1 { fatalError("several settings") }
        migration.enumerateObjects(ofType: "Person") { old, _ in
          let age = old?["age"] as? Int ?? -1
          let zip = old?["zip"] as? String ?? ""
          let weight = old?["weight"] as? Double ?? 0
          guard (0...150).contains(age), [5, 10].contains(zip.count), zip.first?.isNumber == true,
            (1.5...2.5).contains(weight), (1...3).contains(old?["level"] as? Int ?? 0),
            ["big", "small", nil].contains(old?["size"] as? String)
          else { fatalError("not as assumed") }
        }
      }
    }
    let report = try check(history, trials: 100)
    #expect(summary(report) == [])
    #expect(report.verdict == .passed)
    let text = TextReport().text(report)
    #expect(text.contains("assumed"))
    #expect(text.contains("Person.email is unique (version 1)"))
    #expect(text.contains("there is at most 1 Settings (version 1)"))
  }

  @Test("without the assumption the same migration fails")
  func withoutTheAssumptionTheSameMigrationFails() throws {
    let report = try check(
      History("Unassumed") {
        Version(1) { ObjectType("Person", ["email": .string]) }
        Version(2) { ObjectType("Person", primaryKey: "email", ["email": .string]) }
      })
    #expect(report.findings.first?.code == "duplicatePrimaryKey")
  }

  @Test("a migration that breaks what its target assumes is a finding")
  func aMigrationThatBreaksWhatItsTargetAssumes() throws {
    let person = ObjectType("Person", ["email": .string, "age": .int])
    let report = try check(
      History("Broken") {
        Version(1) { person }.assuming(.unique("Person.email"), .range("Person.age", 0...9))
        Version(2) {
          person
        } migration: { migration in
          migration.enumerateObjects(ofType: "Person") { old, new in
            new?["age"] = (old?["age"] as? Int ?? 0) * 2
            new?["email"] = (old?["email"] as? String ?? "").prefix(1).description
          }
        }.assuming(.unique("Person.email"), .range("Person.age", 0...9))
      })
    #expect(
      report.findings.map(\.check.rawValue) == ["information-kept", "invariant", "invariant"],
      "\(summary(report))")
  }

  @Test("a history file says it in data, and is written as it was read")
  func aHistoryFileSaysItInData() throws {
    let text = """
      {"migcheck":1,"name":"D","rules":"realm","versions":[{"version":1,"schema":[{"name":"A",\
      "properties":{"n":"int","s":"string","at":"date"}}],"data":{"A.n":{"range":[0,9],"unique":true},\
      "A.s":{"oneOf":["x","y"]},"A.at":{"range":["2001-01-01T00:00:00Z","2002-01-01T00:00:00Z"]},\
      "A":{"atMost":3}}}]}
      """
    let history = try HistoryFile.parse(JSON.parse(text), file: "d.json")
    #expect(history.stages[0].assumptions.count == 5)
    #expect(try HistoryFile.json(history).compactText == text)
  }

  @Test(
    "what cannot be meant is refused",
    arguments: [
      (DataAssumption.unique("Person.nose"), "has no property \"nose\""),
      (.atMost(1, "Persons"), "no version has a type \"Persons\""),
      (.range("Person.email", 1...2), "the range is none of values of type string"),
      (.range("Person.age", 1.5...2), "the range is none of values of type int"),
      (.oneOf("Person.age", ["a"]), "\"a\" is no value of type int"),
      (.oneOf("Person.email", [String]()), "there is no value that it can have"),
      (.pattern("Person.email", "(a"), "the pattern \"(a\" cannot be read"),
    ])
  func whatCannotBeMeantIsRefused(assumption: DataAssumption, problem: String) throws {
    let history = History("Wrong") { version(1).assuming(assumption) }
    let error = #expect(throws: InputError.self) { try history.validate() }
    #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
  }

  @Test(
    "examples of patterns match them",
    arguments: [
      "abc", "[A-Z]{2}\\d+", "(ab|cd)*e?", "\\w+@\\w+\\.[a-z]{2,3}", "[^a-z]{3,}", ".*", "",
    ])
  func examplesOfPatternsMatchThem(text: String) {
    let pattern = TextPattern(text)
    #expect(pattern.isValid)
    for seed in 0..<50 { #expect(pattern.matches(pattern.example(seed: UInt64(seed) * 977))) }
    #expect(!TextPattern("[a-c]{2}").matches("abc"))
  }

  @Test("what no store comes to is not missed, whether it is assumed or demanded")
  func versionsWithoutBlock() throws {
    let type = ObjectType("Person", ["age": .int])
    let kept = HistoryInvariant("kept", type: "Person", since: 1) { old, new in
      old.value(of: "age") == new.value(of: "age")
    }
    func history(block: @escaping @Sendable (RealmMigration, UInt64) throws -> Void) -> History {
      History("People", migrationBlock: block) {
        Version(1) { type }.assuming(.range("Person.age", 0...150))
        Version(2, invariants: [kept]) { type }.assuming(.range("Person.age", 0...150))
        Version(3, invariants: [kept]) { type }.assuming(.range("Person.age", 0...150))
      }
    }
    let report = try check(history { _, _ in })
    #expect(report.verdict == .passed, "\(TextReport().text(report))")
    // Where nobody is left, what is assumed of people holds; what was demanded was not tried.
    let empty = try check(history { migration, _ in migration.deleteData(forType: "Person") })
    let text = TextReport().text(empty)
    #expect(!text.contains("assumed: Person.age"), "\(text)")
    let broken = try check(
      history { migration, _ in
        migration.enumerateObjects(ofType: "Person") { _, new in new?["age"] = 200 }
      })
    #expect(broken.findings.contains { $0.message.contains("assumed: Person.age") })
  }
}
