import MigCheckModel

/// The best example of one signature that trials met, and the finding made from it.
package struct FailureBucket: Sendable, Codable {
  /// As it was observed.
  var signature: Signature
  /// The position of the trial among all of the run.
  var position: Int
  /// How many versions the paths of the failure have together.
  var stops: Int
  /// The signature when the paths are as short as they get.
  var narrowed: Signature
  /// Hops for which that of `narrowed` stands.
  var longerHops: [Hop]
  /// The shrunk finding; `nil`: no selection can ever choose this one.
  var finding: Finding?
  /// How a shard's finding would be kept.
  var draft: CaseDraft?
  /// Why a shard's finding cannot be kept.
  var draftProblem: String?

  /// Whether this one is the example to keep of two with the same signature: as
  /// `RunStatistics` chooses, the shorter paths, then the earlier trial.
  func isBetter(than other: FailureBucket) -> Bool {
    (stops, position) < (other.stops, other.position)
  }
}

extension [FailureBucket] {
  /// Forgets the shortened paths of those whose hop holds another one with the same fault: another
  /// shard may have shortened the paths of a failure that is not worth it in the whole run.
  mutating func keepNarrowedIfShortest() {
    let shortest = Set(FindingSelection.minimal(map(\.signature)).map(\.position))
    for position in indices where !shortest.contains(position) {
      self[position].narrowed = self[position].signature
      self[position].longerHops = []
    }
  }
}

extension FindingSelection {
  /// A bucket that becomes a finding.
  struct Choice {
    /// Among the buckets.
    var position: Int
    /// The hops of those that it stands for.
    var alsoAt: [Hop]
    /// Hops at which it was met before paths were shortened.
    var longerHops: [Hop]
  }

  /// Which buckets become findings.
  ///
  /// Where two come down to one signature, the earlier trial counts.
  ///
  /// - Parameter buckets: in the order of their signatures.
  static func chosen(_ buckets: [FailureBucket]) -> [Choice] {
    var distinct = [Choice]()
    for (position, next) in buckets.enumerated() {
      let known = distinct.firstIndex { buckets[$0.position].narrowed == next.narrowed }
      guard let known else {
        distinct.append(Choice(position: position, alsoAt: [], longerHops: next.longerHops))
        continue
      }
      distinct[known].longerHops += next.longerHops
      if next.position < buckets[distinct[known].position].position {
        distinct[known].position = position
      }
    }
    return minimal(distinct.map { buckets[$0.position].narrowed }).map { chosen in
      var choice = distinct[chosen.position]
      choice.alsoAt = chosen.alsoAt
      return choice
    }
  }

  /// Which buckets of a shard may become findings when all shards are joined.
  ///
  /// More than the chosen ones: another shard may have a better example of a signature, and its
  /// paths come down to another hop. But to one within the hop that was observed: what contains that
  /// is never chosen, whatever the examples are.
  static func eligible(_ buckets: [FailureBucket]) -> [Int] {
    buckets.indices.filter { position in
      let own = buckets[position].narrowed
      return !buckets.contains {
        $0.signature.isAlike(own) && $0.signature.hop != own.hop
          && own.hop.contains($0.signature.hop)
      }
    }
  }
}

extension FindingSelection.Choice {
  /// All longer hops with the fault of the finding, in order, each once.
  func longerHops(than hop: Hop) -> [Hop] {
    let hops = (alsoAt + longerHops.filter { $0.contains(hop) && $0 != hop }).sorted()
    return hops.enumerated().filter { place, hop in place == 0 || hops[place - 1] != hop }
      .map(\.element)
  }
}
