import MigCheckModel
import MigCheckSQLite

extension MemoryStore {
  package func apply(_ update: ObjectUpdate) throws -> AppliedUpdate {
    let evaluation = UpdateEvaluation(update, evaluator: try sharedEvaluator())
    let oldTable = update.oldTable.flatMap { old?.tables[$0] }
    let oldColumns = update.oldProperties.map { property in
      oldTable?.layout.index(of: property.name) ?? 0
    }
    let newColumns = update.newProperties.map { property in
      update.newTable.map { column(property.name, in: $0) } ?? 0
    }
    var matched = [Int64]()
    var deletions = [Int64]()
    var orphans = [ObjectReference]()
    let visits = visits(of: update, oldTable: oldTable)
    for (ordinal, visit) in visits.enumerated() {
      let values = try evaluation.evaluate(ordinal: ordinal) { source in
        switch source {
        case .old(let index):
          guard let row = visit.oldRow, let oldTable else { return .null }
          return oldTable.contents.columns[oldColumns[index]][row]
        case .new(let index):
          guard let row = visit.newRow, let table = update.newTable else { return .null }
          return state.tables[table]?.contents.columns[newColumns[index]][row] ?? .null
        }
      }
      guard let values else { continue }
      if update.records { matched.append(visit.key) }
      guard let table = update.newTable, let row = visit.newRow else { continue }
      for (property, value) in values {
        let column = column(property.name, in: table)
        let present = state.tables[table]?.contents.columns[column][row] ?? .null
        state.tables[table]?.contents.columns[column][row] =
          ValueConversion.overwriting(present, with: value)
        if property.isLink { orphans += embeddedLinks(of: present) }
      }
      if update.deletes { deletions.append(visit.key) }
    }
    var result = AppliedUpdate(matched: matched)
    result.overwritten = deleteAll(orphans)
    if let table = update.newTable { result.deleted = delete(deletions, from: table) }
    return result
  }

  private struct Visit {
    var key: Int64
    var oldRow: Int?
    var newRow: Int?
  }

  private func visits(of update: ObjectUpdate, oldTable: Table?) -> [Visit] {
    let new = update.newTable.map { table($0) }
    if let oldTable, let new {
      return oldTable.contents.keys.enumerated().compactMap { row, key in
        new.row(of: key).map { Visit(key: key, oldRow: row, newRow: $0) }
      }
    }
    if let new {
      return new.contents.keys.enumerated().map { Visit(key: $1, oldRow: nil, newRow: $0) }
    }
    return oldTable?.contents.keys.enumerated().map { Visit(key: $1, oldRow: $0, newRow: nil) }
      ?? []
  }

  private func embeddedLinks(of value: Value) -> [ObjectReference] {
    value.links.filter { table($0.type).layout.isEmbedded }
  }

  private func deleteAll(_ objects: [ObjectReference]) -> [ObjectReference] {
    var result = [ObjectReference]()
    for id in state.tables.indices {
      let keys = objects.filter { $0.type == id }.map { Int64($0.index) }
      if !keys.isEmpty { result += delete(keys.sorted(), from: id) }
    }
    return result
  }
}

/// The expressions of one update, compiled when they are first needed.
///
/// Both stores use it: it holds the order in which things are looked up, evaluated, converted and
/// found wrong.
final class UpdateEvaluation {
  private let update: ObjectUpdate
  private let evaluator: ExpressionEvaluator
  private let scope: ExpressionEvaluator.Scope
  private var condition: ExpressionEvaluator.Compiled?
  private var expressions: [ExpressionEvaluator.Compiled?]

  enum Source {
    /// Index into the update's `oldProperties`.
    case old(Int)
    /// Index into the update's `newProperties`.
    case new(Int)
  }

  init(_ update: ObjectUpdate, evaluator: ExpressionEvaluator) {
    self.update = update
    self.evaluator = evaluator
    scope = ExpressionEvaluator.Scope(
      old: update.oldTable == nil ? nil : update.oldProperties,
      new: update.newTable == nil ? nil : update.newProperties, hasOrdinal: true)
    expressions = Array(repeating: nil, count: update.assignments.count)
  }

  /// Evaluates condition and assignments for one object, without writing anything.
  ///
  /// - Returns: the values to write, or `nil` if the condition does not hold.
  func evaluate(
    ordinal: Int, read: (Source) throws -> Value
  ) throws -> [(Property, Value)]? {
    func value(_ source: ExpressionEvaluator.Compiled.Source) throws -> SQLiteValue {
      switch source {
      case .ordinal: return .integer(Int64(ordinal))
      case .old(let index):
        return ValueConversion.sqlValue(
          try read(.old(index)), of: update.oldProperties[index])
      case .new(let index):
        let property = update.newProperties[index]
        guard !update.unreadable.contains(where: { $0.isIdentical(to: property.name) }) else {
          throw UpgradeError(
            .noSuchProperty, "Invalid column key", type: update.typeName, property: property.name)
        }
        return ValueConversion.sqlValue(try read(.new(index)), of: property)
      }
    }
    if let text = update.condition {
      let compiled =
        try condition
        ?? evaluator.compile(text, in: scope, type: update.typeName, condition: true)
      condition = compiled
      guard case .integer(1) = try compiled.evaluate(value) else { return nil }
    }
    if update.newTable == nil, update.deletes || !update.assignments.isEmpty {
      throw UpgradeError(
        .noSuchType, "Object type '\(update.typeName)' is not managed by the Realm.",
        type: update.typeName)
    }
    var values = [(Property, Value)]()
    values.reserveCapacity(update.assignments.count)
    for (index, assignment) in update.assignments.enumerated() {
      let property = try assignment.target.get()
      let compiled =
        try expressions[index]
        ?? evaluator.compile(assignment.expression, in: scope, type: update.typeName)
      expressions[index] = compiled
      let result = try compiled.evaluate(value)
      values.append(
        (property, try ValueConversion.value(result, for: property, of: update.typeName)))
    }
    return values
  }
}
