import MigCheckGeneration
import MigCheckModel

// Pairs of stores that differ in one value, and what they come to.

extension NeighbourSearch {
  /// Tries pairs that differ in one value of the property, until it is known what happens to it.
  ///
  /// - Parameter suspect: an object in which an edit did not show.
  func judge(_ cell: Cell, row suspect: Int?) throws {
    let rows = rows(of: cell)
    guard let first = rows.first, let (own, row) = try focused(on: first, of: cell) else { return }
    guard own.graph.isIdentical(to: graph) else { return try own.judge(cell, row: nil) }
    var outcomes = try outcomes(of: cell, row: row)
    if let edit = try lostEdit(of: cell, row: row, among: rows, outcomes) {
      return try report(edit)
    }
    // Where some links are kept and others are not, their targets decide.
    if cell.content == .links { return }
    if outcomes.telling == nil, let suspect, suspect != row, rows.contains(suspect) {
      outcomes = try self.outcomes(of: cell, row: suspect)
    }
    if let edit = outcomes.telling { return try report(edit) }
    if let edit = try takenEdit(of: cell, row: row) { return try report(edit) }
    if outcomes.isVocabulary { return }
    for variant in outcomes.areFarKept ? try variants(of: cell, row: row) : [] {
      let outcomes = try variant.outcomes(of: cell, row: row, atMost: 3)
      if outcomes.areAllEqual, let edit = outcomes.telling { return try variant.report(edit) }
    }
    let property = graph.schema.types[cell.type].storedProperties[cell.column]
    guard property.collection == nil, cell.content != .embedded else { return }
    let column = graph.tables[cell.type].columns[cell.column]
    for value in NeighbourValues.delicate(property.type, besides: column[row])
    where cell.content == .key ? !column.contains(value) : value != column[row] {
      try with(value, in: cell, row: row)?.judgeNear(cell, row: row)
    }
    if span.isStrict, cell.content == .values { try judgeForms(cell, row: row) }
  }

  /// An edit that shows that an object, or every object, loses its value; `nil`: some value is kept.
  ///
  /// - Parameters:
  ///   - rows: all objects that may show it.
  ///   - outcomes: those of the object in `row`.
  private func lostEdit(
    of cell: Cell, row: Int, among rows: [Int], _ outcomes: NeighbourOutcomes
  ) throws -> FollowUp.Edit? {
    // That an object has no link may be kept where it is lost to which one it leads.
    let isOfLinks = cell.content == .links
    guard isOfLinks ? outcomes.areFarLost : outcomes.areAllEqual, var edit = outcomes.lost else {
      return nil
    }
    let others =
      try rows.dropFirst().prefix(2).compactMap { try focused(on: $0, of: cell) }
      .map { try $0.search.outcomes(of: cell, row: $0.row) }
      + variants(of: cell, row: row).map { try $0.outcomes(of: cell, row: row) }
    let isLost = others.filter { !$0.isEmpty }.allSatisfy {
      isOfLinks ? $0.areFarLost : $0.areAllEqual
    }
    if isOfLinks { guard isLost, others.contains(where: { !$0.isEmpty }) else { return nil } }
    if isLost { edit.extent = .property }
    return edit
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

  /// Tries the values next to the one of an object.
  private func judgeNear(_ cell: Cell, row: Int) throws {
    for candidate in edits(of: cell, row: row) where candidate.kind == .near {
      if let pair = try pair(candidate.edit), pair.isEqual, !candidate.edit.isFormOnly {
        return try report(candidate.edit)
      }
    }
  }

  private func outcomes(
    of cell: Cell, row: Int, atMost count: Int = .max
  ) throws -> NeighbourOutcomes {
    var outcomes = NeighbourOutcomes()
    for candidate in edits(of: cell, row: row).prefix(count) {
      guard let pair = try pair(candidate.edit) else { continue }
      trial.log.note(FollowUp.Change.edited(candidate.edit).check, isCompared: true)
      outcomes.add(candidate.edit, candidate.kind, pair)
    }
    return outcomes
  }

  // MARK: Crossed properties

  /// An edit whose values come to another property, which keeps nothing of its own; `nil`: there is none.
  private func takenEdit(of cell: Cell, row: Int) throws -> FollowUp.Edit? {
    guard cell.content == .values else { return nil }
    let pairs = try farPairs(of: cell, row: row)
    guard pairs.count == 2 else { return nil }
    let takers = pairs.map { Set($0.pair.takers) }
    for taker in takers[0].intersection(takers[1]).sorted() {
      guard let own = ownCell(of: taker, besides: cell) else { continue }
      let others = try farPairs(of: own, row: row)
      guard others.count == 2, others.allSatisfy({ $0.pair.result == $0.pair.otherResult }) else {
        continue
      }
      // Two that change places are one finding.
      let isMutual = others.allSatisfy { $0.pair.takers.contains(cell.image.path.property ?? "") }
      if isMutual, own.column < cell.column { return nil }
      var edit = pairs[0].edit
      edit.taker = taker
      return edit
    }
    return nil
  }

  private func farPairs(
    of cell: Cell, row: Int
  ) throws -> [(edit: FollowUp.Edit, pair: NeighbourPair)] {
    try edits(of: cell, row: row).filter { $0.kind == .far }.prefix(2).compactMap { candidate in
      try pair(candidate.edit).map { (candidate.edit, $0) }
    }
  }

  /// The property of the start version that lives on under a name.
  private func ownCell(of name: Name, besides cell: Cell) -> Cell? {
    graph.schema.types[cell.type].storedProperties.indices.lazy.compactMap { column in
      self.cell(type: cell.type, column: column)
    }.first {
      $0.content == .values
        && $0.image.path == PropertyPath(type: cell.image.path.type, property: name)
    }
  }

  // MARK: Pairs

  private func report(_ edit: FollowUp.Edit) throws {
    guard let context = try context(of: edit) else { return }
    let check = context.change.definition
    guard let violation: any CheckViolation = check.violation(in: context) else { return }
    trial.log.report(
      violation, hop: hop, path: [hop.from, hop.to], store: kind, change: context.change,
      graph: graph)
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
    edit.applied(to: base.start.graph)?.isIdentical(to: start.graph) ?? false
  }

  func context(
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
