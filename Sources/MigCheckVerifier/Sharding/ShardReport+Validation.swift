import MigCheckModel
import MigCheckText

/// Something in the report of a shard that no run writes, such as a negative count.
package struct ShardReportFlaw: Error, Sendable, Equatable {
  /// In the report of a shard, such as `part.coverage.types[2].random.met`.
  package let path: String
  /// A phrase without a full stop.
  package let problem: String
}

extension ShardReport {
  /// Checks that numbers and places make sense before anything is computed from them: what
  /// was read from a file may have been changed by hand, or damaged.
  ///
  /// - Throws: `ShardReportFlaw` for the first that does not.
  package func requireConsistent() throws(ShardReportFlaw) {
    guard shard.count >= 1 else {
      throw ShardReportFlaw(path: "count", problem: "there is at least 1 shard, not \(shard.count)")
    }
    guard shard.isValid else {
      throw ShardReportFlaw(path: "index", problem: "there is no shard \(shard)")
    }
    let trials = result.scope.trials
    guard (0...VerificationOptions.mostTrials).contains(trials) else {
      throw ShardReportFlaw(path: "part.scope.trials", problem: "this is no number of trials")
    }
    try result.requireConsistent(ReportProof("part"))
    let random = TrialShare(shard, of: trials).count
    // The shares of witnesses decide which of two neighbours has one random trial more.
    guard (random - 1...random + 1).contains(result.effort.trials.planned) else {
      throw ShardReportFlaw(
        path: "part.effort.trials.planned",
        problem:
          "shard \(shard) of \(trials) trials does not have \(result.effort.trials.planned) of them"
      )
    }
  }
}

/// A place in the report of a shard, and what must be true there.
struct ReportProof {
  /// Far more than any run comes to, and so few that thousands of them can be added.
  static let most = 1 << 50

  let path: String

  init(_ path: String) { self.path = path }

  subscript(key: String) -> ReportProof { ReportProof("\(path).\(key)") }
  subscript(index: Int) -> ReportProof { ReportProof("\(path)[\(index)]") }

  func require(_ condition: Bool, _ problem: @autoclosure () -> String) throws(ShardReportFlaw) {
    guard condition else { throw ShardReportFlaw(path: path, problem: problem()) }
  }

  /// - Parameter most: the greatest number that it may be.
  func count(_ number: Int, atMost most: Int = Self.most) throws(ShardReportFlaw) {
    try require((0...most).contains(number), "this must be a number from 0 to \(most)")
  }

  func hop(_ hop: Hop) throws(ShardReportFlaw) {
    try require(hop.from <= hop.to, "there is no upgrade \(hop)")
  }
}

extension RunResult {
  fileprivate func requireConsistent(_ proof: ReportProof) throws(ShardReportFlaw) {
    try proof["scope"]["from"].require(
      scope.from < scope.to, "version \(scope.from) is not below version \(scope.to)")
    try effort.requireConsistent(proof["effort"])
    try coverage.requireConsistent(
      proof["coverage"], random: effort.trials.run, all: effort.all.run)
    for (place, own) in traces.entries.enumerated() {
      let proof = proof["traces"]["entries"][place]
      try proof["hop"].hop(own.hop)
      try proof["hop"].require(
        place == 0 || traces.entries[place - 1].hop < own.hop, "hops are in increasing order")
      try proof["upgrades"].count(own.upgrades)
      try proof["unknown"].count(own.unknown, atMost: own.upgrades)
      try proof["replaced"].count(own.replaced, atMost: own.upgrades)
    }
    for (place, removal) in removals.enumerated() {
      let proof = proof["removals"][place]
      try proof["hop"].hop(removal.hop)
      try proof["upgrades"].count(removal.upgrades)
      try proof["losses"].count(removal.losses, atMost: removal.upgrades)
    }
    for (place, starts) in invalidStarts.enumerated() {
      try starts.requireConsistent(proof["invalidStarts"][place], trials: effort.trials.run)
    }
    for (place, bucket) in buckets.enumerated() {
      try bucket.requireConsistent(proof["buckets"][place])
    }
  }
}

extension RunEffort {
  fileprivate func requireConsistent(_ proof: ReportProof) throws(ShardReportFlaw) {
    for (key, count) in [
      ("replays", replays), ("witnesses", witnesses), ("trials", trials),
      ("hazardSearch", hazardSearch), ("defectSearch", defectSearch),
    ] {
      try proof[key]["planned"].count(count.planned)
      try proof[key]["run"].count(count.run, atMost: count.planned)
    }
    try proof["upgrades"].count(upgrades)
  }
}

extension Coverage {
  /// - Parameters:
  ///   - random: how many random trials ran.
  ///   - all: how many trials of all kinds ran.
  fileprivate func requireConsistent(
    _ proof: ReportProof, random: Int, all: Int
  ) throws(ShardReportFlaw) {
    for (place, own) in paths.enumerated() {
      let proof = proof["paths"][place]
      try proof.hop(Hop(from: own.from, to: own.to))
      try proof["completed"].require(
        own.completed <= own.count, "there are no more than \(own.count) paths")
    }
    if let selection {
      try proof["selection"]["allHops"].count(selection.allHops)
      try proof["selection"]["hops"].count(selection.hops, atMost: selection.allHops)
    }
    for (place, own) in types.enumerated() {
      let proof = proof["types"][place]
      try proof["trials"].count(own.trials, atMost: all)
      try own.random.requireConsistent(proof["random"], atMost: random)
      for (column, property) in own.properties.enumerated() {
        try proof["properties"][column]["trials"].count(property.trials, atMost: own.trials)
      }
    }
    for (place, own) in hazards.enumerated() {
      let proof = proof["hazards"][place]
      try proof["hop"].hop(own.hop)
      try proof["witnesses"].count(own.witnesses)
      try proof["ran"].count(own.ran, atMost: own.witnesses)
    }
    if let own = crashes {
      let proof = proof["crashes"]
      try proof["upgrades"].count(own.upgrades)
      try proof["possible"].count(own.possible)
      try proof["tried"].count(own.tried, atMost: own.possible)
    }
    for (place, own) in (olderReleases ?? []).enumerated() {
      let proof = proof["olderReleases"][place]
      try proof["stores"].count(own.stores)
      try proof["refused"].count(own.refused, atMost: own.stores)
    }
    for (place, own) in comparisons.enumerated() {
      let proof = proof["comparisons"][place]
      try proof["compared"].count(own.compared)
      try proof["refused"].count(own.refused)
      try proof["adjusted"].count(own.adjusted ?? 0)
      try proof["random"].count(own.random ?? 0)
    }
    for (place, own) in invariants.enumerated() {
      let proof = proof["invariants"][place]
      try proof["hop"].hop(own.hop)
      try proof["objects"].count(own.objects)
      try own.random.requireConsistent(proof["random"], atMost: random)
    }
    for (place, own) in conditions.enumerated() {
      try proof["conditions"][place]["step"].count(own.step ?? 0)
    }
    for (place, own) in steps.enumerated() { try proof["steps"][place]["step"].count(own.step) }
    for (place, own) in (code?.visits ?? []).enumerated() {
      try proof["code"]["visits"][place].hop(Hop(from: own.from, to: own.to))
    }
  }
}

extension Coverage.Rate {
  fileprivate func requireConsistent(
    _ proof: ReportProof, atMost most: Int
  ) throws(ShardReportFlaw) {
    try proof["trials"].count(trials, atMost: most)
    try proof["met"].count(met, atMost: trials)
  }
}
