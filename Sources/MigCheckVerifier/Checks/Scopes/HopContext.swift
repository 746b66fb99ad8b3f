import MigCheckModel
import MigCheckText

/// One hop that completed: what the checks of one hop judge. A class, so that they share it.
final class HopContext {
  let plan: HopPlan
  let before: SnapshotIndex
  let after: SnapshotIndex
  let record: RecordIndex
  /// How objects are known to be the same before and after.
  let identity: Evidence.Identity
  /// Whether zeros of different spelling are different values.
  let keepsSignOfZero: Bool
  /// Whether the hop goes through the schemas of the versions between.
  let runsEachVersion: Bool
  /// The lowest version that the run begins with.
  let firstVersion: UInt64
  /// What a model of the engine says of the hop; `nil`: the hop is that of the model, or there is none.
  let prediction: UpgradePrediction?
  /// How the content after the hop is compared with another one.
  let comparison: SnapshotComparison

  init(
    plan: HopPlan, before: SnapshotIndex, after: SnapshotIndex, record: RecordIndex,
    identity: Evidence.Identity = .exact, keepsSignOfZero: Bool = true,
    runsEachVersion: Bool = false, firstVersion: UInt64 = 0, prediction: UpgradePrediction? = nil,
    comparison: SnapshotComparison = SnapshotComparison(ignoring: [])
  ) {
    self.plan = plan
    self.before = before
    self.after = after
    self.record = record
    self.identity = identity
    self.keepsSignOfZero = keepsSignOfZero
    self.runsEachVersion = runsEachVersion
    self.firstVersion = firstVersion
    self.prediction = prediction
    self.comparison = comparison
  }

  /// All that is wrong with the state after the hop and with the way to it.
  var violations: [any CheckViolation] { violations { _ in true } }

  /// What some of the checks find.
  func violations(by isAsked: (any HopCheck.Type) -> Bool) -> [any CheckViolation] {
    Check.ofHops.flatMap { check -> [any CheckViolation] in
      isAsked(check) ? check.violations(in: self) : []
    }
  }

  /// Whether it is known which objects of an old type are the same after the hop.
  func identifies(_ old: Int) -> Bool {
    let type = before.schema.types[old]
    switch identity {
    case .exact: return true
    case .none: return false
    case .primaryKey, .primaryKeyOrRowID:
      // What made a new row may have used the key of one that it deleted.
      guard record.isKnown, record.mayIdentify(type.name), let new = plan.types[old].new,
        !type.isEmbedded,
        !record.mayDelete(type.name) || !record.mayCreate(type.name)
      else { return false }
      let other = after.schema.types[new]
      guard let key = type.primaryKey else {
        return identity == .primaryKeyOrRowID && other.primaryKey == nil
      }
      let names = record.names(of: key, type: type.name)
      return other.primaryKey == names[names.count - 1]
        && names.allSatisfy { record.written($0, of: type.name).isEmpty }
    }
  }

  /// Whether it is known where the links of an old property lead.
  func identifiesTargets(of property: Property) -> Bool {
    guard property.isLink || property.type == .mixed else { return true }
    return before.schema.types.indices.allSatisfy { index in
      let isTarget =
        property.objectType.map { $0 == before.schema.types[index].name } ?? true
      return !isTarget || before.schema.types[index].isEmbedded && identity == .exact
        || identifies(index)
    }
  }

  /// A value as it is compared with others.
  func comparable(_ value: Value) -> Value { keepsSignOfZero ? value : value.withPlainZeros }

  /// Whether an object was there before the hop and a condition held of it then: what is
  /// older than the hop is not reported again.
  func wasSo(
    _ key: Int64, type: Name, property: Name,
    _ condition: (_ value: Value, _ property: Property) -> Bool
  ) -> Bool {
    guard let old = before.schema.index(of: type),
      let column = before.schema.types[old].storedIndex(of: property)
    else { return false }
    let positions =
      identifies(old)
      ? [before.position(of: key, type: old)].compactMap(\.self)
      // Perhaps it was any of them.
      : Array(0..<before.count(of: old))
    return positions.contains { position in
      condition(
        before.value(of: old, at: position, column: column),
        before.schema.types[old].storedProperties[column])
    }
  }
}
