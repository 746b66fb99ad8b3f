import MigCheckModel
import MigCheckText

extension SnapshotComparison {
  /// All that differs, one example for each kind of difference of a type or property.
  ///
  /// - Returns: empty if the graphs are equal, or too symmetrical to tell.
  /// - Complexity: that of `GraphComparison.compare`.
  func differences(_ first: Snapshot, _ second: Snapshot) -> [EndDifference] {
    guard unordered.isEmpty else {
      var ordered = self
      ordered.unordered = []
      return ordered.differences(
        first.withoutOrder(of: unordered), second.withoutOrder(of: unordered))
    }
    guard keepsSignOfZero else {
      var plain = self
      plain.keepsSignOfZero = true
      return plain.differences(first.withPlainZeros, second.withPlainZeros)
    }
    guard SnapshotDifference.first(first, second, ignoring: ignoring) != nil,
      case .different(let found) = GraphComparison.compare(
        first.graph, second.graph, ignoring: ignoring)
    else { return [] }
    var differences = [EndDifference]()
    for difference in found.map({ endDifference($0, first, second) })
    where !differences.contains(where: { $0.isAbout(difference) }) {
      differences.append(difference)
    }
    guard identity != .none else { return differences }
    // Objects that both made may have changed places: then less differs than their keys say.
    let keyed = differencesByKey(first, second)
    return keyed.isEmpty || keyed.count > differences.count ? differences : keyed
  }

  private func differencesByKey(_ first: Snapshot, _ second: Snapshot) -> [EndDifference] {
    var differences = [EndDifference]()
    for (index, type) in first.graph.schema.types.enumerated()
    where !type.isEmbedded
      && !ignoring.contains(where: { $0.property == nil && $0.type == type.name })
    {
      let rows = KeyedRows(first.keys[index], second.keys[index])
      if let key = rows.missing.first {
        differences.append(
          EndDifference(
            .objectMissing, type: type.name, object: key, count: rows.missing.count,
            first: "there", second: "absent"))
      }
      if let key = rows.added.first {
        differences.append(
          EndDifference(
            .objectAdded, type: type.name, object: key, count: rows.added.count, first: "absent",
            second: "there"))
      }
      for (column, property) in type.storedProperties.enumerated()
      where !ignoring.contains(where: { $0.names(property.name, of: type.name) }) {
        let (a, b) = (
          first.graph.tables[index].columns[column], second.graph.tables[index].columns[column]
        )
        let unequal = rows.common.filter { row in
          !first.keyed(a[row.first]).isEqual(
            to: second.keyed(b[row.second]), schema: first.graph.schema, ignoring: ignoring)
        }
        guard let row = unequal.first else { continue }
        differences.append(
          EndDifference(
            property.isLink ? .linkDiffers : .valueDiffers, type: type.name,
            property: property.name, object: first.keys[index][row.first], count: unequal.count,
            first: first.text(of: a[row.first]), second: second.text(of: b[row.second])))
      }
    }
    return differences
  }
}

/// The objects of one type in two snapshots, which are known by their keys.
private struct KeyedRows {
  /// Keys that only the first has.
  private(set) var missing = [Int64]()
  /// Keys that only the second has.
  private(set) var added = [Int64]()
  private(set) var common = [(first: Int, second: Int)]()

  /// - Parameters: both in increasing order.
  init(_ first: [Int64], _ second: [Int64]) {
    var (row, other) = (0, 0)
    while row < first.count || other < second.count {
      if other >= second.count || row < first.count && first[row] < second[other] {
        missing.append(first[row])
        row += 1
      } else if row >= first.count || second[other] < first[row] {
        added.append(second[other])
        other += 1
      } else {
        common.append((row, other))
        (row, other) = (row + 1, other + 1)
      }
    }
  }
}

extension Snapshot {
  /// A value whose links lead to keys and not to rows.
  fileprivate func keyed(_ value: Value) -> Value {
    value.mapLinks { link in
      keys.indices.contains(link.type) && keys[link.type].indices.contains(link.index)
        ? ObjectReference(type: link.type, index: Int(keys[link.type][link.index])) : link
    }
  }
}

extension EndDifference {
  fileprivate func isAbout(_ other: EndDifference) -> Bool {
    kind == other.kind && type == other.type && property == other.property
  }
}
