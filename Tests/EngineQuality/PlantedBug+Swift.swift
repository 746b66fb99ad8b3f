import Foundation
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine

// Mistakes in migration blocks, of which nothing can be read beforehand.

extension PlantedBug {
  static let inSwift: [PlantedBug] = [
    key("key-normalised", objects: 2) { $0.precomposedStringWithCanonicalMapping },
    key("key-lowercased", objects: 2) { $0.lowercased() },
    key("key-first-eight-characters", objects: 2) { String($0.prefix(8)) },
    key("key-without-punctuation", objects: 2) { $0.filter { !$0.isPunctuation } },
    key("key-trimmed-in-swift", objects: 2) { $0.trimmingCharacters(in: .whitespacesAndNewlines) },
    key("key-read-as-a-number", objects: 2) { String(Int($0) ?? 0) },
    split,
    wrongCast,
  ]

  /// A primary key whose values are made anew.
  private static func key(
    _ name: String, objects: Int, _ bad: @escaping @Sendable (String) -> String
  ) -> PlantedBug {
    @Sendable func history(_ convert: @escaping @Sendable (String) -> String) -> History {
      History(name) {
        Version(1) { ObjectType("Page", primaryKey: "slug", ["slug": .string]) }
        Version(2) {
          ObjectType("Page", primaryKey: "key", ["key": .string])
        } migration: { migration in
          migration.enumerateObjects(ofType: "Page") { old, new in
            new?["key"] = convert(old?["slug"] as? String ?? "")
          }
        }
      }
    }
    return PlantedBug(
      name: name, checks: ["upgrade-succeeds"], objects: objects, buggy: history(bad),
      fixed: history { $0 + "#" })
  }

  /// A text that becomes an object of its own, but not if it is short.
  private static let split: PlantedBug = {
    @Sendable func history(_ isWorthIt: @escaping @Sendable (String) -> Bool) -> History {
      History("type-split-loses-rows") {
        Version(1) {
          ObjectType("Person", ["name": .string, "phone": .string])
        }
        Version(2) {
          ObjectType("Person", ["name": .string, "phone": .link(to: "Phone")])
          ObjectType("Phone", ["number": .string])
        } migration: { migration in
          migration.enumerateObjects(ofType: "Person") { old, new in
            let number = old?["phone"] as? String ?? ""
            if isWorthIt(number) {
              new?["phone"] = migration.create("Phone", value: ["number": number])
            }
          }
        }
      }
    }
    return PlantedBug(
      name: "type-split-loses-rows", checks: ["data-preserved"], objects: 1,
      buggy: history { $0.count > 3 }, fixed: history { !$0.isEmpty })
  }()

  /// An optional that nobody expected to be null.
  private static let wrongCast: PlantedBug = {
    @Sendable func history(_ fallback: Int?) -> History {
      History("null-in-swift") {
        Version(1) { ObjectType("Person", ["age": .int.optional]) }
        Version(2) {
          ObjectType("Person", ["age": .int])
        } migration: { migration in
          migration.enumerateObjects(ofType: "Person") { old, new in
            new?["age"] = old?["age"] as? Int ?? fallback
          }
        }
      }
    }
    return PlantedBug(
      name: "null-in-swift", checks: ["upgrade-succeeds"], objects: 1, buggy: history(nil),
      fixed: history(0))
  }()
}
