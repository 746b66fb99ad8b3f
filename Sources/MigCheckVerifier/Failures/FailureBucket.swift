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
  /// Longer hops, for which that of `narrowed` stands.
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

extension FailureBucket {
  init(_ paths: PathShrinker) {
    let own = paths.candidate.signature
    let observed = paths.failure.signature
    assert(own.isAlike(observed) && observed.hop.contains(own.hop), "see FindingSelection.eligible")
    self.init(
      signature: observed, position: paths.failure.position, stops: paths.failure.stops,
      narrowed: own, longerHops: paths.longerHops)
  }
}

extension FindingSelection {
  /// The buckets that become findings, each with all longer hops that have its fault, in order.
  ///
  /// Where two come down to one signature, the earlier trial counts.
  ///
  /// - Parameter buckets: in the order of their signatures.
  static func chosen(_ buckets: [FailureBucket]) -> [FailureBucket] {
    var distinct = [FailureBucket]()
    var places = [Signature: Int]()
    for next in buckets {
      guard let known = places[next.narrowed] else {
        places[next.narrowed] = distinct.count
        distinct.append(next)
        continue
      }
      let hops = distinct[known].longerHops + next.longerHops
      if next.position < distinct[known].position { distinct[known] = next }
      distinct[known].longerHops = hops
    }
    return minimal(distinct.map(\.narrowed)).map { kept in
      var bucket = distinct[kept.position]
      let hop = bucket.finding?.hop ?? bucket.narrowed.hop
      let longer = bucket.longerHops.filter { $0.contains(hop) && $0 != hop }
      bucket.longerHops = Set(kept.alsoAt + longer).sorted()
      return bucket
    }
  }

  /// The buckets of a shard that may become findings when all shards are joined.
  ///
  /// More than the chosen ones: another shard may have a better example of a signature, and its
  /// paths come down to another hop. But to one within the hop that was observed: what contains that
  /// is never chosen, whatever the examples are.
  static func eligible(_ buckets: [FailureBucket]) -> [FailureBucket] {
    buckets.filter { bucket in
      let own = bucket.narrowed
      return !buckets.contains {
        $0.signature.isAlike(own) && $0.signature.hop != own.hop
          && own.hop.contains($0.signature.hop)
      }
    }
  }
}
