import MigCheckModel
import MigCheckText

// Passes that take whole parts away: types, properties, objects.

extension ShrinkSession {
  /// Empties types, many at once where they are not needed.
  mutating func dropTypes() throws(Failure) {
    let types = graph.tables.indices.filter { graph.tables[$0].count > 0 }
    try dropGroup(types[...]) { graph, types in graph.dropping(types: Array(types)) }
  }

  /// Puts the initial values into properties, many at once.
  mutating func defaultColumns() throws(Failure) {
    var columns = [(type: Int, column: Int)]()
    for (index, type) in graph.schema.types.enumerated()
    where type.isEmbedded || graph.tables[index].count > 0 {
      for (column, property) in type.storedProperties.enumerated()
      where type.primaryKey != property.name || type.isEmbedded {
        columns.append((index, column))
      }
    }
    // Links first: they make structure.
    let links = columns.filter { graph.schema.types[$0.type].storedProperties[$0.column].isLink }
    let others = columns.filter { !graph.schema.types[$0.type].storedProperties[$0.column].isLink }
    try dropGroup((links + others)[...]) { graph, columns in graph.defaulting(Array(columns)) }
  }

  /// Takes away all parts, or else each half.
  private mutating func dropGroup<Part>(
    _ parts: ArraySlice<Part>,
    _ edit: (ObjectGraph, ArraySlice<Part>) -> ObjectGraph
  ) throws(Failure) {
    guard !parts.isEmpty, !isGivenUp else { return }
    if try attempt(edit(graph, parts)) { return }
    guard parts.count > 1 else { return }
    let middle = parts.startIndex + parts.count / 2
    try dropGroup(parts[middle...], edit)
    try dropGroup(parts[..<middle], edit)
  }

  /// Deletes objects: neighbours together, halving what cannot go as a whole, from the end.
  mutating func dropObjects() throws(Failure) {
    var order = objectsByNeighbourhood()
    guard order.count > 1 else { return }
    let middle = order.count / 2
    try dropObjects(middle..<order.count, of: &order)
    try dropObjects(0..<middle, of: &order)
  }

  /// - Parameter order: the objects in the rows that they have now; those before the range stay
  ///   where they are.
  private mutating func dropObjects(
    _ range: Range<Int>, of order: inout [ObjectReference]
  ) throws(Failure) {
    guard !range.isEmpty, !isGivenUp else { return }
    let chunk = Array(order[range])
    if try attempt(graph.removing(chunk)) {
      order.removeSubrange(range)
      order = renumbered(order, without: chunk)
      return
    }
    guard range.count > 1 else { return }
    let middle = range.lowerBound + range.count / 2
    try dropObjects(middle..<range.upperBound, of: &order)
    try dropObjects(range.lowerBound..<middle, of: &order)
  }

  /// All objects, those that links connect near each other, beginning with those that have most
  /// links: where a failure is about links, what it needs then stays together.
  private func objectsByNeighbourhood() -> [ObjectReference] {
    var neighbours = graph.tables.map { Array(repeating: [ObjectReference](), count: $0.count) }
    var degrees = graph.tables.map { Array(repeating: 0, count: $0.count) }
    for type in graph.tables.indices {
      for column in graph.tables[type].columns {
        for (row, value) in column.enumerated() {
          graph.forEachLink(in: value) { target in
            neighbours[type][row].append(target)
            degrees[type][row] += 1
            neighbours[target.type][target.index].append(ObjectReference(type: type, index: row))
          }
        }
      }
    }
    var isSeen = graph.tables.map { Array(repeating: false, count: $0.count) }
    let starts = graph.tables.indices.flatMap { type in
      (0..<graph.tables[type].count).map { ObjectReference(type: type, index: $0) }
    }.sorted { first, second in
      let (a, b) = (degrees[first.type][first.index], degrees[second.type][second.index])
      return a != b ? a > b : (first.type, first.index) < (second.type, second.index)
    }
    var order = [ObjectReference]()
    for start in starts where !isSeen[start.type][start.index] {
      isSeen[start.type][start.index] = true
      var next = order.count
      order.append(start)
      while next < order.count {
        let object = order[next]
        next += 1
        for neighbour in neighbours[object.type][object.index]
        where !isSeen[neighbour.type][neighbour.index] {
          isSeen[neighbour.type][neighbour.index] = true
          order.append(neighbour)
        }
      }
    }
    return order
  }

  /// The references of the objects that stay, after others went.
  private func renumbered(
    _ objects: [ObjectReference], without removed: [ObjectReference]
  ) -> [ObjectReference] {
    var rows = graph.tables.map { _ in [Int]() }
    for object in removed { rows[object.type].append(object.index) }
    for type in rows.indices { rows[type].sort() }
    return objects.map { object in
      // How many smaller rows went: a search in a sorted list.
      var (low, high) = (0, rows[object.type].count)
      while low < high {
        let middle = (low + high) / 2
        if rows[object.type][middle] < object.index { low = middle + 1 } else { high = middle }
      }
      return ObjectReference(type: object.type, index: object.index - low)
    }
  }
}
