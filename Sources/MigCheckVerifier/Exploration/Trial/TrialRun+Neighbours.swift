import MigCheckGeneration
import MigCheckModel

// Neighbours: start graphs that differ in one value, and must still differ after the upgrade.
//
// One pair for each value would take too long. Instead many objects are edited at once, one property in
// each, and the upgrade is run once more: every property whose value shows in its object afterwards is
// kept. Only of the others pairs are made that differ in one value alone, and only such a pair is
// reported.

extension TrialRun {
  /// How many graphs with many edits are upgraded.
  private static let rounds = 8
  /// No larger graph has neighbours: pairs of it would take too long.
  private static let mostObjects = 400

  /// Upgrades neighbours of the start graph to the next version.
  func runNeighbours(turn: Int) throws {
    guard graph.objectCount > 0, graph.totalObjectCount <= Self.mostObjects,
      let target = span.targets(from: start).first,
      case .open = knownOutcome(from: start, to: target)
    else { return }
    let kind = kinds[turn % kinds.count]
    try limited {
      guard let base = try execution(of: graph, in: kind),
        try base.upgrade(to: span.versions[target]) == nil,
        let end = try base.snapshot()
      else { return }
      let neighbours = NeighbourSearch(
        trial: self, graph: graph, kind: kind, target: target, base: base, end: end,
        chance: try chance(of: graph, in: kind, beside: base, end), turn: turn)
      try neighbours.search()
    }
  }

  fileprivate static var neighbourRounds: Int { rounds }
}

/// Looks for properties of which a hop loses something, with the objects of one start graph.
private struct NeighbourSearch {
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
  let turn: Int

  /// A property of a type of the start version that lives on after the hop.
  private struct Cell {
    var type: Int
    var column: Int
    var image: PropertyImage
  }

  /// How many properties of one start graph are looked at more closely.
  private static let mostSuspects = 24

