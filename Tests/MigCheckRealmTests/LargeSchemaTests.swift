import MigCheck
import MigCheckHistory
import MigCheckVerifier
import TestMaterial
import Testing

/// Schemas of many types, whose graphs made for hazards share their stores.
@Suite struct LargeSchemaTests {
  private func history(_ change: (Int) -> ObjectType) -> History {
    History("Large") {
      Version(1) {
        for number in 1...24 {
          ObjectType("T\(number)", ["a": .int, "b": .string, "c": .int.optional])
        }
      }
      Version(2) { for number in 1...24 { change(number) } }
    }
  }

  private func plain(_ number: Int) -> ObjectType {
    ObjectType("T\(number)", ["a": .int, "b": .string, "c": .int.optional, "d": .string.optional])
  }

  @Test("graphs made for hazards are few, and each hazard is met")
  func few() throws {
    let report = try check(history(plain), trials: 5)
    #expect(report.verdict == .passed)
    #expect(report.witnesses.run == report.witnesses.planned)
    #expect(report.witnesses.run < 150, "\(report.witnesses.run)")
    #expect(report.coverage.hazards.count >= 48)
    #expect(report.coverage.hazards.allSatisfy { $0.ran > 0 })
  }

  @Test("three types share stores already, where there are many graphs")
  func threeTypes() throws {
    let history = History("Three") {
      Version(1) {
        for name in ["A", "B", "C"] { ObjectType(name, ["a": .string, "b": .int]) }
      }
      Version(2) {
        for name in ["A", "B", "C"] {
          ObjectType(name, primaryKey: "a", ["a": .string, "b": .int])
        }
      }
    }
    let report = try check(history, trials: 0)
    #expect(
      report.findings.map { "\($0.check.rawValue) \($0.type?.text ?? "")" }.sorted()
        == ["upgrade-succeeds A", "upgrade-succeeds B", "upgrade-succeeds C"])
    #expect(report.findings.allSatisfy { $0.counterexample.graph.objectCount == 2 })
    let hazards = report.coverage.hazards
    #expect(hazards.allSatisfy { $0.ran > 0 })
    #expect(report.witnesses.run * 2 < hazards.reduce(0) { $0 + $1.ran })
  }

  @Test("a refused upgrade hides nothing that another type has to show", .enabled(if: Sweep.isFull))
  func nothingIsHidden() throws {
    let report = try check(
      history { number in
        switch number {
        case 7: return ObjectType("T7", ["a": .int, "b": .string, "c": .int])
        case 9:
          return ObjectType("T9", primaryKey: "a", ["a": .int, "b": .string, "c": .int.optional])
        case 11: return ObjectType("T11", ["a": .int, "e": .string, "c": .int.optional])
        default: return plain(number)
        }
      }, trials: 0)
    let found: [String] = report.findings.map { finding in
      "\(finding.check.rawValue) \(finding.type?.text ?? "")"
    }
    #expect(
      found.sorted() == ["data-preserved T11", "data-preserved T7", "upgrade-succeeds T9"])
    let sizes: [Int] = report.findings.map { $0.counterexample.graph.objectCount }
    #expect(sizes.sorted() == [1, 1, 2])
  }
}
