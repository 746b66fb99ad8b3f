import MigCheckModel
import MigCheckText

/// Where the statements of a version stand that touch tables and columns.
struct StepSources {
  let migration: Migration
  /// `nil`: it is the first one.
  let before: DatabaseSchema?
  let trace: ScriptTrace
  let mapping: SchemaMapping
  let enforcesForeignKeys: Bool

  /// In the order of the statements: the last one has the last word.
  var all: [StepSource] {
    let sources = written + overwritten
    return migration.statements.indices.flatMap { place in
      sources.filter { $0.statement == place }.map(\.source)
    }
  }

  private var written: [(statement: Int, source: StepSource)] {
    trace.steps.map { effect in
      let statement = migration.statements[effect.statement]
      let isCopied = trace.tables.values.contains { history in
        history.origin == nil && history.holds(effect.table)
      }
      let isDrop: Bool = if case .dropTable = StatementShape(statement) { true } else { false }
      let source = StepSource(
        statement.source, type: mapping.typeName(effect.table),
        properties: effect.columns.map { mapping.propertyName($0, of: effect.table) },
        removesObjects: effect.removesRows && !(isDrop && isCopied))
      return (effect.statement, source)
    }
  }

  /// Columns that are written since other tables lose their rows.
  private var overwritten: [(statement: Int, source: StepSource)] {
    guard let before else { return [] }
    var isEnforced = enforcesForeignKeys
    let cascades = CascadeSearch(
      statements: migration.statements, trace: trace, before: before,
      enforcement: ForeignKeyEnforcement.all(in: migration, isOn: &isEnforced))
    return cascades.overwritten.map { statement, table, columns in
      let source = StepSource(
        migration.statements[statement].source, type: mapping.typeName(table),
        properties: columns.map { mapping.propertyName($0, of: table) }, removesObjects: false)
      return (statement, source)
    }
  }
}
