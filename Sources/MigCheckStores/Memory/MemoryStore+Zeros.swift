import MigCheckModel

extension MemoryStore.Table {
  /// Gives new objects, whose keys are there already, their values of one property.
  mutating func append(_ values: [Value], to column: Int, first: Int64, _ rules: StorageRules) {
    let property = layout.properties[column]
    guard values.contains(where: { rules.mayLoseSign($0, of: property) }) else {
      if contents.columns[column].isEmpty {
        // Nothing is copied.
        contents.columns[column] = values
      } else {
        contents.columns[column] += values
      }
      return
    }
    for (key, value) in zip(first..., values) {
      let kept = stored(value, column: column, key: key, rules)
      contents.columns[column].append(kept)
    }
  }

  /// The value that is stored when one is given to a new object.
  func stored(_ value: Value, column: Int, key: Int64, _ rules: StorageRules) -> Value {
    guard rules.mayLoseSign(value, of: layout.properties[column]),
      holdsOnlyZeros(column, around: key)
    else { return value }
    return .decimal128(.zero)
  }

  /// The value that is stored when one is written over another.
  func kept(_ value: Value, column: Int, row: Int, _ rules: StorageRules) -> Value {
    let property = layout.properties[column]
    if rules.mayLoseSign(value, of: property) {
      return stored(value, column: column, key: contents.keys[row], rules)
    }
    return rules.overwriting(
      contents.columns[column][row], with: value, isMixed: property.type == .mixed)
  }

  private func holdsOnlyZeros(_ column: Int, around key: Int64) -> Bool {
    let group = StoreCluster.keys(around: key)
    return zip(contents.keys, contents.columns[column]).allSatisfy { key, value in
      !group.contains(key) || value == .decimal128(.zero)
    }
  }
}
