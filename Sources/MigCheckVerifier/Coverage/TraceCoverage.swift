import MigCheckModel

/// How often the subject told what its migrations did, hop by hop.
///
/// A subject may promise to follow its migrations and yet fail to follow one of them: the trace of
/// that hop is then `MigrationTrace.unknown`. Checks that need to know what a migration wrote say
/// less of such a hop, and a report must not hide it.
struct TraceCoverage: Sendable, Codable {
  struct Entry: Sendable, Codable {
    var hop: Hop
    /// How many upgrades were judged.
    var upgrades: Int
    /// Of how many of them nobody knows what the migration wrote.
    var unknown: Int
    /// How many of them a model ran in the place of the app.
    var replaced = 0
  }

  /// Of every hop that was judged, in increasing order.
  private(set) var entries: [Entry] = []

  mutating func add(_ trace: MigrationTrace, of hop: Hop, isReplaced: Bool) {
    add(
      Entry(
        hop: hop, upgrades: 1, unknown: trace.isUnknown ? 1 : 0, replaced: isReplaced ? 1 : 0))
  }

  mutating func join(_ other: TraceCoverage) {
    for entry in other.entries { add(entry) }
  }

  private mutating func add(_ entry: Entry) {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].hop < entry.hop { low = middle + 1 } else { high = middle }
    }
    if low < entries.count, entries[low].hop == entry.hop {
      entries[low].upgrades &+= entry.upgrades
      entries[low].unknown &+= entry.unknown
      entries[low].replaced &+= entry.replaced
    } else {
      entries.insert(entry, at: low)
    }
  }

  /// The hops of which something is not known.
  var untraced: [Coverage.NotApplicable.UntracedHop] {
    entries.filter { $0.unknown > 0 }.map {
      Coverage.NotApplicable.UntracedHop(hop: $0.hop, upgrades: $0.upgrades, unknown: $0.unknown)
    }
  }

  /// The hops in which a model ran in the place of the app.
  var replaced: [Coverage.NotApplicable.UntracedHop] {
    entries.filter { $0.replaced > 0 }.map {
      Coverage.NotApplicable.UntracedHop(hop: $0.hop, upgrades: $0.upgrades, unknown: $0.replaced)
    }
  }
}
