import MigCheckGeneration
import MigCheckModel
import TestMaterial
import Testing

@testable import MigCheckVerifier

@Suite struct BucketTests {
  private enum Kind { case pathsDiffer, valueChanged, invariantFails }

  private func signature(_ kind: Kind, _ from: UInt64, _ to: UInt64) -> Signature {
    let violation: any CheckViolation =
      switch kind {
      case .pathsDiffer: PathsAgree.Violation.valueDiffers("T", "p")
      case .valueChanged: DataPreserved.Violation.valueChanged("T", "p")
      case .invariantFails:
        InvariantCheck.Violation.fails(
          .init(name: "i", type: "T"), object: 0, count: 1)
      }
    return Signature(violation, hop: Hop(from: from, to: to))
  }

  private func bucket(
    _ kind: Kind, _ hop: Hop, position: Int, stops: Int = 2, narrowed: Hop? = nil
  ) -> FailureBucket {
    FailureBucket(
      signature: signature(kind, hop.from, hop.to), position: position, stops: stops,
      narrowed: signature(kind, narrowed?.from ?? hop.from, narrowed?.to ?? hop.to),
      longerHops: narrowed == nil ? [] : [hop])
  }

  @Test("of two that come down to one signature the earlier trial counts")
  func theEarlierTrialCounts() {
    let narrowed = Hop(from: 2, to: 3)
    let buckets = [
      bucket(.pathsDiffer, Hop(from: 1, to: 3), position: 7, narrowed: narrowed),
      bucket(.pathsDiffer, Hop(from: 1, to: 4), position: 5, narrowed: narrowed),
      bucket(.pathsDiffer, Hop(from: 2, to: 4), position: 6, narrowed: narrowed),
      bucket(.pathsDiffer, Hop(from: 1, to: 5), position: 1),
    ]
    let chosen = FindingSelection.chosen(buckets)
    #expect(chosen.map(\.signature) == [buckets[1].signature])
    #expect(
      chosen[0].longerHops
        == [(1, 3), (1, 4), (1, 5), (2, 4)].map { Hop(from: $0.0, to: $0.1) })
  }

  @Test("a bucket may be chosen for another shard's sake, but not if it never can be")
  func aBucketMayBeChosenForAnotherShardsSake() {
    let hops = [Hop(from: 1, to: 5), Hop(from: 2, to: 5)]
    let shard = [
      bucket(.pathsDiffer, hops[0], position: 2, narrowed: Hop(from: 1, to: 3)),
      bucket(.pathsDiffer, hops[1], position: 4, narrowed: Hop(from: 2, to: 3)),
    ]
    #expect(FindingSelection.chosen(shard).map(\.signature.hop) == [hops[1]])
    // Another shard has a better example of the second one, and it comes down to another hop.
    let joined = [shard[0], bucket(.pathsDiffer, hops[1], position: 3)]
    #expect(FindingSelection.chosen(joined).map(\.signature.hop) == hops)
  }

  @Test("longer hops are those around the finding's, in order, each once")
  func longerHopsAreThoseAroundTheFindings() {
    let narrowed = Hop(from: 2, to: 3)
    let buckets = [
      bucket(.pathsDiffer, Hop(from: 2, to: 5), position: 7, narrowed: narrowed),
      bucket(.pathsDiffer, Hop(from: 1, to: 4), position: 5, narrowed: narrowed),
      bucket(.pathsDiffer, Hop(from: 1, to: 4), position: 6, narrowed: narrowed),
      bucket(.pathsDiffer, Hop(from: 1, to: 5), position: 1),
    ]
    let chosen = FindingSelection.chosen(buckets)
    #expect(chosen.map(\.position) == [5])
    #expect(
      chosen[0].longerHops == [Hop(from: 1, to: 4), Hop(from: 1, to: 5), Hop(from: 2, to: 5)])
  }

  /// A run that meets each signature in some trials, each of which comes down to a hop of its own.
  @Test(
    "what a whole run chooses is eligible in its shard", .enabled(if: Sweep.isFull),
    arguments: Sweep.part(0..<400, oneOf: 8))
  func whatAWholeRunChoosesIsEligibleInItsShard(seed: UInt64) {
    var source = RandomSource(seed: seed)
    var trials = [FailureBucket]()
    for kind in [Kind.pathsDiffer, .valueChanged, .invariantFails] {
      for from in 1...4 {
        for to in (from + 1)...5 where source.chance(60) {
          for _ in 0...source.below(3) {
            let hop = Hop(from: UInt64(from), to: UInt64(to))
            let first = from + source.below(to - from)
            let last = first + 1 + source.below(to - first)
            let narrowed = Hop(from: UInt64(first), to: UInt64(last))
            trials.append(
              bucket(
                kind, hop, position: source.below(40), stops: 2 + source.below(3),
                narrowed: kind == .invariantFails ? nil : narrowed))
          }
        }
      }
    }
    func best(_ trials: [FailureBucket]) -> [FailureBucket] {
      var best = [FailureBucket]()
      for trial in trials {
        if let known = best.firstIndex(where: { $0.signature == trial.signature }) {
          if trial.isBetter(than: best[known]) { best[known] = trial }
        } else {
          best.append(trial)
        }
      }
      return best.sorted { $0.signature < $1.signature }
    }
    let whole = best(trials)
    for count in [2, 3, 5] {
      let shards = (0..<count).map { index in best(trials.filter { $0.position % count == index }) }
      for chosen in FindingSelection.chosen(whole) {
        let shard = shards[chosen.position % count]
        let isEligible = FindingSelection.eligible(shard).contains {
          $0.signature == chosen.signature && $0.position == chosen.position
        }
        #expect(isEligible)
      }
    }
  }
}
