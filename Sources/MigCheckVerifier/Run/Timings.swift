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

  /// What a run does.
  package enum Phase: String, Sendable, CaseIterable {
    /// Looking for hazards, and making graphs.
    case plan
    // Of trials.
    case make, upgrade, reopen, read, check
    /// Other graphs that are upgraded in the same way.
    case followUps
    /// Graphs that differ in one value.
    case neighbours
    case interruptions
    case shrinking
    /// Mistakes that the run makes on purpose.
    case faults
  }

  /// How long processors were busy with a phase.
  package struct PhaseSeconds: Sendable, Equatable {
    package var phase: Phase
    package var seconds: Double

    package init(phase: Phase, seconds: Double) {
      self.phase = phase
      self.seconds = seconds
    }
  }

  /// From the beginning of the run to its end, shrinking included.
  package var seconds: Double
  /// Trials of all kinds for each second in which trials ran; 0 if none did.
  package var trialsPerSecond: Double
  package var slowestTrial: Trial?
  /// The phases that took any time of a processor, all threads together.
  package var phases: [PhaseSeconds] = []

  package init(seconds: Double, trialsPerSecond: Double, slowestTrial: Trial?) {
    self.seconds = seconds
    self.trialsPerSecond = trialsPerSecond
    self.slowestTrial = slowestTrial
  }
}
