import MigCheckModel
import MigCheckText

/// Triggers of the app that do something else to its rows as statements of a script run: an `UPDATE`
/// of one column gives all rows a new time of their last change.
struct FiredTriggers {
  let migration: Migration
  let before: DatabaseSchema
  let trace: ScriptTrace
  let mapping: SchemaMapping

  static let code = "triggerFires"

  /// One of each trigger that was there before the script.
  var faults: [HopFault] {
    before.triggers.compactMap { trigger in
      let firings = trace.firings.filter { $0.trigger.isSameName(as: trigger.name) }
      guard let first = firings.first else { return nil }
      let own = firings.filter { $0.statement == first.statement }
      let statement = migration.statements[first.statement]
      // Who writes the column beside knows that it changes.
      if own.allSatisfy({ isNamed($0, in: statement) }) { return nil }
      let deleted = own.filter { $0.column == nil }.map(\.table)
      let written = own.compactMap { firing in firing.column.map { "\(firing.table).\($0)" } }
      let deeds = [
        written.isEmpty ? nil : "writes \(written.prefix(4).joined(separator: ", "))",
        deleted.isEmpty ? nil : "deletes rows of \(deleted.prefix(4).joined(separator: ", "))",
      ].compactMap(\.self).joined(separator: " and ")
      return HopFault(
        Self.code, type: mapping.typeName(first.table), subject: Name(trigger.name),
        isError: false,
        message:
          "The statement fires the trigger \(trigger.name), which \(deeds) in an app's daily "
          + "work, and now in the upgrade as well. If that is meant, nothing is to be done; else drop "
          + "the trigger first, and create it again afterwards.",
        place: statement.source)
    }
  }

  private func isNamed(_ firing: TriggerFiring, in statement: SQLStatement) -> Bool {
    guard let column = firing.column else { return false }
    return statement.tokens.contains { $0.name.map(column.isSameName) ?? false }
  }
}
