/// A check that judges one completed hop by the contents before and after it.
protocol HopCheck: TrialCheck {
  static func violations(in context: HopContext) -> [Violation]
  /// Whether a failure of some objects is a failure of every store that holds them, whatever objects of
  /// other trials it holds as well. If so, a batch without a failure has no trial with one. A check that
  /// counts or compares all objects of a store is not componentwise.
  static func isComponentwise(on plan: HopPlan) -> Bool
}

extension HopCheck {
  static var scope: CheckScope { .hop }
}
