/// `exercised`: a run really tried what it says. Its coverage tells; no trial fails it.
enum Exercised: CheckDefinition {
  static let name = "exercised"
  static let demand =
    "every path, type and property was tried, every hazard met an object, every invariant saw "
    + "one; else the run is vacuous"
}

extension Check {
  public static let exercised = Check(Exercised.self)
}
