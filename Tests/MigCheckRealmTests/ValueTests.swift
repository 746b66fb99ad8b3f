import Foundation
import MigCheck
import MigCheckModel
import MigCheckRealm
import MigCheckReports
import MigCheckVerifier
import Testing

/// What crosses the border between stores and an app's code comes back as it was.
@Suite struct ValueTests {
  private static let content: [MigCheckModel.Property] = [
    .init("bool", .bool), .init("int", .int), .init("float", .float), .init("double", .double),
    .init("decimal", .decimal128), .init("text", .string), .init("bytes", .data),
    .init("at", .date), .init("id", .uuid), .init("oid", .objectId),
    .init("any", .mixed, optional: true), .init("maybe", .int, optional: true),
    .init("when", .date, optional: true), .init("dates", .date, collection: .list),
    .init("texts", .string, collection: .list, optional: true),
    .init("words", .string, collection: .set),
    .init("prices", .decimal128, collection: .dictionary),
    .init("moments", .date, collection: .dictionary, optional: true),
  ]
  private static let names = content.map(\.name.text)

  private static func properties(_ suffix: String) -> [MigCheckModel.Property] {
    content.map { property in
      var property = property
      property.name = Name(property.name.text + suffix)
      return property
    }
  }

  /// Equal to the bit, but for the sign of a zero, which Realm does not keep.
  private static func isSame(_ first: MigCheckModel.Value?, _ second: MigCheckModel.Value?) -> Bool
  {
    switch (first, second) {
    case (.float(let first), .float(let second)):
      first == second || first.bitPattern == second.bitPattern
    case (.double(let first), .double(let second)):
      first == second || first.bitPattern == second.bitPattern
    case (.decimal128(let first), .decimal128(let second)):
      first == second || first.isZero && second.isZero && first.exponent == second.exponent
    case (.dictionary(let first), .dictionary(let second)):
      first.count == second.count
        && zip(first, second).allSatisfy {
          isSame($0.value, $1.value) && $0.key.utf8.elementsEqual($1.key.utf8)
        }
    default: first == second
    }
  }

  @Test("values that are read and written, and objects that are copied, stay as they are")
  func valuesStayAsTheyAre() throws {
    let copied = HistoryInvariant("copied", type: "A", since: 1) { old, new in
      Self.names.allSatisfy { Self.isSame(old.value(of: $0), new.value(of: $0 + "2")) }
    }
    let names = Self.names
    let block: MigrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "A") { old, new in
        for name in names { new![name + "2"] = old![name] }
        new!["copy"] = migration.create("B", value: old!)
      }
    }
    let history = History("Values", migrationBlock: block) {
      Version(1) { ObjectType("A", Self.properties("")) }
      Version(2, invariants: [copied]) {
        ObjectType(
          "A",
          Self.properties("") + Self.properties("2")
            + [MigCheckModel.Property("copy", .object, objectType: "B", optional: true)])
        ObjectType("B", Self.properties(""))
      }
    }
    let report = try check(history, trials: 60)
    #expect(summary(report) == [], "\(TextReport().text(report))")
  }
}
