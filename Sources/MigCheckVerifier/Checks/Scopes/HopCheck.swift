/// A check that judges one completed hop by the contents before and after it.
protocol HopCheck: TrialCheck {
  static func violations(in context: HopContext) -> [Violation]
}

extension HopCheck {
  static var scope: CheckScope { .hop }
}
