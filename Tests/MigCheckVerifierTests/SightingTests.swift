import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct SightingTests {
  private func signature(_ kind: Fault.Kind, _ from: UInt64, _ to: UInt64) -> Signature {
    Signature(Fault(kind, type: "T", property: "p"), hop: Hop(from: from, to: to))
  }

  private func sighting(
    _ kind: Fault.Kind, _ hop: Hop, position: Int, stops: Int = 2, narrowed: Hop? = nil
  ) -> Sighting {
    Sighting(
      signature: signature(kind, hop.from, hop.to), position: position, stops: stops,
      narrowed: signature(kind, narrowed?.from ?? hop.from, narrowed?.to ?? hop.to),
      longerHops: narrowed == nil ? [] : [hop])
  }

  @Test("of two that come down to one signature the earlier trial counts")
  func theEarlierTrialCounts() {
    let narrowed = Hop(from: 2, to: 3)
    let sightings = [
      sighting(.pathsDiffer, Hop(from: 1, to: 3), position: 7, narrowed: narrowed),
      sighting(.pathsDiffer, Hop(from: 1, to: 4), position: 5, narrowed: narrowed),
      sighting(.pathsDiffer, Hop(from: 2, to: 4), position: 6, narrowed: narrowed),
      sighting(.pathsDiffer, Hop(from: 1, to: 5), position: 1),
    ]
    let chosen = FindingSelection.chosen(sightings)
    #expect(chosen.map(\.position) == [1])
    #expect(chosen[0].alsoAt == [Hop(from: 1, to: 5)])
  }

  @Test("a sighting may be chosen for another shard's sake")
  func aSightingMayBeChosenForAnotherShardsSake() {
    let hops = [Hop(from: 1, to: 5), Hop(from: 2, to: 5)]
    let shard = [
      sighting(.pathsDiffer, hops[0], position: 2, narrowed: Hop(from: 1, to: 3)),
      sighting(.pathsDiffer, hops[1], position: 4, narrowed: Hop(from: 2, to: 3)),
    ]
    #expect(FindingSelection.chosen(shard).map(\.position) == [1])
    // Another shard has a better example of the second one, and it comes down to another hop.
    let joined = [shard[0], sighting(.pathsDiffer, hops[1], position: 3)]
    #expect(FindingSelection.chosen(joined).map(\.position) == [0, 1])
  }

  @Test("longer hops are those around the finding's, in order, each once")
  func longerHopsAreThoseAroundTheFindings() {
    let narrowed = Hop(from: 2, to: 3)
    let sightings = [
      sighting(.pathsDiffer, Hop(from: 2, to: 5), position: 7, narrowed: narrowed),
      sighting(.pathsDiffer, Hop(from: 1, to: 4), position: 5, narrowed: narrowed),
      sighting(.pathsDiffer, Hop(from: 1, to: 4), position: 6, narrowed: narrowed),
      sighting(.pathsDiffer, Hop(from: 1, to: 5), position: 1),
    ]
    let chosen = FindingSelection.chosen(sightings)
    #expect(chosen.map(\.position) == [1])
    #expect(
      chosen[0].longerHops(than: narrowed)
        == [Hop(from: 1, to: 4), Hop(from: 1, to: 5), Hop(from: 2, to: 5)])
    #expect(chosen[0].longerHops(than: Hop(from: 1, to: 4)) == [Hop(from: 1, to: 5)])
  }
}
