import MigCheckHistory
import MigCheckModel

/// What Core Data infers for every pair of versions of a bundle.
package struct InferenceMatrix: Sendable {
  package enum Verdict: Sendable, Hashable {
    /// The version hashes are equal: the store opens as it is.
    case noMigration
    case inferred
    /// Inferred, or not: nobody documents it.
    case undocumented
    case notInferable
    /// The app ships a mapping model for it, which is not judged.
    case custom
    /// The app stops at a version between, as its stages or its own migrator say.
    case severalMigrations
    /// No stage of the app's leads on from the first version.
    case noStage
  }

  package struct Pair: Sendable {
    package let from: UInt64
    package let to: UInt64
    package let verdict: Verdict
    package let refusals: [InferenceProblem]
    package let warnings: [InferenceProblem]

    fileprivate init(
      _ hop: Hop, _ verdict: Verdict, refusals: [InferenceProblem] = [],
      warnings: [InferenceProblem] = []
    ) {
      (from, to) = (hop.from, hop.to)
      self.verdict = verdict
      self.refusals = refusals
      self.warnings = warnings
    }
  }

  /// A pair of versions, as the user names it.
  package struct Hop: Sendable, Hashable {
    package var from: UInt64
    package var to: UInt64

    package init(from: UInt64, to: UInt64) {
      self.from = from
      self.to = to
    }
  }

  /// The numbers of the versions, increasing.
  package let numbers: [UInt64]
  /// By start, then by end.
  package let pairs: [Pair]

  /// - Parameter history: the versions with the way in which the app opens its store; `nil`: it opens it
  ///   with any pair of them.
  /// - Complexity: O(*n*²) inferences for *n* versions.
  package init(
    _ versions: [CoreDataVersion], custom: Set<Hop> = [], openedAs history: History? = nil
  ) {
    numbers = versions.map(\.number)
    var pairs = [Pair]()
    for (index, from) in versions.enumerated() {
      for to in versions[(index + 1)...] {
        let hop = Hop(from: from.number, to: to.number)
        if let known = custom.contains(hop) ? .custom : history?.verdict(of: hop) {
          pairs.append(Pair(hop, known))
          continue
        }
        let mapping = MappingInference.mapping(from: from.model, to: to.model)
        pairs.append(
          Pair(
            hop, Self.verdict(of: mapping), refusals: mapping.effectiveRefusals,
            warnings: mapping.effectiveWarnings))
      }
    }
    self.pairs = pairs
  }

  private static func verdict(of mapping: InferredMapping) -> Verdict {
    if !mapping.needsMigration { return .noMigration }
    if !mapping.isInferable { return .notInferable }
    return mapping.warnings.isEmpty ? .inferred : .undocumented
  }

  /// - Complexity: O(1).
  package func pair(from: UInt64, to: UInt64) -> Pair? {
    guard let row = numbers.firstIndex(of: from), let column = numbers.firstIndex(of: to),
      row < column
    else { return nil }
    // Each row of the triangle is one shorter than the one before.
    return pairs[row * numbers.count - row * (row + 1) / 2 + column - row - 1]
  }

  /// The fewest hops from one version to another that a mapping is there for.
  ///
  /// - Returns: all versions on the way, both ends included; `nil`: there is no way.
  /// - Complexity: O(*n*²) for *n* versions.
  package func route(from: UInt64, to: UInt64) -> [UInt64]? {
    var routes: [UInt64: [UInt64]] = [from: [from]]
    var frontier = [from]
    while !frontier.isEmpty {
      var next = [UInt64]()
      for version in frontier {
        guard let route = routes[version] else { continue }
        for target in numbers where target > version && target <= to && routes[target] == nil {
          guard pair(from: version, to: target)?.verdict.isUpgrade ?? false else { continue }
          routes[target] = route + [target]
          next.append(target)
        }
      }
      if let route = routes[to] { return route }
      frontier = next
    }
    return nil
  }
}

extension InferenceMatrix.Verdict {
  /// Whether a store is upgraded without a stop; custom upgrades count.
  fileprivate var isUpgrade: Bool {
    switch self {
    case .notInferable, .severalMigrations, .noStage: false
    case .noMigration, .inferred, .undocumented, .custom: true
    }
  }
}

extension History {
  /// What is known of a pair of versions before anything is inferred; `nil`: nothing.
  fileprivate func verdict(of hop: InferenceMatrix.Hop) -> InferenceMatrix.Verdict? {
    if let source = stage(hop.from), coreData.staged?.refusal(from: source) != nil {
      return .noStage
    }
    return isOneMigration(from: hop.from, to: hop.to) ? nil : .severalMigrations
  }
}

extension InferredMapping {
  /// None where no migration runs: nothing is inferred then.
  fileprivate var effectiveRefusals: [InferenceProblem] { needsMigration ? refusals : [] }

  fileprivate var effectiveWarnings: [InferenceProblem] { needsMigration ? warnings : [] }
}
