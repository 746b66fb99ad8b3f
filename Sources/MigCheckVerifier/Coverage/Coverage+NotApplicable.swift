import MigCheckModel

extension Coverage {
  /// A check that could not judge all that it is about, since the subject does not say enough.
  package struct NotApplicable: Sendable, Equatable, Codable {
    package var check: Check
    /// What the subject does not say, and what was judged all the same.
    package var reason: String

    /// Of the checks of a run, in their order.
    static func all(in span: VersionSpan) -> [NotApplicable] {
      Check.allCases.compactMap { check in
        // Nobody misses invariants where none are declared.
        if check == .invariant, span.versions.allSatisfy(\.invariants.isEmpty) { return nil }
        return check.whyNotApplicable(with: span.evidence).map {
          NotApplicable(check: check, reason: $0)
        }
      }
    }
  }
}
