import MigCheckModel

/// What one hop does wrong, on purpose.
enum Corruption: Sendable {
  case dropObject(type: Name)
  case nullProperty(type: Name, property: Name)
  case swapProperties(type: Name, first: Name, second: Name)

  var type: Name {
    switch self {
    case .dropObject(let type), .nullProperty(let type, _), .swapProperties(let type, _, _): type
    }
  }

  var properties: [Name] {
    switch self {
    case .dropObject: []
    case .nullProperty(_, let property): [property]
    case .swapProperties(_, let first, let second): [first, second]
    }
  }

  func description(_ hop: Hop) -> String {
    switch self {
    case .dropObject(let type): "\(hop) lost an object of type \(type)"
    case .nullProperty(let type, let property): "\(hop) lost the value of \(type).\(property)"
    case .swapProperties(let type, let first, let second):
      "\(hop) swapped \(type).\(first) and \(type).\(second)"
    }
  }

  /// The object whose corruption would show: it was there before the hop, and what would be lost is
  /// more than nothing.
  ///
  /// - Parameters:
  ///   - context: the hop as it really went.
  ///   - writes: whether values that the migration wrote may be damaged too, since other paths
  ///     show what is right.
  /// - Returns: its key; `nil` if there is none.
  func victim(in context: HopContext, writes: Bool) -> Int64? {
    guard let old = context.before.schema.index(of: type),
      let new = context.after.schema.index(of: type)
    else { return nil }
    let objectType = context.after.schema.types[new]
    let columns = properties.compactMap(objectType.storedIndex(of:))
    guard columns.count == properties.count else { return nil }
    let (before, after) = (context.before.snapshot, context.after.snapshot)
    if !writes {
      guard isSeen(ofType: old, columns: columns.map { objectType.storedProperties[$0] }, context)
      else { return nil }
    }
    let table = after.graph.tables[new]
    for (row, key) in after.keys[new].enumerated() where before.keys[old].containsSorted(key) {
      let isWritten = properties.contains {
        context.record.written($0, of: type).contains(key)
      }
      if isWritten, !writes { continue }
      switch self {
      case .dropObject: return key
      case .nullProperty:
        if objectType.storedProperties[columns[0]].isDistinctive(table.columns[columns[0]][row]) {
          return key
        }
      case .swapProperties:
        if table.columns[columns[0]][row] != table.columns[columns[1]][row] { return key }
      }
    }
    return nil
  }

  /// Whether `data-preserved` knows enough of the hop to see that something is missing which the
  /// migration left alone.
  private func isSeen(
    ofType old: Int, columns: [Property], _ context: HopContext
  ) -> Bool {
    if properties.contains(where: { context.record.isRenamed($0, of: type) }) { return false }
    if context.record.mayDelete(type) { return false }
    if context.identifies(old) { return columns.allSatisfy(context.identifiesTargets(of:)) }
    switch self {
    case .dropObject: return CountLoss.showsEachLoss(ofType: old, context: context)
    case .nullProperty, .swapProperties:
      return columns.allSatisfy { ColumnLoss.judges($0) }
        && context.plan.types[old].new.map { context.after.count(of: $0) }
          == context.before.count(of: old)
    }
  }

  /// Damages an object, if it is still there.
  func apply(to snapshot: inout Snapshot, key: Int64) {
    guard let index = snapshot.graph.schema.index(of: type),
      let row = snapshot.keys[index].firstIndex(of: key)
    else { return }
    let objectType = snapshot.graph.schema.types[index]
    let columns = properties.compactMap(objectType.storedIndex(of:))
    guard columns.count == properties.count else { return }
    switch self {
    case .dropObject: snapshot.removeObject(row, type: index)
    case .nullProperty:
      snapshot.graph.tables[index].columns[columns[0]][row] =
        objectType.storedProperties[columns[0]].zeroValue
    case .swapProperties:
      let first = snapshot.graph.tables[index].columns[columns[0]][row]
      snapshot.graph.tables[index].columns[columns[0]][row] =
        snapshot.graph.tables[index].columns[columns[1]][row]
      snapshot.graph.tables[index].columns[columns[1]][row] = first
    }
  }
}

extension Snapshot {
  /// Removes an object of a top-level type with its embedded objects; links to it become null.
  fileprivate mutating func removeObject(_ row: Int, type: Int) {
    keys[type].remove(at: row)
    graph.tables[type].count -= 1
    for column in graph.tables[type].columns.indices {
      graph.tables[type].columns[column].remove(at: row)
    }
    for (owner, objectType) in graph.schema.types.enumerated() {
      for (column, property) in objectType.storedProperties.enumerated()
      where property.isLink || property.type == .mixed {
        graph.tables[owner].columns[column] = graph.tables[owner].columns[column].map { value in
          value.mapLinks { target in
            guard target.type == type else { return target }
            guard target.index != row else { return nil }
            return target.index < row
              ? target : ObjectReference(type: type, index: target.index - 1)
          }
        }
      }
    }
  }
}
