import Testing

@testable import MigCheckVerifier

@Suite struct InvalidStartsTests {
  private func starts(_ invalid: Int, of trials: Int) -> InvalidStarts {
    var starts = InvalidStarts()
    for position in (0..<trials).reversed() {
      starts.add(position: position, reason: position < invalid ? "Number \(position)." : nil)
    }
    return starts
  }

  @Test("the first reason is that of the lowest position")
  func theFirstReasonIsThatOfTheLowestPosition() {
    #expect(
      starts(9, of: 40).warning(version: 3)?.message == """
        9 of 40 random graphs of version 3 made no store, so they tested nothing. The first one: \
        Number 0.
        """)
  }

  @Test(
    "a share counts once it is surely above a tenth",
    arguments: [
      (0, 0, false), (0, 100, false), (1, 1, true), (1, 5, false), (2, 5, true), (7, 40, false),
      (8, 40, true), (118, 1000, false), (119, 1000, true),
    ])
  func aShareCountsOnceItIsSurelyAboveATenth(invalid: Int, trials: Int, isDue: Bool) {
    #expect((starts(invalid, of: trials).warning(version: 1) != nil) == isDue)
  }

  @Test("Wilson's lower bound") func wilsonsLowerBound() {
    #expect(abs(InvalidStarts.wilsonLowerBound(5, of: 10) - 0.2366) < 0.0001)
    #expect(InvalidStarts.wilsonLowerBound(0, of: 0) == 0)
    #expect(abs(InvalidStarts.wilsonLowerBound(0, of: 50)) < 1e-12)
  }
}
