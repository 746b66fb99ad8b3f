import MigCheckModel

/// Adds one table to a file.
struct RealmTableWriter {
  let table: RealmTable
  let plan: RealmTablePlan
  let backLinks: [RealmBackLinks.Column]
  let values: RealmValueWriter
  let keys: RealmObjectKeys
  /// The position of the table in the content.
  let place: Int

  /// - Returns: where the table's node is.
  func write(to output: inout RealmOutput) -> Int {
    let index = table.primaryKey.map { column in
      (
        column: column,
        ref: RealmIndexWriter(table.values[column], keys: keys.keys(of: place)).write(to: &output)
      )
    }
    let spec = spec(to: &output)
    let clusters = clusters(to: &output)
    let indexes = output.references(
      plan.columns.indices.map { $0 == index?.column ? Int64(index?.ref ?? 0) : 0 })
    let tables = output.integers(
      plan.columns.map { $0.opposite?.table ?? RealmTablePlan.noTable })
    let columns = output.integers(
      plan.columns.map { $0.opposite?.column ?? RealmTablePlan.noColumn })
    let primaryKey = table.primaryKey.map { plan.columns[$0].key.rawValue << 1 | 1 } ?? 0
    return output.references([
      Int64(spec), 0, Int64(clusters), RealmOutput.tagged(plan.key), Int64(indexes),
      // No column was removed, and no version counted.
      RealmOutput.tagged(0), RealmOutput.tagged(0), Int64(tables), Int64(columns),
      // The engine takes the next object's key from this counter.
      RealmOutput.tagged(keys.counter(of: place, count: table.keys.count)), 0, primaryKey,
      RealmOutput.tagged(table.kind.rawValue),
      0,
    ])
  }

  private func spec(to output: inout RealmOutput) -> Int {
    // Dictionaries name the type of their keys as well.
    let keyType = Int64(RealmTypeCode.string.rawValue) << 16
    let slots = [
      output.integers(
        plan.columns.map { Int64($0.type.rawValue) | ($0.isDictionary ? keyType : 0) }),
      output.names(table.columns.map(\.name)),
      output.integers(plan.columns.map { Int64($0.attributes.rawValue) }),
      0, 0, output.integers(plan.columns.map(\.key.rawValue)),
    ]
    return output.references(slots.map(Int64.init))
  }

  // MARK: Objects

  /// How many objects a leaf holds, and how many children an inner node has.
  private static let clusterSize = 256

  private func clusters(to output: inout RealmOutput) -> Int {
    let size = Self.clusterSize
    let keys = keys.keys(of: place)
    let starts = Array(stride(from: 0, to: max(table.keys.count, 1), by: size))
    var nodes = starts.map { start in
      let range = start..<min(start + size, table.keys.count)
      // The key of the first object below, but for the first child of all, which begins at 0.
      let first = start == 0 ? 0 : keys?[start] ?? Int64(start)
      return (ref: cluster(range, from: first, to: &output), count: range.count, first: first)
    }
    var depth = 1
    while nodes.count > 1 {
      nodes = stride(from: 0, to: nodes.count, by: size).map { start in
        let part = nodes[start..<min(start + size, nodes.count)]
        let total = part.reduce(0) { $0 + $1.count }
        let first = part[start].first
        // Where keys have no gaps, the children need no offsets.
        let offsets = keys == nil ? 0 : output.unsignedIntegers(part.map { $0.first - first })
        let slots =
          [Int64(offsets), RealmOutput.tagged(depth), RealmOutput.tagged(total)]
          + part.map { Int64($0.ref) }
        return (ref: output.references(slots, flags: .inner), count: total, first: first)
      }
      depth += 1
    }
    return nodes[0].ref
  }

  /// - Parameter first: the key that is 0 in the leaf.
  private func cluster(
    _ rows: Range<Int>, from first: Int64, to output: inout RealmOutput
  ) -> Int {
    var slots = [RealmOutput.tagged(rows.count)]
    if let keys = keys.keys(of: place) {
      slots[0] = Int64(output.unsignedIntegers(rows.map { keys[$0] - first }))
    }
    for (column, content) in zip(table.columns, table.values) {
      let part = content[rows]
      let ref =
        column.collection == nil
        ? values.leaf(part, of: column.type, optional: column.isOptional, to: &output)
        : values.collections(part, of: column, to: &output)
      slots.append(Int64(ref))
    }
    for column in backLinks { slots.append(Int64(links(column, to: rows, in: &output))) }
    return output.references(slots)
  }

  /// Nothing, the only origin, or a list of several.
  private func links(
    _ column: RealmBackLinks.Column, to rows: Range<Int>, in output: inout RealmOutput
  ) -> Int {
    let slots = rows.map { row in
      let origins = column.origins(of: row)
      let known = keys.keys(of: column.table)
      let keys = origins.map { known?[$0] ?? Int64($0) }
      guard keys.count > 1 else {
        return keys.first.map { RealmOutput.tagged(Int($0)) } ?? 0
      }
      // Before format 24 such a list was one node of any length.
      return Int64(values.format < 24 ? output.integers(keys) : output.integerTree(keys))
    }
    return output.references(slots)
  }
}
