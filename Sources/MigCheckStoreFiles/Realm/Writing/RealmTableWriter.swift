import MigCheckModel

/// Adds one table to a file.
struct RealmTableWriter {
  let table: RealmTable
  let plan: RealmTablePlan
  let backLinks: [RealmBackLinks.Column]
  let values: RealmValueWriter

  /// - Returns: where the table's node is.
  func write(to output: inout RealmOutput) -> Int {
    let index = table.primaryKey.map { column in
      (column: column, ref: RealmIndexWriter(table.values[column]).write(to: &output))
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
      RealmOutput.tagged(table.keys.count), 0, primaryKey, RealmOutput.tagged(table.kind.rawValue),
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
    let starts = Array(stride(from: 0, to: max(table.keys.count, 1), by: size))
    var nodes = starts.map { start in
      let range = start..<min(start + size, table.keys.count)
      return (ref: cluster(range, to: &output), count: range.count)
    }
    var depth = 1
    while nodes.count > 1 {
      nodes = stride(from: 0, to: nodes.count, by: size).map { start in
        let part = nodes[start..<min(start + size, nodes.count)]
        let total = part.reduce(0) { $0 + $1.count }
        // Keys have no gaps, so that the children need no offsets.
        let slots =
          [0, RealmOutput.tagged(depth), RealmOutput.tagged(total)] + part.map { Int64($0.ref) }
        return (ref: output.references(slots, flags: .inner), count: total)
      }
      depth += 1
    }
    return nodes[0].ref
  }

  private func cluster(_ rows: Range<Int>, to output: inout RealmOutput) -> Int {
    var slots = [RealmOutput.tagged(rows.count)]
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
      guard origins.count > 1 else {
        return origins.first.map(RealmOutput.tagged) ?? 0
      }
      let keys = origins.map(Int64.init)
      // Before format 24 such a list was one node of any length.
      return Int64(values.format < 24 ? output.integers(keys) : output.integerTree(keys))
    }
    return output.references(slots)
  }
}
