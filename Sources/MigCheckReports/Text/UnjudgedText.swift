import MigCheckVerifier

/// Upgrades that no trial runs, in words.
enum UnjudgedText {
  /// `1 → 2 is custom, …`, or `1…3 → 4 are custom, …`.
  static func text(_ unjudged: Coverage.Unjudged) -> String {
    let verb = unjudged.hops.count == 1 ? "is" : "are"
    return "\(HopList(hops: unjudged.hops).text) \(verb) \(unjudged.reason)"
  }
}
