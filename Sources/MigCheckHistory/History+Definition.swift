import MigCheckModel

extension History {
  /// The declared steps and the kinds of the invariants; blocks and closures in Swift all look
  /// alike.
  public var definition: String {
    options.definition
      + stages.map { stage in
        let closures = stage.invariants.map { invariant in
          if case .closure = invariant.condition { "closure" } else { "expression" }
        }
        let assumed = stage.assumptions.map(\.sentence)
        return "\(stage.number) \(stage.steps.map(\.definition)) \(closures)"
          + (assumed.isEmpty ? "" : " \(assumed)")
      }.joined(separator: "\n")
  }
}

extension MigrationStep {
  fileprivate var definition: String {
    let target = onlyTo.map { " to \($0)" } ?? ""
    let property = ifProperty.map { " if \($0)" } ?? ""
    let versions = (onlyFrom.map { "\($0)" } ?? "any") + target + property
    // Not the reflection of the value as a whole, which would show a block's address.
    if case .code = action { return "block from \(versions)" }
    return "\(String(reflecting: action)) from \(versions)"
  }
}
