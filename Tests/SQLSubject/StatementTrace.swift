import MigCheckModel
import MigCheckText

/// What the statements of one hop wrote, as far as SQLite tells.
struct StatementTrace {
  private var renames: [UpgradeRecord.Rename] = []
  private var written: [PropertyPath] = []
  /// Whether a table was rebuilt, or rows came and went: then anything may have been written.
  private var isUnknown = false
  private var schema: Schema

  /// - Parameter schema: the one before the first statement.
  init(schema: Schema) {
    self.schema = schema
  }

  /// - Parameter after: reads the schema after the statement.
  mutating func add(_ actions: [StatementAction], schema after: () throws -> Schema) rethrows {
    for action in actions {
      switch action {
      case .update(let table, let column):
        written.append(PropertyPath(type: Name(table), property: Name(column)))
      case .insert, .delete: isUnknown = true
      case .restructure: break
      }
    }
    guard actions.contains(.restructure) else { return }
    let next = try after()
    addStructure(schema, next)
    schema = next
  }

  private mutating func addStructure(_ before: Schema, _ after: Schema) {
    guard before.types.count == after.types.count else {
      isUnknown = true
      return
    }
    for (old, new) in zip(before.types, after.types) {
      guard old.name == new.name else {
        isUnknown = true
        return
      }
      let columns = zip(old.properties, new.properties).filter { $0.name != $1.name }
      guard old.properties.count == new.properties.count, columns.count == 1 else { continue }
      renames.append(
        UpgradeRecord.Rename(type: old.name, from: columns[0].0.name, to: columns[0].1.name))
    }
  }

  /// What is known of the hop.
  var trace: MigrationTrace {
    isUnknown ? .unknown : .columns(ColumnTrace(renames: renames, written: written))
  }
}