  private var span: VersionSpan { trial.span }
  private var hop: Hop {
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

  /// The properties whose values can be compared, by type, and how many others chance decides.
  private var cells: (known: [[Cell]], random: Int) {
    var random = 0
    let known = graph.schema.types.enumerated().map { index, type -> [Cell] in
      guard !type.isEmbedded, graph.tables[index].count > 0 else { return [] }
      return type.storedProperties.indices.compactMap { column -> Cell? in
        let property = type.storedProperties[column]
        guard property.name != type.primaryKey, !property.isLink, property.collection == nil,
          let image = PropertyImage(
            type: index, column: column, hop: hop, trace: base.traces[0], span: span)
        else { return nil }
        if chance.contains(where: {
          $0.names(image.path.property ?? "", of: image.path.type)
            || $0.property == nil && $0.type == image.path.type
        }) {
          random += 1
          return nil
        }
        return Cell(type: index, column: column, image: image)
      }
    }
    return (known, random)
  }

  /// The properties that the migration writes, and those of which some edit does not show in its object,
  /// with the first such object.
  private func suspects(_ cells: [[Cell]]) throws -> [(cell: Cell, row: Int?)] {
    let record = RecordIndex(base.traces[0])
    var suspects = cells.joined().filter { cell in
      record.isKnown
        && !record.written(cell.image.path.property ?? "", of: cell.image.path.type).isEmpty
    }.map { (cell: $0, row: Int?.none) }
    var source = RandomSource(seed: UInt64(turn), name: "neighbours", trial: trial.start)
    for _ in 0..<TrialRun.neighbourRounds {
      var edited = graph
      var places = [(cell: Cell, row: Int)]()
      for own in cells where !own.isEmpty {
        for row in 0..<graph.tables[own[0].type].count {
          // Half of the properties, another half each time: what one of them gets from another shows
          // where that one is not edited.
          for cell in own where source.chance(50) {
            let property = graph.schema.types[cell.type].storedProperties[cell.column]
            let column = graph.tables[cell.type].columns[cell.column]
            let candidates = NeighbourValues.candidates(
              of: property, besides: column[row], pool: column, literals: literals)
            guard !candidates.isEmpty else { continue }
            let value = source.pick(from: candidates).value
            edited = edited.setting(value, type: cell.type, column: cell.column, row: row)
            places.append((cell, row))
          }
        }
      }
      try trial.requireTime()
      var accepted = edited
      var other = try trial.execution(of: edited, in: kind)
      if other == nil, let fitting = self.accepted(edited) {
        accepted = fitting
        other = try trial.execution(of: fitting, in: kind)
      }
      guard let other,
        try other.upgrade(to: span.versions[target]) == nil,
        let otherEnd = try other.snapshot()
      else { continue }
      let aligned = context(of: accepted, other, otherEnd, change: .reversed).alignedOther
      for (cell, row) in places {
        let before = graph.tables[cell.type].columns[cell.column][row]
        guard row < other.start.graph.tables[cell.type].count,
          other.start.graph.tables[cell.type].columns[cell.column][row] != before,
          row < base.start.keys[cell.type].count
        else { continue }
        let key = base.start.keys[cell.type][row]
        guard let place = end.keys[cell.image.type].firstIndex(of: key),
          let otherPlace = aligned.keys[cell.image.type].firstIndex(of: key)
        else { continue }
        let value = end.graph.tables[cell.image.type].columns[cell.image.column][place]
        let otherValue = aligned.graph.tables[cell.image.type].columns[cell.image.column][
          otherPlace]
        guard value == otherValue else { continue }
        let known = suspects.firstIndex {
          $0.cell.type == cell.type && $0.cell.column == cell.column
        }
        if let known {
          if suspects[known].row == nil { suspects[known].row = row }
        } else {
          suspects.append((cell, row))
        }
      }
    }
    return suspects
  }

  /// The graph with those edits that a store accepts.
  private func accepted(_ edited: ObjectGraph) -> ObjectGraph? {
    guard let starts = span.evidence.starts else { return edited }
    let version = span.versions[trial.start].number
    var edited = edited
    for _ in 0..<2 {
      let accepted = starts.accepted(edited, at: version)
      if accepted.isIdentical(to: edited) { return edited }
      for type in graph.tables.indices
      where accepted.tables[type].count != edited.tables[type].count {
        edited.tables[type] = graph.tables[type]
      }
      for type in graph.tables.indices
      where accepted.tables[type].count == edited.tables[type].count {
        edited.tables[type] = accepted.tables[type]
      }
    }
    return starts.accepted(edited, at: version).isIdentical(to: edited) ? edited : nil
  }

  /// Tries pairs that differ in one value of the property, until it is known what happens to it.
  ///
  /// - Parameter suspect: an object in which an edit did not show.
  private func judge(_ cell: Cell, row suspect: Int?) throws {
    let column = graph.tables[cell.type].columns[cell.column]
    let rows = rows(of: cell)
    guard let row = rows.first else { return }
    var outcomes = try outcomes(of: cell, row: row)
    if outcomes.areAllEqual, var edit = outcomes.telling {
      let others =
        try rows.dropFirst().prefix(2).map { try self.outcomes(of: cell, row: $0) }
        + variants(of: cell, row: row).map { try $0.outcomes(of: cell, row: row) }
      if others.allSatisfy({ $0.areAllEqual || $0.isEmpty }) { edit.extent = .property }
      return try report(edit)
    }
    if outcomes.telling == nil, let suspect, suspect != row, rows.contains(suspect) {
      outcomes = try self.outcomes(of: cell, row: suspect)
    }
    if let edit = outcomes.telling { return try report(edit) }
    if outcomes.isVocabulary { return }
    for variant in outcomes.areFarKept ? try variants(of: cell, row: row) : [] {
      let outcomes = try variant.outcomes(of: cell, row: row, atMost: 3)
      if outcomes.areAllEqual, let edit = outcomes.telling { return try variant.report(edit) }
    }
    let type = graph.schema.types[cell.type].storedProperties[cell.column].type
    for value in NeighbourValues.delicate(type, besides: column[row])
    where value != column[row] {
      try with(value, in: cell, row: row)?.judgeNear(cell, row: row)
    }
    if span.isStrict { try judgeForms(cell, row: row) }
  }

  /// Tries values that differ in form alone, which an author may discard.
  private func judgeForms(_ cell: Cell, row: Int) throws {
    let type = graph.schema.types[cell.type]
    let property = type.storedProperties[cell.column]
    let value = graph.tables[cell.type].columns[cell.column][row]
    func isReported(_ search: NeighbourSearch, from: Value, to: Value) throws -> Bool {
      let edit = FollowUp.Edit(type: type.name, property: property.name, from: from, to: to)
      guard try search.pair(edit)?.isEqual ?? false else { return false }
      try search.report(edit)
      return true
    }
    for form in NeighbourValues.forms(of: value)
    where try isReported(self, from: value, to: form) { return }
    guard property.isOptional, let empty = try with(.null, in: cell, row: row) else { return }
    _ = try isReported(empty, from: .null, to: property.type.zeroValue)
  }

  private func outcomes(
    of cell: Cell, row: Int, atMost count: Int = .max
  ) throws -> NeighbourOutcomes {
    let type = graph.schema.types[cell.type]
    let property = type.storedProperties[cell.column]
    let column = graph.tables[cell.type].columns[cell.column]
    var outcomes = NeighbourOutcomes()
    for candidate in NeighbourValues.candidates(
      of: property, besides: column[row], pool: column, literals: literals
    ).prefix(count) {
      let edit = FollowUp.Edit(
        type: type.name, property: property.name, from: column[row], to: candidate.value)
      guard let pair = try pair(edit) else { continue }
      trial.log.note(FollowUp.Change.edited(edit).check, isCompared: true)
      outcomes.add(edit, candidate.kind, pair)
    }
    return outcomes
  }

  /// The same search where the object has all its other values, and where it has none that it can do
  /// without: what happens to a value may depend on those.
  private func variants(of cell: Cell, row: Int) throws -> [NeighbourSearch] {
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
  private func with(_ value: Value, in cell: Cell, row: Int) throws -> NeighbourSearch? {
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
      chance: chance, turn: turn)
  }

  /// Tries the values next to the one of an object.
  private func judgeNear(_ cell: Cell, row: Int) throws {
    let type = graph.schema.types[cell.type]
    let property = type.storedProperties[cell.column]
    let value = graph.tables[cell.type].columns[cell.column][row]
    for candidate in NeighbourValues.candidates(of: property, besides: value, pool: [])
    where candidate.kind == .near {
      let edit = FollowUp.Edit(
        type: type.name, property: property.name, from: value, to: candidate.value)
      if let pair = try pair(edit), pair.isEqual, !edit.isFormOnly { return try report(edit) }
    }
  }

  private func report(_ edit: FollowUp.Edit) throws {
    guard let context = try context(of: edit) else { return }
    let check = context.change.definition
    guard let violation: any CheckViolation = check.violation(in: context) else { return }
    trial.log.report(
      violation, hop: hop, path: [hop.from, hop.to], store: kind, change: context.change,
      graph: graph)
  }

  /// The objects with different values that are left after the hop.
  private func rows(of cell: Cell) -> [Int] {
    let column = graph.tables[cell.type].columns[cell.column]
    let known = base.start.keys[cell.type]
    let left = column.indices.filter { row in
      !column[row].isNull && row < known.count && column.firstIndex { $0 == column[row] } == row
        && end.keys[cell.image.type].contains(known[row])
    }
    return left
  }

  private var literals: [Value] {
    span.evidence.steps?.literals(into: span.versions[target].number) ?? []
  }

  private func pair(_ edit: FollowUp.Edit) throws -> NeighbourPair? {
    try context(of: edit).flatMap { NeighbourPair(edit, in: $0) }
  }

  private func context(of edit: FollowUp.Edit) throws -> FollowUpContext? {
    try trial.requireTime()
    guard let followUp = FollowUp(.edited(edit), of: graph) else { return nil }
    guard let other = try trial.execution(of: followUp.graph, in: kind) else { return nil }
    guard differs(other.start, by: edit) else {
      trial.log.noteAdjusted()
      return nil
    }
    guard try other.upgrade(to: span.versions[target]) == nil,
      let otherEnd = try other.snapshot()
    else { return nil }
    return context(of: followUp.graph, other, otherEnd, change: .edited(edit))
  }

  /// Whether the start store differs from that of the other one in the edited value alone: a store may
  /// adjust what it is given, and triggers may write more.
  private func differs(_ start: Snapshot, by edit: FollowUp.Edit) -> Bool {
    guard let place = edit.place(in: base.start.graph) else { return false }
    return base.start.graph.setting(
      edit.to, type: place.type, column: place.column, row: place.row
    ).isIdentical(to: start.graph)
  }

  private func context(
    of graph: ObjectGraph, _ other: Execution, _ otherEnd: Snapshot, change: FollowUp.Change
  ) -> FollowUpContext {
    let rows = graph.tables.map { Array(0..<$0.count) }
    let keys =
      span.evidence.identity == .exact
      ? StartKeys(base.start, other.start, rows: rows) : StartKeys(self.graph, graph, rows: rows)
    var comparison = trial.judge.comparison(along: [[hop.from, hop.to]])
    comparison.ignoring += chance
    return FollowUpContext(
      change: change, snapshot: end, other: otherEnd,
      correspondence: ObjectCorrespondence(
        base: base, other: other, starts: keys, span: span.evidence.mappings == nil ? nil : span),
      comparison: comparison, span: span)
  }
}
