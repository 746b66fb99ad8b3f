import MigCheckModel

/// Which paths each trial of a run takes.
struct Itineraries: Sendable {
  private enum Selection: Sendable {
    /// By start version, where every upgrade runs the migration into each version.
    case statements([PathSelection])
    case stops(StopSelection)
  }

  /// How many random trials from a start version have the same paths where they share stores.
  static let sharedTurns = 16

  /// `nil`: every trial takes every path.
  private let selection: Selection?
  /// By start version: whether its trials share stores.
  private let sharesStores: [Bool]
  /// By start version: how many trials have got their paths.
  private var turns: [Int]
  /// By start version: whether a trial goes straight to every later one.
  private var reachesAll: [Bool]

  /// - Parameter sharesStores: by start version, whether its trials share stores.
  init(_ span: VersionSpan, sharesStores: [Bool]) {
    self.sharesStores = sharesStores
    turns = span.starts.map { _ in 0 }
    reachesAll = span.starts.map { _ in false }
    selection  // Where there are few upgrades, there are few paths.
    =
      if !span.hasAllHops {
        nil
      } else if span.evidence.runsEachVersion {
        PathSelection(
          versions: span.versions.count,
          limit: span.startsProgram ? PathSelection.programLimit : PathSelection.versionLimit
        ).map { selection in
          .statements(span.reach().enumerated().map { selection.ending(at: $1, from: $0) })
        }
      } else if span.versions.count > StopSelection.Budget.single.everyPathLimit,
        !sharesStores.allSatisfy(\.self)
          || span.versions.count > StopSelection.Budget.shared.everyPathLimit
      {
        .stops(StopSelection(versions: span.versions.count, ends: span.reach()))
      } else {
        nil
      }
  }

  /// Whether every trial takes every path.
  var areWhole: Bool { selection == nil }

  // MARK: The first trials, in their order

  mutating func replay(from start: Int) -> Itinerary {
    defer { turns[start] += 1 }
    return switch selection {
    case nil: .everyPath
    case .statements(let selections):
      selections[start].itinerary(from: start, turn: turns[start], isStepwise: true)
    case .stops(let stops): stops.itinerary(from: start, turn: turns[start], isStepwise: true)
    }
  }

  /// The paths of the witnesses from a start version.
  ///
  /// - Parameters:
  ///   - spans: by witness, pairs of versions that its paths must lead through; where every upgrade
  ///     runs the migration into each version, through the later one of each.
  ///   - whole: the place of the witness that holds everything.
  ///   - goOn: by witness, whether it is to go on to the last version, as it holds many.
  mutating func witnesses(
    from start: Int, through spans: [[(Int, Int)]], whole: Int?, goOn: [Bool]
  ) -> [Itinerary] {
    defer { turns[start] += spans.count }
    switch selection {
    case nil: return spans.map { _ in .everyPath }
    case .statements(let selections):
      reachesAll[start] = whole != nil
      return spans.enumerated().map { place, spans in
        selections[start].itinerary(
          from: start, turn: turns[start] + place, through: spans, isStepwise: place == whole,
          isBrief: place != whole, isReached: whole != nil, goesOn: goOn[place])
      }
    case .stops(let stops):
      // A witness of many hazards meets most of them on its straight path.
      let met = spans.map { $0.prefix(4) }
      if sharesStores[start] {
        let all = met.joined().reduce(into: [(Int, Int)]()) { known, span in
          if !known.contains(where: { $0 == span }) { known.append(span) }
        }
        let itinerary = stops.itinerary(
          from: start, turn: 0, sharing: spans.count, through: all,
          isStepwise: whole != nil && stops.isStepwise(from: start))
        return spans.map { _ in itinerary }
      }
      return met.enumerated().map { place, spans in
        stops.itinerary(
          from: start, turn: turns[start] + place, through: Array(spans),
          isStepwise: place == whole && stops.isStepwise(from: start))
      }
    }
  }

  /// The path of a witness that others ran together with.
  ///
  /// - Parameters:
  ///   - spans: pairs of versions that it is to lead through.
  ///   - goesOn: whether it is to go on to the last version.
  ///   - itinerary: that of all of them.
  func part(
    from start: Int, through spans: [(Int, Int)], goesOn: Bool, of itinerary: Itinerary
  ) -> Itinerary {
    guard reachesAll[start], case .statements(let selections) = selection, !goesOn,
      let path = selections[start].path(from: start, behind: spans)
    else { return itinerary }
    return .selected([path])
  }

  // MARK: Random trials

  /// - Parameters:
  ///   - turn: counts the random trials of the start version.
  ///   - count: how many random trials there are, from all start versions.
  ///   - isPilot: whether it is tried in more ways than the others, and so goes through version by version.
  ///     Trials that share stores all do, if there are enough for a pilot.
  func random(from start: Int, turn: Int, of count: Int, isPilot: Bool) -> Itinerary {
    switch selection {
    case nil: return .everyPath
    case .statements(let selections):
      return selections[start].itinerary(
        from: start, turn: turns[start] + turn,
        isStepwise: !reachesAll[start] || isPilot, isBrief: true,
        isReached: reachesAll[start])
    case .stops(let stops):
      guard sharesStores[start] else {
        return stops.itinerary(
          from: start, turn: turns[start] + turn, isStepwise: isPilot)
      }
      let own = (count + turns.count - 1) / turns.count
      return stops.itinerary(
        from: start, turn: 1 + turn / Self.sharedTurns, sharing: min(own, Self.sharedTurns),
        isStepwise: own >= TrialPlan.pilotTurns || stops.isStepwise(from: start))
    }
  }

  /// After how many random trials from a start version the stops of the first one come again.
  func randomTurns(from start: Int) -> Int {
    switch selection {
    case nil: 1
    case .statements(let selections): selections[start].turns(from: start)
    case .stops: turns.count * Self.sharedTurns
    }
  }

  /// Whether three of four trials from a start version are held by one of the run's stores only: the
  /// graph that holds everything goes straight to every later version, in each store.
  func dividesStores(from start: Int) -> Bool { reachesAll[start] }
}

extension VersionSpan {
  /// Whether each upgrade starts a program.
  var startsProgram: Bool { evidence.appUpgrade?.startsProgram ?? false }
}
