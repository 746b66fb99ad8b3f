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
    let written = update.assignments.map { assignment in
      (try? assignment.target.get()).flatMap { property in
        update.newTable.map { column(property.name, in: $0) }
      } ?? -1
    }
    let ownsEmbedded = update.assignments.map { assignment in
      (try? assignment.target.get()).map(\.isLink) ?? false
    }
    var matched = [Int64]()
    var deletions = [Int64]()
    var orphans = [ObjectReference]()
    var values = [Value]()
    let visits = visits(of: update, oldTable: oldTable)
    for (ordinal, visit) in visits.enumerated() {
      let holds = try evaluation.evaluate(ordinal: ordinal, into: &values) { source in
        switch source {
        case .old(let index):
          guard let row = visit.oldRow, let oldTable else { return .null }
          return oldTable.contents.columns[oldColumns[index]][row]
        case .new(let index):
          guard let row = visit.newRow, let table = update.newTable else { return .null }
          return state.tables[table]?.contents.columns[newColumns[index]][row] ?? .null
        }
      }
      guard holds else { continue }
      if update.records { matched.append(visit.key) }
      guard let table = update.newTable, let row = visit.newRow else { continue }
      for index in values.indices {
        let column = written[index]
        let present = state.tables[table]?.contents.columns[column][row] ?? .null
        state.tables[table]?.contents.columns[column][row] =
          ValueConversion.overwriting(present, with: values[index])
        if ownsEmbedded[index] { orphans += embeddedLinks(of: present) }
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
  /// The types of the assigned properties that are no collections, once they are known.
  private var plainTypes: [PropertyType?]
  private let hasUnreadable: Bool

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
    plainTypes = Array(repeating: nil, count: update.assignments.count)
    hasUnreadable = !update.unreadable.isEmpty
  }

  /// Evaluates condition and assignments for one object, without writing anything.
  ///
  /// - Parameter values: receives a value for each assignment.
  /// - Returns: whether the condition holds.
  func evaluate(
    ordinal: Int, into values: inout [Value], read: (Source) throws -> Value
  ) throws -> Bool {
    values.removeAll(keepingCapacity: true)
    func value(_ source: ExpressionEvaluator.Compiled.Source) throws -> SQLiteValue {
      switch source {
      case .ordinal: return .integer(Int64(ordinal))
      case .old(let index):
        return ValueConversion.sqlValue(try read(.old(index)), of: update.oldProperties[index])
      case .new(let index):
        if hasUnreadable { try refuseUnreadable(update.newProperties[index]) }
        return ValueConversion.sqlValue(try read(.new(index)), of: update.newProperties[index])
      }
    }
    if let text = update.condition {
      let compiled =
        try condition
        ?? evaluator.compile(text, in: scope, type: update.typeName, condition: true)
      condition = compiled
      guard case .integer(1) = try compiled.evaluate(value) else { return false }
    }
    if update.newTable == nil, update.deletes || !update.assignments.isEmpty {
      throw UpgradeError(
        .noSuchType, "Object type '\(update.typeName)' is not managed by the Realm.",
        type: update.typeName)
    }
    for index in update.assignments.indices {
      let compiled = try expressions[index] ?? compile(index)
      let result = try compiled.evaluate(value)
      if let simple = ValueConversion.plainValue(result, as: plainTypes[index]) {
        values.append(simple)
      } else {
        let property = try update.assignments[index].target.get()
        values.append(try ValueConversion.value(result, for: property, of: update.typeName))
      }
    }
    return true
  }

  /// The property of an assignment is looked up before its expression is compiled.
  private func compile(_ index: Int) throws -> ExpressionEvaluator.Compiled {
    let assignment = update.assignments[index]
    let property = try assignment.target.get()
    plainTypes[index] = property.collection == nil ? property.type : nil
    let compiled = try evaluator.compile(
      assignment.expression, in: scope, type: update.typeName)
    expressions[index] = compiled
    return compiled
  }

  private func refuseUnreadable(_ property: Property) throws {
    guard update.unreadable.contains(where: { $0.isIdentical(to: property.name) }) else { return }
    throw UpgradeError(
      .noSuchProperty, "Invalid column key", type: update.typeName, property: property.name)
  }
}
