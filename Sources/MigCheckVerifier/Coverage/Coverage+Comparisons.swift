extension Coverage {
  /// How often a check that compares two graphs had something to compare.
  package struct Comparisons: Sendable, Equatable, Codable {
    package var check: Check
    /// Ends of upgrades that were compared, or of which one was refused because of the other graph.
    package var compared: Int
    /// Upgrades that said nothing: the other graph could not be made into a store, or was refused
    /// for a reason of its own.
    package var refused: Int
    /// Pairs of graphs whose start stores differ in more than the graphs do; `nil`: none.
    package var adjusted: Int?
    /// Properties that were not compared, as their values depend on the clock or on random numbers, in
    /// each trial; `nil`: none.
    package var random: Int?

    package init(_ check: Check, compared: Int = 0, refused: Int = 0) {
      self.check = check
      self.compared = compared
      self.refused = refused
    }

    /// Whether it was tried, and never had anything to compare.
    package var isVoid: Bool { compared == 0 && refused > 0 }
  }
}

extension Coverage.Comparisons {
  /// One for each check that compares two graphs, before anything was compared.
  static var none: [Coverage.Comparisons] { Check.ofFollowUps.map { Self(Check($0)) } }

  static func sum(_ first: Int?, _ second: Int?) -> Int? {
    first == nil && second == nil ? nil : (first ?? 0) &+ (second ?? 0)
  }

  /// Adds what another trial or shard compared.
  mutating func join(_ other: Coverage.Comparisons) {
    compared &+= other.compared
    refused &+= other.refused
    adjusted = Self.sum(adjusted, other.adjusted)
    random = Self.sum(random, other.random)
  }
}
