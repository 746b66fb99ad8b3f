import MigCheckModel
import MigCheckSQLite
import MigCheckText

extension MemoryStore {
  package func apply(_ update: ObjectUpdate) throws -> AppliedUpdate {
    let evaluation = UpdateEvaluation(
      update, evaluator: try sharedEvaluator(), rules: rules)
    let oldTable = update.oldTable.flatMap { old?.tables[$0] }
    let oldContents = oldTable?.contents.columns ?? []
    let oldColumns = oldTable?.layout.properties.indices(of: update.oldProperties) ?? []
    let properties = update.newTable.map { self.table($0).layout.properties } ?? []
    let newColumns = properties.indices(of: update.newProperties)
    let written = update.assignments.map { assignment in
      guard let property = try? assignment.target.get(),
        let column = properties.index(of: property.name, near: 0)
      else { return Target(column: -1) }
      return Target(
        column: column, isLink: property.isLink,
        dependsOnOthers: rules.mayChange(valuesOf: property))
    }
    let isEmbedded = state.tables.map { $0?.layout.isEmbedded ?? false }

    let orderedLinks = self.orderedLinks(written: update)
    let mustCollect = update.records || !orderedLinks.isEmpty
    var matched = [Int64]()
    var deletions = [Int64]()
    var deleted = Set<Int64>()
    var orphans = [ObjectReference]()
    // Taken out of the store while it is written, so that no column is copied more than once.
    let oldKeys = oldTable?.contents.keys ?? []
    var table = update.newTable.flatMap { id in
      defer { state.tables[id] = nil }
      return state.tables[id]
    }
    do {
      defer {
        if let id = update.newTable { state.tables[id] = table }
      }
      var values = [Value]()
      var ordinal = 0
      try Self.forEachVisit(
        old: update.oldTable == nil ? nil : oldKeys, new: table?.contents.keys
      ) { oldRow, newRow in
        let key = newRow >= 0 ? table?.contents.keys[newRow] ?? 0 : oldKeys[oldRow]
        let holds = try evaluation.evaluate(ordinal: ordinal, key: key, into: &values) { source in
          switch source {
          case .old(let index): oldContents[oldColumns[index]][oldRow]
          case .new(let index):
            Self.without(
              deleted, of: update,
              table?.contents.columns[newColumns[index]][newRow] ?? .null)
          }
        }
        ordinal += 1
        guard holds else { return }
        if mustCollect { matched.append(key) }
        guard newRow >= 0 else { return }
        for index in values.indices {
          let column = written[index].column
          let present = table?.contents.columns[column][newRow] ?? .null
          var value = values[index]
          if written[index].dependsOnOthers {
            value = table?.kept(value, column: column, row: newRow, rules) ?? value
          }
          table?.contents.columns[column][newRow] = value
          if written[index].isLink {
            orphans += present.links.filter { isEmbedded[$0.type] }
          }
        }
        if update.deletes {
          deletions.append(key)
          deleted.insert(key)
        }
      }
    }
    for link in orderedLinks {
      noteLoss(
        of: link.property, origins: matched, column: link.column, keys: link.keys, table: link.table
      )
    }
    state.origins = [:]
    var result = AppliedUpdate(matched: update.records ? matched : [])
    result.overwritten = deleteAll(orphans)
    if let table = update.newTable { result.deleted = delete(deletions, from: table) }
    return result
  }

  /// Links of properties that the update empties, as they are before, where their order counts.
  private func orderedLinks(
    written update: ObjectUpdate
  ) -> [(property: Property, column: [Value], keys: [Int64], table: Int)] {
    guard !orderedTypes.isEmpty, let id = update.newTable else { return [] }
    let contents = table(id).contents
    return update.assignments.compactMap { assignment in
      guard let property = try? assignment.target.get(), orderedTarget(of: property) != nil else {
        return nil
      }
      return (property, contents.columns[column(property.name, in: id)], contents.keys, id)
    }
  }

  /// A value as it is once some objects that the update visited are deleted, which takes effect at
  /// once.
  private static func without(
    _ deleted: Set<Int64>, of update: ObjectUpdate, _ value: Value
  ) -> Value {
    guard !deleted.isEmpty else { return value }
    return update.without(value) { deleted.contains($0) }
  }

  /// A column that is written.
  private struct Target {
    var column: Int
    var isLink = false
    /// Whether what is stored may be another value than the one that is written.
    var dependsOnOthers = false
  }

