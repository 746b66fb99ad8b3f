import MigCheck
import MigCheckHistory
import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

/// Values of a property that code of an app makes.
@Suite struct GeneratedValueTests {
  @Test(
    "a property holds what its generator makes, and an upgrade may write something else",
    .enabled(if: Sweep.isFull))
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
    #expect(summary(try check(history(false))).contains { $0.hasPrefix("upgrade-succeeds 1 → 2") })
  }
}
