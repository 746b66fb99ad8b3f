import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct FindingSelectionTests {
  private func signature(_ from: UInt64, _ to: UInt64, property: Name = "p") -> Signature {
    Signature(
      DataPreserved.Violation.valueChanged("T", property), hop: Hop(from: from, to: to))
  }

  @Test func hopsThatContainAnAlikeHopAreOnlyCounted() {
    let chosen = FindingSelection.minimal([
      signature(1, 3), signature(2, 3), signature(2, 4), signature(4, 5), signature(1, 5),
      signature(1, 5, property: "q"),
    ])
    #expect(chosen.map(\.position) == [1, 3, 5])
    #expect(
      chosen[0].alsoAt == [Hop(from: 1, to: 3), Hop(from: 1, to: 5), Hop(from: 2, to: 4)])
    #expect(chosen[1].alsoAt == [Hop(from: 1, to: 5)])
    #expect(chosen[2].alsoAt == [])
  }

  private func finding(
    _ kind: GraphDifference.Kind, _ type: Name, _ property: Name? = nil
  ) -> Finding {
    let schema = Schema([
      ObjectType(
        "P", [Property("e", .object, objectType: "E", optional: true), Property("n", .int)]),
      ObjectType("E", [Property("x", .int)]),
    ])
    return Finding(
      Failure(
        PathsAgree.Violation.differ(EndDifference(kind, type: type, property: property)),
        at: FailureSite(
          hop: Hop(from: 1, to: 3), path: [1, 3], otherPath: [1, 2, 3], store: .memory)),
      trial: 1,
      counterexample: Counterexample(
        version: 1, graph: ObjectGraph(schema: schema), originalObjects: 0))
  }

  @Test func linksToObjectsThatOnlyOnePathHasAreNoFindingsOfTheirOwn() {
    let findings = [
      finding(.objectMissing, "E"), finding(.objectAdded, "E"), finding(.linkDiffers, "P", "e"),
      finding(.valueDiffers, "E", "x"), finding(.valueDiffers, "P", "n"),
    ]
    #expect(
      FindingSelection.withoutConsequences(findings).map {
        "\(findings[$0].code!) \(findings[$0].type!)"
      }
        == ["objectMissing E", "valueDiffers E", "valueDiffers P"])
    #expect(FindingSelection.withoutConsequences([findings[2]]).count == 1)
    var elsewhere = findings[2]
    elsewhere.failure.site.path = [1, 4]
    #expect(FindingSelection.withoutConsequences([findings[0], elsewhere]).count == 2)
  }

  @Test("hops that overlap are one finding where they pass the same statement")
  func statements() {
    func finding(
      _ path: [UInt64], line: Int?, property: Name = "p", severity: Finding.Severity? = nil
    ) -> Finding {
      Finding(
        Failure(
          DataPreserved.Violation.valueChanged("T", property),
          at: FailureSite(hop: Hop(from: path[0], to: path.last!), path: path, store: .memory)),
        severity: severity, source: line.map { SourcePlace(file: "2.sql", path: "DROP", line: $0) },
        trial: 1,
        counterexample: Counterexample(
          version: path[0], graph: ObjectGraph(schema: Schema([])), originalObjects: 0))
    }
    var chosen = [
      finding([18, 35], line: 3), finding([19, 36], line: 3), finding([17, 20, 34], line: 3),
      finding([20, 37], line: 4), finding([19, 36], line: 3, property: "q"),
      finding([18, 36], line: 3, severity: .warning), finding([16, 30], line: nil),
      finding([17, 31], line: nil),
    ]
    chosen[1].alsoAt = [Hop(from: 19, to: 38)]
    let kept = FindingSelection.ofDistinctStatements(chosen)
    #expect(kept.map(\.position) == [0, 3, 4, 5, 6, 7])
    #expect(
      kept[0].alsoAt == [
        Hop(from: 19, to: 36), Hop(from: 19, to: 38), Hop(from: 17, to: 34),
      ])
    #expect(kept.dropFirst().allSatisfy { $0.alsoAt.isEmpty })
  }

  @Test func namesOfSignaturesAreComparedByTheirBytes() {
    #expect(signature(1, 2, property: "\u{E9}") != signature(1, 2, property: "e\u{301}"))
    #expect(signature(1, 2, property: "e\u{301}") < signature(1, 2, property: "\u{E9}"))
    #expect(signature(1, 3, property: "a") < signature(2, 3, property: "a"))
  }
}