  /// Calls `body` with the rows of each object that is visited; −1 where there is no such state.
  private static func forEachVisit(
    old: [Int64]?, new: [Int64]?, _ body: (_ oldRow: Int, _ newRow: Int) throws -> Void
  ) rethrows {
    switch (old, new) {
    case (let old?, let new?):
      var row = 0
      for (oldRow, key) in old.enumerated() {
        while row < new.count, new[row] < key { row += 1 }
        if row < new.count, new[row] == key { try body(oldRow, row) }
      }
    case (nil, let new?): for row in new.indices { try body(-1, row) }
    case (let old?, nil): for row in old.indices { try body(row, -1) }
    case (nil, nil): break
    }
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
  private let rules: StorageRules
  private let evaluator: ExpressionEvaluator
  private let scope: ExpressionEvaluator.Scope
  private var condition: ExpressionEvaluator.Compiled?
  private var expressions: [ExpressionEvaluator.Compiled?]
  /// The types of the assigned properties that are no collections, once they are known.
  private var plainTypes: [PropertyType?]
  // Copies of what is asked for every object; copying the update itself would cost more.
  private let hasUnreadable: Bool
  private let hasCondition: Bool
  private let isRefused: Bool
  /// Whether links can be followed, found and copied.
  private let links: ObjectLinks?

  enum Source {
    /// Index into the update's `oldProperties`.
    case old(Int)
    /// Index into the update's `newProperties`.
    case new(Int)
  }

  init(
    _ update: ObjectUpdate, evaluator: ExpressionEvaluator, rules: StorageRules,
    links: ObjectLinks? = nil
  ) {
    self.links = links
    self.update = update
    self.rules = rules
    self.evaluator = evaluator
    scope = update.scope()
    expressions = Array(repeating: nil, count: update.assignments.count)
    plainTypes = Array(repeating: nil, count: update.assignments.count)
    hasUnreadable = !update.unreadable.isEmpty
    hasCondition = update.condition != nil
    isRefused = update.newTable == nil && (update.deletes || !update.assignments.isEmpty)
  }

  /// Evaluates condition and assignments for one object, without writing anything.
  ///
  /// - Parameter values: receives a value for each assignment.
  /// - Returns: whether the condition holds.
  func evaluate(
    ordinal: Int, key: Int64, into values: inout [Value], read: (Source) throws -> Value
  ) throws -> Bool {
    values.removeAll(keepingCapacity: true)
    func value(_ source: ExpressionEvaluator.Compiled.Source) throws -> SQLiteValue {
      switch source {
      case .ordinal: return .integer(Int64(ordinal))
      case .old(let index):
        return ValueConversion.sqlValue(
          try read(.old(index)), of: scope.old?[index] ?? update.oldProperties[index])
      case .new(let index):
        if hasUnreadable, index < update.newProperties.count {
          try refuseUnreadable(update.newProperties[index])
        }
        return ValueConversion.sqlValue(
          try read(.new(index)), of: scope.new?[index] ?? update.newProperties[index])
      }
    }
    if hasCondition {
      let compiled = try condition ?? compileCondition()
      guard case .integer(1) = try evaluate(compiled, key, value) else { return false }
    }
    if isRefused {
      throw UpgradeError(
        .noSuchType, "Object type '\(update.typeName)' is not managed by the Realm.",
        type: update.typeName)
    }
    for index in expressions.indices {
      let result: SQLiteValue
      do {
        let compiled = try expressions[index] ?? compile(index)
        if let links, targetsLink(index) {
          values.append(try linkValue(compiled, index, links, key, value, read))
          continue
        }
        result = try evaluate(compiled, key, value)
      } catch let error as UpgradeError {
        throw error.about(update.assignments[index].name)
      }
      if let simple = ValueConversion.plainValue(result, as: plainTypes[index]) {
        values.append(simple)
      } else {
        let property = try update.assignments[index].target.get()
        values.append(
          try ValueConversion.value(result, for: property, of: update.typeName, by: rules))
      }
    }
    return true
  }

  private func targetsLink(_ index: Int) -> Bool {
    if case .success(let property) = update.assignments[index].target {
      property.isLink
    } else {
      false
    }
  }

  /// Evaluates for a property that links, where links are values.
  private func linkValue(
    _ compiled: ExpressionEvaluator.Compiled, _ index: Int, _ links: ObjectLinks, _ key: Int64,
    _ value: (ExpressionEvaluator.Compiled.Source) throws -> SQLiteValue,
    _ read: (Source) throws -> Value
  ) throws -> Value {
    let result = try evaluate(compiled, key) { source in
      switch source {
      case .old(let place) where scope.old?[place].isLink ?? false:
        links.sqlValue(try read(.old(place)))
      case .new(let place) where scope.new?[place].isLink ?? false:
        links.sqlValue(try read(.new(place)))
      default: try value(source)
      }
    }
    return try links.value(
      result, for: try update.assignments[index].target.get(), of: update.typeName)
  }

  private func evaluate(
    _ compiled: ExpressionEvaluator.Compiled, _ key: Int64,
    _ value: (ExpressionEvaluator.Compiled.Source) throws -> SQLiteValue
  ) throws -> SQLiteValue {
    try compiled.evaluate(
      in: Surroundings(isPerturbed: update.isPerturbed, subject: key), value)
  }

  private func compileCondition() throws -> ExpressionEvaluator.Compiled {
    let compiled = try evaluator.compile(
      update.condition ?? "", in: scope, type: update.typeName, condition: true)
    condition = compiled
    return compiled
  }

  /// The property of an assignment is looked up before its expression is compiled.
  private func compile(_ index: Int) throws -> ExpressionEvaluator.Compiled {
    let assignment = update.assignments[index]
    let property = try assignment.target.get()
    plainTypes[index] = property.collection == nil ? property.type : nil
    var scope = scope
    scope.readsLinks = links != nil && property.isLink
    let compiled = try evaluator.compile(
      assignment.expression, in: scope, type: update.typeName)
    expressions[index] = compiled
    return compiled
  }

  private func refuseUnreadable(_ property: Property) throws {
    guard update.unreadable.contains(property.name) else { return }
    throw UpgradeError(
      .noSuchProperty, "Invalid column key", type: update.typeName, property: property.name)
  }
}
