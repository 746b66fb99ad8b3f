import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct FindingSelectionTests {
  private func signature(_ from: UInt64, _ to: UInt64, property: String = "p") -> Signature {
    Signature(
      Fault(.valueChanged, type: "T", property: property), hop: Hop(from: from, to: to))
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

  @Test func namesOfSignaturesAreComparedByTheirBytes() {
    #expect(signature(1, 2, property: "\u{E9}") != signature(1, 2, property: "e\u{301}"))
    #expect(signature(1, 2, property: "e\u{301}") < signature(1, 2, property: "\u{E9}"))
    #expect(signature(1, 3, property: "a") < signature(2, 3, property: "a"))
  }
}
