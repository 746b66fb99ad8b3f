import MigCheckModel

/// One hop that completed: what the checks of one hop judge.
struct HopContext {
  let plan: HopPlan
  let before: SnapshotIndex
  let after: SnapshotIndex
  let record: RecordIndex
  /// Whether zeros of different spelling are different values.
  var keepsSignOfZero = true

  /// All that is wrong with the state after the hop and with the way to it.
  var violations: [any CheckViolation] {
    Check.ofHops.flatMap { check -> [any CheckViolation] in check.violations(in: self) }
  }

  /// A value as it is compared with others.
  func comparable(_ value: Value) -> Value { keepsSignOfZero ? value : value.withPlainZeros }

  /// Whether an object was there before the hop and a condition held of it then: what is
  /// older than the hop is not reported again.
  func wasSo(
    _ key: Int64, type: String, property: String,
    _ condition: (_ value: Value, _ property: Property) -> Bool
  ) -> Bool {
    guard let old = before.schema.index(of: type),
      let column = before.schema.types[old].storedIndex(of: property),
      let position = before.position(of: key, type: old)
    else { return false }
    return condition(
      before.value(of: old, at: position, column: column),
      before.schema.types[old].storedProperties[column])
  }
}
