import MigCheckModel

extension Coverage {
  /// A check that could not judge all that it is about, since the subject does not say enough.
  package struct NotApplicable: Sendable, Equatable, Codable {
    /// A hop of which nobody knows what the migration wrote, at least in some upgrades.
    package struct UntracedHop: Sendable, Equatable, Codable {
      package var hop: Hop
      /// How many upgrades of the hop were judged.
      package var upgrades: Int
      /// In how many of them it was not known; at least 1.
      package var unknown: Int
    }

    package var check: Check
    /// What the subject does not say, and what was judged all the same.
    package var reason: String
    /// The hops in which the subject does not say it, in increasing order; `nil`: in none does it.
    package var hops: [UntracedHop]?

    /// Of the checks of a run, in their order: what holds of every hop.
    static func all(in span: VersionSpan) -> [NotApplicable] {
      Check.allCases.compactMap { check in
        // Nobody misses invariants where none are declared.
        if check == .invariant, span.versions.allSatisfy(\.invariants.isEmpty) { return nil }
        return check.whyNotApplicable(with: span.evidence).map {
          NotApplicable(check: check, reason: $0)
        }
      }
    }

    /// Of hops in which the app could not be run; without hops, since none are known yet.
    static let whereReplaced = [
      NotApplicable(
        check: .engineAgrees,
        reason:
          "no store file can hold what the store held before, so that the model ran in the place of "
          + "the app")
    ]

    /// What would hold of a hop of which the subject does not say what the migration wrote, though
    /// it says so of others; without hops, since none are known yet.
    static func whereUntraced(in span: VersionSpan) -> [NotApplicable] {
      guard span.evidence.trace != .none else { return [] }
      return Check.allCases.compactMap { check in
        check.whyNotApplicableWhereUntraced(with: span.evidence).map {
          NotApplicable(check: check, reason: $0)
        }
      }
    }
  }
}

extension [Coverage.NotApplicable] {
  /// With the hops of which something is not known; each check stays beside what holds of it
  /// everywhere.
  func adding(_ items: [Coverage.NotApplicable], on hops: [Coverage.NotApplicable.UntracedHop])
    -> [Coverage.NotApplicable]
  {
    guard !hops.isEmpty else { return self }
    let untraced = items.map { item in
      var item = item
      item.hops = hops
      return item
    }
    return Check.allCases.flatMap { check in (self + untraced).filter { $0.check == check } }
  }
}
