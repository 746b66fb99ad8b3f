import MigCheckModel

/// The best example of one signature that trials met, and what became of it.
package struct Sighting: Sendable, Codable {
  /// As it was observed.
  var signature: Signature
  /// The position of the trial among all of the run.
  var position: Int
  /// How many versions the paths of the observation have together.
  var stops: Int
  /// The signature when the paths are as short as they get.
  var narrowed: Signature
  /// The shrunk finding; `nil`: no selection can ever choose this one.
  var finding: Finding?
  /// How a shard's finding would be kept.
  var draft: CaseDraft?
  /// Why a shard's finding cannot be kept.
  var draftProblem: String?

  /// Whether this one is the example to keep of two with the same signature: as
  /// `Tally` chooses, the shorter paths, then the earlier trial.
  func isBetter(than other: Sighting) -> Bool {
    (stops, position) < (other.stops, other.position)
  }
}

extension FindingSelection {
  /// Which sightings become findings.
  ///
  /// Where two come down to one signature, the earlier trial counts.
  ///
  /// - Parameter sightings: in the order of their signatures.
  /// - Returns: positions in `sightings`, each with the hops of those that it stands for.
  static func chosen(_ sightings: [Sighting]) -> [(position: Int, alsoAt: [Hop])] {
    var distinct = [Int]()
    for (position, next) in sightings.enumerated() {
      let known = distinct.firstIndex { sightings[$0].narrowed == next.narrowed }
      if let known {
        if next.position < sightings[distinct[known]].position { distinct[known] = position }
      } else {
        distinct.append(position)
      }
    }
    return minimal(distinct.map { sightings[$0].narrowed }).map { choice in
      (distinct[choice.position], choice.alsoAt)
    }
  }

  /// Which sightings of a shard may become findings when all shards are joined.
  ///
  /// More than the chosen ones: another shard may have a better example of a signature, and its
  /// paths come down to another hop. But to one within the hop that was observed: what contains that
  /// is never chosen, whatever the examples are.
  static func eligible(_ sightings: [Sighting]) -> [Int] {
    sightings.indices.filter { position in
      let own = sightings[position].narrowed
      return !sightings.contains {
        $0.signature.isAlike(own) && $0.signature.hop != own.hop
          && own.hop.contains($0.signature.hop)
      }
    }
  }
}
