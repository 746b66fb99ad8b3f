import Testing

@testable import MigCheckVerifier

@Suite struct TrialClockTests {
  private func clock(
    _ seconds: [Double], numbers: [Int?]? = nil, objects: [Int]? = nil,
    upgrades: [Int]? = nil, firstTrials: Int = 0
  ) -> TrialClock {
    var clock = TrialClock()
    for (position, seconds) in seconds.enumerated() {
      clock.add(
        position: position, number: numbers.map { $0[position] } ?? position, seconds: seconds,
        objects: objects?[position] ?? 10, upgrades: upgrades?[position] ?? 10,
        isFirst: position < firstTrials)
    }
    return clock
  }

  @Test("a slow trial is named beside the median") func aSlowTrialIsNamedBesideTheMedian() throws {
    let warning = try #require(clock([0.01, 0.02, 3.25, 0.02, 0.015]).warning)
    #expect(warning.name == .slowTrial)
    #expect(
      warning.message == """
        Trial 2 took 3.250 s of processor time with 10 objects, 325.000 ms for each; the median trial takes 0.020 s, \
        2.000 ms for each.
        """)
    #expect(
      warning.remedy == """
        Look in the migration for what is done for each object and takes longer the more objects or \
        the longer values there are.
        """)
  }

  @Test("further slow trials are counted") func furtherSlowTrialsAreCounted() {
    #expect(
      clock([0.01, 2, 0.01, 0.01, 3], numbers: [0, 1, 2, 3, nil]).warning?.message == """
        A case of the corpus took 3.000 s of processor time with 10 objects, 300.000 ms for each; the median trial takes \
        0.010 s, 1.000 ms for each. 1 more trial is slow.
        """)
    #expect(
      clock([2, 0.01, 0.01, 2, 0.01, 2, 0.01]).warning?.message.hasSuffix(
        "the median trial takes 0.010 s, 1.000 ms for each. 2 more trials are slow.") == true)
  }

  @Test("a trial that is large and nothing else is not slow")
  func aTrialThatIsLargeAndNothingElseIsNotSlow() {
    let seconds = [0.01, 0.01, 9, 0.01, 0.01]
    #expect(clock(seconds, objects: [10, 10, 9000, 10, 10]).warning == nil)
    #expect(clock(seconds, objects: [10, 10, 900, 10, 10]).warning != nil)
  }

  @Test("a trial that goes more ways than others is not slow") func manyUpgrades() {
    let seconds = [0.01, 0.01, 3, 0.01, 0.01]
    #expect(clock(seconds, upgrades: [1, 1, 120, 1, 1]).warning == nil)
    #expect(clock(seconds, upgrades: [1, 1, 20, 1, 1]).warning != nil)
  }

  @Test("what the first trials work out for all others does not make them slow")
  func whatTheFirstTrialsWorkOut() {
    let seconds = [4, 4, 0.01, 0.01, 3, 0.01, 0.01, 0.01, 0.01]
    let message = clock(seconds, firstTrials: 2).warning?.message
    #expect(message?.hasPrefix("Trial 4 took 3.000 s") == true)
    #expect(message?.contains("more trial") == false)
    #expect(clock([4, 4, 0.01, 0.01, 0.01, 0.01, 0.01], firstTrials: 2).warning == nil)
  }

  @Test(
    "what ends soon, or is as slow as all others, is not slow",
    arguments: [[], [0.5], [0.001, 0.001, 1.0], [2, 2, 3], [0.2, 0.2, 3.9]])
  func whatEndsSoonOrIsAsSlowAsAllOthersIsNotSlow(seconds: [Double]) {
    #expect(clock(seconds).warning == nil)
  }

  @Test("timings name the slowest trial, of equal ones the first")
  func timingsNameTheSlowestTrialOfEqualOnesTheFirst() {
    var clock = TrialClock()
    clock.add(position: 2, number: 12, seconds: 0.5, objects: 10, upgrades: 1)
    clock.add(position: 1, number: 11, seconds: 0.5, objects: 10, upgrades: 1)
    clock.add(position: 0, number: 10, seconds: 0.25, objects: 10, upgrades: 1)
    #expect(
      clock.timings(trialSeconds: 1.5, seconds: 4)
        == Timings(
          seconds: 4, trialsPerSecond: 2, slowestTrial: .init(trial: 11, seconds: 0.5)))
  }

  @Test(
    "numbers have three digits after the point",
    arguments: [
      (0, "0.000"), (0.0004, "0.000"), (0.0005, "0.001"), (12.3456, "12.346"), (0.07, "0.070"),
      (-1, "0.000"),
    ])
  func numbersHaveThreeDigitsAfterThePoint(number: Double, text: String) {
    #expect(SecondsText.text(number) == text)
  }
}
