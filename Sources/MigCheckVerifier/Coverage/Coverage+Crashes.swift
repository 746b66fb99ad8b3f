extension Coverage {
  /// What was tried of all the ways in which upgrades can be interrupted.
  package struct Crashes: Sendable, Equatable, Codable {
    /// How many upgrades were interrupted.
    package var upgrades: Int
    /// How often, each time in another way or at another moment.
    package var tried: Int
    /// How often these upgrades could be interrupted.
    package var possible: Int

    package init(upgrades: Int = 0, tried: Int = 0, possible: Int = 0) {
      self.upgrades = upgrades
      self.tried = tried
      self.possible = possible
    }

    /// Adds what another trial or shard tried.
    mutating func join(_ other: Crashes) {
      upgrades &+= other.upgrades
      tried &+= other.tried
      possible &+= other.possible
    }
  }
}
