import Testing

@testable import MigCheckVerifier

@Suite struct FaultMessageTests {
  private func message(_ fault: Fault) -> String {
    fault.message(hop: Hop(from: 1, to: 2), path: [1, 2], otherPath: nil)
  }

  @Test("a migration that differs each time is told how to fix it")
  func aMigrationThatDiffersEachTimeIsToldHowToMendIt() {
    #expect(
      message(Fault(.notRepeatable, type: "Note", property: "token")) == """
        The same upgrade of the same store gives another result for Note.token each time. A migration \
        must not read the clock or draw random numbers or identifiers, as Date(), UUID() and random() \
        do. If that is meant, name Note.token in the history's ignoring.
        """)
  }

  @Test("what no property stands for cannot be ignored")
  func whatNoPropertyStandsForCannotBeIgnored() {
    for (fault, place) in [
      (Fault(.notRepeatable), "the store"), (Fault(.notRepeatable, type: "Note"), "Note"),
    ] {
      #expect(
        message(fault) == """
          The same upgrade of the same store gives another result for \(place) each time. A migration \
          must not read the clock or draw random numbers or identifiers, as Date(), UUID() and \
          random() do.
          """)
    }
  }
}
