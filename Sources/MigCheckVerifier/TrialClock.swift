/// Measures the trials of a run.
struct TrialClock {
  /// A trial is slow if it takes longer than this, in seconds, …
  static let slowSeconds = 1.0
  /// … and longer than so many times the median of all trials. A few trials are hundreds of objects
  /// large on purpose; those are no trouble as long as they end within the second.
  static let slowRatio = 20.0

  private struct Measured {
    var position: Int
    var number: Int?
    var seconds: Double
  }

  private var trials: [Measured] = []

  mutating func add(position: Int, number: Int?, seconds: Double) {
    trials.append(Measured(position: position, number: number, seconds: seconds))
  }

  /// The trial that took longest, of equal ones the first.
  private var slowest: Measured? {
    trials.min { ($1.seconds, $0.position) < ($0.seconds, $1.position) }
  }

  /// - Parameters:
  ///   - trialSeconds: how long the trials took together, all threads at a time.
  ///   - seconds: how long the run took.
  func timings(trialSeconds: Double, seconds: Double) -> Timings {
    Timings(
      seconds: seconds,
      trialsPerSecond: trialSeconds > 0 ? Double(trials.count) / trialSeconds : 0,
      slowestTrial: slowest.map { Timings.Trial(trial: $0.number, seconds: $0.seconds) })
  }

  /// The warning `slow-trial`, if one is due.
  var warning: HealthWarning? {
    guard let slowest else { return nil }
    let median = trials.map(\.seconds).sorted()[trials.count / 2]
    func isSlow(_ trial: Measured) -> Bool {
      trial.seconds > Self.slowSeconds && trial.seconds > Self.slowRatio * median
    }
    guard isSlow(slowest) else { return nil }
    let name = slowest.number.map { "Trial \($0)" } ?? "A case of the corpus"
    let others = trials.filter(isSlow).count - 1
    let more =
      switch others {
      case 0: ""
      case 1: " 1 more trial is slow."
      default: " \(others) more trials are slow."
      }
    return HealthWarning(
      .slowTrial,
      "\(name) took \(SecondsText.text(slowest.seconds)) s; the median trial takes \(SecondsText.text(median)) s."
        + more,
      remedy:
        "A migration that looks through all objects for each object is slow in a large store: "
        + "let it make a dictionary first. If the trial is large and nothing else, ask for fewer "
        + "trials.")
  }
}
