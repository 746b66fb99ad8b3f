/// Comparison of two object graphs up to renaming of their objects.
public enum GraphComparison {
  public enum Outcome: Sendable, Equatable {
    /// A mapping of the objects was found and verified, value by value and link by link.
    case equal
    /// Never empty; patterns first, then single differences.
    case different([GraphDifference])
    /// The graphs are so symmetrical that the budget ended before a mapping was found.
    case undecided
  }

  /// The number of discarded pairings after which a comparison gives up.
  public static let defaultBudget = 200_000

  /// Compares two graphs.
  public static func compare(
    _ first: ObjectGraph, _ second: ObjectGraph, ignoring: [PropertyPath] = [],
    budget: Int = defaultBudget
  ) -> Outcome {
    .undecided
  }
}
