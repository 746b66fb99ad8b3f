/// How long a run took: what depends on the machine, and is in a report only if it is asked for.
public struct Timings: Sendable, Equatable {
  /// The trial that took longest.
  public struct Trial: Sendable, Equatable {
    /// Its number, as findings give it; `nil` for a case of the corpus.
    public var trial: Int?
    public var seconds: Double

    public init(trial: Int?, seconds: Double) {
      self.trial = trial
      self.seconds = seconds
    }
  }

  /// From the beginning of the run to its end, shrinking included.
  public var seconds: Double
  /// Trials of all kinds for each second in which trials ran; 0 if none did.
  public var trialsPerSecond: Double
  public var slowestTrial: Trial?

  public init(seconds: Double, trialsPerSecond: Double, slowestTrial: Trial?) {
    self.seconds = seconds
    self.trialsPerSecond = trialsPerSecond
    self.slowestTrial = slowestTrial
  }
}
