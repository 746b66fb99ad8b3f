/// `exercised`: a run really tried what it says. Its coverage shows it; no trial fails it.
enum Exercised: CheckDefinition {
  static let name = "exercised"
  static let demand =
    "an object came to the end of every path, every type and property was tried, every hazard and "
    + "step met an object, every invariant saw one; else the run is vacuous"
}

extension Check {
  /// Asserts that the run tried what it reports on, so that a pass means something.
  public static let exercised = Check(Exercised.self)
}
