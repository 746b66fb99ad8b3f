import MigCheckGeneration

/// Leaves each hazard to two start versions of a long history: the newest that it shows from, next
/// to the change behind it, and the oldest.
///
/// From every other start version the witnesses would be much the same, and there are as many start
/// versions as changes.
enum HazardSharing {
  /// - Parameter hazards: by start version; `nil`: not searched.
  /// - Complexity: O(*n*) in the number of hazards.
  static func shared(_ hazards: [[Hazard]?]) -> [[Hazard]?] {
    var ends: [[UInt8]: (oldest: Int, newest: Int)] = [:]
    for (start, hazards) in hazards.enumerated() {
      for hazard in hazards ?? [] {
        ends[Array(hazard.description.utf8), default: (start, start)].newest = start
      }
    }
    return hazards.enumerated().map { start, hazards in
      hazards?.filter { hazard in
        ends[Array(hazard.description.utf8)].map { $0.oldest == start || $0.newest == start }
          ?? true
      }
    }
  }
}
