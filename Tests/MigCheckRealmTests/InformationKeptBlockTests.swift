import Foundation
import MigCheck
import MigCheckModel
import MigCheckRealm
import MigCheckVerifier
import Testing

/// Blocks in Swift, of which only the values that come out tell what they do.
@Suite struct InformationKeptBlockTests {
  private static let note = ObjectType(
    "Note", ["name": .string, "size": .int, "token": .string, "at": .date])

  private static func history(
    ignoring: [PropertyPath] = [],
    _ change: @escaping @Sendable (RealmMigrationObject, RealmMigrationObject) -> Void
  ) -> History {
    History("Blocks", ignoring: ignoring) {
      Version(1) { note }
      Version(2) {
        note
      } migration: { migration in
        migration.enumerateObjects(ofType: "Note") { old, new in
          if let old, let new { change(old, new) }
        }
      }
    }
  }

  private static func found(_ history: History) throws -> [String] {
    try check(history, trials: 40).findings.map {
      "\($0.check.rawValue) \($0.property?.text ?? "") \($0.severity.rawValue)"
    }
  }

  @Test("a block that only assigns is found: a constant, another property, a part")
  func assigned() throws {
    let changes: [@Sendable (RealmMigrationObject, RealmMigrationObject) -> Void] = [
      { _, new in new["name"] = "x" }, { old, new in new["name"] = old["token"] as? String },
      { old, new in new["name"] = String((old["name"] as? String ?? "").prefix(3)) },
    ]
    for change in changes {
      #expect(try Self.found(Self.history(change)) == ["information-kept name warning"])
    }
  }

  @Test("ignoring in Swift leaves out a property, or all of a type, and no more")
  func ignored() throws {
    let change: @Sendable (RealmMigrationObject, RealmMigrationObject) -> Void = { _, new in
      new["name"] = "x"
      new["size"] = 1
    }
    #expect(
      try Self.found(Self.history(change))
        == ["information-kept name warning", "information-kept size warning"])
    #expect(
      try Self.found(Self.history(ignoring: ["Note.name"], change))
        == ["information-kept size warning"])
    #expect(try Self.found(Self.history(ignoring: ["Note.name", "Note.size"], change)).isEmpty)
    #expect(
      try !Self.found(Self.history(ignoring: ["Note"], change)).contains {
        $0.hasPrefix("information-kept")
      })
  }

  @Test("a clock and an identifier hide no mistake, and are none where they are ignored")
  func chance() throws {
    let chance: @Sendable (RealmMigrationObject, RealmMigrationObject) -> Void = { _, new in
      new["token"] = UUID().uuidString
      new["at"] = Date()
    }
    let ignoring: [PropertyPath] = ["Note.token", "Note.at"]
    #expect(try Self.found(Self.history(ignoring: ignoring, chance)).isEmpty)
    let mistaken = try Self.found(
      Self.history(ignoring: ignoring) { old, new in
        chance(old, new)
        new["name"] = "x"
      })
    #expect(mistaken == ["information-kept name warning"])
    // Unless it is ignored, that it cannot be repeated is the only finding.
    #expect(try Self.found(Self.history(chance)) == ["deterministic token error"])
  }

  @Test("what keeps values apart in another form is silent: hashes, and a text with a salt")
  func encoded() throws {
    #expect(
      try Self.found(
        Self.history { old, new in
          let text = old["name"] as? String ?? ""
          let hash = text.utf8.reduce(into: UInt64(0xCBF2_9CE4_8422_2325)) {
            $0 = ($0 ^ UInt64($1)) &* 0x100_0000_01B3
          }
          new["name"] = String(hash, radix: 16)
        }
      ).isEmpty)
    #expect(
      try Self.found(
        Self.history(ignoring: ["Note.name"]) { old, new in
          let nonce = UInt8.random(in: 0...255)
          new["name"] =
            "\(nonce):"
            + (old["name"] as? String ?? "").utf8.map { "\($0 ^ nonce)" }
            .joined(separator: ",")
        }
      ).isEmpty)
  }
}
