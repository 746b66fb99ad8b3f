import MigCheckGeneration
import MigCheckModel

// What is put in the place of a value.

extension NeighbourSearch {
  /// An edit with the class of its new value.
  typealias Candidate = (edit: FollowUp.Edit, kind: NeighbourValues.Class)

  /// Other values for the properties of objects, each found once.
  struct KnownCandidates {
    let search: NeighbourSearch
    private var values: [Place: [Value]] = [:]

    private struct Place: Hashable {
      var type: Int
      var column: Int
      var row: Int
    }

    init(search: NeighbourSearch) {
      self.search = search
    }

    /// Other values for a property of an object, in a graph that may have been edited already.
    mutating func values(
      for cell: Cell, row: Int, besides edited: ObjectGraph
    ) -> [Value] {
      let place = Place(type: cell.type, column: cell.column, row: row)
      let candidates = values[place] ?? search.candidates(for: cell, row: row)
      values[place] = candidates
      guard cell.content == .key else { return candidates }
      let taken =
        search.graph.tables[cell.type].columns[cell.column]
        + edited.tables[cell.type].columns[cell.column]
      return candidates.filter { !taken.contains($0) }
    }
  }

  private func candidates(for cell: Cell, row: Int) -> [Value] {
    guard cell.content == .links else { return others(for: cell, row: row).map(\.value) }
    let value = graph.tables[cell.type].columns[cell.column][row]
    return relinkings(of: cell, value).map(\.value)
  }

  /// The edits of a property of an object, far ones first.
  ///
  /// - Parameter row: of links, that of the first object that has some.
  func edits(of cell: Cell, row: Int) -> [Candidate] {
    let type = graph.schema.types[cell.type]
    let column = graph.tables[cell.type].columns[cell.column]
    let name = type.storedProperties[cell.column].name
    func edit(to value: Value, _ relinking: FollowUp.Edit.Relinking? = nil) -> FollowUp.Edit {
      FollowUp.Edit(
        type: type.name, property: name, from: column[row], to: value, relinking: relinking)
    }
    if cell.content == .links {
      return relinkings(of: cell, column[row]).map { relinking, value in
        let kind: NeighbourValues.Class =
          switch relinking {
          case .next, .afterNext: .far
          case .shorter: .near
          case .none: .empty
          }
        return (edit(to: value, relinking), kind)
      }
    }
    return others(for: cell, row: row)
      .filter { cell.content != .key || !column.contains($0.value) }
      .map { (edit(to: $0.value), $0.kind) }
  }

  /// Values in the place of one that holds no links.
  private func others(for cell: Cell, row: Int) -> [NeighbourValues.Candidate] {
    let property = graph.schema.types[cell.type].storedProperties[cell.column]
    let column = graph.tables[cell.type].columns[cell.column]
    guard cell.content == .embedded else {
      return NeighbourValues.candidates(
        of: property, besides: column[row], pool: keys(for: property, of: cell) + column,
        literals: literals)
    }
    return NeighbourValues.embedded(of: property, besides: column[row], in: graph.schema) {
      guard let image = image(type: $0, column: $1) else { return false }
      return !isRandom(image.path)
    }
  }

  /// The keys of other objects that a property may hold.
  private func keys(for property: Property, of cell: Cell) -> [Value] {
    let type = graph.schema.types[cell.type].name
    return span.versions[trial.start].references.filter {
      $0.type == type && $0.property == property.name
    }.flatMap { reference -> [Value] in
      guard let target = graph.schema.index(of: reference.targetType),
        let column = graph.schema.types[target].storedIndex(of: reference.targetProperty)
      else { return [] }
      return graph.tables[target].columns[column]
    }
  }

  private func relinkings(
    of cell: Cell, _ value: Value
  ) -> [(relinking: FollowUp.Edit.Relinking, value: Value)] {
    let property = graph.schema.types[cell.type].storedProperties[cell.column]
    return FollowUp.Edit.Relinking.allCases.compactMap { relinking in
      if relinking == .none, property.collection == nil, !property.isOptional { return nil }
      return relinking.applied(to: value, in: graph).map { (relinking, $0) }
    }
  }

  // MARK: Objects

  /// The objects with different values that are left after the hop.
  func rows(of cell: Cell) -> [Int] {
    let column = graph.tables[cell.type].columns[cell.column]
    let known = base.start.keys[cell.type]
    return column.indices.filter { row in
      !column[row].isNothing && row < known.count
        && (cell.content == .links || column.firstIndex { $0 == column[row] } == row)
        && end.keys[cell.image.type].contains(known[row])
    }
  }

  /// The same search in which the object is the one that an edit is about: the first one with links.
  func focused(on row: Int, of cell: Cell) throws -> (search: NeighbourSearch, row: Int)? {
    let column = graph.tables[cell.type].columns[cell.column]
    guard cell.content == .links, column.firstIndex(where: { !$0.isNothing }) != row else {
      return (self, row)
    }
    let order = graph.tables.enumerated().map { type, table in
      type == cell.type
        ? [row] + (0..<table.count).filter { $0 != row } : Array(0..<table.count)
    }
    return try search(from: graph.reordered(order)).map { ($0, 0) }
  }

  /// The same search where the object has all its other values, and where it has none that it can do
  /// without: what happens to a value may depend on those.
  func variants(of cell: Cell, row: Int) throws -> [NeighbourSearch] {
    let properties = graph.schema.types[cell.type].storedProperties
    return try [true, false].compactMap { isFilled in
      var edited = graph
      for (column, property) in properties.enumerated()
      where column != cell.column && property.isOptional && !property.isLink
        && property.collection == nil
      {
        let current = graph.tables[cell.type].columns[column][row]
        guard current.isNull == isFilled else { continue }
        let value =
          isFilled
          ? NeighbourValues.candidates(of: property, besides: .null, pool: []).first?.value : .null
        guard let value else { continue }
        edited = edited.setting(value, type: cell.type, column: column, row: row)
      }
      return edited.isIdentical(to: graph) ? nil : try search(from: edited)
    }
  }

  /// The same search with another value in the start graph; `nil`: no store accepts it.
  func with(_ value: Value, in cell: Cell, row: Int) throws -> NeighbourSearch? {
    try search(from: graph.setting(value, type: cell.type, column: cell.column, row: row))
  }

  /// The same search with another start graph; `nil`: no store accepts it.
  private func search(from edited: ObjectGraph) throws -> NeighbourSearch? {
    guard let base = try trial.execution(of: edited, in: kind),
      base.start.graph.isIdentical(to: edited) || span.evidence.identity == .exact,
      try base.upgrade(to: span.versions[target]) == nil, let end = try base.snapshot()
    else { return nil }
    return NeighbourSearch(
      trial: trial, graph: edited, kind: kind, target: target, base: base, end: end,
      chance: chance, literals: literals, turn: turn)
  }
}
