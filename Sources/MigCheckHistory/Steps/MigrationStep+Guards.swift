import MigCheckModel

extension MigrationStep {
  /// Whether the step runs in an upgrade that passes its version.
  ///
  /// - Parameter schema: that of the version that the upgrade leads to.
  package func runs(from: UInt64, to: UInt64, schema: Schema) -> Bool {
    if let onlyFrom, !onlyFrom.contains(from) { return false }
    if let onlyTo, !onlyTo.contains(to) { return false }
    return ifProperty.map { schema.has($0) } ?? true
  }
}

extension Schema {
  /// Whether it has a property, or a type where no property is named.
  package func has(_ path: PropertyPath) -> Bool {
    guard let type = type(named: path.type) else { return false }
    return path.property.map { type.property(named: $0) != nil } ?? true
  }
}

extension History {
  /// The versions to which a step runs, as its guards say; `nil`: to all.
  package func targets(of step: MigrationStep) -> [UInt64]? {
    guard let path = step.ifProperty else { return step.onlyTo }
    let having = stages.filter { $0.schema.has(path) }.map(\.number)
    return step.onlyTo.map { targets in having.filter(targets.contains) } ?? having
  }
}
