import MigCheckGeneration
import MigCheckModel

/// Looks for properties of which a hop loses something, with the objects of one start graph.
struct NeighbourSearch {
  let trial: TrialRun
  /// The start graph: that of the trial, or one with another value.
  let graph: ObjectGraph
  let kind: StoreKind
  /// Position of the version that the hop leads to.
  let target: Int
  let base: Execution
  let end: Snapshot
  /// Properties that the clock or random numbers decide.
  let chance: [PropertyPath]
  /// The literals of the migration, which may mean something to it as values.
  let literals: [Value]
  let turn: Int

  /// A property of a type of the start version that lives on after the hop.
  struct Cell {
    var type: Int
    var column: Int
    var image: PropertyImage
    var content: Content

    /// What is edited in it.
    enum Content {
      /// A value, or a collection of values.
      case values
      /// The value of a primary key, which no other object may have.
      case key
      /// Embedded objects, whose values are those of their owner.
      case embedded
      case links
    }
  }

  /// How many graphs with many edits are upgraded. A mapping treats the values of a property alike, so
  /// that few edits show what it does with them.
  private var rounds: Int { span.evidence.mappings == nil ? 8 : 2 }
  /// How many properties of one start graph are looked at more closely.
  private static let mostSuspects = 24

  var span: VersionSpan { trial.span }
  var hop: Hop {
    Hop(from: span.versions[trial.start].number, to: span.versions[target].number)
  }

  func search() throws {
    let (cells, others) = self.cells
    trial.log.noteRandom(others)
    for suspect in try suspects(cells).prefix(Self.mostSuspects) {
      try trial.requireTime()
      try judge(suspect.cell, row: suspect.row)
    }
  }

  // MARK: Cells

  /// The properties whose values can be compared, by type, and how many others chance decides.
  private var cells: (known: [[Cell]], random: Int) {
    var random = 0
    let known = graph.schema.types.enumerated().map { index, type -> [Cell] in
      guard !type.isEmbedded, graph.tables[index].count > 0 else { return [] }
      return type.storedProperties.indices.compactMap { column -> Cell? in
        guard let cell = cell(type: index, column: column) else { return nil }
        if isRandom(cell.image.path) {
          random += 1
          return nil
        }
        return cell
      }
    }
    return (known, random)
  }

  /// - Returns: `nil` if the property does not live on, or is not edited.
  func cell(type index: Int, column: Int) -> Cell? {
    let type = graph.schema.types[index]
    guard let content = content(of: type.storedProperties[column], in: type),
      let image = image(type: index, column: column)
    else { return nil }
    return Cell(type: index, column: column, image: image, content: content)
  }

  func image(type: Int, column: Int) -> PropertyImage? {
    PropertyImage(type: type, column: column, hop: hop, trace: base.traces[0], span: span)
  }

  /// - Returns: `nil` if the property is not edited: the key of a table, which other tables may hold as a
  ///   value; and a link of an engine that stores both ends.
  private func content(of property: Property, in type: ObjectType) -> Cell.Content? {
    if property.name == type.primaryKey { return span.evidence.identity == .exact ? .key : nil }
    guard property.isLink else { return .values }
    let target = property.objectType.flatMap(graph.schema.type(named:))
    if target?.isEmbedded ?? false { return .embedded }
    return span.evidence.mappings == nil ? .links : nil
  }

  func isRandom(_ path: PropertyPath) -> Bool {
    chance.contains {
      $0.names(path.property ?? "", of: path.type) || $0.property == nil && $0.type == path.type
    }
  }

  // MARK: Suspects

  /// The properties that the migration writes, and those of which some edit does not show in its object,
  /// with the first such object.
  ///
  /// Many objects are edited at once, half of their properties, another half each time: what one of them
  /// gets from another shows where that one is not edited.
  private func suspects(_ cells: [[Cell]]) throws -> [(cell: Cell, row: Int?)] {
    let record = RecordIndex(base.traces[0])
    var suspects = cells.joined().filter { cell in
      record.isKnown
        && !record.written(cell.image.path.property ?? "", of: cell.image.path.type).isEmpty
    }.map { (cell: $0, row: Int?.none) }
    var source = RandomSource(seed: UInt64(turn), name: "neighbours", trial: trial.start)
    var known = KnownCandidates(search: self)
    for _ in 0..<rounds {
      var edited = graph
      var places = [(cell: Cell, row: Int)]()
      for own in cells where !own.isEmpty {
        for row in 0..<graph.tables[own[0].type].count {
          for cell in own where source.chance(50) {
            let values = known.values(for: cell, row: row, besides: edited)
            guard !values.isEmpty else { continue }
            let value = source.pick(from: values)
            edited = edited.setting(value, type: cell.type, column: cell.column, row: row)
            places.append((cell, row))
          }
        }
      }
      for place in try unseen(places, in: edited) {
        let suspect = suspects.firstIndex {
          $0.cell.type == place.cell.type && $0.cell.column == place.cell.column
        }
        if let suspect {
          if suspects[suspect].row == nil { suspects[suspect].row = place.row }
        } else {
          suspects.append((place.cell, place.row))
        }
      }
    }
    return suspects
  }

  /// The edits that do not show in their objects after the upgrade.
  private func unseen(
    _ places: [(cell: Cell, row: Int)], in edited: ObjectGraph
  ) throws -> [(cell: Cell, row: Int)] {
    try trial.requireTime()
    guard let (accepted, other) = try accepted(edited),
      try other.upgrade(to: span.versions[target]) == nil, let otherEnd = try other.snapshot()
    else { return [] }
    let aligned = context(of: accepted, other, otherEnd, change: .reversed).alignedOther
    return places.filter { cell, row in
      guard row < other.start.graph.tables[cell.type].count,
        other.start.graph.tables[cell.type].columns[cell.column][row]
          != graph.tables[cell.type].columns[cell.column][row],
        row < base.start.keys[cell.type].count
      else { return false }
      let key = base.start.keys[cell.type][row]
      guard let place = end.keys[cell.image.type].firstIndex(of: key),
        let otherPlace = aligned.keys[cell.image.type].firstIndex(of: key)
      else { return false }
      return end.graph.tables[cell.image.type].columns[cell.image.column][place]
        == aligned.graph.tables[cell.image.type].columns[cell.image.column][otherPlace]
    }
  }

  /// The graph with those edits that a store accepts, and that store.
  ///
  /// - Returns: `nil` if no store accepts any.
  private func accepted(_ edited: ObjectGraph) throws -> (graph: ObjectGraph, store: Execution)? {
    let version = span.versions[trial.start].number
    let most = 3
    var edited = edited
    for round in 1...most {
      if let store = try trial.execution(of: edited, in: kind) { return (edited, store) }
      guard round < most, let accepted = span.evidence.starts?.accepted(edited, at: version),
        !accepted.isIdentical(to: edited)
      else { return nil }
      for type in graph.tables.indices
      where accepted.tables[type].count != edited.tables[type].count {
        edited.tables[type] = graph.tables[type]
      }
      for type in graph.tables.indices
      where accepted.tables[type].count == edited.tables[type].count {
        edited.tables[type] = accepted.tables[type]
      }
    }
    return nil
  }
}
