import MigCheckModel

/// The defects of the real engine that the upgrades of a span may run into, each once for a place.
struct EngineDefects {
  private struct Place {
    var defect: EngineDefect
    var hops: [Hop]
  }

  private var places: [Place] = []
  /// How many pairs of versions the subject was asked for.
  private(set) var upgrades = Report.Count()

  /// - Complexity: asks the subject once for each upgrade that there is.
  init(span: VersionSpan, limit: RunLimit = .none) {
    guard let known = span.evidence.defects else { return }
    upgrades.planned = span.versions.indices.reduce(0) { $0 + span.targets(from: $1).count }
    for (start, version) in span.versions.enumerated() {
      for target in span.targets(from: start) {
        if limit.endsSearch { return }
        upgrades.run += 1
        let hop = Hop(from: version.number, to: span.versions[target].number)
        for defect in known.defects(from: hop.from, to: hop.to) { add(defect, hop) }
      }
    }
  }

  private mutating func add(_ defect: EngineDefect, _ hop: Hop) {
    if let known = places.firstIndex(where: { $0.defect == defect }) {
      if places[known].hops.last != hop { places[known].hops.append(hop) }
    } else {
      places.append(Place(defect: defect, hops: [hop]))
    }
  }

  /// In the order of their shortest hops, and of one hop in the order that the subject gives.
  var warnings: [HealthWarning] {
    let warnings = places.map { place -> HealthWarning in
      let shortest =
        place.hops.first { hop in
          place.hops.allSatisfy { $0 == hop || !hop.contains($0) }
        } ?? place.hops[0]
      return HealthWarning.engineDefect(
        place.defect, hop: shortest, alsoAt: place.hops.filter { $0 != shortest })
    }
    let none = Hop(from: 0, to: 0)
    return warnings.enumerated().sorted { left, right in
      let (hop, other) = (left.element.hop ?? none, right.element.hop ?? none)
      return hop == other ? left.offset < right.offset : hop < other
    }.map(\.element)
  }
}
