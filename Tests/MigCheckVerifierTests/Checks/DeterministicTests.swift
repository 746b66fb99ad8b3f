import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct DeterministicTests {
  private func message(_ type: Name? = nil, _ property: Name? = nil) -> String {
    let place = type.map { SnapshotDifference(type: $0, property: property) }
    return Deterministic.Violation(at: place).sentence(
      at: FailureSite(hop: Hop(from: 1, to: 2), path: [1, 2], store: .memory))
  }

  @Test("a migration that differs each time is told how to fix it")
  func aMigrationThatDiffersEachTimeIsToldHowToMendIt() {
    #expect(
      message("Note", "token") == """
        The same upgrade of the same store gives another result for Note.token each time. A migration \
        must not read the clock or draw random numbers or identifiers, as Date(), UUID() and random() \
        do. If that is meant, name Note.token in ignoring.
        """)
  }

  @Test("what no property stands for cannot be ignored")
  func whatNoPropertyStandsForCannotBeIgnored() {
    for (type, place) in [(nil, "the store"), ("Note", "Note")] {
      #expect(
        message(type.map { Name($0) }) == """
          The same upgrade of the same store gives another result for \(place) each time. A migration \
          must not read the clock or draw random numbers or identifiers, as Date(), UUID() and \
          random() do.
          """)
    }
  }
}
