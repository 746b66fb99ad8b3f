import Foundation
import MigCheck
import MigCheckHistory
import MigCheckModel
import MigCheckRealm
import MigCheckVerifier
import Testing

/// Blocks that lose links, elements of collections, values of embedded objects or keys, or put values into
/// another property.
@Suite struct InformationKeptContentTests {
  private typealias Change =
    @Sendable (_ old: RealmMigrationObject, _ new: RealmMigrationObject) -> Void

  private static let person = ObjectType(
    "Person", primaryKey: "code",
    [
      "code": .string, "first": .string, "last": .string, "best": .link(to: "Person"),
      "home": .link(to: "Address"), "tags": .list(of: .string), "pets": .list(of: "Pet"),
      "sizes": .dictionary(of: .int), "days": .set(of: .int),
    ])
  private static let pet = ObjectType("Pet", ["name": .string])
  private static let address = ObjectType(
    "Address", embedded: true, ["street": .string, "zip": .string])

  private static func report(_ change: @escaping Change) throws -> Report {
    let history = History("People") {
      Version(1) {
        person
        pet
        address
      }
      Version(2) {
        person
        pet
        address
      } migration: { migration in
        migration.enumerateObjects(ofType: "Person") { old, new in
          if let old, let new { change(old, new) }
        }
      }
    }
    return try check(history, trials: 40)
  }

  private static func found(_ change: @escaping Change) throws -> [String] {
    try report(change).findings.map {
      "\($0.check.rawValue) \($0.property?.text ?? "") \($0.kind) \($0.severity.rawValue)"
    }
  }

  private static func tags(_ object: RealmMigrationObject) -> [String] {
    object["tags"] as? [String] ?? []
  }

  // MARK: Found

  private static let lossy: [(String, Change)] = [
    ("best valueLost", { _, new in new["best"] = nil }),
    ("best valueLost", { _, new in new["best"] = new }),
    ("tags valueLost", { _, new in new["tags"] = [String]() }),
    ("tags valuesMerged", { old, new in new["tags"] = Array(tags(old).prefix(1)) }),
    ("tags valuesMerged", { old, new in new["tags"] = tags(old).map { String($0.prefix(2)) } }),
    ("pets valueLost", { _, new in new["pets"] = [RealmMigrationObject]() }),
    ("sizes valueLost", { _, new in new["sizes"] = [String: Int]() }),
    ("days valueLost", { _, new in new["days"] = [Int]() }),
    ("home valueLost", { _, new in new["home"] = nil }),
    ("home valuesMerged", { _, new in (new["home"] as? RealmMigrationObject)?["zip"] = "0" }),
    (
      "code valuesMerged",
      { old, new in new["code"] = String((old["code"] as? String ?? "").prefix(200)) }
    ),
  ]

  @Test("what is lost of links, collections, embedded objects and keys", arguments: lossy.indices)
  func lost(_ number: Int) throws {
    let (expected, change) = Self.lossy[number]
    let found = try Self.found(change)
    #expect(found == ["information-kept \(expected) warning"])
  }

  @Test("where all links lead to one place, the finding says so")
  func ledTogether() throws {
    let report = try Self.report { _, new in if new["best"] != nil { new["best"] = new } }
    #expect(
      report.findings.map(\.message) == [
        "Person.best leads to the same place after the upgrade, wherever it led before."
      ])
  }

  @Test("a value of an embedded object is named with the property that holds the object")
  func innerProperty() throws {
    let report = try Self.report { _, new in
      (new["home"] as? RealmMigrationObject)?["zip"] = "0"
    }
    #expect(
      report.findings.map(\.message) == [
        "Different values of Address.zip in Person.home become equal."
      ])
  }

  @Test("values that come to another property") func crossed() throws {
    let found = try Self.found { old, new in
      new["first"] = old["last"]
      new["last"] = old["first"]
    }
    #expect(found == ["information-kept first valueTaken warning"])
    let report = try Self.report { old, new in
      new["first"] = old["last"]
      new["last"] = old["first"]
    }
    let finding = try #require(report.findings.first)
    #expect(
      finding.message == """
        Person.last has the value of Person.first after the upgrade, and no longer its own.
        """)
    #expect(finding.counterexample.objects == 1)
  }

  @Test("a step that overwrites the only value of embedded objects says so; a block is warned of")
  func overwritten() throws {
    let box = ObjectType("Box", ["item": .link(to: "Item"), "items": .list(of: "Item")])
    let item = ObjectType("Item", embedded: true, ["cents": .int])
    var stepped = History("Boxes") {
      Version(1) {
        box
        item
      }
      Version(2) {
        box
        item
      }
    }
    stepped.stages[1].steps = [
      MigrationStep(.enumerate(type: "Item", where: nil, set: [.init("cents", "7")], delete: false))
    ]
    #expect(try check(stepped, trials: 40).findings.isEmpty)
    let coded = History("Boxes") {
      Version(1) {
        box
        item
      }
      Version(2) {
        box
        item
      } migration: { migration in
        migration.enumerateObjects(ofType: "Item") { _, new in new?["cents"] = 7 }
      }
    }
    let findings = try check(coded, trials: 40).findings
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { $0.check == .informationKept && $0.severity == .warning })
  }

  // MARK: Silent

  private static let faithful: [Change] = [
    { _, _ in },
    { _, new in new["best"] = new["best"] },
    { old, new in new["code"] = "user-\(old["code"] ?? "")" },
    { old, new in new["tags"] = tags(old).sorted() },
    { old, new in
      new["tags"] = tags(old).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    },
    { old, new in new["tags"] = tags(old) + ["new"] },
    { old, new in
      new["first"] = "\(old["first"] ?? "") \(old["last"] ?? "")"
      new["last"] = ""
    },
  ]

  @Test("copies, other orders, prefixes and unions are silent", arguments: faithful.indices)
  func kept(_ number: Int) throws {
    let found = try Self.found(Self.faithful[number])
    #expect(found.isEmpty, "\(found)")
  }
}
