/// The differences of two graphs whose objects have been paired, in the order of a report.
struct GraphDifferenceList {
  let verification: GraphVerification
  let graphs: FlatGraphs
  let partner: [Int32]

  /// How many single differences are listed.
  private static let singles = 5
  /// From how many differences of one property on they are told as one pattern.
  private static let patternSize = 4

  /// Patterns first, the most frequent one first, then the first single differences.
  func all() -> [GraphDifference] {
    var patterns = [GraphDifference]()
    var singles = [GraphDifference]()
    for (type, pair) in verification.alignment.types.enumerated() {
      var groups = objectDifferences(type, pair)
      for column in pair.columns { groups += valueDifferences(type, pair, column) }
      for group in groups {
        if group.count > 1 { patterns.append(group) } else { singles.append(group) }
      }
    }
    // Stable: equally frequent patterns stay in the order of the schema.
    let order = patterns.indices.sorted {
      patterns[$0].count != patterns[$1].count
        ? patterns[$0].count > patterns[$1].count : $0 < $1
    }
    return order.map { patterns[$0] } + singles.prefix(Self.singles)
  }

  private func objectDifferences(
    _ type: Int, _ pair: GraphAlignment.TypePair
  ) -> [GraphDifference] {
    var differences = [GraphDifference]()
    for side in [0, 1] {
      let base = graphs.bases[side][type]
      let total = graphs.rowCounts[side][type]
      let rows = (0..<total).filter { partner[base + $0] < 0 }
      func difference(_ row: Int, count: Int) -> GraphDifference {
        GraphDifference(
          side == 0 ? .objectMissing : .objectAdded, type: pair.name,
          firstRow: side == 0 ? row : nil, secondRow: side == 1 ? row : nil, count: count,
          isUniform: count == 1, total: total)
      }
      if rows.count >= Self.patternSize {
        differences.append(difference(rows[0], count: rows.count))
      } else {
        differences += rows.map { difference($0, count: 1) }
      }
    }
    return differences
  }

  private func valueDifferences(
    _ type: Int, _ pair: GraphAlignment.TypePair, _ column: GraphAlignment.ColumnPair
  ) -> [GraphDifference] {
    let left = verification.first.tables[pair.first].columns[column.first]
    let right = verification.second.tables[pair.second].columns[column.second]
    var rest = [GraphDifference]()
    var groups = [GraphDifference]()
    var total = 0
    for row in left.indices {
      let node = partner[graphs.bases[0][type] + row]
      guard node >= 0 else { continue }
      total += 1
      let other = Int(node) - graphs.bases[1][type]
      guard !verification.isEqual(left[row], right[other]) else { continue }
      let isLink = column.isLinked && (left[row].hasLinks || right[other].hasLinks)
      let kind = isLink ? GraphDifference.Kind.linkDiffers : .valueDiffers
      // The same two values again: one more of a group. A few dozen groups are kept apart.
      let known =
        isLink
        ? nil
        : groups.firstIndex { $0.firstValue == left[row] && $0.secondValue == right[other] }
      if let known {
        groups[known].count += 1
        continue
      }
      let difference = GraphDifference(
        kind, type: pair.name, property: column.name, firstRow: row, secondRow: other,
        firstValue: left[row], secondValue: right[other])
      if isLink || groups.count >= 32 { rest.append(difference) } else { groups.append(difference) }
    }
    let patterns = groups.filter { $0.count > 1 }
    rest = groups.filter { $0.count == 1 } + rest
    var result = patterns
    if rest.count >= Self.patternSize, var example = rest.first {
      example.count = rest.count
      example.isUniform = false
      result.append(example)
    } else {
      result += rest
    }
    for index in result.indices { result[index].total = total }
    return result
  }
}

extension Value {
  /// Whether a link to a top-level object stands in the value.
  var hasLinks: Bool {
    switch self {
    case .link: true
    case .embedded(let object): object.values.contains(where: \.hasLinks)
    case .list(let elements), .set(let elements): elements.contains(where: \.hasLinks)
    case .dictionary(let entries): entries.contains { $0.value.hasLinks }
    default: false
    }
  }
}
