/// What a run tried.
public struct RunEffort: Sendable, Equatable, Codable {
  /// Cases of the corpus.
  public var replays: Report.Count
  /// Graphs made to provoke hazards.
  public var witnesses: Report.Count
  /// Random graphs.
  public var trials: Report.Count
  /// How many hops ran in trials, each store counted; repetitions for other ends are not.
  public var upgrades: Int
  /// Start versions that were searched for hazards.
  package var hazardSearch = Report.Count()
  /// Upgrades that were searched for defects of the engine.
  package var defectSearch = Report.Count()

  package init(
    replays: Report.Count = Report.Count(), witnesses: Report.Count = Report.Count(),
    trials: Report.Count = Report.Count(), upgrades: Int = 0
  ) {
    self.replays = replays
    self.witnesses = witnesses
    self.trials = trials
    self.upgrades = upgrades
  }

  /// The trials of all kinds.
  package var all: Report.Count {
    Report.Count(
      run: replays.run &+ witnesses.run &+ trials.run,
      planned: replays.planned &+ witnesses.planned &+ trials.planned)
  }

  /// Whether everything ran that was planned, but for the search for defects of the engine.
  var isComplete: Bool {
    hazardSearch.isComplete && replays.isComplete && witnesses.isComplete && trials.isComplete
  }

  /// Adds what another shard of the same run tried. The searches are done by each shard; of the one for
  /// defects the one counts that came further.
  mutating func join(_ other: RunEffort) {
    replays.join(other.replays)
    witnesses.join(other.witnesses)
    trials.join(other.trials)
    upgrades &+= other.upgrades
    if other.defectSearch.run > defectSearch.run { defectSearch = other.defectSearch }
  }
}

extension Report.Count {
  fileprivate mutating func join(_ other: Report.Count) {
    run &+= other.run
    planned &+= other.planned
  }
}
