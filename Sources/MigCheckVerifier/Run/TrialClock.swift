/// Measures the trials of a run, by the time of a processor: a machine that is busy with other things
/// makes no trial slow.
struct TrialClock {
  /// A trial is slow if it takes longer than this, in seconds, …
  static let slowSeconds = 1.0
  /// … and longer than so many times the median of all trials, …
  static let slowRatio = 20.0
  /// … and for each of its objects longer than so many times the median of that. A few trials are
  /// thousands of objects large on purpose, and may take their time.
  static let slowObjectRatio = 4.0
  /// So for each of its upgrades: some trials go more ways than others.
  static let slowUpgradeRatio = 4.0

  private struct Measured {
    var position: Int
    var number: Int?
    var seconds: Double
    var objects: Int
    var upgrades: Int
    var isFirst: Bool

    /// Of a graph without objects: for all of it.
    var secondsPerObject: Double { seconds / Double(max(1, objects)) }
    var secondsPerUpgrade: Double { seconds / Double(max(1, upgrades)) }
  }

  private var trials: [Measured] = []

  /// - Parameter isFirst: whether no trial ran before it on its thread. Such a one is never called slow:
  ///   it waits for what is worked out once for all, such as what each statement of a migration does.
  mutating func add(
    position: Int, number: Int?, seconds: Double, objects: Int, upgrades: Int, isFirst: Bool = false
  ) {
    trials.append(
      Measured(
        position: position, number: number, seconds: seconds, objects: objects, upgrades: upgrades,
        isFirst: isFirst))
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

  /// The warning `slow-trial`, if one is due: the slowest trial takes long for each of its objects,
  /// so that it is not their number alone.
  var warning: HealthWarning? {
    let median = median(of: trials.map(\.seconds))
    let medianPerObject = self.median(of: trials.map(\.secondsPerObject))
    let medianPerUpgrade = self.median(of: trials.map(\.secondsPerUpgrade))
    func isSlow(_ trial: Measured) -> Bool {
      !trial.isFirst && trial.seconds > Self.slowSeconds && trial.seconds > Self.slowRatio * median
        && trial.secondsPerObject > Self.slowObjectRatio * medianPerObject
        && trial.secondsPerUpgrade > Self.slowUpgradeRatio * medianPerUpgrade
    }
    let slow = trials.filter(isSlow)
    guard let slowest = slow.min(by: { ($1.seconds, $0.position) < ($0.seconds, $1.position) })
    else { return nil }
    let name = slowest.number.map { "Trial \($0)" } ?? "A case of the corpus"
    let more =
      switch slow.count - 1 {
      case 0: ""
      case 1: " 1 more trial is slow."
      case let others: " \(others) more trials are slow."
      }
    func milliseconds(_ seconds: Double) -> String { "\(SecondsText.text(seconds * 1000)) ms" }
    return HealthWarning(
      .slowTrial,
      "\(name) took \(SecondsText.text(slowest.seconds)) s of processor time with \(slowest.objects) objects, "
        + "\(milliseconds(slowest.secondsPerObject)) for each; the median trial takes "
        + "\(SecondsText.text(median)) s, \(milliseconds(medianPerObject)) for each." + more,
      remedy: "Look in the migration for what is done for each object and takes longer the more "
        + "objects or the longer values there are.")
  }

  private func median(of numbers: [Double]) -> Double {
    numbers.isEmpty ? 0 : numbers.sorted()[numbers.count / 2]
  }
}
