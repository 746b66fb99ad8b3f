import MigCheckModel

// Where paths lead that trials run from their beginning to their end.

extension VersionSpan {
  /// How many paths that are judged lead from a version to where paths end; at most `UInt64.max`.
  package func pathCount(from start: Int) -> UInt64 {
    guard unjudged.isEmpty else { return judgedPaths(from: start).count }
    if let hops { return hops.pathCounts[start] }
    let between = versions.count - start - 2
    return between >= 64 ? .max : 1 << UInt64(between)
  }

  /// The position of the version that paths from a version lead to: the last one, or where only
  /// upgrades lead there that are not judged, the last one before those. The version itself if no
  /// upgrade from it is judged.
  func pathEnd(from start: Int) -> Int {
    unjudged.isEmpty ? versions.count - 1 : judgedPaths(from: start).end
  }

  /// Whether paths from a version come to a later one, or past it.
  func hasUpgrades(past version: UInt64, from start: Int) -> Bool {
    position(of: version).map { $0 > start && $0 <= pathEnd(from: start) } ?? false
  }

  /// - Complexity: O(*n*²) in the number of versions.
  private func judgedPaths(from start: Int) -> (end: Int, count: UInt64) {
    var counts = Array(repeating: UInt64(0), count: versions.count)
    counts[start] = 1
    for from in start..<versions.count where counts[from] > 0 {
      for to in targets(from: from) where isJudged(from: from, to: to) {
        counts[to] = counts[to].addingSaturated(counts[from])
      }
    }
    let end = counts.lastIndex { $0 > 0 } ?? start
    return (end, end > start ? counts[end] : 0)
  }

  /// By start version: whether the data that its stores end with depend on the path, where an engine says
  /// beforehand what upgrades do: one version loses what an upgrade past that version keeps, or a
  /// property gets one default on its way and another one past it.
  ///
  /// - Complexity: O(*n*) in the number of versions for each type and property that comes or goes.
  func dependsOnPaths() -> [Bool] {
    var depends = starts.map { _ in false }
    guard evidence.mappings != nil else { return depends }
    let reach = reach()
    for position in versions.indices.dropLast(2) where hasHop(from: position, to: position + 1) {
      let step = plan(from: position, to: position + 1)
      let past = targets(from: position).filter { $0 > position + 1 }
        .map { plan(from: position, to: $0) }.filter(\.canRun)
      let lost = step.lost.filter { place in past.contains { $0.keeps(place) } }
      let types = step.added.filter { place, value in
        past.contains { $0.adds(place, with: value).map { !$0 } ?? false }
      }.map { (type: $0.place.type, property: Name?.none) }
      for place in lost + types {
        // Where it is not there yet, no object has it.
        for start in (0...position).reversed() {
          guard versions[start].schema.holds(place) else { break }
          if reach[start] > position { depends[start] = true }
        }
      }
    }
    return depends
  }

  /// What becomes of objects on the paths from a version.
  func fate(from start: Int) -> Coverage.Paths.Fate {
    let held = versions[start].schema.types.map(\.name).filter(versions[start].schema.canHold)
    guard !held.isEmpty else { return .absent }
    let removed = removals[start...pathEnd(from: start)].dropFirst().joined()
      .filter { $0.property == nil }.map(\.type)
    return held.allSatisfy(removed.contains) ? .dropped : .kept
  }

  /// The upgrades that trials would run, if it were known what they do; `nil`: none.
  var coverageOfUnjudged: Coverage.Unjudged? {
    guard let mappings = evidence.mappings else { return nil }
    let hops = unjudged.filter { hasHop(from: $0.from, to: $0.to) }.map {
      Hop(from: versions[$0.from].number, to: versions[$0.to].number)
    }.filter { mappings.isUpgrade(from: $0.from, to: $0.to) }
    guard !hops.isEmpty else { return nil }
    let why = mappings.whyUnjudged
    return Coverage.Unjudged(hops: hops.sorted(), reason: why.reason, remedy: why.remedy)
  }
}

extension HopPlan {
  /// Types and properties of the old version whose objects and values are nowhere in the new one, as an
  /// engine says.
  fileprivate var lost: [(type: Name, property: Name?)] {
    guard let mapping, canRun else { return [] }
    return old.types.flatMap { type -> [(type: Name, property: Name?)] in
      guard let next = mapping.successor(of: type.name).flatMap(new.type(named:)) else {
        return [(type.name, nil)]
      }
      return type.storedProperties.map(\.name)
        .filter { mapping.successor(of: $0, in: next) == nil }.map { (type.name, $0) }
    }
  }

  /// Properties that objects get which were there before, as places in the old version, with what they
  /// hold then.
  fileprivate var added: [(place: (type: Name, property: Name), value: Value)] {
    guard let mapping, canRun else { return [] }
    return old.types.flatMap { type -> [(place: (type: Name, property: Name), value: Value)] in
      guard let next = mapping.successor(of: type.name).flatMap(new.type(named:)) else { return [] }
      return next.storedProperties.compactMap { property in
        guard case .added = mapping.origin(of: property.name, in: next) else { return nil }
        return ((type.name, property.name), property.initialValue)
      }
    }
  }

  /// Whether objects of an old type get a property with a value; `nil`: they do not get it.
  fileprivate func adds(_ place: (type: Name, property: Name), with value: Value) -> Bool? {
    guard let mapping, let next = mapping.successor(of: place.type).flatMap(new.type(named:)),
      let index = next.storedIndex(of: place.property),
      case .added = mapping.origin(of: place.property, in: next)
    else { return nil }
    return next.storedProperties[index].initialValue == value
  }

  /// Whether objects of a type, or values of a property, are somewhere in the new version.
  fileprivate func keeps(_ place: (type: Name, property: Name?)) -> Bool {
    guard let next = mapping?.successor(of: place.type).flatMap(new.type(named:)) else {
      return false
    }
    return place.property.map { mapping?.successor(of: $0, in: next) != nil } ?? true
  }
}

extension Schema {
  fileprivate func holds(_ place: (type: Name, property: Name?)) -> Bool {
    guard let type = type(named: place.type) else { return false }
    return place.property.map { type.storedIndex(of: $0) != nil } ?? !type.isAbstract
  }
}
