import MigCheckModel
import MigCheckSQLite

extension FileStore {
  package func apply(_ update: ObjectUpdate) throws -> AppliedUpdate {
    try translatingErrors {
      try applyInBulk(update) ?? applyRowByRow(update)
    }
  }

  /// Evaluates for one object after the other: right for every update, and the only way to say
  /// which object an error is about.
  func applyRowByRow(_ update: ObjectUpdate) throws -> AppliedUpdate {
    let visits = try visitedKeys(of: update)
    guard !visits.isEmpty else { return AppliedUpdate() }
    let evaluation = UpdateEvaluation(
      update, evaluator: try family.sharedEvaluator(), rules: rules)
    let oldTable = update.oldTable.flatMap { old?.tables[$0] }
    let oldColumns = update.oldProperties.map { oldTable?.layout.index(of: $0.name) ?? 0 }
    let newColumns = update.newProperties.map { property in
      update.newTable.map { column(property.name, in: $0) } ?? 0
    }
    var matched = [Int64]()
    var deleted = Set<Int64>()
    var deletions = [Int64]()
    var orphans = [ObjectReference]()
    var values = [Value]()
    for (ordinal, key) in visits.enumerated() {
      let holds = try evaluation.evaluate(ordinal: ordinal, key: key, into: &values) { source in
        switch source {
        case .old(let index):
          guard let oldTable else { return .null }
          return try oldValue(
            of: oldColumns[index], key: key, table: oldTable,
            isAlive: update.newTable == update.oldTable)
        case .new(let index):
          guard let table = update.newTable else { return .null }
          let value = try presentValue(of: newColumns[index], key: key, table: table)
          return deleted.isEmpty ? value : update.without(value) { deleted.contains($0) }
        }
      }
      guard holds else { continue }
      if update.records { matched.append(key) }
      guard let table = update.newTable else { continue }
      for (assignment, value) in zip(update.assignments, values) {
        let property = try assignment.target.get()
        if property.isLink {
          let object = ObjectReference(type: table, index: Int(key))
          try noteLinks(of: object, in: property, changeTo: value)
        }
        let column = column(property.name, in: table)
        if property.isLink {
          orphans += try presentValue(of: column, key: key, table: table).links.filter {
            self.table($0.type).layout.isEmbedded
          }
        }
        try write(value, to: column, of: table, key: key)
      }
      if update.deletes {
        deletions.append(key)
        deleted.insert(key)
      }
    }
    var result = AppliedUpdate(matched: matched)
    for id in catalogue.tables.indices {
      let keys = orphans.filter { $0.type == id }.map { Int64($0.index) }
      if !keys.isEmpty { result.overwritten += try delete(keys.sorted(), from: id) }
    }
    if let table = update.newTable { result.deleted = try delete(deletions, from: table) }
    return result
  }

  /// The objects that an update visits, in order.
  private func visitedKeys(of update: ObjectUpdate) throws -> [Int64] {
    guard let id = update.newTable else {
      return try update.oldTable.map { try oldKeys(of: $0) } ?? []
    }
    let table = self.table(id)
    guard let old = update.oldTable.flatMap({ old?.tables[$0] }) else {
      return try keys(of: table, below: table.nextKey, in: connection)
    }
    if update.oldTable == id {
      return try keys(of: table, below: old.nextKey, in: connection)
    }
    // The type lived in another table, which was removed; the keys are compared all the same.
    let present = try keys(of: table, below: old.nextKey, in: connection)
    let before = try oldKeys(of: old.layout.id)
    return present.filter { before.sortedIndex(of: $0) != nil }
  }
}
