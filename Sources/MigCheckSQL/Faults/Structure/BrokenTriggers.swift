import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Triggers that every statement which fires them fails for: they name what is not there.
enum BrokenTriggers {
  static let code = "triggerBroken"

  /// What is wrong with each broken trigger, by its lower-case name.
  ///
  /// - Parameter connection: a database of the schema.
  static func errors(
    of schema: DatabaseSchema, in connection: SQLiteConnection
  ) -> [(trigger: DatabaseSchema.Attachment, error: String)] {
    schema.triggers.compactMap { trigger in
      for statement in firing(trigger, schema) {
        do {
          _ = try connection.prepare(statement)
        } catch let error as SQLiteError {
          // A statement that cannot be made of names alone says nothing of the trigger, and what the app
          // defines for itself is there when it runs.
          guard !error.lacksDefinition,
            error.message.hasPrefix("no such ") || error.message.contains("error in trigger")
          else { continue }
          return (trigger, error.message)
        } catch {
          continue
        }
      }
      return nil
    }
  }

  /// Statements that fire a trigger.
  private static func firing(
    _ trigger: DatabaseSchema.Attachment, _ schema: DatabaseSchema
  ) -> [String] {
    let head = SQLToken.tokens(of: trigger.sql).prefix { !$0.isWord("on") }
    let table = trigger.table.quotedName
    if head.contains(where: { $0.isWord("delete") }) { return ["DELETE FROM \(table)"] }
    if head.contains(where: { $0.isWord("insert") }) {
      guard let first = schema.table(named: trigger.table)?.storedColumns.first else { return [] }
      return ["INSERT INTO \(table) (\(first.name.quotedName)) VALUES (NULL)"]
    }
    guard let columns = schema.table(named: trigger.table)?.storedColumns else { return [] }
    let named = columns.filter { column in
      head.contains { $0.name.map(column.name.isSameName) ?? false }
    }
    guard let column = named.first ?? columns.first else { return [] }
    let name = column.name.quotedName
    return ["UPDATE \(table) SET \(name) = \(name)"]
  }
}
