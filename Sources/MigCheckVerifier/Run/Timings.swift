/// How long a run took: what depends on the machine, and is in a report only if it is asked for.
package struct Timings: Sendable, Equatable {
  /// The trial that took longest.
  package struct Trial: Sendable, Equatable {
    /// Its number, as findings give it; `nil` for a case of the corpus.
    package var trial: Int?
    package var seconds: Double

    package init(trial: Int?, seconds: Double) {
      self.trial = trial
      self.seconds = seconds
    }
  }

  /// From the beginning of the run to its end, shrinking included.
  package var seconds: Double
  /// Trials of all kinds for each second in which trials ran; 0 if none did.
  package var trialsPerSecond: Double
  package var slowestTrial: Trial?

  package init(seconds: Double, trialsPerSecond: Double, slowestTrial: Trial?) {
    self.seconds = seconds
    self.trialsPerSecond = trialsPerSecond
    self.slowestTrial = slowestTrial
  }
}
