extension Coverage {
  /// What an older release did with the stores of later versions that it was given.
  package struct OlderRelease: Sendable, Equatable, Codable {
    /// The last version that it knows.
    package var version: UInt64
    /// What the authors call that version.
    package var name: String
    /// How many stores it was given.
    package var stores = 0
    /// How many of them it refused and left as they were.
    package var refused = 0

    package init(version: UInt64, name: String, stores: Int = 0, refused: Int = 0) {
      (self.version, self.name) = (version, name)
      (self.stores, self.refused) = (stores, refused)
    }

    /// Adds what it did in another trial or shard.
    mutating func join(_ other: OlderRelease) {
      stores &+= other.stores
      refused &+= other.refused
    }
  }
}

extension [Coverage.OlderRelease] {
  /// Adds what the same releases did elsewhere.
  mutating func join(_ others: [Coverage.OlderRelease]) {
    for other in others {
      if let place = firstIndex(where: { $0.version == other.version }) {
        self[place].join(other)
      } else {
        append(other)
      }
    }
  }
}
