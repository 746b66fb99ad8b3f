import MigCheckGeneration

/// Divides the witnesses of a hazard among the start versions that it shows from.
///
/// A changed primary key has dozens of witnesses, and in a history of ten versions it shows from nine
/// starts, with nearly the same graphs. The oldest and the newest of these starts take all of them; one
/// between takes the first few, which are the plainest, and every third one of the others. Which ones
/// differs from start to start, so that three neighbours have all of them.
struct WitnessSharing {
  private static let fewest = 8
  private static let shares = 3

  private var ends: [[UInt8]: (oldest: Int, newest: Int)] = [:]

  /// - Parameter hazards: by start version; `nil`: not searched.
  /// - Complexity: O(*n*) in the number of hazards.
  init(_ hazards: [[Hazard]?]) {
    for (start, hazards) in hazards.enumerated() {
      for hazard in hazards ?? [] {
        ends[Array(hazard.description.utf8), default: (start, start)].newest = start
      }
    }
  }

  /// The positions of the witnesses that a start version takes, in order.
  ///
  /// - Parameter hazards: those that the witnesses were made for.
  func taken(
    from start: Int, of witnesses: [WitnessPool.Witness], hazards: [Hazard]
  ) -> [Int] {
    let takesAll = hazards.map { hazard in
      ends[Array(hazard.description.utf8)].map { $0.oldest == start || $0.newest == start } ?? true
    }
    var counts = Array(repeating: 0, count: hazards.count)
    return witnesses.indices.filter { position in
      // Of no hazard alone: two that meet, or everything at once.
      var isTaken = witnesses[position].hazards.isEmpty
      for hazard in witnesses[position].hazards {
        let turn = counts[hazard]
        counts[hazard] += 1
        if takesAll[hazard] || turn < Self.fewest || turn % Self.shares == start % Self.shares {
          isTaken = true
        }
      }
      return isTaken
    }
  }
}
