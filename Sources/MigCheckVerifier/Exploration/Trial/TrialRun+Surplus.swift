import MigCheckModel

// Trials that share a store where upgrades see all objects at once: see `SurplusRules`.

extension TrialRun {
  /// Whether the store holds what it was given, and nothing is known to be wrong with any object.
  var isFlawless: Bool {
    !log.dependsOnObjects && log.cappedVersions.isEmpty
      && (startSnapshot.map { graph.additions(in: $0.graph) != nil } ?? false)
  }

  /// Takes over what a flawless store showed that held its objects among those of others.
  ///
  /// - Parameter isFirst: whether what is known of all objects counts for this trial.
  func share(_ store: TrialRun, isFirst: Bool) {
    var stored = graph
    for (type, rows) in (store.graph.additions(in: store.storedGraph) ?? []).enumerated() {
      for row in rows { stored.append(row, type: type) }
    }
    noteStored(stored)
    log.count(store.log, isFirst: isFirst)
  }
}

extension ObjectGraph {
  /// The objects of another graph that this one does not have, such as rows that statements insert.
  ///
  /// - Parameter other: of the same schema.
  /// - Returns: by type, the values of each; `nil` if an object of this graph is not there.
  /// - Complexity: O(*n*) in the size of both graphs.
  fileprivate func additions(in other: ObjectGraph) -> [[[Value]]]? {
    if isIdentical(to: other) { return tables.map { _ in [] } }
    // Links tell objects by their places, which need not be the same.
    guard !schema.types.contains(where: { $0.properties.contains(where: \.mayLink) }) else {
      return nil
    }
    var additions = [[[Value]]]()
    for type in tables.indices {
      var missing = [[KeyValue]: Int]()
      for row in 0..<tables[type].count {
        missing[values(at: row, type: type).map(KeyValue.init), default: 0] += 1
      }
      var own = [[Value]]()
      for row in 0..<other.tables[type].count {
        let values = other.values(at: row, type: type)
        let key = values.map(KeyValue.init)
        switch missing[key] {
        case nil: own.append(values)
        case 1: missing[key] = nil
        case let count?: missing[key] = count - 1
        }
      }
      guard missing.isEmpty else { return nil }
      additions.append(own)
    }
    return additions
  }

  private func values(at row: Int, type: Int) -> [Value] {
    values(of: ObjectReference(type: type, index: row))
  }
}

extension Property {
  fileprivate var mayLink: Bool { isLink || type == .mixed }
}
