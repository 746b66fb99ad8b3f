import Testing

@testable import MigCheckVerifier

@Suite struct WilsonIntervalTests {
  @Test(
    "bounds are those of the published formula",
    arguments: [
      (10, 100, 1.959963984540054, 0.055229137060675094, 0.17436566150491348),
      (50, 1000, 6.109410191663286, 0.021792352430566552, 0.1105913335594712),
      (0, 50, 6.109410191663286, 0, 0.42742557883256005),
      (100, 100, 6.109410191663286, 0.728200094647826, 1),
    ])
  func boundsAreThoseOfThePublishedFormula(
    count: Int, trials: Int, deviations: Double, low: Double, high: Double
  ) {
    let interval = WilsonInterval(count, of: trials, deviations: deviations)
    #expect(abs(interval.low - low) < 1e-12)
    #expect(abs(interval.high - high) < 1e-12)
  }

  @Test("without trials anything is possible") func withoutTrialsAnythingIsPossible() {
    let interval = WilsonInterval(0, of: 0, deviations: 2)
    #expect(interval.low == 0 && interval.high == 1)
  }

  @Test("an interval holds the share and narrows with the trials")
  func anIntervalHoldsTheShareAndNarrowsWithTheTrials() {
    var width = 1.0
    for trials in [10, 100, 1000, 10_000] {
      let interval = WilsonInterval(trials / 5, of: trials, deviations: 3)
      #expect(interval.low < 0.2 && 0.2 < interval.high)
      #expect(interval.high - interval.low < width)
      width = interval.high - interval.low
    }
  }
}

@Suite struct RateTestTests {
  private let test = RateTest(required: 0.05)

  @Test("what never happens is insufficient after 710 trials, not before")
  func whatNeverHappensIsInsufficientAfter710TrialsNotBefore() {
    for trials in 0..<710 { #expect(test.decision(0, of: trials) == .undecided) }
    #expect(test.decision(0, of: 710) == .insufficient)
  }

  @Test("what always happens is sufficient soon") func whatAlwaysHappensIsSufficientSoon() {
    #expect(test.decision(1, of: 1) == .undecided)
    #expect(test.decision(2, of: 2) == .sufficient)
  }

  @Test("the required rate itself is sufficient in the end")
  func theRequiredRateItselfIsSufficientInTheEnd() {
    #expect(test.decision(50, of: 1000) == .undecided)
    #expect(test.decision(5_000, of: 100_000) == .sufficient)
    #expect(test.decision(4_000, of: 100_000) == .insufficient)
  }
}
