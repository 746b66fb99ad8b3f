/// A check that judges one completed hop by the contents before and after it.
protocol HopCheck: TrialCheck {
  static func violations(in context: HopContext) -> [Violation]
  /// Whether what is wrong with some of the objects is wrong with all of them together, where no object
  /// has anything to do with those of another trial: if nothing is found in a whole batch, then nothing is
  /// to be found in a part of it. A check that counts or compares over all objects is not like that.
  static func isComponentwise(on plan: HopPlan) -> Bool
}

extension HopCheck {
  static var scope: CheckScope { .hop }
}
