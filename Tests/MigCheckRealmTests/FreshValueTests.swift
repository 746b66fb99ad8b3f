import MigCheck
import MigCheckEngines
import MigCheckModel
import MigCheckVerifier
import Testing

/// Values that code of an app makes: identifiers of new objects, and what a property may hold.
@Suite struct FreshValueTests {
  @Test(
    "an identifier that a block leaves out is a new one for each object",
    arguments: [PropertyType.uuid, .objectId])
  func identifiers(type: PropertyType) throws {
    let history = History("Tags") {
      Version(1) { ObjectType("Note", ["tag": .string]) }
      Version(2) {
        ObjectType("Note", ["tag": .string, "link": .link(to: "Tag")])
        ObjectType("Tag", primaryKey: "id", [Property("id", type), Property("name", .string)])
      } migration: { migration in
        migration.enumerateObjects(ofType: "Note") { old, new in
          new?["link"] = migration.create("Tag", value: ["name": old?["tag"]])
        }
      }
    }
    let report = try check(history)
    #expect(summary(report) == [])
    #expect(report.verdict == .passed)
  }

  @Test("a declared default is no new identifier, and collides")
  func declaredDefault() throws {
    let history = History("Tags") {
      Version(1) { ObjectType("Note", ["tag": .string]) }
      Version(2) {
        ObjectType("Note", ["tag": .string])
        ObjectType(
          "Tag", primaryKey: "id",
          [Property("id", .uuid, default: .uuid(UUIDBytes(high: 1, low: 2)))])
      } migration: { migration in
        migration.enumerateObjects(ofType: "Note") { _, _ in migration.create("Tag", value: [:]) }
      }
    }
    #expect(summary(try check(history)) == ["upgrade-succeeds 1 → 2 Tag.id"])
  }

  @Test("a property holds what its generator makes, and an upgrade may write something else")
  func generator() throws {
    func history(_ assumed: Bool) -> History {
      History("Phones") {
        let first = Version(1) { ObjectType("Person", ["phone": .string, "born": .int]) }
        assumed
          ? first.assuming(
            .generate("Person.phone") { "+44 \($0)" }, .generate("Person.born") { 1900 + $0 / 2 })
          : first
        Version(2) {
          ObjectType("Person", ["phone": .string, "born": .int])
        } migration: { migration in
          migration.enumerateObjects(ofType: "Person") { old, new in
            let phone = old?["phone"] as? String ?? ""
            guard phone.hasPrefix("+44 "), let born = old?["born"] as? Int, born < 2100 else {
              fatalError("no phone")
            }
            new?["phone"] = "0" + phone.dropFirst(4)
          }
        }.assuming(.generate("Person.phone") { "0\($0 * 1000)" })
      }
    }
    let report = try check(history(true))
    #expect(summary(report) == [])
    #expect(
      report.coverage.assumptions?.contains {
        $0.hasPrefix("Person.phone is made by code, such as \"+44 0\" (version 1")
      } == true)
    #expect(summary(try check(history(false))) == ["upgrade-succeeds 1 → 2"])
  }
}
