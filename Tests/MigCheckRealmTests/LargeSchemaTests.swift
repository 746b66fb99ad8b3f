import MigCheck
import MigCheckEngines
import MigCheckVerifier
import Testing

/// Schemas of many types, whose graphs made for hazards share their stores.
@Suite struct LargeSchemaTests {
  private func history(_ change: (Int) -> ObjectType) -> History {
    History("Large") {
      Version(1) {
        for number in 1...24 { ObjectType("T\(number)", ["a": .int, "b": .string, "c": .int?]) }
      }
      Version(2) { for number in 1...24 { change(number) } }
    }
  }

  private func plain(_ number: Int) -> ObjectType {
    ObjectType("T\(number)", ["a": .int, "b": .string, "c": .int?, "d": .string?])
  }

  @Test("graphs made for hazards are few, and each hazard is met")
  func few() throws {
    let report = try check(history(plain), trials: 5)
    #expect(report.verdict == .passed)
    #expect(report.witnesses.run == report.witnesses.planned)
    #expect(report.witnesses.run < 60, "\(report.witnesses.run)")
    #expect(report.coverage.hazards.count >= 48)
    #expect(report.coverage.hazards.allSatisfy { $0.ran > 0 })
  }

  @Test("a refused upgrade hides nothing that another type has to show")
  func nothingIsHidden() throws {
    let report = try check(
      history { number in
        switch number {
        case 7: ObjectType("T7", ["a": .int, "b": .string, "c": .int])
        case 9: ObjectType("T9", primaryKey: "a", ["a": .int, "b": .string, "c": .int?])
        case 11: ObjectType("T11", ["a": .int, "c": .int?])
        default: plain(number)
        }
      }, trials: 0)
    #expect(
      summary(report).sorted() == [
        "data-preserved 1 → 2 T11.b", "data-preserved 1 → 2 T7.c", "upgrade-succeeds 1 → 2 T9.a",
      ])
    let sizes = report.findings.map(\.counterexample.graph.objectCount)
    #expect(sizes.sorted() == [1, 1, 2])
  }
}
