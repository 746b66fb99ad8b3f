import MigCheckModel

extension Report {
  /// What an upgrade between two neighbouring versions takes away: what the later one's `drops`
  /// name, and what it no longer has, unless a step renames it or reads it.
  package struct DroppedData: Sendable, Equatable {
    package var hop: Hop
    /// Properties, and types as a whole, in the order of the old schema.
    package var places: [PropertyPath]
    /// Whether the migration holds code, which may read some of them.
    package var isBesideCode: Bool

    package init(hop: Hop, places: [PropertyPath], isBesideCode: Bool = false) {
      self.hop = hop
      self.places = places
      self.isBesideCode = isBesideCode
    }

    /// - Parameter removals: from the first version on.
    static func all(in removals: [Removal]) -> [DroppedData] {
      var all = [DroppedData]()
      for removal in removals where removal.isDropped {
        if all.last?.hop != removal.hop { all.append(DroppedData(hop: removal.hop, places: [])) }
        all[all.count - 1].places.append(removal.place)
        if removal.isBesideCode { all[all.count - 1].isBesideCode = true }
      }
      return all
    }
  }
}
