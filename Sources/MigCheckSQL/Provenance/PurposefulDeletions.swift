import MigCheckModel

/// The deletions of a script that its author intends: those with a condition, and those of tables that
/// the settings name.
struct PurposefulDeletions {
  let migration: Migration
  let before: DatabaseSchema
  /// What the version drops.
  let drops: [PropertyPath]
  let mapping: SchemaMapping

  /// In the order of the statements; tables that the script itself makes are not among them.
  var all: [PurposefulRemoval] {
    migration.statements.enumerated().compactMap { place, statement in
      guard case .delete(let table, let hasCondition) = StatementShape(statement),
        let name = appTable(table, at: place)
      else { return nil }
      let type = mapping.typeName(name)
      guard hasCondition || drops.contains(where: { $0.type == type && $0.property == nil }) else {
        return nil
      }
      return PurposefulRemoval(type: type, place: statement.source)
    }
  }

  /// The table before the script that has a name as a statement runs, or gets it later in the script;
  /// `nil`: it is none.
  private func appTable(_ name: String, at place: Int) -> String? {
    var old = name
    for statement in migration.statements[..<place].reversed() {
      guard case .renameTable(let from, let to) = StatementShape(statement),
        to.isSameName(as: old)
      else { continue }
      old = from
    }
    if let table = before.table(named: old) { return table.name }
    var new = name
    for statement in migration.statements[place...] {
      guard case .renameTable(let from, let to) = StatementShape(statement),
        from.isSameName(as: new)
      else { continue }
      new = to
    }
    return before.table(named: new)?.name
  }
}
